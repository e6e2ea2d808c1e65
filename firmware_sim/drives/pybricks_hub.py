"""Emulates a LEGO hub with Pybricks: the hub's own program runs, on stand-ins for its modules.

Source: docs.pybricks.com (Motor, StopWatch, usys, uselect). What is not published is taken as it is
simplest: a motor gives all its torque 12 degrees behind its target, and turns by 1000 degrees a
second.
"""

from __future__ import annotations

import builtins
import errno
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

PORTS = "ABCDEF"
_TOP_SPEED = 1000.0
_TORQUE = 560
_FULL_TORQUE_DEGREES = 12.0
_STEP_SECONDS = 0.001


class EmulatedMotor:
    """A motor: `position` is where it is, `target` where it wants to be, None if it turns freely.

    Both are in degrees from where it was at first, and the hub counts `offset` more. Between
    `stops` it turns freely; what it presses on there does not give way.
    """

    def __init__(self) -> None:
        self.position = 0.0
        self.target: float | None = None
        self.offset = 0.0
        self.stops = (-1e9, 1e9)
        self.is_plugged = True
        self.speed = _TOP_SPEED

    @property
    def commanded(self) -> float | None:
        """Return where it is told to be, as the hub counts; None without power."""
        return None if self.target is None else self.target + self.offset

    @property
    def angle(self) -> float:
        """Return where it is, as the hub counts."""
        return self.position + self.offset

    @property
    def load(self) -> float:
        """Return the torque that it gives, in mNm."""
        if self.target is None:
            return 0.0
        behind = abs(self.target - self.position)
        return min(behind / _FULL_TORQUE_DEGREES, 1.0) * _TORQUE

    def step(self, seconds: float) -> None:
        """Move for a time."""
        if self.target is None:
            return
        way = self.speed * seconds
        moved = self.position + min(max(self.target - self.position, -way), way)
        self.position = min(max(moved, self.stops[0]), self.stops[1])

    def turn_off(self) -> None:
        """Turn freely, as without power."""
        self.target = None


class _MotorObject:
    """What a program has of a motor, `pybricks.pupdevices.Motor`."""

    def __init__(self, motor: EmulatedMotor) -> None:
        self._motor = motor
        self.control = SimpleNamespace(limits=lambda: (int(_TOP_SPEED), 2000, _TORQUE))

    def angle(self) -> int:
        return round(self._plugged().angle)

    def load(self) -> int:
        return round(self._plugged().load)

    def reset_angle(self, angle: float) -> None:
        self._plugged().offset = angle - self._motor.position

    def run_target(self, speed: float, target: float, wait: bool) -> None:
        assert not wait, "a program that waits here hears nothing"
        self._go(target, speed)

    def track_target(self, target: float) -> None:
        self._go(target, _TOP_SPEED)

    def stop(self) -> None:
        self._plugged().turn_off()

    def close(self) -> None:
        self._plugged()

    def _go(self, target: float, speed: float) -> None:
        motor = self._plugged()
        motor.target, motor.speed = target - motor.offset, min(speed, _TOP_SPEED)

    def _plugged(self) -> EmulatedMotor:
        if not self._motor.is_plugged:
            raise OSError(errno.ENODEV)
        return self._motor


class EmulatedHub:
    """A hub with motors at its first ports; see `firmware_sim.boards.chip.EmulatedChip`.

    Out of range it hears nothing, and nobody hears it.
    """

    def __init__(self, program: Path, motors: int = 4) -> None:
        self.motors = tuple(EmulatedMotor() for _ in range(motors))
        self.in_range = True
        self._code = compile(program.read_text(encoding="utf-8"), str(program), "exec")
        self._random = Random(1)
        self._milliseconds = 0
        self._start()

    @property
    def seconds(self) -> float:
        """See `EmulatedChip`."""
        return self._milliseconds * _STEP_SECONDS

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`."""
        if self.in_range:
            self._input += data

    def run(self, seconds: float) -> bool:
        """See `EmulatedChip`."""
        while self.seconds + _STEP_SECONDS <= seconds + 1e-9:
            self._milliseconds += 1
            for motor in self.motors:
                motor.step(_STEP_SECONDS)
            self._hub.step()
        return True

    def read_output(self) -> bytes:
        """See `EmulatedChip`."""
        data = bytes(self._output) if self.in_range else b""
        self._output.clear()
        return data

    def restart(self) -> None:
        """Switch the hub off and on: motors turn freely, and the program begins anew."""
        for motor in self.motors:
            motor.turn_off()
        self._start()

    def commanded(self) -> tuple[float | None, ...]:
        """Return where each motor is told to be, in degrees as the hub counts."""
        return tuple(motor.commanded if motor.is_plugged else None for motor in self.motors)

    def _start(self) -> None:
        self._input = bytearray()
        self._output = bytearray()
        self._began = self._milliseconds
        modules = self._modules()

        def stand_in(name: str, *_: object) -> object:
            return modules[name]

        names: dict[str, Any] = {
            "__name__": "hub",
            "__builtins__": {**vars(builtins), "__import__": stand_in},
        }
        exec(self._code, names)
        self._hub = names["Hub"]()

    def _modules(self) -> dict[str, SimpleNamespace]:
        """Return the modules that a program of a hub imports."""

        def take(size: int) -> bytes:
            data = bytes(self._input[:size])
            del self._input[:size]
            return data

        def motor(port: str, reset_angle: bool) -> _MotorObject:
            index = PORTS.index(port)
            if index >= len(self.motors):
                raise OSError(errno.ENODEV)
            found = _MotorObject(self.motors[index])
            found.close()
            return found

        def time() -> int:
            return self._milliseconds - self._began

        return {
            "micropython": SimpleNamespace(kbd_intr=_ignore),
            "pybricks.parameters": SimpleNamespace(
                Port=SimpleNamespace(**{each: each for each in PORTS})
            ),
            "pybricks.pupdevices": SimpleNamespace(Motor=motor),
            "pybricks.tools": SimpleNamespace(
                StopWatch=lambda: SimpleNamespace(time=time), wait=_ignore
            ),
            "urandom": SimpleNamespace(randint=self._random.randint),
            "uselect": SimpleNamespace(
                poll=lambda: SimpleNamespace(register=_ignore, poll=lambda _: bool(self._input))
            ),
            "usys": SimpleNamespace(
                stdin=SimpleNamespace(buffer=SimpleNamespace(read=take)),
                stdout=SimpleNamespace(buffer=SimpleNamespace(write=self._output.extend)),
            ),
        }


def _ignore(*_: object) -> None:
    """Do nothing, as what is of no matter here."""

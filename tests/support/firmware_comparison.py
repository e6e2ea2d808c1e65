"""A compiled firmware and the reference in Python, told the same, and their replies compared."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.firmware.firmware import Firmware
from robot.link.protocol import (
    STATUS,
    Event,
    Line,
    LineSplitter,
    Message,
    decode,
    encode,
    text_to_pose,
)
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from robot.rigs.servo_constants import rig_constants
from solver.cube import Cube
from tests.support.benchmarks import NativeFirmware

TICK_MS = 20
# The rig that the firmware is from the factory.
AS_BUILT = load_rig("two-gripper")


class Reference:
    """The simulator's firmware without a cube, with the interface of the compiled one."""

    def __init__(self, rig: Rig) -> None:
        self._clock = VirtualClock()
        truth = replace(PhysicalState.at_home(rig.home, Cube.solved()), dropped=True)
        # The Uno sets pulses, which stop at once.
        motors = Mechanics(rig, self._clock, truth, FaultSchedule(), braking_seconds=0.0)
        self._firmware = Firmware(rig, motors, self._clock, Random(0))

    def receive(self, data: bytes) -> None:
        self._firmware.receive(data)

    def advance(self, milliseconds: int) -> None:
        self._clock.sleep(milliseconds / 1000)
        self._firmware.advance()

    def read_output(self) -> bytes:
        return b"".join(self._firmware.read_output())


class Comparison:
    """A host that sends the same to both and compares their replies."""

    def __init__(self, native: NativeFirmware, rig: Rig = AS_BUILT) -> None:
        native.erase_eeprom()
        native.boot()
        become(native, rig)
        self._rig = rig
        self._both = (native, Reference(rig))
        self.seq = 0
        self._compares_poses = True
        self.send("HELLO", ("proto", "1"))
        self.pass_time(100)
        self.compare()

    def send(self, verb: str, *fields: tuple[str, str]) -> bytes:
        self.seq += 1
        line = encode(Message(self.seq, verb, fields))
        self.send_raw(line)
        if verb in ("JOG", "ENABLE"):
            # The reference does not move one servo against another; the pose is unknown in both.
            self._compares_poses = False
        return line

    def send_raw(self, data: bytes) -> None:
        for firmware in self._both:
            firmware.receive(data)

    def pass_time(self, milliseconds: int, *, silent: bool = False) -> None:
        for passed in range(TICK_MS, milliseconds + 1, TICK_MS):
            for firmware in self._both:
                firmware.advance(TICK_MS)
            if passed % 500 == 0 and not silent:
                self.send_raw(STATUS)

    def compare(self) -> None:
        self.send_raw(STATUS)
        outputs = [firmware.read_output() for firmware in self._both]
        self._compares_poses |= is_homed(outputs[0])
        native, reference = (
            comparable_lines(output, self._rig, poses=self._compares_poses) for output in outputs
        )
        assert native == reference


# The pulses of the simulated servos, and the durations of the rig `flipper`.
FLIPPER = {
    "grip_L_open": 1500,
    "cover_low": 1750,
    "cover_up": 2000,
    "turn_ms": 800,
    "open_ms": 500,
    "close_ms": 500,
}


def become(native: NativeFirmware, rig: Rig) -> None:
    """Make the robot a rig, whose pose is known then."""
    own = {} if rig == AS_BUILT else rig_constants(rig)
    if rig.mechanism == "flipper":
        own |= FLIPPER
    # The motors of the reference go at constant speed.
    native.store({**own, "acceleration_ms": 1})
    home = (("HELLO", (("proto", "1"),)), ("HOME", ()))
    for seq, (verb, fields) in enumerate(home, start=1):
        native.receive(encode(Message(seq, verb, fields)))
        native.advance(TICK_MS)
    for _ in range(3):
        native.advance(1500)
        native.receive(STATUS)
    native.boot()


def is_homed(data: bytes) -> bool:
    """Return True if the last line of a firmware is the status of one that knows its pose."""
    return decode(list(LineSplitter().feed(data))[-1]).get("state") == "idle"


def comparable_lines(data: bytes, rig: Rig, *, poses: bool) -> list[tuple[object, ...]]:
    """Return a firmware's lines without what may differ: milliseconds, tenths."""
    lines = [decode(raw) for raw in LineSplitter().feed(data)]
    transient = ("busy", "ack")
    statuses = [line for line in lines if isinstance(line, Message) and line.verb == "status"]
    settled = [line for line in lines if line not in statuses[:-1] and line.verb not in transient]
    return sorted(comparable(line, rig, poses=poses) for line in set(settled))


def comparable(line: Line, rig: Rig, *, poses: bool) -> tuple[object, ...]:
    number = -line.number if isinstance(line, Event) else line.seq
    values = [line.get(key) for key in ("code", "expected", "state", "last", "proto", "axis")]
    why = line.get("why") if line.verb in ("ESTOP", "err") else ""
    pose: tuple[object, ...] = ()
    text = line.get("pose")
    if text and poses:
        parsed = text_to_pose(text, rig.axes, rig.grippers)
        pose = (*(round(angle / 3) for angle in parsed.angles), *parsed.grips)
    return (number, line.verb, *values, why, *map(str, pose))

"""Emulates a Pololu Maestro servo controller (compact protocol, pulse ramps), and its robot.

Source: Pololu, "Pololu Maestro Servo Controller User's Guide", sections 4.b, 4.e and 5. Units are
the board's: quarters of a microsecond, and these each 10 ms.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.boards.pulsed_robot import PulsedRobot
from firmware_sim.physics.servo_mechanics import ServoMechanics
from robot.clock import Clock
from robot.rigs.command import WIDEST_PULSES

CHANNELS = 24
TICK_SECONDS = 0.01
# A servo gets a pulse every two ticks (20 ms), so that it sees every second position.
TICKS_PER_PULSE = 2
UNITS_PER_MICROSECOND = 4

SET_TARGET, SET_SPEED, SET_ACCELERATION = 0x84, 0x87, 0x89
GET_POSITION, GET_MOVING_STATE, GET_ERRORS, GO_HOME = 0x90, 0x93, 0xA1, 0xA2
STOP_SCRIPT = 0xA4
DETECT_BAUD = 0xAA
SERIAL_PROTOCOL_ERROR = 1 << 4

# How many bytes follow each command.
_ARGUMENTS = {
    SET_TARGET: 3,
    SET_SPEED: 3,
    SET_ACCELERATION: 3,
    GET_POSITION: 1,
    GET_MOVING_STATE: 0,
    GET_ERRORS: 0,
    GO_HOME: 0,
    STOP_SCRIPT: 0,
    DETECT_BAUD: 0,
}


# The script of a board that has one sends channel 0 to these pulses, in turn.
_SCRIPT_PULSES = (1200, 1800)
_SCRIPT_TICKS = 50


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """What is set in Pololu's Maestro Control Center, for all channels alike.

    A target beyond `min_pulse` or `max_pulse` (microseconds) is moved to it. With `off_at_error`
    ("on startup or error: off") no servo gets pulses after an error of the serial line; without it
    ("ignore") they stay. With `runs_script` a script moves channel 0 until it is stopped.
    """

    min_pulse: float = WIDEST_PULSES[0]
    max_pulse: float = WIDEST_PULSES[1]
    off_at_error: bool = False
    runs_script: bool = False


# As docs/maestro.md says to set it up, and as Pololu delivers it.
RECOMMENDED_SETTINGS = BoardSettings()
FACTORY_SETTINGS = BoardSettings(992.0, 2000.0, off_at_error=True)


@dataclass(slots=True)
class _Channel:
    """One servo's output; a position of 0 is no pulse."""

    position: float = 0.0
    target: int = 0
    speed: int = 0
    acceleration: int = 0
    velocity: float = 0.0

    def step(self) -> None:
        """Advance by one tick, as fast as speed and acceleration allow."""
        if not self.is_moving:
            self.velocity = 0.0
            return
        away = self.target - self.position
        limit = float(self.speed) if self.speed else abs(away)
        if self.acceleration:
            # An acceleration of 1 changes the speed by 1 in 80 ms; it must also suffice to brake.
            change = self.acceleration / 8
            braking = (2 * change * abs(away)) ** 0.5
            limit = max(min(limit, abs(self.velocity) + change, braking), 0.25)
        self.velocity = min(limit, abs(away)) * (1 if away > 0 else -1)
        self.position += self.velocity

    @property
    def is_moving(self) -> bool:
        """Return True if the pulse is still on its way to the target."""
        return self.position != self.target


class MaestroEmulator:
    """The board: `receive` takes the host's bytes, `read_output` returns the answers."""

    def __init__(self, clock: Clock, settings: BoardSettings = RECOMMENDED_SETTINGS) -> None:
        self.errors = 0
        self.runs_script = settings.runs_script
        self._settings = settings
        self._clock = clock
        self._ticks = 0
        self._last_tick = clock.now()
        self._channels = [_Channel() for _ in range(CHANNELS)]
        self._pulses = [0.0] * CHANNELS
        self._command = bytearray()
        self._out = bytearray()

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.advance()
        for byte in data:
            if byte >= 0x80:
                # A new command; an incomplete one before it is an error.
                if self._command:
                    self._note_error()
                self._command = bytearray([byte])
            elif self._command:
                self._command.append(byte)
            else:
                self._note_error()
            self._execute_if_complete()

    def advance(self) -> None:
        """Advance the servos by the ticks that have passed."""
        while self._last_tick + TICK_SECONDS <= self._clock.now():
            self._last_tick += TICK_SECONDS
            if self.runs_script and self._ticks % _SCRIPT_TICKS == 0:
                pulse = _SCRIPT_PULSES[self._ticks // _SCRIPT_TICKS % 2]
                self._set(SET_TARGET, self._channels[0], pulse * UNITS_PER_MICROSECOND)
            self._ticks += 1
            for channel in self._channels:
                channel.step()
            if self._ticks % TICKS_PER_PULSE == 0:
                self._pulses = [channel.position for channel in self._channels]

    def read_output(self) -> bytes:
        """Return, once, the bytes that go to the host."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def pulses(self, count: int) -> tuple[float | None, ...]:
        """Return the last pulses of the first `count` channels in microseconds; None for none."""
        return tuple(pulse / UNITS_PER_MICROSECOND or None for pulse in self._pulses[:count])

    @property
    def is_moving(self) -> bool:
        """Return True if any pulse is still on its way."""
        return any(channel.is_moving for channel in self._channels)

    @property
    def is_idle(self) -> bool:
        """Return True if no pulse will change before the next byte."""
        sent = all(
            pulse == channel.position
            for pulse, channel in zip(self._pulses, self._channels, strict=True)
        )
        return sent and not self.is_moving and not self.runs_script

    def _execute_if_complete(self) -> None:
        if not self._command:
            return
        code, *arguments = self._command
        needed = _ARGUMENTS.get(code)
        if needed is None:
            self._note_error()
        elif len(arguments) < needed:
            return
        else:
            self._execute(code, arguments)
        self._command.clear()

    def _execute(self, code: int, arguments: list[int]) -> None:
        if code == GET_MOVING_STATE:
            self._out.append(self.is_moving)
        elif code == GET_ERRORS:
            self._out += self.errors.to_bytes(2, "little")
            self.errors = 0
        elif code == GO_HOME:
            self._switch_servos_off()
        elif code == STOP_SCRIPT:
            self.runs_script = False
        elif arguments and arguments[0] >= CHANNELS:
            self._note_error()
        elif code == GET_POSITION:
            self._out += round(self._channels[arguments[0]].position).to_bytes(2, "little")
        elif arguments:
            number, low, high = arguments
            self._set(code, self._channels[number], low | high << 7)

    def _set(self, code: int, channel: _Channel, value: int) -> None:
        if code == SET_SPEED:
            channel.speed = value
        elif code == SET_ACCELERATION:
            channel.acceleration = value
        else:
            low, high = self._settings.min_pulse, self._settings.max_pulse
            pulse = min(max(value / UNITS_PER_MICROSECOND, low), high) if value else 0.0
            channel.target = round(pulse * UNITS_PER_MICROSECOND)
            if channel.position == 0 or value == 0:
                # Pulses are switched on and off without a ramp.
                channel.position = channel.target

    def _note_error(self) -> None:
        self.errors |= SERIAL_PROTOCOL_ERROR
        if self._settings.off_at_error:
            self._switch_servos_off()

    def _switch_servos_off(self) -> None:
        for channel in self._channels:
            channel.position = channel.target = 0


class SimulatedMaestro(PulsedRobot):
    """A robot whose axes, then grippers, are on the channels from 0 on.

    Its port is that of the Maestro. The faults of its mechanics are those of mechanism and camera:
    its line carries no text that could be damaged. It has its power from USB, so that no servo
    resets it.
    """

    def __init__(
        self, mechanics: ServoMechanics, settings: BoardSettings = RECOMMENDED_SETTINGS
    ) -> None:
        super().__init__(mechanics)
        self.unplugged = False
        self.board = MaestroEmulator(self._clock, settings)
        self._channels = len(self.rig.actuators)

    def begin_reset(self) -> None:
        """Do nothing: opening the port of a Maestro does not restart it."""

    def reset(self) -> None:
        """Do nothing, as `begin_reset`."""

    def receive(self, data: bytes) -> None:
        """Process bytes from the host."""
        self.board.receive(data)
        self.advance()

    def advance(self) -> None:
        """Handle what is due by now."""
        self.board.advance()
        self._mechanics.follow(self.board.pulses(self._channels), self._clock.now())

    def read_output(self) -> bytes:
        """Return, once, the bytes that reach the host."""
        return self.board.read_output()

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        is_still = self.board.is_idle and self._mechanics.have_arrived
        return None if is_still else self._clock.now() + TICK_SECONDS

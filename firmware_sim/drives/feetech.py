"""Emulates Feetech bus servos: the registers and the motion of an STS3215 or of an SCS servo.

Sources: Feetech, "STS series memory table" (addresses, units); SERVOS.md for speed, stiffness and
the protection: a load of 80% for 2 s leaves 20% of the torque. What is not published is taken at
its worst: the protection stays until the torque is switched off and on, and a goal alone gives the
servo torque.
"""

from __future__ import annotations

from dataclasses import dataclass

(
    ID,
    MIN_LIMIT,
    MAX_LIMIT,
    MAX_TORQUE,
    PROTECTIVE_TORQUE,
    PROTECTION_TIME,
    OVERLOAD_TORQUE,
) = 5, 9, 11, 16, 34, 35, 36
TORQUE_ENABLE, ACCELERATION, GOAL_POSITION, GOAL_SPEED, TORQUE_LIMIT = 40, 41, 42, 46, 48
PRESENT_POSITION, PRESENT_SPEED, PRESENT_LOAD = 56, 58, 60
PRESENT_VOLTAGE, PRESENT_TEMPERATURE, STATUS, MOVING, PRESENT_CURRENT = 62, 63, 65, 66, 69
REGISTERS = 71
OVERLOAD = 0x20

# An STS3215 at 7.4 V without load, in counts a second (SERVOS.md), and 0.8% of load for a count.
_TOP_SPEED = 3400.0
_LOAD_PER_COUNT = 8.0
_FULL_LOAD = 1000.0
_STEP_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class ServoSeries:
    """What two series of servos differ in: counts of a turn's travel, and which byte is first."""

    counts: int
    is_big_endian: bool
    has_torque_limit: bool

    def word(self, pair: bytes | bytearray) -> int:
        """Return two bytes of a register as a number."""
        return int.from_bytes(pair, "big" if self.is_big_endian else "little")

    def pair(self, word: int) -> bytes:
        """Return a number as two bytes of a register."""
        return word.to_bytes(2, "big" if self.is_big_endian else "little")


STS = ServoSeries(4096, is_big_endian=False, has_torque_limit=True)
SCS = ServoSeries(1024, is_big_endian=True, has_torque_limit=False)


class EmulatedFeetechServo:
    """One servo: `registers` as its bus reads and writes them, `position` where its horn is.

    Between `stops` (counts) the horn turns freely; what it presses on there does not give way.
    """

    def __init__(
        self, number: int, series: ServoSeries = STS, position: float | None = None
    ) -> None:
        self.series = series
        self.registers = bytearray(REGISTERS)
        self.position = series.counts / 2 if position is None else position
        self.stops = (0.0, float(series.counts - 1))
        self.temperature = 25
        self._overloaded_seconds = 0.0
        # The goal at which it stands, once it has said so; nothing changes then.
        self._still_at: float | None = None
        self.registers[ID] = number
        self.registers[PROTECTIVE_TORQUE : OVERLOAD_TORQUE + 1] = bytes((20, 200, 80))
        for address, value in ((MAX_LIMIT, series.counts - 1), (MAX_TORQUE, 1000)):
            self.set_word(address, value)
        self.power_on()

    def power_on(self) -> None:
        """Be as after power-up: without torque, and the goal is where the horn is."""
        self.registers[TORQUE_ENABLE:] = bytes(REGISTERS - TORQUE_ENABLE)
        self.set_word(GOAL_POSITION, round(self.position))
        if self.series.has_torque_limit:
            self.set_word(TORQUE_LIMIT, self.word(MAX_TORQUE))
        self._overloaded_seconds = 0.0
        self._still_at = None
        self._report(0.0, 0.0)

    def word(self, address: int) -> int:
        """Return the two bytes at an address as a number."""
        return self.series.word(self.registers[address : address + 2])

    def set_word(self, address: int, value: int) -> None:
        """Set the two bytes at an address."""
        self.registers[address : address + 2] = self.series.pair(value)

    @property
    def goal(self) -> float | None:
        """Return where the servo wants to be, in counts; None without torque."""
        return float(self.word(GOAL_POSITION)) if self.registers[TORQUE_ENABLE] == 1 else None

    def store(self, address: int, data: bytes) -> None:
        """Take what the bus writes. What can only be read stays as it is."""
        for index, value in enumerate(data):
            if address + index < PRESENT_POSITION:
                self.registers[address + index] = value
        written = range(address, address + len(data))
        if TORQUE_ENABLE in written and self.registers[TORQUE_ENABLE] == 0:
            self.registers[STATUS] &= ~OVERLOAD
            self._overloaded_seconds = 0.0
        elif GOAL_POSITION in written:
            self.registers[TORQUE_ENABLE] = 1
        goal = min(max(self.word(GOAL_POSITION), self.word(MIN_LIMIT)), self.word(MAX_LIMIT))
        self.set_word(GOAL_POSITION, goal)

    def step(self) -> None:
        """Move for a millisecond."""
        goal = self.goal
        if goal is None:
            self._report(0.0, 0.0)
            return
        error = goal - self.position
        if error == 0.0 and self._still_at == goal:
            return
        self._still_at = goal if error == 0.0 else None
        load = min(abs(error) * _LOAD_PER_COUNT, self._allowed_load())
        speed = min(self.word(GOAL_SPEED) or _TOP_SPEED, _TOP_SPEED)
        is_latched = bool(self.registers[STATUS] & OVERLOAD)
        # A servo that protects itself has too little torque to move what stopped it.
        way = 0.0 if is_latched else min(speed * _STEP_SECONDS, abs(error))
        before = self.position
        moved = before + way if error > 0 else before - way
        self.position = min(max(moved, self.stops[0]), self.stops[1])
        is_stopped = self.position != moved
        self._watch_load(load if is_stopped else 0.0)
        direction = 1.0 if error > 0 else -1.0
        self._report((self.position - before) / _STEP_SECONDS, direction * load)

    def _allowed_load(self) -> float:
        if self.registers[STATUS] & OVERLOAD:
            return self.registers[PROTECTIVE_TORQUE] * _FULL_LOAD / 100
        limit = TORQUE_LIMIT if self.series.has_torque_limit else MAX_TORQUE
        return float(min(self.word(limit), _FULL_LOAD))

    def _watch_load(self, load: float) -> None:
        is_over = load >= self.registers[OVERLOAD_TORQUE] * _FULL_LOAD / 100
        self._overloaded_seconds = self._overloaded_seconds + _STEP_SECONDS if is_over else 0.0
        if self._overloaded_seconds > self.registers[PROTECTION_TIME] / 100:
            self.registers[STATUS] |= OVERLOAD

    def _report(self, speed: float, load: float) -> None:
        self.set_word(PRESENT_POSITION, round(self.position))
        self.set_word(PRESENT_SPEED, _signed(speed, 15))
        self.set_word(PRESENT_LOAD, _signed(load, 10))
        self.registers[PRESENT_VOLTAGE] = 74
        self.registers[PRESENT_TEMPERATURE] = self.temperature
        self.registers[MOVING] = speed != 0
        # Of a stall current of 2.6 A, in units of 6.5 mA.
        self.set_word(PRESENT_CURRENT, round(abs(load) / _FULL_LOAD * 400))


def _signed(value: float, sign_bit: int) -> int:
    """Return a number as the servo shows it: its size, and a bit for the sign."""
    return round(abs(value)) | (1 << sign_bit if value < 0 else 0)

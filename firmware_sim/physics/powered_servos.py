"""Servos of one kind that share a supply, and follow their pulses as its volts let them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from firmware_sim.physics.servo import STEP_SECONDS, ServoModel
from firmware_sim.physics.servo_heat import ServoHeat
from firmware_sim.physics.servo_motor import HornLoad, ServoMotor

# A good regulator for 5 A has 0.05 to 0.1 ohm, a USB adapter and its cable 0.2 to 0.4: estimates.
USUAL_OHM = 0.1

# While a servo gets hotter or is overloaded, it is looked at so often, in seconds.
_WATCH_SECONDS = 0.5
# Servos that stand still are tried again if the volts have changed by more than this.
_VOLTS_TOLERANCE = 0.02


@dataclass(frozen=True, slots=True)
class Supply:
    """A source of `volts`, with the resistance of itself, its leads and contacts."""

    volts: float
    ohm: float = 0.0

    def under(self, share: float, constant: float) -> float:
        """Return the volts that are left when `share` x volts + `constant` amperes are taken.

        A source takes nothing back: braking motors do not raise its volts.
        """
        return min((self.volts - self.ohm * constant) / (1 + self.ohm * share), self.volts)


class PoweredServos:
    """Servos that begin at `angles` (degrees from their middle), without pulses.

    `volts` are those of their last step, `lowest_volts` the least since they were last followed.
    """

    def __init__(self, servo: ServoModel, angles: Sequence[float], supply: Supply) -> None:
        self.motors = tuple(ServoMotor(servo, angle, angle) for angle in angles)
        self.heat = tuple(ServoHeat(servo) for _ in angles)
        self.supply = supply
        self.volts = self.lowest_volts = supply.volts
        self._servo = servo
        self._weak: Collection[int] = ()
        self._time: float | None = None
        self._tried_at = supply.volts
        # Until when each goes on without a pulse.
        self._until = [-math.inf] * len(self.motors)

    @property
    def are_still(self) -> bool:
        """Return True if every servo stands still."""
        return all(motor.is_still for motor in self.motors)

    @property
    def amperes(self) -> float:
        """Return what the servos take from their supply now."""
        share, constant = _sum_of_lines(self.motors)
        return max(share * self.volts + constant, 0.0)

    def horns(self) -> tuple[float, ...]:
        """Return where the horns stand, in degrees from the middle."""
        return tuple(motor.horn for motor in self.motors)

    def push(self, loads: Sequence[HornLoad]) -> None:
        """Set what each horn meets from now on."""
        for motor, load in zip(self.motors, loads, strict=True):
            if load is not motor.load and load != motor.load:
                motor.load, motor.is_still = load, False
                motor.follow_play()

    def weaken(self, numbers: Collection[int]) -> None:
        """Let these servos, and those that are too hot, have no force; the others have it."""
        self._weak = numbers
        self._set_force()

    def _set_force(self) -> None:
        for number, (motor, heat) in enumerate(zip(self.motors, self.heat, strict=True)):
            has_force = not heat.is_out and number not in self._weak
            if motor.has_force != has_force:
                motor.has_force, motor.is_still = has_force, False

    def follow(self, targets: Sequence[float | None], now: float) -> tuple[int, ...]:
        """Let servos follow these targets (degrees), which have been the same since the last call.

        One without a target gets no pulses. Returns which got too hot, and have no force now.
        """
        begin = now if self._time is None else self._time
        self._time = now
        self.lowest_volts = self.volts
        self._aim(targets, begin)
        out: set[int] = set()
        time = begin
        while time < now:
            self._forget_pulses(targets, time)
            ends = [until for until in self._until if time < until < now]
            end = min(ends, default=now)
            out.update(self._advance(time, end))
            time = end
        return tuple(sorted(out))

    def _aim(self, targets: Sequence[float | None], begin: float) -> None:
        for number, (motor, target) in enumerate(zip(self.motors, targets, strict=True)):
            if target is not None:
                self._until[number] = math.inf
                if target != motor.target:
                    motor.target, motor.is_still = target, False
            elif self._until[number] == math.inf:
                self._until[number] = begin + self._servo.pulse_memory

    def _forget_pulses(self, targets: Sequence[float | None], time: float) -> None:
        for number, motor in enumerate(self.motors):
            gone = targets[number] is None and motor.target is not None
            if gone and self._until[number] <= time:
                motor.target, motor.is_still = None, False

    def _advance(self, time: float, end: float) -> set[int]:
        """Move the servos from `time` to `end`; return which got too hot."""
        out: set[int] = set()
        while time < end:
            self._try_still_ones()
            moving = [motor for motor in self.motors if not motor.is_still]
            until = min(time + _WATCH_SECONDS, end)
            if moving:
                reached = self._move(moving, time, until)
            else:
                self._rest()
                reached = end if self._stays_cool() else until
            out.update(self._warm(reached - time, is_moving=bool(moving)))
            time = reached
        return out

    def _try_still_ones(self) -> None:
        """Let servos go that friction no longer holds at these volts."""
        if abs(self.volts - self._tried_at) <= _VOLTS_TOLERANCE:
            return
        self._tried_at = self.volts
        for motor in self.motors:
            motor.is_still = motor.is_still and motor.holds(self.volts)

    def _move(self, moving: Sequence[ServoMotor], time: float, end: float) -> float:
        """Step the moving servos to `end`, or until one is still; return when that is."""
        still_share, still_constant = _sum_of_lines(each for each in self.motors if each.is_still)
        while time < end:
            seconds = min(STEP_SECONDS, end - time)
            time += seconds
            share, constant = still_share, still_constant
            for motor in moving:
                motor.update_drive()
                one, other = motor.supply_line()
                share += one
                constant += other
            self._set_volts(self.supply.under(share, constant))
            for motor in moving:
                motor.joules += motor.heating(self.volts) * seconds
                motor.step(self.volts, seconds)
            if any(motor.is_still for motor in moving):
                break
        return time

    def _rest(self) -> None:
        for motor in self.motors:
            motor.update_drive()
        self._set_volts(self.supply.under(*_sum_of_lines(self.motors)))

    def _set_volts(self, volts: float) -> None:
        self.volts = volts
        self.lowest_volts = min(self.lowest_volts, volts)

    def _stays_cool(self) -> bool:
        """Return True if no servo would go out, and none is overloaded, however long it stays."""
        return not any(
            heat.would_go_out(motor.heating(self.volts)) or motor.is_overloaded
            for motor, heat in zip(self.motors, self.heat, strict=True)
        )

    def _warm(self, seconds: float, *, is_moving: bool) -> Iterator[int]:
        """Yield which servos got too hot in these seconds."""
        for number, (motor, heat) in enumerate(zip(self.motors, self.heat, strict=True)):
            watts = motor.heating(self.volts)
            if is_moving and motor.joules:
                watts, motor.joules = motor.joules / seconds, 0.0
            was_limited = motor.is_limited
            motor.note_overload(seconds)
            if heat.add(watts, seconds):
                yield number
            if motor.is_limited != was_limited:
                motor.is_still = False
        self._set_force()


def _sum_of_lines(motors: Iterable[ServoMotor]) -> tuple[float, float]:
    """Return what motors take together, as `ServoMotor.supply_line`."""
    lines = [motor.supply_line() for motor in motors]
    return sum(share for share, _ in lines), sum(constant for _, constant in lines)

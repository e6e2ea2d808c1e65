"""The motor of one servo: its drive, friction, inertia and play, and what its horn pushes against.

Sources: the equations of a motor with brushes (torque and speed against current), gears whose
friction grows with their load as in Rhoban's bam, and the figures of `robot.rigs.servo_presets`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from firmware_sim.physics.servo import (
    OVERLOAD_SECONDS,
    OVERLOAD_SHARE,
    OVERLOAD_TORQUE,
    ServoModel,
)

# A motor that gets slower than this (degrees a second) stops, and this share of its torque more
# than friction lets it start: it creeps nowhere.
_STILL = 1.0
STICTION = 0.002


@dataclass(frozen=True, slots=True)
class HornLoad:
    """What a horn meets, in degrees and N m.

    Below `contact` a spring pushes back by `spring` for each degree. `friction` is that of a layer
    that it turns, `breakaway` times as much at standstill. It cannot leave `lowest` to `highest`.
    """

    contact: float = -math.inf
    spring: float = 0.0
    friction: float = 0.0
    breakaway: float = 1.0
    lowest: float = -math.inf
    highest: float = math.inf


NO_LOAD = HornLoad()


@dataclass(slots=True)
class ServoMotor:
    """The state of a servo: degrees from its middle and a second, and its horn, which has play.

    `target` is None without pulses. `drive` is the share of the volts that its motor gets, -1 to 1.
    A servo without force is burnt or has cut out. `is_still`: it stays until its target, its load
    or the volts change. `joules` is the heat that its winding has made since they were last read.
    """

    servo: ServoModel
    angle: float
    horn: float
    load: HornLoad = NO_LOAD
    target: float | None = None
    speed: float = 0.0
    drive: float = 0.0
    has_force: bool = True
    is_still: bool = True
    joules: float = 0.0
    overloaded_seconds: float = 0.0
    # What follows from its figures, for each of many steps.
    _inertia: float = field(init=False, repr=False)
    _gear_friction: float = field(init=False, repr=False)
    _ohm_current: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        servo = self.servo
        self._inertia = servo.stall_torque * servo.time_constant / servo.no_load_speed
        self._gear_friction = servo.gear_friction
        self._ohm_current = servo.winding_ohm * servo.stall_current**2

    @property
    def press(self) -> float:
        """Return the torque (N m) with which the load's spring pushes the horn back."""
        # The spring has pushed the horn to the other end of its play.
        depth = self.load.contact - self.angle - self.servo.play / 2
        return self.load.spring * depth if depth > 0 else 0.0

    def update_drive(self) -> None:
        """Set the drive by the distance from the target."""
        if self.target is None or not self.has_force:
            self.drive = 0.0
            return
        self.drive = self.servo.drive_at(self.target - self.angle)
        if self.is_limited:
            self.drive = min(max(self.drive, -OVERLOAD_TORQUE), OVERLOAD_TORQUE)

    def supply_line(self) -> tuple[float, float]:
        """Return the mean amperes from the supply: a share of its volts, and a constant."""
        servo, drive = self.servo, self.drive
        duty = abs(drive) if servo.is_analog else drive * drive
        back = drive * self._share_of_speed()
        return (
            servo.stall_current * duty / servo.volts,
            servo.idle_current - servo.stall_current * back,
        )

    def heating(self, volts: float) -> float:
        """Return the watts that heat its winding."""
        servo, drive = self.servo, self.drive
        share = volts / servo.volts
        if servo.is_analog:
            # Bursts of the whole current, for a part of the time.
            back = math.copysign(self._share_of_speed(), drive * self.speed)
            return self._ohm_current * abs(drive) * (share - back) ** 2
        return float(self._ohm_current * (drive * share - self._share_of_speed()) ** 2)

    def is_beyond(self, lowest: float, highest: float) -> bool:
        """Return True if its target is not between two angles (degrees)."""
        return self.target is not None and not lowest <= self.target <= highest

    def holds(self, volts: float) -> bool:
        """Return True if it stands still, and friction keeps it so."""
        if self.speed:
            return False
        push, friction = self._forces(volts)
        blocked = (push > 0 and self.angle >= self._highest) or (
            push < 0 and self.angle <= self._lowest
        )
        return blocked or abs(push) <= friction

    def step(self, volts: float, seconds: float) -> None:
        """Move for a step of STEP_SECONDS or less, with the drive of its beginning."""
        before = self.speed
        push, friction = self._forces(volts)
        if not before and abs(push) <= friction:
            self.is_still = True
            return
        self.is_still = False
        against = math.copysign(friction, before or push)
        speed = before + (push - against) / self._inertia * seconds
        is_slower = abs(speed) <= abs(before)
        if before and (speed * before < 0 or (is_slower and abs(speed) < _STILL)):
            # Friction brings it to a stop, and it may stay there.
            speed = 0.0
        angle = self.angle + speed * seconds
        lowest, highest = self._lowest, self._highest
        if not lowest <= angle <= highest:
            angle = min(max(angle, lowest), highest)
            speed = 0.0
            self.is_still = self.angle == angle
        self.angle, self.speed = angle, speed
        self.follow_play()

    def follow_play(self) -> None:
        """Take the horn along, as far as the play does not let it stay behind."""
        half = self.servo.play / 2
        horn = min(max(self.horn, self.angle - half), self.angle + half)
        if horn < self.load.contact:
            horn = min(self.angle + half, self.load.contact)
        self.horn = horn

    @property
    def is_limited(self) -> bool:
        """Return True if it gives only a part of its torque, as it was overloaded."""
        return self.overloaded_seconds > OVERLOAD_SECONDS

    @property
    def is_overloaded(self) -> bool:
        """Return True if a protected servo would give more than it may for long."""
        if not self.servo.is_protected or self.target is None:
            return False
        return abs(self.servo.drive_at(self.target - self.angle)) > OVERLOAD_SHARE

    def note_overload(self, seconds: float) -> None:
        """Count the seconds for which a protected servo has been overloaded."""
        self.overloaded_seconds = self.overloaded_seconds + seconds if self.is_overloaded else 0.0

    @property
    def _lowest(self) -> float:
        return max(self.load.lowest, -self.servo.end_stop)

    @property
    def _highest(self) -> float:
        return min(self.load.highest, self.servo.end_stop)

    def _share_of_speed(self) -> float:
        """Return the speed as a share of that at which the motor takes no current.

        Without drive it brakes: the bridge shorts its motor, as usual chips do.
        """
        return self.speed * (1 - self.servo.friction) / self.servo.no_load_speed

    def _forces(self, volts: float) -> tuple[float, float]:
        """Return the torque (N m) that pushes it, and the friction that keeps it."""
        servo, load = self.servo, self.load
        share = self.drive * volts / servo.volts - self._share_of_speed()
        press = self.press
        layer = load.friction if self.speed else load.friction * load.breakaway
        friction = self._gear_friction + servo.load_friction * (press + layer) + layer
        if not self.speed:
            friction += STICTION * servo.stall_torque
        return servo.stall_torque * share + press, friction

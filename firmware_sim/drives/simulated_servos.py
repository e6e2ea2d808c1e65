"""The servos of a simulated robot: the layer above any drive, in its own time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from firmware_sim.drives.simulated_drive import PERIOD_SECONDS, STEP_MICROSECONDS, SimulatedDrive
from firmware_sim.physics.jaws import (
    UNTOLD_JAWS,
    WRIST,
    JawPulses,
    grip_places,
    lifting_effects,
    pulse_maps,
)
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.drives.segments import TIME_TOLERANCE
from robot.rigs.actuators import MotionOutcome, Stalled
from robot.rigs.command import (
    CLOSED,
    CONTACT,
    GRIP_OPENINGS,
    LOADING,
    LOW,
    OPEN,
    RELEASE,
    UP,
    USUAL_PULSES,
    WIDEST_PULSES,
    MotionCommand,
)
from robot.rigs.rig import Rig, reachable_poses, with_all_motions
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory
from robot.servos.segment_feed import SegmentFeed
from robot.servos.servo_ramps import ChannelMotion
from robot.servos.servo_settings import AxisServo, GripperServo, ServoSettings

# The pulses of an axis that turns without limit, in microseconds: more turns than a run has.
_ENDLESS_PULSES = 900_000
# So often, in seconds, ideal servos are looked at on their way.
_LOOK_SECONDS = 0.25


class SimulatedServos(DriveServos):
    """Drives the servos of `mechanics`, which were last where they stand.

    `jaws`: where its grippers close and rest, but for covers that go back; `pace`: how many times
    faster than the rig's durations its motions are. Servos and drive live by a clock of their own,
    which follows that of the mechanics in `advance` by steps of a period: however busy the machine
    is, no pulse is late.
    """

    def __init__(
        self, mechanics: ServoMechanics, jaws: JawPulses = UNTOLD_JAWS, pace: float = 1.0
    ) -> None:
        self._real_clock = mechanics.clock
        self._mechanics = mechanics
        # How a motion has ended, until `poll` says it.
        self._ended: MotionOutcome | None = None
        # The motion that was looked at last: one that moves nothing ends at once.
        self._looked_at: ChannelMotion | None = None
        self._own_clock = VirtualClock()
        self._own_clock.sleep(self._real_clock.now())
        rig = with_all_motions(mechanics.rig)
        settings = replace(rig_settings(rig, jaws), pace=pace)
        drive = SimulatedDrive(mechanics, settings.limits, self._own_clock)
        last = last_pulses(rig, mechanics.state(), settings)
        memory = PulseMemory()
        memory.update({number: round(pulse / STEP_MICROSECONDS) for number, pulse in last.items()})
        # Servos in this process are told a whole motion.
        super().__init__(drive, settings, memory, SegmentFeed(drive, math.inf))

    @property
    def can(self) -> tuple[str, ...]:
        """See `DriveServos`; a rig without grippers has motors that are no hobby servos."""
        return super().can if self.settings.grippers else ()

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """See `DriveServos`; by hand no servo is moved further than usual ones turn."""
        low, high = super().pulse_limits
        return max(low, WIDEST_PULSES[0]), min(high, WIDEST_PULSES[1])

    def start(self, command: MotionCommand) -> None:
        """See `DriveServos`. A motion begins now, however long ago the servos were looked at."""
        self.advance()
        super().start(command)

    def advance(self) -> None:
        """See `DriveServos`. The servos follow until now, by the clock."""
        until = self._real_clock.now()
        while (left := until - self._own_clock.now()) > 0 or self._motion is not self._looked_at:
            step = self._next_look()
            is_last = left <= step + TIME_TOLERANCE
            self._own_clock.sleep(max(left, 0.0) if is_last else step)
            super().advance()
            self._looked_at = self._motion
            if not self._mechanics.faults.hang:
                self._ended = self._ended or super().outcome()

    def outcome(self) -> MotionOutcome | None:
        """See `DriveServos`. How long a motion took does not depend on how late this is called."""
        ended, self._ended = self._ended, None
        return ended

    def find_home(self) -> Stalled | None:
        """See `DriveServos`."""
        if not (self._mechanics.measures and self._mechanics.faults.fails_to_home()):
            return None
        axis = next(iter(self.settings.axes))
        return Stalled(axis, self.read().pose.angles[0], 1.0)

    def halt(self) -> None:
        """See `DriveServos`. The servos have followed until now."""
        self.advance()
        super().halt()
        self._mechanics.faults.end_hanging()
        self._ended = None

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `poll` has news or the servos have moved on."""
        if self._ended or self._moves_nothing:
            return self._real_clock.now()
        if self._is_still:
            return None
        return self._own_clock.now() + self._next_look()

    @property
    def _moves_nothing(self) -> bool:
        """Return True if a motion was started that ends at once."""
        motion, now = self._motion, self._own_clock.now()
        return motion is not None and motion is not self._looked_at and motion.has_ended(now)

    def _next_look(self) -> float:
        """Return after how many seconds of the servos there may be something new.

        Ideal servos are on their way until a motion ends, unless something holds or weakens them.
        """
        if self._is_still:
            return math.inf
        if not self._mechanics.is_ideal or self._mechanics.faults.are_felt:
            return PERIOD_SECONDS
        now = self._own_clock.now()
        left = [due - now for due in self._due_times() if due > now]
        return max(min([*left, _LOOK_SECONDS]), TIME_TOLERANCE)

    def state_at_rest(self) -> PhysicalState | None:
        """Return the physical state, or None while a servo moves."""
        self.advance()
        moves = not (self.is_stopped() and self._mechanics.have_arrived)
        return None if moves else self._mechanics.state()

    @property
    def _is_still(self) -> bool:
        """Return True if neither the pulses nor the servos change by themselves."""
        return super().next_wakeup() is None and self._mechanics.have_arrived


def rig_settings(
    rig: Rig, jaws: JawPulses = UNTOLD_JAWS, channels: Sequence[int] | None = None
) -> ServoSettings:
    """Return the settings of a rig with the simulator's servos, whose jaws are told.

    They are on the first of `channels`, by default from 0 on, axes first.
    """
    channels = range(len(rig.actuators)) if channels is None else channels
    wrist = tuple((place, pulse) for pulse, place in WRIST.points)
    axes = {axis: AxisServo(channels[number], wrist) for number, axis in enumerate(rig.axes)}
    grippers = {
        name: GripperServo(
            channels[len(axes) + number], tuple(_gripper_pulses(rig, number, jaws).items())
        )
        for number, name in enumerate(rig.grippers)
    }
    return ServoSettings(rig, axes, grippers, limits=_limits(rig))


def _gripper_pulses(rig: Rig, gripper: int, jaws: JawPulses) -> dict[str, float]:
    """Return the pulse of each position that a gripper has."""
    places, jaw = grip_places(rig, gripper), pulse_maps(rig)[len(rig.axes) + gripper]
    lifted = (LOW, UP) if lifting_effects(rig, gripper) else ()
    pulses = {
        name: jaw.pulse(place)
        for name, place in places.items()
        if name in (OPEN, CLOSED, LOADING, RELEASE, *lifted)
    }
    if RELEASE in places:
        return pulses
    pulses[CLOSED] = jaws.closed
    return pulses | ({CONTACT: jaws.contact} if jaws.contact else {})


@lru_cache(maxsize=64)
def _limits(rig: Rig) -> tuple[int, int]:
    """Return the limits of usual pulses, or those of the rig's servos that turn further."""
    overshoot_at, limits = rig.servo_travel.overshoot_at, list(USUAL_PULSES)
    if rig.endless_axes:
        return -_ENDLESS_PULSES, _ENDLESS_PULSES
    for angle in {angle for pose in reachable_poses(rig) for angle in pose.angles}:
        way = abs(angle) + overshoot_at(angle)
        limits = [
            min(limits[0], math.floor(WRIST.pulse(-way))),
            max(limits[1], math.ceil(WRIST.pulse(way))),
        ]
    return limits[0], limits[1]


def last_pulses(rig: Rig, state: PhysicalState, settings: ServoSettings) -> dict[int, float]:
    """Return the pulses (microseconds) with which the servos came to where they stand."""
    places = zip(pulse_maps(rig), (*state.angles, *state.openings), strict=True)
    found = {
        servo.channel: pulses.pulse(place)
        for servo, (pulses, place) in zip(settings.servos, places, strict=True)
    }
    for name, opening in zip(rig.grippers, state.openings, strict=True):
        servo = settings.grippers[name]
        pulses = dict(servo.pulses)
        if opening == GRIP_OPENINGS[CLOSED] and RELEASE not in pulses:
            found[servo.channel] = pulses[CLOSED]
    return found

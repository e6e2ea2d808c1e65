"""The mechanism: motors that take time, take the cube along, catch, and collide.

The firmware reaches it only through what wires could carry (the `Servos` of `servos.py`). What is
physically so stands in `Truth`, which tests and the camera look at and the firmware never sees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from firmware_sim.faults import Faults
from firmware_sim.going import Coasting, Driven, Going
from firmware_sim.intentions import Intentions, on_detents
from firmware_sim.mishaps import Mishaps
from firmware_sim.servos import Arrived, Outcome, Sensed, Stalled
from firmware_sim.truth import OPENINGS, Motion, Truth
from robot.clock import Clock
from robot.command import CLOSED, OPEN, Grip, Move, Pose
from robot.errors import RuleError
from robot.rig import Rig, Turned
from solver.geometry import OPPOSITE

COLLISION = "collision"
DROPPED = "cube dropped"

# How far a layer of an ordinary cube may be out of line and still let another one turn across it.
CORNER_CUTTING_DEGREES = 15.0
# How long a motor that is stopped at full speed takes to stand, in seconds: brakes, not magic.
COASTING_SECONDS = 0.025


@dataclass(frozen=True, slots=True)
class Accident:
    """Something that a real robot would have broken: when (seconds), its kind, and what."""

    when: float
    kind: str
    what: str


class Mechanics:
    """The motors of `rig` and the cube that they hold.

    With a `pace` of N motions run N times faster than the rig's durations, by `clock`; the
    durations reported are the rig's. A layer that is out of line by up to `corner_cutting` degrees
    gives way to the next turn across it; beyond that the turn catches. Motors that are halted
    slow down evenly for `coasting` of the mechanism's seconds, or a quarter of the time that their
    motion takes, if that is less. `look` may be called from any thread, nothing else may.
    """

    def __init__(
        self,
        rig: Rig,
        clock: Clock,
        truth: Truth,
        faults: Faults,
        pace: float = 1.0,
        corner_cutting: float = CORNER_CUTTING_DEGREES,
        coasting: float = COASTING_SECONDS,
    ) -> None:
        self.accidents: list[Accident] = []
        self.turns_done = 0
        self.tries = 0
        self._rig = rig
        self._clock = clock
        self._faults = faults
        self._pace = pace
        self._intentions = Intentions(rig, corner_cutting)
        self._coasting = coasting
        self._mishaps = Mishaps(rig, faults)
        self._closings = 0
        self._homings = 0
        # One attribute holds either, so that another thread sees a whole moment.
        self._now: Truth | Going = truth
        self._outcome: Outcome | None = None

    def look(self) -> Truth:
        """Give what is physically so at this moment."""
        now = self._now
        return now if isinstance(now, Truth) else now.motion.at(self._fraction(now))

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while anything moves."""
        self._follow()
        return self._now if isinstance(self._now, Truth) else None

    def mend(self) -> None:
        """See `Truth.mended`. To be called at rest."""
        self._now = self.look().mended()

    def find_home(self) -> Stalled | None:
        """See `Servos.find_home`."""
        self._homings += 1
        if not self._faults.lasts("home_fail", self._homings):
            return None
        axis = self._rig.axes[0]
        return Stalled(axis, round(self.look().angles[0], 1), 1.0)

    def drive(self, command: Move | Grip) -> None:
        """Set motors going. What comes of it is told by `poll`."""
        truth = self.look()
        try:
            step = self._rig.step(truth.pose, self._intentions.to_detents(truth, command))
        except RuleError as error:
            self._break(truth, command, str(error))
            return
        motion = self._intentions.motion(truth, command, step)
        obstacle = self._intentions.obstacle(motion.before, command, motion.effects)
        if obstacle:
            self._break(truth, command, obstacle)
            return
        self._outcome = None
        self._now = Driven(self._as_far_as_it_gets(motion, command), self._clock.now())

    def halt(self) -> None:
        """Cut the power: everything comes to a standstill near where it is."""
        self._follow()  # a motion that has ended by now has ended
        self._outcome = None
        if isinstance(self._now, Driven):
            motion, fraction = self._now.motion, self._fraction(self._now)
            self._now = Coasting.of(motion, self._clock.now(), fraction, self._coasting)
            self._follow()  # what has no brakes to wait for stands at once

    def halted(self) -> Truth:
        """Cut the power for good, and give what will be so when all stands still."""
        self.halt()
        now = self._now
        return now if isinstance(now, Truth) else self._at_end(now)

    def stands_still(self) -> bool:
        """See `Servos.stands_still`."""
        return self.resting() is not None

    def poll(self) -> Outcome | None:
        """Say what came of the last `drive`, once, or None while it is going on."""
        self._follow()
        outcome, self._outcome = self._outcome, None
        return outcome

    def next_wake(self) -> float | None:
        """Say when what is going on will stand still, by the clock."""
        self._follow()
        now = self._now
        if isinstance(now, Truth):
            return self._clock.now() if self._outcome else None
        return now.began + now.lasts / self._pace if now.lasts < math.inf else None

    def sense(self) -> Sensed:
        """Read the motors: angles to a tenth of a degree, which is what such servos give."""
        pose = self.look().pose
        now = self._now
        progress = 1.0 if isinstance(now, Truth) else self._fraction(now)
        angles = tuple(round(angle, 1) + 0.0 for angle in pose.angles)
        return Sensed(Pose(angles, pose.grips), progress)

    def _fraction(self, going: Going) -> float:
        return going.fraction((self._clock.now() - going.began) * self._pace)

    def _follow(self) -> None:
        """Let what should have come to a standstill by now stand still."""
        now = self._now
        if (
            isinstance(now, Truth)
            or (self._clock.now() - now.began) * self._pace < now.lasts - 1e-9
        ):
            return
        self._now = self._at_end(now)
        if now.end == 1 and on_detents(now.motion.before.angles) and on_detents(now.motion.angles):
            self.turns_done += len(now.motion.turns)
        if isinstance(now, Driven):
            self._outcome = self._said_of(now.motion)

    def _at_end(self, going: Going) -> Truth:
        """Give what is so when a motion has come to its standstill."""
        motion = going.motion
        truth = motion.at(going.end)
        if going.end == 1:
            truth = self._released(truth)
            return motion.leaves(truth) if motion.leaves else truth
        return (
            replace(truth, stuck=motion.stuck)
            if isinstance(going, Driven) and motion.stuck
            else truth
        )

    def _said_of(self, motion: Motion) -> Outcome | None:
        """Give what the servos say of a motion that came as far as it gets."""
        if motion.stuck and motion.reach < 1:
            axis = motion.stuck.axis
            load = round(self._faults.draw("jam").uniform(0.85, 0.99), 2)
            at = motion.at(motion.reach).angles[self._rig.axes.index(axis)]
            return Stalled(axis, round(at, 1), load)
        return motion.says or (Arrived(motion.seconds) if motion.reach == 1 else None)

    def _released(self, truth: Truth) -> Truth:
        """A jammed motor that has gone back to a detent is free again."""
        if truth.stuck and truth.angles[self._rig.axes.index(truth.stuck.axis)] % 90 == 0:
            return replace(truth, stuck=None)
        return truth

    def _as_far_as_it_gets(self, motion: Motion, command: Move | Grip) -> Motion:
        """Give the motion as far as it goes, and what the servos will say of it."""
        if isinstance(command, Grip):
            return self._closing(motion, command)
        if motion.seconds == 0:
            return motion
        before = dict(zip(self._rig.axes, motion.before.angles, strict=True))
        travels = {axis: target - before[axis] for axis, target in command.targets}
        hindered = self._mishaps.before_moving(motion, travels)
        if hindered:
            return hindered
        stuck = motion.before.stuck
        if stuck and motion.effects:
            way = travels.get(stuck.axis, 0) * stuck.direction
            if way > 0:
                return replace(motion, reach=0.0, stuck=stuck)
            if way < 0:
                return self._mishaps.backing_off(motion, stuck.axis)
        if not on_detents(motion.before.angles) or not on_detents(motion.angles):
            return motion
        return self._turning(motion, travels)

    def _turning(self, motion: Motion, travels: dict[str, float]) -> Motion:
        """Give the way of a motion from detents to detents, which may turn faces."""
        self.tries += bool(motion.turns)
        for number, turned in enumerate(motion.turns, start=self.turns_done + 1):
            if self._across(motion.before, turned):
                return self._mishaps.caught_across(motion, turned.axis)
            motion = self._mishaps.turning(motion, number, turned, travels[turned.axis])
            if motion.reach < 1:
                if self._faults.lasting("collision", turned.axis):
                    what = f"hand {turned.axis} struck something"
                    self.accidents.append(Accident(self._clock.now(), COLLISION, what))
                return motion
        return motion

    def _across(self, truth: Truth, turned: Turned) -> bool:
        """Tell whether a layer that is out of line lies across a turn."""
        face = truth.orientation.face_at(turned.position)
        return any(layer.face not in (face, OPPOSITE[face]) for layer in truth.layers)

    def _closing(self, motion: Motion, command: Grip) -> Motion:
        if any(position == CLOSED for _, position in command.targets):
            self._closings += 1
            return self._mishaps.closing(motion, command, self._closings)
        return motion

    def _break(self, truth: Truth, command: Move | Grip, what: str) -> None:
        """Do what an impossible command does to a real robot."""
        opened = isinstance(command, Grip) and all(to == OPEN for _, to in command.targets)
        kind = DROPPED if opened else COLLISION
        self.accidents.append(Accident(self._clock.now(), kind, what))
        name = command.targets[0][0]
        if opened:
            told = dict(command.targets)
            openings = tuple(
                OPENINGS[OPEN] if gripper in told else opening
                for gripper, opening in zip(self._rig.grippers, truth.openings, strict=True)
            )
            self._now = replace(truth, openings=openings, dropped=True)
            self._outcome = Arrived(0.0)
        else:
            self._now = truth
            at = truth.angles[self._rig.axes.index(name)] if name in self._rig.axes else 0.0
            self._outcome = Stalled(name, round(at, 1), 1.0)

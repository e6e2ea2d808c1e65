"""The mechanism: motors that take time, take the cube along, catch, and collide.

The firmware reaches it only through what wires could carry (the `Servos` of `firmware.py`). What is
physically so stands in `Truth`, which tests and the camera look at and the firmware never sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_sim.faults import Faults
from firmware_sim.servos import Arrived, Outcome, Sensed, Stalled
from firmware_sim.truth import Coupling, Motion, Stuck, Truth
from robot.clock import Clock
from robot.command import CLOSED, OPEN, Grip, Move, Pose
from robot.errors import RuleError
from robot.rig import Rig, Turned

COLLISION = "collision"
DROPPED = "cube dropped"

# A jam is well away from both detents, so that nobody can take it for one.
_JAM_DEGREES = (6.0, 84.0)


@dataclass(frozen=True, slots=True)
class Accident:
    """Something that a real robot would have broken: when (seconds), its kind, and what."""

    when: float
    kind: str
    what: str


class Mechanics:
    """The motors of `rig` and the cube that they hold.

    With a `pace` of N motions run N times faster than the rig's durations, by `clock`; the
    durations reported are the rig's. `look` may be called from any thread, nothing else may.
    """

    def __init__(
        self, rig: Rig, clock: Clock, truth: Truth, faults: Faults, pace: float = 1.0
    ) -> None:
        self.accidents: list[Accident] = []
        self.turns_done = 0
        self.tries = 0
        self._rig = rig
        self._clock = clock
        self._faults = faults
        self._pace = pace
        # One attribute holds either, so that another thread sees a whole moment.
        self._now: Truth | tuple[Motion, float] = truth
        self._command: Move | Grip | None = None
        self._outcome: Outcome | None = None

    def look(self) -> Truth:
        """Give what is physically so at this moment."""
        now = self._now
        if isinstance(now, Truth):
            return now
        motion, began = now
        return motion.at(self._fraction(motion, began))

    def resting(self) -> Truth | None:
        """Give what is physically so, or None while a motion is going on."""
        return self._now if isinstance(self._now, Truth) else None

    def drive(self, command: Move | Grip) -> None:
        """Set motors going. What comes of it is told by `poll`."""
        truth = self.look()
        self._command = command
        try:
            step = self._rig.step(truth.pose, command)
        except RuleError as error:
            self._break(truth, command, str(error))
            return
        coupling = None if truth.dropped else self._coupling(truth.pose, command)
        obstacle = self._obstacle(truth, command, coupling)
        if obstacle:
            self._break(truth, command, obstacle)
            return
        speed = command.speed / 100 if isinstance(command, Move) else 1.0
        motion = Motion(
            before=truth,
            angles=tuple(map(float, step.after.angles)),
            openings=self._openings_after(truth, command),
            coupling=coupling,
            seconds=step.seconds / speed,
        )
        reach = self._reach(motion, command)
        self._outcome = None
        self._now = (replace(motion, reach=reach), self._clock.now())

    def halt(self) -> None:
        """Cut the power: everything stays where it is."""
        self.poll()  # a motion that has ended by now has ended
        self._now = self.look()
        self._outcome = None

    def poll(self) -> Outcome | None:
        """Say what came of the last `drive`, once, or None while it is going on."""
        now = self._now
        if not isinstance(now, Truth):
            motion, began = now
            fraction = self._fraction(motion, began)
            if fraction >= motion.reach:
                self._end(motion, fraction)
        outcome, self._outcome = self._outcome, None
        return outcome

    def next_wake(self) -> float | None:
        """Say when the motion that is going on will end, by the clock."""
        now = self._now
        if isinstance(now, Truth):
            return self._clock.now() if self._outcome else None
        motion, began = now
        return began + motion.reach * motion.seconds / self._pace

    def sense(self) -> Sensed:
        """Read the motors: angles to a tenth of a degree, which is what such servos give."""
        pose = self.look().pose
        now = self._now
        progress = 1.0 if isinstance(now, Truth) else self._fraction(*now)
        angles = tuple(round(angle, 1) + 0.0 for angle in pose.angles)
        return Sensed(Pose(angles, pose.grips), progress)

    def _fraction(self, motion: Motion, began: float) -> float:
        end = motion.reach * motion.seconds
        elapsed = (self._clock.now() - began) * self._pace
        # At its own end a motion is there exactly, whatever a sum of times comes to.
        return motion.reach if elapsed >= end - 1e-9 else elapsed / motion.seconds

    def _end(self, motion: Motion, fraction: float) -> None:
        truth = motion.at(fraction)
        turned = motion.coupling is not None and motion.coupling.kind is Turned
        if fraction < 1:
            assert isinstance(self._command, Move)
            axis = self._command.targets[0][0]
            index = self._rig.axes.index(axis)
            ahead = 1 if motion.angles[index] > motion.before.angles[index] else -1
            self._now = replace(truth, stuck=Stuck(axis, ahead))
            load = round(self._faults.draw("jam").uniform(0.85, 0.99), 2)
            self._outcome = Stalled(axis, round(truth.angles[index], 1), load)
        else:
            self.turns_done += turned and _on_detents(motion.before.angles)
            self._now = self._released(truth)
            self._outcome = Arrived(motion.seconds)

    def _released(self, truth: Truth) -> Truth:
        """A jammed motor that has gone back to a detent is free again."""
        if truth.stuck and truth.angles[self._rig.axes.index(truth.stuck.axis)] % 90 == 0:
            return replace(truth, stuck=None)
        return truth

    def _reach(self, motion: Motion, command: Move | Grip) -> float:
        """Say how far a motion gets: 1, or less where it catches."""
        if isinstance(command, Grip) or motion.seconds == 0:
            return 1.0
        axis, target = command.targets[0]
        before = motion.before.angles[self._rig.axes.index(axis)]
        stuck, coupling = motion.before.stuck, motion.coupling
        if stuck and stuck.axis == axis and (target - before) * stuck.direction > 0 and coupling:
            return 0.0
        if coupling is None or coupling.kind is not Turned or not _on_detents(motion.before.angles):
            return 1.0
        self.tries += 1
        face = motion.before.orientation.face_at(coupling.position)
        if not self._faults.jams(self.turns_done + 1, axis, face):
            return 1.0
        chance = self._faults.draw("jam")
        quarters = round(abs(target - before) / 90)
        return (90 * chance.randrange(quarters) + chance.uniform(*_JAM_DEGREES)) / (90 * quarters)

    def _coupling(self, pose: Pose, command: Move | Grip) -> Coupling | None:
        """Say what the command takes along, by what the rig does from the detents beside it."""
        if isinstance(command, Grip):
            effect = self._rig.step(pose, command).effect
            if effect is None:
                return None
            quarters = (effect.quarter_turns + 1) % 4 - 1  # three quarters are one backwards
            return Coupling(type(effect), effect.position, 90.0 * quarters)
        axis, target = command.targets[0]
        index = self._rig.axes.index(axis)
        near = Pose(tuple(90.0 * round(angle / 90) for angle in pose.angles), pose.grips)
        for step in self._rig.steps(near):
            moved = step.after.angles[index] - near.angles[index]
            if isinstance(step.command, Move) and step.effect and abs(moved) == 90:
                sign = 1 if (moved / 90 - step.effect.quarter_turns) % 4 == 0 else -1
                degrees = sign * (target - pose.angles[index])
                return Coupling(type(step.effect), step.effect.position, degrees)
        return None

    def _obstacle(
        self, truth: Truth, command: Move | Grip, coupling: Coupling | None
    ) -> str | None:
        """Say what is in the way that the rig's rules, made for detents, do not speak of."""
        if truth.dropped:
            return None
        if isinstance(command, Grip):
            return next(
                (
                    f"hand {gripper} closed on a cube that does not lie along its jaws"
                    for gripper, position in command.targets
                    if position == CLOSED and not self._aligned(truth, gripper)
                ),
                None,
            )
        if coupling and coupling.kind is Turned:
            face = truth.orientation.face_at(coupling.position)
            if truth.tilt or (truth.layer and truth.layer.face != face):
                return f"face {face} was turned while another layer was out of line"
        return None

    def _aligned(self, truth: Truth, gripper: str) -> bool:
        """Tell whether a hand's jaws lie along the faces that they are to close on."""
        index = self._rig.grippers.index(gripper)
        if truth.openings[index] == 0:
            return True
        angle = truth.angles[self._rig.axes.index(gripper)] if gripper in self._rig.axes else 0.0
        if truth.tilt:
            return False
        askew = truth.layer.degrees if truth.layer else 0.0
        return abs((angle - askew + 45) % 90 - 45) < 1.0

    def _openings_after(self, truth: Truth, command: Move | Grip) -> tuple[float, ...]:
        if isinstance(command, Move):
            return truth.openings
        wanted = {name: 1.0 if position == OPEN else 0.0 for name, position in command.targets}
        pairs = zip(self._rig.grippers, truth.openings, strict=True)
        return tuple(wanted.get(gripper, opening) for gripper, opening in pairs)

    def _break(self, truth: Truth, command: Move | Grip, what: str) -> None:
        """Do what an impossible command does to a real robot."""
        opened = isinstance(command, Grip) and all(to == OPEN for _, to in command.targets)
        kind = DROPPED if opened else COLLISION
        self.accidents.append(Accident(self._clock.now(), kind, what))
        name = command.targets[0][0]
        if opened:
            openings = self._openings_after(truth, command)
            self._now = replace(truth, openings=openings, dropped=True)
            self._outcome = Arrived(0.0)
        else:
            self._now = truth
            at = truth.angles[self._rig.axes.index(name)] if name in self._rig.axes else 0.0
            self._outcome = Stalled(name, round(at, 1), 1.0)


def _on_detents(angles: tuple[float, ...]) -> bool:
    return all(angle % 90 == 0 for angle in angles)

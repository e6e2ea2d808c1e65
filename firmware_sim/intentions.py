"""What a command is meant to do to the cube and the motors, before anything goes wrong with it."""

from __future__ import annotations

from dataclasses import replace

from firmware_sim.truth import OPENINGS, Motion, Truth
from robot.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rig import Effect, Rig, Rotated, Step, Turned
from solver.geometry import OPPOSITE


class Intentions:
    """Makes motions of the commands of `rig`.

    A layer that is out of line by up to `corner_cutting` degrees gives way to a turn across it.
    """

    def __init__(self, rig: Rig, corner_cutting: float) -> None:
        self._rig = rig
        self._corner_cutting = corner_cutting

    def to_detents(self, truth: Truth, command: Move | Grip) -> Move | Grip:
        """Give the command whose rules and effects hold for one that ends between detents."""
        if isinstance(command, Grip):
            return command
        return command.to_detents(dict(zip(self._rig.axes, truth.angles, strict=True)))

    def motion(self, truth: Truth, command: Move | Grip, step: Step) -> Motion:
        """Give the motion that a command is meant to be, from layers that give way to it."""
        openings = self._openings_after(truth, command, step.after)
        effects = self._effects(truth, step, openings)
        turns = tuple(effect for effect in effects if isinstance(effect, Turned))
        if on_detents(truth.angles):
            truth = self._giving_way(truth, command, turns)
        speed = command.speed / 100 if isinstance(command, Move) else 1.0
        motion = Motion(
            before=truth,
            angles=tuple(map(float, step.after.angles)),
            openings=openings,
            effects=effects,
            seconds=step.seconds / speed,
            turns=turns,
        )
        return self._shortened(motion, command) if isinstance(command, Move) else motion

    def _giving_way(self, truth: Truth, command: Move | Grip, turns: tuple[Turned, ...]) -> Truth:
        """Give the truth with those layers in line that a closing hand or a turn across pushes."""
        if isinstance(command, Grip):
            closing = CLOSED in dict(command.targets).values()
            return truth.straightened(self._corner_cutting) if closing else truth
        if not turns:
            return truth
        faces = [truth.orientation.face_at(turned.position) for turned in turns]
        along = {*faces, *(OPPOSITE[face] for face in faces)}
        return truth.straightened(self._corner_cutting, but=along)

    def _shortened(self, motion: Motion, command: Move) -> Motion:
        """Give a motion to detents as far as its command goes, if that is less."""
        ends = list(motion.angles)
        parts = []
        for axis, target in command.targets:
            at = self._rig.axes.index(axis)
            if ends[at] != target:
                start = motion.before.angles[at]
                parts.append((target - start) / (ends[at] - start))
                ends[at] = float(target)
        if not parts:
            return motion
        part = max(parts)
        effects = tuple(replace(effect, degrees=part * effect.degrees) for effect in motion.effects)
        return replace(
            motion, angles=tuple(ends), effects=effects, seconds=part * motion.seconds, turns=()
        )

    def _effects(self, truth: Truth, step: Step, openings: tuple[float, ...]) -> tuple[Effect, ...]:
        """Say what a command takes along; nothing where there is no cube any more."""
        if truth.dropped:
            return ()
        ways = zip(openings, truth.openings, strict=True)
        sinking = any(OPENINGS[OPEN] <= to < now for to, now in ways)
        if truth.tilt and sinking and on_detents(truth.angles):
            # What an arm, and not a motor, has lifted half-way sinks back with it.
            return (Rotated(truth.tilt.position, -truth.tilt.degrees),)
        return step.effects

    def obstacle(
        self, truth: Truth, command: Move | Grip, effects: tuple[Effect, ...]
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
        if truth.tilt and any(isinstance(effect, Turned) for effect in effects):
            return "a face was turned while the whole cube stood askew"
        return None

    def _aligned(self, truth: Truth, gripper: str) -> bool:
        """Tell whether a hand's jaws lie along the faces that they are to close on."""
        index = self._rig.grippers.index(gripper)
        if truth.openings[index] == 0:
            return True
        angle = truth.angles[self._rig.axes.index(gripper)] if gripper in self._rig.axes else 0.0
        if truth.tilt:
            return False
        askew = [layer.degrees for layer in truth.layers] or [0.0]
        return all(abs((angle - degrees + 45) % 90 - 45) < 1.0 for degrees in askew)

    def _openings_after(self, truth: Truth, command: Move | Grip, after: Pose) -> tuple[float, ...]:
        """Say where the grippers come to: those that are told to go, and those that go along."""
        told = dict(command.targets)
        moments = zip(
            self._rig.grippers, truth.openings, truth.pose.grips, after.grips, strict=True
        )
        return tuple(
            OPENINGS[to] if gripper in told or to != now else opening
            for gripper, opening, now, to in moments
        )


def on_detents(angles: tuple[float, ...]) -> bool:
    """Tell whether all motors stand on detents."""
    return all(angle % 90 == 0 for angle in angles)

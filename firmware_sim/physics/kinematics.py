"""Computes the fault-free motion of motors and cube for a command."""

from __future__ import annotations

import math
from dataclasses import replace

from firmware_sim.physics.jaws import WRIST, PulseMap, grip_places, pulse_maps
from firmware_sim.physics.state import Motion, Phases, PhysicalState, with_one
from robot.errors import ForbiddenCommandError
from robot.rigs.command import (
    CLOSED,
    GRIP_OPENINGS,
    OPEN,
    Enable,
    Grip,
    Jog,
    MotionCommand,
    Move,
    Pose,
    Regrip,
)
from robot.rigs.rig import CubeRotation, Effect, FaceTurn, Rig, Step
from solver.core.geometry import OPPOSITE


class Kinematics:
    """Computes the motions of the commands of `rig`.

    A turn aligns a layer across it that is misaligned by up to `corner_cutting` degrees.
    """

    def __init__(self, rig: Rig, corner_cutting: float) -> None:
        self._rig = rig
        self._corner_cutting = corner_cutting

    def to_detents(self, state: PhysicalState, command: MotionCommand) -> MotionCommand:
        """Return the move to the detents that decides the rules and effects of another one.

        That may be a small part of it, or go a little beyond it.
        """
        if not isinstance(command, Move):
            return command
        move = command.extend_to_detents(dict(zip(self._rig.axes, state.angles, strict=True)))
        return move.without_overshoot(self._rig.servo_travel.overshoot_at)

    def plan_motion(self, state: PhysicalState, command: MotionCommand, step: Step) -> Motion:
        """Return the intended motion of a command, from layers that it aligns first."""
        openings = self._openings_after(state, command, step.after)
        effects = self._effects(state, step, openings)
        turns = tuple(effect for effect in effects if isinstance(effect, FaceTurn))
        if on_detents(state.angles):
            state = self._align_pushed_layers(state, command, turns)
        speed = command.speed / 100 if isinstance(command, Move) else 1.0
        motion = Motion(
            before=state,
            angles=tuple(map(float, step.after.angles)),
            openings=openings,
            effects=effects,
            seconds=step.seconds / speed,
        )
        if isinstance(command, Move):
            motion = self._scaled_to_target(motion, command)
        if isinstance(command, Regrip):
            motion = self._in_phases(motion, command)
        elif isinstance(command, Grip) and not motion.seconds:
            motion = self._from_half_way(motion)
        return self._with_play(motion)

    def _in_phases(self, motion: Motion, command: Regrip) -> Motion:
        """Return a motion whose parts have the times that the rig gives them."""
        opening, turning, closing = self._rig.parts(motion.before.pose, command)
        seconds = closing.start + closing.seconds
        ends = (turning.start, turning.start + turning.seconds, closing.start)
        return replace(
            motion,
            seconds=seconds,
            phases=Phases(opening.seconds / seconds, *(end / seconds for end in ends)),
            opened=tuple(
                GRIP_OPENINGS[OPEN] if name in command.grippers else opening
                for name, opening in zip(self._rig.grippers, motion.openings, strict=True)
            ),
        )

    def _from_half_way(self, motion: Motion) -> Motion:
        """Return the motion of grippers that were stopped on their way to where they go now."""
        ways = zip(motion.before.openings, motion.openings, strict=True)
        way = max(abs(to - now) for now, to in ways)
        longest = max(step.seconds for step in self._rig.steps(self._rig.home))
        return replace(motion, seconds=way * longest)

    def pulse(self, state: PhysicalState, kind: str, name: str) -> int:
        """Return the usual pulse (microseconds) of where a servo stands: 500 to 2500 are ±90°."""
        if kind == "axis":
            return round(WRIST.pulse(state.angles[self._rig.axes.index(name)]))
        index = self._rig.grippers.index(name)
        return round(self._gripper_map(index).pulse(state.openings[index]))

    def to_pulse(
        self, state: PhysicalState, servo: Jog | Enable, pulse: int, seconds: float
    ) -> Motion:
        """Return the motion of one servo to a pulse (microseconds)."""
        if servo.kind == "axis":
            return self._to_angle(state, servo.name, WRIST.position(pulse), seconds)
        index = self._rig.grippers.index(servo.name)
        openings = with_one(state.openings, index, self._gripper_map(index).position(pulse))
        return Motion(state, state.angles, openings, (), seconds)

    def _gripper_map(self, index: int) -> PulseMap:
        return pulse_maps(self._rig)[len(self._rig.axes) + index]

    def _to_angle(self, state: PhysicalState, axis: str, degrees: float, seconds: float) -> Motion:
        """Return the motion of an axis to any angle, between detents too.

        What the rig's rules forbid moves nothing.
        """
        index = self._rig.axes.index(axis)
        here = state.angles[index]
        below = 90 * math.floor(min(here, degrees) / 90)
        pose = replace(state.pose, angles=with_one(state.angles, index, below))
        try:
            step = self._rig.step(pose, Move(((axis, below + 90),)))
        except ForbiddenCommandError:
            return Motion(state, state.angles, state.openings, (), seconds)
        part = (degrees - here) / 90
        effects = tuple(
            replace(effect, degrees=part * effect.degrees)
            for effect in (() if state.dropped else step.effects)
        )
        return Motion(
            state, with_one(state.angles, index, degrees), state.openings, effects, seconds
        )

    def _align_pushed_layers(
        self, state: PhysicalState, command: MotionCommand, turns: tuple[FaceTurn, ...]
    ) -> PhysicalState:
        """Return the state after a closing gripper or a turn has aligned layers."""
        closes = isinstance(command, Grip) and CLOSED in dict(command.targets).values()
        if closes or (isinstance(command, Regrip) and not turns):
            return state.with_layers_aligned(self._corner_cutting)
        if not turns:
            return state
        faces = [state.orientation.face_at(turned.position) for turned in turns]
        along = {*faces, *(OPPOSITE[face] for face in faces)}
        return state.with_layers_aligned(self._corner_cutting, except_faces=along)

    def _scaled_to_target(self, motion: Motion, command: Move) -> Motion:
        """Return the part of a motion to detents that its command covers, or goes beyond."""
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
        beyond = part > 1
        return replace(
            motion,
            angles=tuple(ends),
            effects=effects,
            # The duration of a turn includes the way back from beyond its target.
            seconds=motion.seconds * (part / (2 * part - 1) if beyond else part),
        )

    def _with_play(self, motion: Motion) -> Motion:
        """Return a motion whose layers begin to turn only after the play.

        At a detent the cube is in the middle of its play, elsewhere at one end of it.
        """
        return replace(
            motion,
            play=self._rig.servo_travel.play * (1 if on_detents(motion.before.angles) else 2),
        )

    def _effects(
        self, state: PhysicalState, step: Step, openings: tuple[float, ...]
    ) -> tuple[Effect, ...]:
        """Return the effects of a command on the cube; none if the cube was dropped."""
        if state.dropped:
            return ()
        pairs = zip(openings, state.openings, strict=True)
        is_lowering = any(GRIP_OPENINGS[OPEN] <= to < now for to, now in pairs)
        if state.tilt and is_lowering and on_detents(state.angles):
            # A cube that the cover has lifted half-way sinks back with it.
            return (CubeRotation(state.tilt.position, -state.tilt.degrees),)
        return step.effects

    def find_collision(
        self, state: PhysicalState, command: MotionCommand, effects: tuple[Effect, ...]
    ) -> str | None:
        """Return the collision of a command that begins between detents, in words; None for none.

        The rig's rules, which only cover poses on detents, do not exclude it.
        """
        if state.dropped:
            return None
        if isinstance(command, Grip):
            return next(
                (
                    f"gripper {gripper} closed on a misaligned cube"
                    for gripper, position in command.targets
                    if position == CLOSED and not self._is_aligned(state, gripper)
                ),
                None,
            )
        if isinstance(command, Regrip):
            askew = state.layers or state.tilt
            return f"{command.grippers[0]} closed on a misaligned cube" if askew else None
        if state.tilt and any(isinstance(effect, FaceTurn) for effect in effects):
            return "a face was turned while the cube was between two orientations"
        return None

    def _is_aligned(self, state: PhysicalState, gripper: str) -> bool:
        """Return True if a gripper's jaws are parallel to the faces that they close on."""
        index = self._rig.grippers.index(gripper)
        if state.openings[index] == 0:
            return True
        angle = state.angles[self._rig.axes.index(gripper)] if gripper in self._rig.axes else 0.0
        if state.tilt:
            return False
        misaligned = [layer.degrees for layer in state.layers] or [0.0]
        return all(abs((angle - degrees + 45) % 90 - 45) < 1.0 for degrees in misaligned)

    def _openings_after(
        self, state: PhysicalState, command: MotionCommand, after: Pose
    ) -> tuple[float, ...]:
        """Return the openings after a command, of commanded grippers and of those moved along."""
        targets = command.grippers if isinstance(command, Regrip) else dict(command.targets)
        moments = zip(
            self._rig.grippers, state.openings, state.pose.grips, after.grips, strict=True
        )
        return tuple(
            max(grip_places(self._rig, number)[to], 0.0)
            if gripper in targets or to != now
            else opening
            for number, (gripper, opening, now, to) in enumerate(moments)
        )


def on_detents(angles: tuple[float, ...]) -> bool:
    """Return True if all motors are at detents."""
    return all(angle % 90 == 0 for angle in angles)

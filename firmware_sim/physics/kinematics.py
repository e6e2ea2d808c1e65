"""Computes the fault-free motion of motors and cube for a command."""

from __future__ import annotations

from dataclasses import replace

from firmware_sim.physics.state import GRIP_OPENINGS, Motion, PhysicalState
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rigs.rig import CubeRotation, Effect, FaceTurn, Rig, Step
from solver.core.geometry import OPPOSITE


class Kinematics:
    """Makes motions of the commands of `rig`.

    A layer that is misaligned by up to `corner_cutting` degrees gives way to a turn across it.
    """

    def __init__(self, rig: Rig, corner_cutting: float) -> None:
        self._rig = rig
        self._corner_cutting = corner_cutting

    def to_detents(self, state: PhysicalState, command: Move | Grip) -> Move | Grip:
        """Return the command whose rules and effects hold for one that ends between detents."""
        if isinstance(command, Grip):
            return command
        return command.extend_to_detents(dict(zip(self._rig.axes, state.angles, strict=True)))

    def plan_motion(self, state: PhysicalState, command: Move | Grip, step: Step) -> Motion:
        """Return the motion that a command is meant to be, from layers that give way to it."""
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
            intended_turns=turns,
        )
        return self._scaled_to_target(motion, command) if isinstance(command, Move) else motion

    def _align_pushed_layers(
        self, state: PhysicalState, command: Move | Grip, turns: tuple[FaceTurn, ...]
    ) -> PhysicalState:
        """Return the state with the layers aligned that a closing gripper or a turn pushes."""
        if isinstance(command, Grip):
            closing = CLOSED in dict(command.targets).values()
            return state.with_layers_aligned(self._corner_cutting) if closing else state
        if not turns:
            return state
        faces = [state.orientation.face_at(turned.position) for turned in turns]
        along = {*faces, *(OPPOSITE[face] for face in faces)}
        return state.with_layers_aligned(self._corner_cutting, except_faces=along)

    def _scaled_to_target(self, motion: Motion, command: Move) -> Motion:
        """Return a motion to detents as far as its command goes, if that is less."""
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
            motion,
            angles=tuple(ends),
            effects=effects,
            seconds=part * motion.seconds,
            intended_turns=(),
        )

    def _effects(
        self, state: PhysicalState, step: Step, openings: tuple[float, ...]
    ) -> tuple[Effect, ...]:
        """Return what a command takes along; nothing where there is no cube any more."""
        if state.dropped:
            return ()
        ways = zip(openings, state.openings, strict=True)
        is_lowering = any(GRIP_OPENINGS[OPEN] <= to < now for to, now in ways)
        if state.tilt and is_lowering and on_detents(state.angles):
            # What an arm, and not a motor, has lifted half-way sinks back with it.
            return (CubeRotation(state.tilt.position, -state.tilt.degrees),)
        return step.effects

    def find_collision(
        self, state: PhysicalState, command: Move | Grip, effects: tuple[Effect, ...]
    ) -> str | None:
        """Return what is in the way that the rig's rules, made for detents, do not speak of."""
        if state.dropped:
            return None
        if isinstance(command, Grip):
            return next(
                (
                    f"gripper {gripper} closed on a cube that does not lie along its jaws"
                    for gripper, position in command.targets
                    if position == CLOSED and not self._is_aligned(state, gripper)
                ),
                None,
            )
        if state.tilt and any(isinstance(effect, FaceTurn) for effect in effects):
            return "a face was turned while the whole cube stood askew"
        return None

    def _is_aligned(self, state: PhysicalState, gripper: str) -> bool:
        """Return True if a gripper's jaws lie along the faces that they are to close on."""
        index = self._rig.grippers.index(gripper)
        if state.openings[index] == 0:
            return True
        angle = state.angles[self._rig.axes.index(gripper)] if gripper in self._rig.axes else 0.0
        if state.tilt:
            return False
        misaligned = [layer.degrees for layer in state.layers] or [0.0]
        return all(abs((angle - degrees + 45) % 90 - 45) < 1.0 for degrees in misaligned)

    def _openings_after(
        self, state: PhysicalState, command: Move | Grip, after: Pose
    ) -> tuple[float, ...]:
        """Return where the grippers come to: those that are told to go, and those that go along."""
        targets = dict(command.targets)
        moments = zip(
            self._rig.grippers, state.openings, state.pose.grips, after.grips, strict=True
        )
        return tuple(
            GRIP_OPENINGS[to] if gripper in targets or to != now else opening
            for gripper, opening, now, to in moments
        )


def on_detents(angles: tuple[float, ...]) -> bool:
    """Return True if all motors stand on detents."""
    return all(angle % 90 == 0 for angle in angles)

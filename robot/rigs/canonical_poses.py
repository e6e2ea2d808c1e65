"""Poses from which the same can be done, as one: an axis without limit at any of its detents."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from robot.errors import RigError
from robot.rigs.command import Command, Move, Pose
from robot.rigs.rig import Rig

# More canonical poses than any mechanism of a few axes has.
MAX_POSES = 5_000
_HALF_TURN = 180


def canonical_pose(rig: Rig, pose: Pose) -> Pose:
    """Return the representative of all poses with the same commands and durations."""
    if not rig.endless_axes:
        return pose
    angles = zip(rig.axes, pose.angles, strict=True)
    return Pose(tuple(0 if axis in rig.endless_axes else at for axis, at in angles), pose.grips)


def from_canonical(rig: Rig, pose: Pose, command: Command) -> Command:
    """Return the command that does from `pose` what `command` does from its canonical pose.

    A half turn of an axis without limit goes in the direction closer to 0.
    """
    if not rig.endless_axes or not isinstance(command, Move):
        return command
    now = dict(zip(rig.axes, map(round, pose.angles), strict=True))
    targets = []
    for axis, travel in command.targets:
        if axis not in rig.endless_axes:
            targets.append((axis, travel))
        elif abs(travel) == _HALF_TURN and now[axis] * travel > 0:
            targets.append((axis, now[axis] - travel))
        else:
            targets.append((axis, now[axis] + travel))
    return replace(command, targets=tuple(targets))


def reachable_poses(rig: Rig) -> tuple[Pose, ...]:
    """Return every canonical pose that a rig reaches from home, home first.

    Raises RigError for more than MAX_POSES, when the steps probably never end.
    """
    found = {canonical_pose(rig, rig.home): None}
    waiting = deque(found)
    while waiting:
        for step in rig.steps(waiting.popleft()):
            pose = canonical_pose(rig, step.after)
            if pose not in found:
                found[pose] = None
                waiting.append(pose)
        if len(found) > MAX_POSES:
            raise RigError(f"the {rig.name} rig has more than {MAX_POSES} poses")
    return tuple(found)

"""Which faces in one picture meet at an edge, and where that puts them beside each other.

Two faces that share an edge of the cube share two corners in the picture. How they lie on the
cube is then known up to the way the whole cube is held, which leaves 24 ways for a group of
faces, however large, where each loose face had 24 of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.arrays import Floats, Ints
from vision.face import FaceView
from vision.places import laid, vertices

# Corners are one and the same if they are this near to each other, in sides of the smaller face.
NEAR = 0.22


@dataclass(frozen=True, slots=True)
class Group:
    """Views of one picture whose places beside each other are known.

    `views`: their indices; `facelets` (views x 9): where their stickers are if the first one is
    laid on U as the picture shows it.
    """

    views: tuple[int, ...]
    facelets: Ints


@dataclass(frozen=True, slots=True)
class _Joint:
    """Two views that meet: the first's edge from corner `a` to a + 1 is the other's b + 1 to b."""

    first: int
    other: int
    a: int
    b: int
    gap: float


def group_views(views: Sequence[FaceView], frames: Sequence[int]) -> tuple[Group, ...]:
    """Group views by the edges that they share; `frames` tells which picture each is from."""
    joints = sorted(
        (
            joint
            for i, j in combinations(range(len(views)), 2)
            if frames[i] == frames[j] and (joint := _joint(views, i, j)) is not None
        ),
        key=lambda joint: joint.gap,
    )
    loose = list(range(len(views)))
    groups = []
    while loose:
        placed = {loose[0]: laid(0, 0)}
        while (step := _next(placed, joints)) is not None:
            placed[step[0]] = step[1]
        groups.append(Group(tuple(placed), np.stack(list(placed.values()))))
        loose = [view for view in loose if view not in placed]
    return tuple(groups)


def _joint(views: Sequence[FaceView], first: int, other: int) -> _Joint | None:
    """Return where two views meet, or None."""
    ours, theirs = views[first].corners, views[other].corners
    reach = NEAR * min(_side(ours), _side(theirs))
    gap, a, b = min((_gap(ours, theirs, a, b), a, b) for a in range(4) for b in range(4))
    return _Joint(first, other, a, b, gap / reach) if gap < reach else None


def _gap(ours: Floats, theirs: Floats, a: int, b: int) -> float:
    """Return how far the ends of two edges are apart; both run clockwise round their faces."""
    apart = ours[[a, (a + 1) % 4]] - theirs[[(b + 1) % 4, b]]
    return float(np.hypot(*apart.T).max())


def _side(corners: Floats) -> float:
    return float(np.hypot(*(corners - np.roll(corners, 1, 0)).T).mean())


def _next(placed: dict[int, Ints], joints: Sequence[_Joint]) -> tuple[int, Ints] | None:
    """Return one more view that meets a placed one, and its place."""
    for joint in joints:
        if joint.first in placed and joint.other not in placed:
            view, found = joint.other, _beside(placed[joint.first], joint.a, joint.b)
        elif joint.other in placed and joint.first not in placed:
            view, found = joint.first, _beside(placed[joint.other], joint.b, joint.a)
        else:
            continue
        if all(found[4] != other[4] for other in placed.values()):
            return view, found
    return None


def _beside(placing: Ints, a: int, b: int) -> Ints:
    """Return the placing whose edge b is the given placing's edge a."""
    start, end = vertices(placing)[a], vertices(placing)[(a + 1) % 4]
    for position in range(6):
        for turns in range(4):
            found = laid(position, turns)
            corners = vertices(found)
            if position != placing[4] // 9 and (corners[(b + 1) % 4], corners[b]) == (start, end):
                return found
    raise AssertionError("every edge of a cube has two faces")

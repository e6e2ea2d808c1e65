"""A whole cube about one of its faces: the neighbours that the same picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.evidence import Evidence, rank
from vision.lattice import Lattice, project
from vision.pose import Gaps, Pose, fit_pose, joined, poses_of
from vision.refine import CELL, MIDDLE_WEIGHT, find_gaps, straighten

# A neighbour whose score is less is not there; a third face, when two are, may be fainter.
CLEAR = 0.3
FAINT = 0.15

# With neighbours that are not its own, a front fits less well, by more than this.
MOST_LOSS = 0.04

# What must show where a cube's neighbours would be, for them to be looked into.
LEAST_PROMISE = 0.3
# What shows there if they are most likely there.
PROMISING = 0.6

# Two faces of one cube that both score better, or three on average, leave no doubt.
CONVINCING = 0.45

Scored = tuple[float, Lattice]


@dataclass(frozen=True, slots=True, eq=False)
class Prospect:
    """A lattice as a cube's front: how the cube may stand, and what speaks for each way.

    `front` with its score; `poses`; `promise` of each: how much is to be seen where its
    neighbours would be.
    """

    front: Scored
    poses: tuple[Pose, ...]
    promise: tuple[float, ...]

    @classmethod
    def of(cls, evidence: Evidence, front: Lattice) -> Prospect:
        """Find out how a cube with this front may stand before the camera."""
        gaps = _gaps(evidence, 0, front)
        poses = [fit_pose(pose, gaps) for pose in poses_of(front.corners, front.n, *evidence.size)]
        alone = (evidence.score(front), front)
        if front.n == 2:
            # One gap each way leaves a homography open; a pose has fewer unknowns.
            alone = max((_scored(evidence, pose, 0) for pose in poses), key=lambda face: face[0])
        return cls(alone, tuple(poses), tuple(_promise(evidence, pose) for pose in poses))

    @property
    def is_promising(self) -> bool:
        """Tell whether neighbours are likely there."""
        return max(self.promise) > PROMISING


def complete(evidence: Evidence, prospect: Prospect) -> tuple[Scored, ...]:
    """Return the faces of the cube that has a front, each with its score, the front first."""
    best: tuple[Scored, ...] = (prospect.front,)
    for k in np.argsort(prospect.promise)[::-1]:
        if prospect.promise[k] < LEAST_PROMISE:
            break
        cube = _cube(evidence, prospect.poses[k])
        if cube[0][0] > prospect.front[0] - MOST_LOSS:
            best = max(best, cube, key=worth)
        if convincing(best):
            break
    return best


def worth(faces: Sequence[Scored]) -> float:
    """Say how much of a picture some faces explain, and how well."""
    return sum(rank(*face) for face in faces)


def convincing(faces: Sequence[Scored]) -> bool:
    """Tell whether faces fit together so well that no other cube could be in their place.

    Clutter may lend a face one neighbour that looks right, but not two.
    """
    scores = [score for score, _ in faces]
    if len(scores) == 2:
        return min(scores) > CONVINCING
    return len(scores) == 3 and sum(scores) > 3 * CONVINCING


def _cube(evidence: Evidence, pose: Pose) -> tuple[Scored, ...]:
    """Fit a cube to the picture and return its front and those neighbours that are there."""
    shown = [0, *pose.neighbours()]
    pose, (front, *others) = _settled(evidence, pose, shown)
    clear = [face for face, other in zip(shown[1:], others, strict=True) if other[0] > CLEAR]
    if len(clear) == len(others):
        return (front, *others)
    if not clear:
        return (front,)
    # Two faces tell where the third must be, however little of it is seen.
    pose, (front, other) = _settled(evidence, pose, [0, *clear])
    third = [_scored(evidence, pose, face) for face in pose.neighbours() if face not in clear]
    return (front, other, *(face for face in third if face[0] > FAINT))


def _promise(evidence: Evidence, pose: Pose) -> float:
    """Say how much there is to be seen where a cube's neighbours would be."""
    homographies = pose.homographies
    faces = [evidence.occupied(pose.n, homographies[face]) for face in pose.neighbours()]
    return float(np.maximum(evidence.supports(faces), 0).sum())


def _settled(
    evidence: Evidence, pose: Pose, shown: Sequence[int]
) -> tuple[Pose, tuple[Scored, ...]]:
    """Fit a cube to the lines on the faces shown; return it and these."""
    for _ in range(2):
        homographies = pose.homographies
        gaps = [
            _gaps(evidence, face, evidence.occupied(pose.n, homographies[face])) for face in shown
        ]
        pose = fit_pose(pose, joined(gaps))
    return pose, tuple(_scored(evidence, pose, face) for face in shown)


def _scored(evidence: Evidence, pose: Pose, face: int) -> Scored:
    lattice = evidence.occupied(pose.n, pose.homographies[face])
    return evidence.score(lattice), lattice


def _gaps(evidence: Evidence, face: int, lattice: Lattice) -> Gaps:
    """Measure where a face's lines are in the picture."""
    flat = straighten(evidence.brightness, lattice, CELL, CELL // 2)
    gaps = find_gaps(flat[None], lattice.n)
    middles = np.argwhere(lattice.found)[:, ::-1] + 0.5
    pixels = [project(lattice.homography, gaps.points[0]), lattice.stickers, lattice.stickers]
    axis = np.concatenate([gaps.axis, np.repeat([0, 1], len(middles))])
    return Gaps(
        np.full(len(axis), face),
        np.vstack(pixels),
        axis,
        np.concatenate([gaps.line, middles[:, 0], middles[:, 1]]),
        np.concatenate([gaps.weight[0], np.full(2 * len(middles), MIDDLE_WEIGHT)]),
    )

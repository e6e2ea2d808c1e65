"""Other arrangements of six faces in which their stickers are a legal cube, too."""

from __future__ import annotations

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import IntArray
from vision.decode.orbits import piece_slots
from vision.facelet_indices import rotated_cells
from vision.nxn.face_arrangements import (
    TURNS,
    arrangement,
    arrangement_table,
    cube_rotations,
    upper_bounds,
)
from vision.nxn.legal_cube import NxNCube

# Different cubes, in other arrangements, that are examined at most; with more there is no margin.
MAX_EXAMINED = 24


def rivals_of(cube: NxNCube, within: float) -> list[NxNCube] | None:
    """Return the most probable cubes in other arrangements that are different cubes.

    Only those whose log-probability may be within `within` of the cube's; None if there are too
    many. The same cube in another orientation is no rival.
    """
    n, log_posteriors = cube.n, cube.log_posteriors
    scheme = None if n % 2 else cube.position_colours
    bounds = upper_bounds(log_posteriors, scheme)
    least = _pieces_log_prob(cube) - within
    own = _same_in_every_orientation(cube.face_indices, n)
    seen = {own}
    rivals: list[NxNCube] = []
    for index in _distinct(cube, _without_repeats(cube, np.flatnonzero(bounds >= least))):
        rival = NxNCube.decode(log_posteriors, n, arrangement(index), scheme)
        name = _same_in_every_orientation(rival.face_indices, n)
        if name in seen:
            continue
        seen.add(name)
        rivals.append(rival)
        if len(rivals) > MAX_EXAMINED:
            return None
    return rivals


def _pieces_log_prob(cube: NxNCube) -> float:
    """Return the log-probability of the cube's corners and edges."""
    facelets = np.concatenate([slots.ravel() for slots, _ in piece_slots(cube.n)])
    colours = cube.position_colours[cube.face_indices]
    return float(cube.log_probs[facelets, colours[facelets]].sum())


def _without_repeats(cube: NxNCube, indices: IntArray) -> IntArray:
    """Return the arrangements without those that turn a face to where it looks the same."""
    n = cube.n
    faces = cube.labels.reshape(len(FACES), -1)
    different = [
        next(
            (turns for turns in range(1, TURNS) if (face[rotated_cells(n)[turns]] == face).all()),
            TURNS,
        )
        for face in faces
    ]
    views, turns = arrangement_table(indices)
    return np.asarray(indices[(turns < np.array(different)[views]).all(1)])


def _distinct(cube: NxNCube, indices: IntArray) -> list[int]:
    """Return one of the arrangements with equal facelets, if the stickers have their colours.

    Faces of one colour, and those that look the same when they are turned, have many such.
    """
    n, labels = cube.n, cube.labels.ravel()
    letters = np.argsort(cube.position_colours)
    first: dict[bytes, int] = {}
    for index in indices.tolist():
        chosen = arrangement(index)
        faces = np.argsort(chosen.views) if n % 2 else letters
        facelets = faces[labels[chosen.stickers(n)]].astype(np.uint8)
        first.setdefault(facelets.tobytes(), index)
    return list(first.values())


def _same_in_every_orientation(face_indices: IntArray, n: int) -> bytes:
    """Return a name for 6 n n facelets that is the same for every orientation of the cube."""
    return min(_turned(face_indices, n))


def _turned(face_indices: IntArray, n: int) -> list[bytes]:
    """Return the facelets in all orientations; those of odd cubes by the letters of the centres."""
    middle = n * n // 2
    names = []
    for rotation in cube_rotations():
        moved = face_indices[rotation.stickers(n)]
        if n % 2:
            moved = np.argsort(moved[middle :: n * n])[moved]
        names.append(moved.astype(np.uint8).tobytes())
    return names

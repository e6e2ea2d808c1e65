"""The most probable legal cube of any size for fitted colours, and its margin over other cubes.

Other cubes are those of other fits, of other colour schemes, and of other arrangements of the six
faces in which their stickers are a legal cube, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.colour.names import NAMES, name_colours
from vision.colour.scheme import usual_names
from vision.decode.arrangements import (
    IN_ORDER,
    TURNS,
    FaceArrangement,
    arrangement,
    arrangement_table,
    cube_rotations,
)
from vision.decode.bounds import upper_bounds
from vision.decode.joint_estimation import Fit
from vision.decode.orbits import best_nxn, corner_log_probs, decode_nxn, piece_slots
from vision.decode.pieces import max_marginals
from vision.facelet_indices import cube_rotation, rotated_cells

# Different cubes, in other arrangements, that are examined at most; with more there is no margin.
MAX_EXAMINED = 24


@dataclass(frozen=True, slots=True)
class NxNCube:
    """The most probable cube for log-probabilities of 6 n n facelets x 6 colours.

    `position_colours` (6): the colour at each of U R F D L B; `face_indices` (6 n n, 0..5): the
    position whose colour is on each facelet; `labels`: the colour of each sample,
    in the samples' shape; `arrangement`: of the six views, of which one after the other has n n
    samples.
    """

    log_probs: FloatArray
    position_colours: IntArray
    face_indices: IntArray
    labels: IntArray
    arrangement: FaceArrangement = IN_ORDER

    @classmethod
    def decode(
        cls,
        log_posteriors: FloatArray,
        n: int,
        arrangement: FaceArrangement = IN_ORDER,
        scheme: IntArray | None = None,
    ) -> NxNCube:
        """Return the most probable cube for log-posteriors (views x samples x 6 colours).

        On odd cubes the colour of a view's centre is that of the view's index. On even ones
        `scheme` (6) are the colours of U R F D L B; if None, the scheme that fits the corners best.
        """
        stickers = arrangement.stickers(n)
        table = log_posteriors.reshape(-1, 6)[stickers]
        if n % 2:
            colours = np.array(arrangement.views)
        else:
            colours = _best_scheme(table, n) if scheme is None else scheme
        face_indices = best_nxn(table[:, colours], n)
        labels = np.empty(len(table), np.int64)
        labels[stickers] = colours[face_indices]
        shape = log_posteriors.shape[:-1]
        return cls(table, colours, face_indices, labels.reshape(shape), arrangement)

    @property
    def n(self) -> int:
        """The number of stickers per side."""
        return math.isqrt(len(self.log_probs) // 6)

    @property
    def log_posteriors(self) -> FloatArray:
        """The log-probabilities in the order of the views (6 x n n x 6 colours)."""
        table = np.empty_like(self.log_probs)
        table[self.arrangement.stickers(self.n)] = self.log_probs
        return table.reshape(6, -1, 6)

    @property
    def log_prob(self) -> float:
        """The log-probability of the cube."""
        colours = self.position_colours[self.face_indices]
        return float(self.log_probs[np.arange(len(colours)), colours].sum())

    @property
    def losses(self) -> FloatArray:
        """The log-probability that each facelet (6 n n) loses, as the cube must be legal."""
        colours = self.position_colours[self.face_indices]
        chosen = self.log_probs[np.arange(len(self.log_probs)), colours]
        return np.asarray(self.log_probs.max(1) - chosen, float)

    @property
    def loss(self) -> float:
        """The sum of the losses."""
        return float(self.losses.sum())

    def facelet_letters(self, position_names: Sequence[str]) -> str:
        """Return the facelets; on even cubes, without centres, white is U and green F.

        `position_names`: the names of the colours at U R F D L B.
        """
        faces = face_letters(position_names, self.n)
        return "".join(faces[i] for i in self.face_indices)


def margins(cube: NxNCube, others: Iterable[NxNCube]) -> FloatArray:
    """Return the log-odds margin at each facelet (6 n n): over all legal cubes that differ there.

    Other fits count too, and on even cubes the same stickers with another scheme of colours.
    """
    own = decode_nxn(cube.log_probs[:, cube.position_colours], cube.n).facelet_margins
    smallest = np.minimum(own, _margins_over_fits(cube, others))
    if cube.n % 2 == 0:
        smallest = np.minimum(smallest, _margin_over_schemes(cube))
    return smallest


def _margins_over_fits(cube: NxNCube, others: Iterable[NxNCube]) -> FloatArray:
    """Return the margin over the fits that differ at each facelet (6 n n)."""
    stickers = cube.arrangement.stickers(cube.n)
    labels = cube.labels.ravel()[stickers]
    smallest = np.full(len(labels), np.inf)
    for other in others:
        differs = labels != other.labels.ravel()[stickers]
        margin = cube.log_prob - other.log_prob
        smallest = np.where(differs, np.minimum(smallest, margin), smallest)
    return smallest


def _best_scheme(log_probs: FloatArray, n: int) -> IntArray:
    """Return the colour of each position (6) with which the corners are most probable.

    Schemes that differ only by the orientation of the cube are the same: colour 0 is on U.
    """
    return max(_schemes(), key=lambda colours: _corner_log_prob(log_probs, colours, n))


def _margin_over_schemes(cube: NxNCube) -> float:
    """Return the margin over the same stickers on a cube with another scheme of colours."""
    best = _corner_log_prob(cube.log_probs, cube.position_colours, cube.n)
    own = _pairs_and_side(cube.position_colours)
    return min(
        best - _corner_log_prob(cube.log_probs, colours, cube.n)
        for colours in _schemes()
        if _pairs_and_side(colours) != own
    )


def _pairs_and_side(colours: IntArray) -> tuple[int, ...]:
    """Return a scheme's colours with the cube turned so that colour 0 is up, 1 or 2 in front."""
    up = int(np.flatnonzero(colours == 0)[0])
    front_colour = 1 if colours[(up + 3) % 6] != 1 else 2
    front = int(np.flatnonzero(colours == front_colour)[0])
    moved = np.empty(6, np.int64)
    moved[cube_rotation(up, front)[4::9] // 9] = colours
    return tuple(moved.tolist())


def _corner_log_prob(log_probs: FloatArray, colours: IntArray, n: int) -> float:
    return float(max_marginals(corner_log_probs(log_probs[:, colours], n)).best_by_parity.max())


def _schemes() -> Iterator[IntArray]:
    """Yield the 30 schemes that differ by more than the orientation of the cube."""
    for opposite in range(1, 6):
        front, *rest = (c for c in range(1, 6) if c != opposite)
        for right, back, left in permutations(rest):
            yield np.array([0, right, front, opposite, left, back])


def position_names(fit: Fit[NxNCube], known: Sequence[str] = NAMES) -> tuple[str, ...]:
    """Return the names of the colours at U R F D L B; of red and orange, orange is the lighter.

    In overexposed pictures these two have the same hue, and usual colours may look like others, so
    `known` says which six there are.
    """
    light = fit.model.linear_means
    names = list(name_colours(light, known))
    if {"red", "orange"} <= set(names):
        red, orange = names.index("red"), names.index("orange")
        if light[orange].sum() < light[red].sum():
            names[red], names[orange] = "orange", "red"
    return tuple(names[colour] for colour in fit.cube.position_colours)


def face_letters(position_names: Sequence[str], n: int) -> list[str]:
    """Return the letter of each position's colour.

    On odd cubes the position's own; on even cubes after turning white up and green to the front.
    """
    if n % 2:
        return list(FACES)
    names = usual_names(position_names)
    up = names.index("white")
    front = next(
        names.index(name)
        for name in ("green", "red", "blue", "orange", "yellow")
        if names.index(name) != (up + 3) % 6
    )
    rotation = cube_rotation(up, front)
    return [FACES[rotation[9 * position + 4] // 9] for position in range(6)]


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

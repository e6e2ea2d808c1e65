"""The pieces of an n x n x n cube, n = 2..7, and the likeliest legal filling.

Facelets are numbered as on the 3x3x3: faces in the order U R F D L B, each row by row as seen
from outside. Corners are eight pieces with three stickers; on odd cubes there are twelve middle
edges. Other edge pieces (wings) come in orbits of 24: named by its two colours, clockwise round
the corner that it is nearer to, each exists once and fits a place one way only. Of the 24 centre
pieces of an orbit, four have each colour.

Which laws tie the orbits together? A quarter turn of a face is odd on corners and on middle edges,
so that on odd cubes both have one parity. It is even on wings (two cycles of four); a quarter turn
of an inner layer is odd on the wings of that layer alone. Its other cycles are of centres, where
swapping two of one colour changes a parity that nobody sees. So nothing else is tied, and filling
each orbit by itself is exact for every n.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from solver.facelets import CORNERS, EDGES
from vision.arrays import Floats, Ints
from vision.pieces import (
    CORNER_FACELETS,
    CORNER_OPTIONS,
    best_cube,
    marginals,
    piece_scores,
    read_off,
)

FORBIDDEN = -1e6

# Row and column of each of the nine facelets of a 3x3x3 face, as ends and middle.
PLACES = [divmod(k, 3) for k in range(9)]


@dataclass(frozen=True, slots=True)
class Filled:
    """A filling of a cube: its facelets' faces (0..5) and its total score.

    `without` (6 n n): the best score of a filling that differs at that facelet.
    """

    letters: Ints
    score: float
    without: Floats

    @property
    def leads(self) -> Floats:
        """By how much it beats all fillings that differ at a facelet (6 n n)."""
        return np.asarray(self.score - self.without, float)


def fill(scores: Floats, n: int) -> Filled:
    """Return the likeliest legal filling for scores of 6 n n facelets x 6 faces, exactly."""
    letters = np.full(len(scores), -1)
    losses = np.full(len(scores), np.inf)
    _fill_skeleton(scores, n, letters, losses)
    for wings, pieces in _wings(n):
        _fill_orbit(scores, wings, pieces, letters, losses)
    for orbit in _centre_orbits(n):
        colours = np.repeat(np.arange(6), 4)
        _fill_orbit(scores, orbit[:, None], colours[:, None], letters, losses)
    total = float(scores[np.arange(len(scores)), letters].sum())
    return Filled(letters, total, total - losses)


def _fill_orbit(scores: Floats, places: Ints, pieces: Ints, letters: Ints, losses: Floats) -> None:
    """Fill the places (places x facelets) of an orbit with its pieces (pieces x faces)."""
    table = np.asarray(scores[places[:, None], pieces].sum(2))
    best, chosen = _assigned(table)
    letters[places] = pieces[chosen]
    for place, facelets in enumerate(places):
        for j, facelet in enumerate(facelets):
            other = table.copy()
            other[place, pieces[:, j] == pieces[chosen[place], j]] = FORBIDDEN
            losses[facelet] = best - _assigned(other)[0]


def _assigned(table: Floats) -> tuple[float, Ints]:
    places, chosen = linear_sum_assignment(table, maximize=True)
    return float(table[places, chosen].sum()), chosen


def corner_facelets(n: int) -> Ints:
    """Return the facelets of the eight corner places (8 x 3), in the order of the 3x3x3's."""
    return np.array([[_on(index, n) for index in place] for place in CORNERS])


def _fill_skeleton(scores: Floats, n: int, letters: Ints, losses: Floats) -> None:
    """Fill corners, and on odd cubes middle edges and centres, as on a 3x3x3."""
    if n % 2:
        where = np.array([_on(index, n) for index in range(54)])
        cube = best_cube(scores[where])
        letters[where], losses[where] = cube.letters, cube.score - cube.without
        return
    corners = corner_facelets(n)
    found = marginals(corner_scores(scores, n))
    letters[corners], without, _ = read_off(found.through.max(0), CORNER_OPTIONS)
    losses[corners] = found.best.max() - without


def corner_scores(scores: Floats, n: int) -> Floats:
    """Return the score of each corner piece and twist in each place (8 x 8 x 3)."""
    small = np.zeros((54, 6))
    small[CORNER_FACELETS] = scores[corner_facelets(n)]
    return piece_scores(small, CORNER_FACELETS, CORNER_OPTIONS)


def _on(index: int, n: int) -> int:
    """Return the facelet of the large cube at the end or middle where a 3x3x3's is."""
    face, place = divmod(index, 9)
    row, column = (k * (n - 1) // 2 for k in PLACES[place])
    return face * n * n + row * n + column


@cache
def _wings(n: int) -> tuple[tuple[Ints, Ints], ...]:
    """Return each orbit's places (24 x 2 facelets) and pieces (24 x 2 faces)."""
    orbits = []
    for depth in range(1, n // 2):
        places = [
            tuple(_between(corner[j], corner[(j + 1) % 3], depth, n))
            for corner in CORNERS
            for j in range(3)
        ]
        wings = np.array(places)
        orbits.append((wings, wings // (n * n)))
    return tuple(orbits)


def _between(first: int, second: int, depth: int, n: int) -> list[int]:
    """Return the two facelets so deep along the edge that two facelets of a corner share."""
    a, b = next(
        pair
        for edge in EDGES
        for pair in (edge, edge[::-1])
        if (pair[0] // 9, pair[1] // 9) == (first // 9, second // 9)
    )
    return [_along(first, a, depth, n), _along(second, b, depth, n)]


def _along(corner: int, middle: int, depth: int, n: int) -> int:
    """Return the facelet so many steps from a corner facelet towards a middle one (of a 3x3x3)."""
    row, column = PLACES[corner % 9]
    to_row, to_column = PLACES[middle % 9]
    start = _on(corner, n)
    return start + depth * ((to_row - row) * n + (to_column - column))


@cache
def _centre_orbits(n: int) -> tuple[Ints, ...]:
    """Return the orbits of centres that turn round their faces' middles (24 facelets each)."""
    orbits = []
    seen: set[tuple[int, int]] = set()
    for row in range(1, n - 1):
        for column in range(1, n - 1):
            if (row, column) in seen or (2 * row == n - 1 and 2 * column == n - 1):
                continue
            turned = [(row, column)]
            while len(turned) < 4:
                turned.append((turned[-1][1], n - 1 - turned[-1][0]))
            seen.update(turned)
            orbits.append(np.array([f * n * n + r * n + c for f in range(6) for r, c in turned]))
    return tuple(orbits)

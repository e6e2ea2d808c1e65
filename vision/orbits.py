"""The pieces of an n x n x n cube, n = 2..7, and the likeliest legal filling.

Facelets are numbered as on the 3x3x3: faces in the order U R F D L B, each row by row as seen
from outside. Corners are eight pieces with three stickers; on odd cubes there are twelve middle
edges. Other edge pieces (wings) come in orbits of 24: named by its two colours, clockwise round
the corner that it is nearer to, each exists once and fits a place one way only. Of the 24 centre
pieces of an orbit, four have each colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from solver.facelets import CORNERS, EDGES
from vision.arrays import Floats, Ints
from vision.pieces import CORNER_FACELETS, CORNER_OPTIONS, best_cube, marginals, piece_scores

# Row and column of each of the nine facelets of a 3x3x3 face, as ends and middle.
PLACES = [divmod(k, 3) for k in range(9)]


@dataclass(frozen=True, slots=True)
class Filled:
    """A filling of a cube: its facelets' faces (0..5) and its total score."""

    letters: Ints
    score: float


def fill(scores: Floats, n: int) -> Filled:
    """Return the likeliest filling for scores of 6 n n facelets x 6 faces.

    Exact for n = 2 and 3. For larger cubes each orbit is filled exactly by itself: every piece
    once, twists, flips and the parity of corners and middle edges right; what the parities of the
    other orbits have to do with each other is left out.
    """
    letters = np.full(len(scores), -1)
    _fill_skeleton(scores, n, letters)
    for wings, pieces in _wings(n):
        table = sum(scores[wings[:, j]][:, pieces[:, j]] for j in (0, 1))
        places, chosen = linear_sum_assignment(table, maximize=True)
        letters[wings[places]] = pieces[chosen]
    for orbit in _centre_orbits(n):
        colours = np.repeat(np.arange(6), len(orbit) // 6)
        places, chosen = linear_sum_assignment(scores[orbit][:, colours], maximize=True)
        letters[orbit[places]] = colours[chosen]
    total = float(scores[np.arange(len(scores)), letters].sum())
    return Filled(letters, total)


def corner_facelets(n: int) -> Ints:
    """Return the facelets of the eight corner places (8 x 3), in the order of the 3x3x3's."""
    return np.array([[_on(index, n) for index in place] for place in CORNERS])


def _fill_skeleton(scores: Floats, n: int, letters: Ints) -> None:
    """Fill corners, and on odd cubes middle edges and centres, as on a 3x3x3."""
    if n % 2:
        where = np.array([_on(index, n) for index in range(54)])
        letters[where] = best_cube(scores[where]).letters
        return
    corners = corner_facelets(n)
    small = np.zeros((54, 6))
    small[CORNER_FACELETS] = scores[corners]
    table = piece_scores(small, CORNER_FACELETS, CORNER_OPTIONS)
    through = marginals(table).through.max(0)
    for place, facelets in enumerate(corners):
        piece, twist = np.unravel_index(int(through[place].argmax()), table.shape[1:])
        letters[facelets] = CORNER_OPTIONS[piece, twist]


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

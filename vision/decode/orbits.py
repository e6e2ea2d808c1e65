"""Exact MAP decoding of n x n x n cubes (n = 2..7), one piece orbit at a time.

Facelets are numbered as on the 3x3x3: faces in the order U R F D L B, each row by row as seen from
outside. Corners are eight pieces with three stickers; on odd cubes there are twelve middle edges.
Other edge pieces (wings) come in orbits of 24: named by its two colours, clockwise round the corner
that it is nearer to, each exists once and fits a slot in one orientation only. Of the 24 centre
pieces of an orbit, four have each colour.

A quarter turn of a face is an odd permutation of corners and of middle edges, and even on wings
(two cycles of four); a turn of an inner layer is odd on that layer's wings only. Identical centres
hide their parity. So only the corners and middle edges of odd cubes share a parity, and decoding
every other orbit independently is exact for every n.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.core.facelets import CORNERS, EDGES
from vision.arrays import FloatArray, IntArray
from vision.assignment import best_assignment
from vision.decode.pieces import (
    CORNER_FACELETS,
    CORNER_PIECES,
    EDGE_PIECES,
    best_cube,
    decode_max_marginals,
    max_marginals,
    piece_log_probs,
)

FORBIDDEN = -1e6  # a log-probability below those of all possible assignments

# Row and column of each of the nine facelets of a 3x3x3 face, as ends and middle.
ROW_COLUMN = [divmod(k, 3) for k in range(9)]


@dataclass(frozen=True, slots=True)
class DecodedNxN:
    """The most probable legal cube: its face indices (6 n n, 0..5) and log-probability.

    `alternative_log_probs` (6 n n): of the best legal cube that differs at each facelet.
    """

    face_indices: IntArray
    log_prob: float
    alternative_log_probs: FloatArray

    @property
    def facelet_margins(self) -> FloatArray:
        """The log-odds margin over all legal cubes that differ at each facelet (6 n n)."""
        return np.asarray(self.log_prob - self.alternative_log_probs, float)


def best_nxn(log_probs: FloatArray, n: int) -> IntArray:
    """Return the face indices (6 n n) of `decode_nxn`, without the margins of other orbits."""
    face_indices = np.full(len(log_probs), -1)
    _decode_3x3_part(log_probs, n, face_indices, np.full(len(log_probs), np.inf))
    for slots, pieces in _assigned_orbits(n):
        table = np.asarray(log_probs[slots[:, None], pieces].sum(2))
        face_indices[slots] = pieces[_best_assignment(table)[1]]
    return face_indices


def _assigned_orbits(n: int) -> list[tuple[IntArray, IntArray]]:
    """Return the slots and pieces of the orbits of wings and of centres off the middle."""
    colours = np.repeat(np.arange(6), 4)[:, None]
    return [*_wing_orbits(n), *((orbit[:, None], colours) for orbit in _centre_orbits(n))]


def decode_nxn(log_probs: FloatArray, n: int) -> DecodedNxN:
    """Return the most probable legal cube for log-probabilities (6 n n facelets x 6 faces)."""
    face_indices = np.full(len(log_probs), -1)
    margins = np.full(len(log_probs), np.inf)
    _decode_3x3_part(log_probs, n, face_indices, margins)
    for slots, pieces in _assigned_orbits(n):
        _decode_orbit(log_probs, slots, pieces, face_indices, margins)
    total = float(log_probs[np.arange(len(log_probs)), face_indices].sum())
    return DecodedNxN(face_indices, total, total - margins)


def _decode_orbit(
    log_probs: FloatArray,
    slots: IntArray,
    pieces: IntArray,
    face_indices: IntArray,
    losses: FloatArray,
) -> None:
    """Assign the pieces (pieces x faces) of an orbit to its slots (slots x facelets)."""
    table = np.asarray(log_probs[slots[:, None], pieces].sum(2))
    best, chosen = _best_assignment(table)
    face_indices[slots] = pieces[chosen]
    for slot, facelets in enumerate(slots):
        for j, facelet in enumerate(facelets):
            without_piece = table.copy()
            without_piece[slot, pieces[:, j] == pieces[chosen[slot], j]] = FORBIDDEN
            losses[facelet] = best - _best_assignment(without_piece)[0]


def _best_assignment(table: FloatArray) -> tuple[float, IntArray]:
    slots, chosen = best_assignment(table)
    return float(table[slots, chosen].sum()), chosen


def corner_facelets(n: int) -> IntArray:
    """Return the facelets of the eight corner slots (8 x 3), in the order of the 3x3x3's."""
    return np.array([[_on(index, n) for index in slot] for slot in CORNERS])


def _decode_3x3_part(
    log_probs: FloatArray, n: int, face_indices: IntArray, losses: FloatArray
) -> None:
    """Decode corners, and on odd cubes middle edges and centres, as on a 3x3x3."""
    if n % 2:
        facelets = np.array([_on(index, n) for index in range(54)])
        cube = best_cube(log_probs[facelets])
        face_indices[facelets], losses[facelets] = (
            cube.face_indices,
            cube.log_prob - cube.alternative_log_probs,
        )
        return
    corners = corner_facelets(n)
    marginals = max_marginals(corner_log_probs(log_probs, n))
    face_indices[corners], alternatives, _ = decode_max_marginals(
        marginals.by_placement.max(0), CORNER_PIECES
    )
    losses[corners] = marginals.best_by_parity.max() - alternatives


def corner_log_probs(log_probs: FloatArray, n: int) -> FloatArray:
    """Return the log-probability of each corner piece and twist in each slot (8 x 8 x 3)."""
    small = np.zeros((54, 6))
    small[CORNER_FACELETS] = log_probs[corner_facelets(n)]
    return piece_log_probs(small, CORNER_FACELETS, CORNER_PIECES)


@cache
def piece_slots(n: int) -> tuple[tuple[IntArray, IntArray], ...]:
    """Return the places (facelets) and pieces (face letters) of each orbit of corners and edges.

    Each as an array: places x facelets of a place, and pieces and twists x facelets of a place.
    """
    corners = [(corner_facelets(n), CORNER_PIECES.reshape(-1, 3))]
    middles = np.array([[_on(index, n) for index in slot] for slot in EDGES])
    middle_edges = [(middles, EDGE_PIECES.reshape(-1, 2))] if n % 2 else []
    return (*corners, *middle_edges, *_wing_orbits(n))


def _on(index: int, n: int) -> int:
    """Return the facelet of the large cube that corresponds to a facelet of a 3x3x3."""
    face, cell = divmod(index, 9)
    row, column = (k * (n - 1) // 2 for k in ROW_COLUMN[cell])
    return face * n * n + row * n + column


@cache
def _wing_orbits(n: int) -> tuple[tuple[IntArray, IntArray], ...]:
    """Return the slots (24 x 2 facelets) and pieces (24 x 2 faces) of each orbit of wings."""
    orbits = []
    for depth in range(1, n // 2):
        slots = [
            tuple(_wing_facelets(corner[j], corner[(j + 1) % 3], depth, n))
            for corner in CORNERS
            for j in range(3)
        ]
        wings = np.array(slots)
        orbits.append((wings, wings // (n * n)))
    return tuple(orbits)


def _wing_facelets(first: int, second: int, depth: int, n: int) -> list[int]:
    """Return the two facelets at a depth along the edge that two facelets of a corner share."""
    a, b = next(
        pair
        for edge in EDGES
        for pair in (edge, edge[::-1])
        if (pair[0] // 9, pair[1] // 9) == (first // 9, second // 9)
    )
    return [_along(first, a, depth, n), _along(second, b, depth, n)]


def _along(corner: int, middle: int, depth: int, n: int) -> int:
    """Return the facelet `depth` steps from a corner's facelet to an edge's one (of a 3x3x3)."""
    row, column = ROW_COLUMN[corner % 9]
    to_row, to_column = ROW_COLUMN[middle % 9]
    start = _on(corner, n)
    return start + depth * ((to_row - row) * n + (to_column - column))


@cache
def _centre_orbits(n: int) -> tuple[IntArray, ...]:
    """Return the orbits of centres off the middles of their faces (24 facelets each)."""
    orbits = []
    seen: set[tuple[int, int]] = set()
    for row in range(1, n - 1):
        for column in range(1, n - 1):
            if (row, column) in seen or (2 * row == n - 1 and 2 * column == n - 1):
                continue
            cells = [(row, column)]
            while len(cells) < 4:
                cells.append((cells[-1][1], n - 1 - cells[-1][0]))
            seen.update(cells)
            orbits.append(np.array([f * n * n + r * n + c for f in range(6) for r, c in cells]))
    return tuple(orbits)

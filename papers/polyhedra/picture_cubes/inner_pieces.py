"""Where the pieces of a picture cube of size n are: the places of the inner ones, and how the
middle ones are turned.

An inner piece that is not the middle of its face is turned by its place alone: the four places of
its orbit on a face are a quarter turn of the face apart, so at its own place it is upright. The
middle of a face, which only odd sizes have, stays in its place and can be turned there. Both follow
from the turns; here the stickers are numbered.

Once corners and edges are solved, the inner pieces of every orbit are an even permutation of their
places: a quarter turn of an outer layer is a four-cycle of the corners, of every orbit of edges and
of every orbit of inner pieces, and one of an inner layer is a four-cycle of its edges and of each
orbit of inner pieces that has one of its pieces on a face; the two of an orbit on the diagonal
cancel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from papers.polyhedra.picture_cubes.centres import UPRIGHT, CentreOrientations
from papers.polyhedra.picture_cubes.three_cycles import (
    cycle_table,
    solve_arrangement,
    turns_on_orbit,
)
from solver.core.geometry import FACES, FRAMES
from solver.puzzles.nxn.layers import Ints, LayerTurn, geometry, rotate_quarter
from solver.puzzles.nxn.orbits import cube_rotations, matrix
from solver.puzzles.tsukuda.centre_sequences import centre_sequences, inner_stickers


@cache
def inner_orbits(n: int) -> tuple[Ints, ...]:
    """Return the orbits of inner pieces: the 24 stickers of each in the order of the views."""
    source = cube_rotations(n).source
    orbits: dict[int, Ints] = {}
    for row in range(1, (n + 1) // 2):
        for column in range(1, n - 1):
            stickers = source[:, row * n + column]
            if len(set(stickers.tolist())) == len(stickers):
                orbits.setdefault(int(stickers.min()), stickers)
    return tuple(orbits.values())


def held_view(turns: Sequence[LayerTurn], n: int) -> int | None:
    """Return the view in which turns from the solved cube leave its corners and edges solved.

    None if they do not.
    """
    stickers = geometry(n).apply(np.arange(6 * n * n, dtype=np.int32), turns)
    outer = np.ones(len(stickers), dtype=np.bool_)
    outer[inner_stickers(n)] = False
    source = cube_rotations(n).source
    views = np.flatnonzero((source[:, outer] == stickers[outer]).all(axis=1))
    return int(views[0]) if len(views) else None


def are_pictures_solved(turns: Sequence[LayerTurn], n: int) -> bool:
    """Return whether turns from the solved cube leave every piece in its place and upright."""
    view = held_view(turns, n)
    if view is None or (places_after(turns, n, view) != np.arange(6 * n * n)).any():
        return False
    return n % 2 == 0 or middle_rotations(turns, n, view) == UPRIGHT


def places_after(turns: Sequence[LayerTurn], n: int, view: int) -> Ints:
    """Return for each of the 6nn stickers where it belongs, after turns from the solved cube.

    The cube is to be solved as it is held in a view.
    """
    stickers = geometry(n).apply(np.arange(6 * n * n, dtype=np.int32), turns)
    home = np.argsort(cube_rotations(n).source[view]).astype(np.int32)
    places: Ints = home[stickers]
    return places


def middle_rotations(turns: Sequence[LayerTurn], n: int, view: int) -> CentreOrientations:
    """Return by how many quarters clockwise the middle of each face (U R F D L B) is turned.

    That is after turns from the solved cube of an odd size, held in a view.
    """
    normals, downs = _middle_vectors()
    rows = matrix(cube_rotations(n).rotation_turns[view])
    upright = downs @ rows
    at, along = normals, downs
    for turn in turns:
        moved = _turns_middle(turn, at, n)
        for _ in range(turn.quarters):
            at = np.where(moved, rotate_quarter(at, turn.axis), at)
            along = np.where(moved, rotate_quarter(along, turn.axis), along)
    quarters = [0] * len(FACES)
    for normal, direction, wanted in zip(at, along, upright, strict=True):
        face = int(np.flatnonzero((normals == normal).all(axis=1))[0])
        while (direction != wanted).any():
            wanted = np.cross(wanted, normal)
            quarters[face] += 1
    a, b, c, d, e, f = quarters
    return (a, b, c, d, e, f)


def _middle_vectors() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the normals of the faces, and the directions of their columns (6 x 3 each)."""
    frames = [FRAMES[face] for face in FACES]
    return (
        np.array([frame.normal for frame in frames], dtype=np.int64),
        np.array([frame.down for frame in frames], dtype=np.int64),
    )


def _turns_middle(turn: LayerTurn, normals: NDArray[np.int64], n: int) -> NDArray[np.bool_]:
    """Return which middles are in the layer of a turn (6 x 1)."""
    if turn.layer is None:
        return np.ones((len(normals), 1), dtype=np.bool_)
    side = {0: -1, n // 2: 0, n - 1: 1}.get(turn.layer)
    in_layer: NDArray[np.bool_] = normals[:, turn.axis, np.newaxis] == side
    return in_layer if side is not None else np.zeros((len(normals), 1), dtype=np.bool_)


# A three-cycle of eight turns places two pieces: 0.25 for a turn.
_WORTHWHILE_RATE = 0.26


def place_inner_pieces(places: Ints, n: int) -> list[int]:
    """Return the numbers of the turns that bring all inner pieces home.

    `places` (6nn) says for each sticker where it belongs; corners and edges are solved.
    """
    now = places.copy()
    numbers = _block_commutators(now, n)
    for orbit in inner_orbits(n):
        index = {int(sticker): number for number, sticker in enumerate(orbit)}
        cell = divmod(int(orbit[0]), n)
        table = cycle_table(orbit_kind(cell, n))
        for cycle in solve_arrangement(tuple(index[int(home)] for home in now[orbit]), table):
            numbers += turns_on_orbit(table, cycle, cell, n)
    return numbers


def orbit_kind(cell: tuple[int, int], n: int) -> str:
    """Return whether the pieces of a row and column are on a diagonal, a middle line or neither."""
    row, column = cell
    if row == column or row + column == n - 1:
        return "diagonal"
    return "line" if n - 1 in (2 * row, 2 * column) else "other"


def _block_commutators(places: Ints, n: int) -> list[int]:
    """Apply commutators that place many pieces for their turns; return the turns' numbers."""
    numbers: list[int] = []
    while True:
        found = centre_sequences(n).placing_commutator(places)
        if found.rate < _WORTHWHILE_RATE:
            return numbers
        geometry(n).apply_numbers(places, found.numbers)
        numbers += found.numbers

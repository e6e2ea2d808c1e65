"""Finds turns of which no packet came, from the cube before them and after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rokumen.smart_cubes.pocket_cube import PocketCube
from solver.core.geometry import FACES
from solver.core.turn import Turn, Turns
from solver.cube import Cube

# Of more turns there would be several ways too often.
MAX_MISSING = 2
_QUARTER_TURNS = tuple(Turn(face, quarters) for face in FACES for quarters in (1, 3))
# A 2x2x2 tells turns of these faces alone, half turns as one.
_POCKET_TURNS = tuple(Turn(face, quarters) for face in "URF" for quarters in (1, 2, 3))


def fill_in(cube: Cube, turns: Sequence[Turn | None], after: Cube) -> Turns | None:
    """Return the turns that lead from `cube` to `after`: `turns` with one for each None.

    That one is a quarter turn, or any that a 2x2x2 tells. None where there are more than
    MAX_MISSING of them, or where not exactly one way fits, as with two turns of opposite faces in
    either order.
    """
    if turns.count(None) > MAX_MISSING:
        return None
    ways = list(_ways(cube, tuple(turns), after))
    return ways[0] if len(ways) == 1 else None


def _ways(cube: Cube, turns: tuple[Turn | None, ...], after: Cube) -> Iterator[Turns]:
    if not turns:
        if cube == after:
            yield ()
        return
    first, rest = turns[0], turns[1:]
    told = _POCKET_TURNS if isinstance(cube, PocketCube) else _QUARTER_TURNS
    for turn in told if first is None else (first,):
        for others in _ways(cube.turn(turn), rest, after):
            yield (turn, *others)

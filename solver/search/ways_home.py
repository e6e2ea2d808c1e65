"""From a cube among the levels around the solved one, all the shortest ways home."""

from __future__ import annotations

from collections.abc import Iterator

from solver.cube import Cube
from solver.search import kernel
from solver.search.found import Turns
from solver.search.levels import Levels
from solver.search.packing import pack
from solver.search.symmetry import images
from solver.turn import ALL_TURNS


def depth_of(cube: Cube, around: Levels) -> int | None:
    """Say how many turns solve a cube; None if `around` does not reach that far."""
    return around.level_of(kernel.find_alike(images(), around.store, *pack(cube)))


def ways_home(cube: Cube, depth: int, around: Levels) -> Iterator[Turns]:
    """Give all solutions of a cube that `depth` turns solve and no fewer."""
    if depth == 0:
        yield ()
        return
    for turn in ALL_TURNS:
        turned = cube.turn(turn)
        if depth_of(turned, around) == depth - 1:
            for rest in ways_home(turned, depth - 1, around):
                yield (turn, *rest)

"""The layer method of 1978 (seed 002): bottom, middle and top layer by five basic operations.

The seed leaves the bottom layer open; here it is a bounded search. The rest is done by the seed's
operations alone, in its order. `solve` follows several ways side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from solver import engine
from solver.cube import Cube
from solver.errors import MethodError
from solver.joining import join
from solver.layers_1978.bottom import STEPS, bottom_ways
from solver.layers_1978.middle_and_top import STAGES
from solver.layers_1978.stage import Stage, Turns
from solver.layers_1978.state import State, effect_of, state_of

__all__ = ["DEFAULT_EFFORT", "solve"]

DEFAULT_EFFORT = 20

# The turns of each stage so far, and the cube after them.
Way = tuple[tuple[Turns, ...], State]


def solve(cube: Cube, *, effort: int = DEFAULT_EFFORT) -> engine.Solution:
    """Solve a legal cube in eight stages: bottom layer (3), middle layer (1), top layer (4).

    `effort` is how many ways are followed side by side; with 1, each stage takes the first of its
    shortest ways. Raises MethodError for less than 1.
    """
    if effort < 1:
        raise MethodError(f"effort {effort}: the layers of 1978 need an effort of at least 1")
    start = state_of(cube)
    ways: list[Way] = [
        (steps, start.translate(effect_of(chain.from_iterable(steps))))
        for steps in bottom_ways(cube, effort)
    ]
    for stage in STAGES:
        ways = [
            ((*done, turns), after)
            for done, state in _shortest(ways, stage, effort)
            for turns, after in islice(stage.ways(state), effort)
        ]
    best, _ = min(ways, key=_length)
    names = (*STEPS, *(stage.name for stage in STAGES))
    stages = (engine.Stage(name, turns) for name, turns in zip(names, best, strict=True))
    return engine.Solution(cube, "layers-1978", join(stages))


def _shortest(ways: Iterable[Way], next_stage: Stage, count: int) -> list[Way]:
    """Give the ways that are shortest with the next stage, none twice that lead to the same."""
    kept: dict[State, Way] = {}
    for way in sorted(ways, key=lambda way: _length(way) + next_stage.distance(way[1])):
        kept.setdefault(way[1], way)
        if len(kept) == count:
            break
    return list(kept.values())


def _length(way: Way) -> int:
    return sum(map(len, way[0]))

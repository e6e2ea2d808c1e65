"""The layer method of 1978 (Shintani 2018): bottom, middle and top layer by five basic operations.

Shintani leaves the bottom layer open; here it is a bounded search. The rest is done by Shintani's
operations alone, in its order. The engine is a beam search over several candidates.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from solver.cube import Cube
from solver.engines.engine import Engine
from solver.engines.layers_1978.bottom_layer import STEPS, bottom_layer_solutions
from solver.engines.layers_1978.distances import PackedState, effect_of, state_of
from solver.engines.layers_1978.upper_layers import STAGES, OperationStage, Turns
from solver.engines.options import BeamOptions
from solver.engines.solution import Solution, Stage, merge_across_stages

# The turns of each stage so far, and the cube after them.
PartialSolution = tuple[tuple[Turns, ...], PackedState]


class Layers1978Engine(Engine[BeamOptions]):
    """The layer method of 1978."""

    name = "layers-1978"
    options = BeamOptions

    def solve(self, cube: Cube, options: BeamOptions) -> Solution:
        """Solve a legal cube in eight stages: bottom layer (3), middle layer (1), top layer (4)."""
        effort = options.effort
        start = state_of(cube)
        candidates: list[PartialSolution] = [
            (steps, start.translate(effect_of(chain.from_iterable(steps))))
            for steps in bottom_layer_solutions(cube, effort)
        ]
        for stage in STAGES:
            candidates = [
                ((*done, turns), after)
                for done, state in _shortest(candidates, stage, effort)
                for turns, after in islice(stage.shortest(state), effort)
            ]
        best, _ = min(candidates, key=_length)
        names = (*STEPS, *(stage.name for stage in STAGES))
        stages = (Stage(name, turns) for name, turns in zip(names, best, strict=True))
        return Solution(cube, self.name, merge_across_stages(stages))


def _shortest(
    candidates: Iterable[PartialSolution], next_stage: OperationStage, count: int
) -> list[PartialSolution]:
    """Return the candidates that are shortest after the next stage, one for each state."""
    kept: dict[PackedState, PartialSolution] = {}
    for candidate in sorted(
        candidates, key=lambda candidate: _length(candidate) + next_stage.distance(candidate[1])
    ):
        kept.setdefault(candidate[1], candidate)
        if len(kept) == count:
            break
    return list(kept.values())


def _length(candidate: PartialSolution) -> int:
    return sum(map(len, candidate[0]))

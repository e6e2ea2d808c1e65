"""The layer method of 1978 (Shintani 2018): bottom, middle and top layer by five basic operations.

Shintani leaves the bottom layer open; here it is a bounded search. The rest is done by Shintani's
operations alone, in its order, each stage by the cheapest sequences of
operations that preserve the earlier stages. The engine is a beam search over several candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, permutations, product

from papers.beam_options import BeamOptions
from papers.shintani.layers_1978.bottom_layer import STEPS, bottom_layer_solutions
from papers.shintani.layers_1978.distances import (
    PLACES,
    SOLVED,
    Distances,
    Effect,
    PackedState,
    effect_of,
    four_piece_distances,
    index_of,
    state_of,
)
from papers.shintani.layers_1978.operations import (
    SIDES,
    cycle_three_corners,
    cycle_three_edges,
    flip_two_edges,
    move_two_edges,
    turn_two_corners_inward,
)
from solver.core.turn import Turn, cancel_turns
from solver.cube import Cube
from solver.engines.engine import Engine
from solver.solution import CubeSolution, Stage, merge_across_stages

Turns = tuple[Turn, ...]


@dataclass(frozen=True)
class OperationStage:
    """A stage that brings four pieces to a goal by `operations` and preserves earlier stages.

    `pieces` are their numbers in a state, `goals` states in which they are where they should be.
    """

    name: str
    pieces: tuple[int, ...]
    goals: tuple[PackedState, ...]
    operations: tuple[Turns, ...]

    @cached_property
    def _effects(self) -> tuple[Effect, ...]:
        return tuple(effect_of(operation) for operation in self.operations)

    @cached_property
    def _distances(self) -> Distances:
        costs = [len(operation) for operation in self.operations]
        return four_piece_distances(self.pieces, self.goals, self._effects, costs)

    def distance(self, state: PackedState) -> int:
        """Return the number of turns of the shortest sequence of operations."""
        return int(self._distances[index_of(state, self.pieces)])

    def shortest(self, state: PackedState) -> Iterator[tuple[Turns, PackedState]]:
        """Return all cheapest sequences and the states that they lead to."""
        here = self.distance(state)
        if here == 0:
            yield (), state
            return
        for operation, effect in zip(self.operations, self._effects, strict=True):
            after = state.translate(effect)
            if self.distance(after) + len(operation) == here:
                for rest, end in self.shortest(after):
                    yield (*operation, *rest), end


_TOP_TURNS: tuple[Turns, ...] = tuple((Turn("U", quarters),) for quarters in (1, 2, 3))

# The numbers of pieces in a state: the top corners, the top edges and the middle edges.
_CORNERS, _TOP_EDGES, _MIDDLE_EDGES = (0, 1, 2, 3), (8, 9, 10, 11), (16, 17, 18, 19)

_MOVES = tuple(move_two_edges(side, east) for side in SIDES for east in (False, True))

_FLIPS = tuple(flip_two_edges(side) for side in SIDES)

_CORNER_CYCLES = tuple(cycle_three_corners(side, back) for side in SIDES for back in (False, True))

_EDGE_CYCLES = tuple(cycle_three_edges(side, back) for side in SIDES for back in (False, True))

# If edges may be anywhere, the turn of the top layer at the start or end of the cycle is omitted.
_EDGE_MOVES = tuple(
    moves
    for side in SIDES
    for moves in (cycle_three_edges(side)[:-1], cycle_three_edges(side, back=True)[1:])
)

_TWISTS = tuple(turn_two_corners_inward(side, out) for side in SIDES for out in (False, True))

# The edges may be anywhere, but none may be flipped.
_NONE_FLIPPED = tuple(
    SOLVED[:8] + bytes(PLACES + 2 * place for place in places) + SOLVED[12:]
    for places in permutations(range(4))
)

# The corners are in their positions, twisted in any way.
_CORNERS_PLACED = tuple(
    bytes(3 * place + twist for place, twist in enumerate(twists)) + SOLVED[4:]
    for twists in product(range(3), repeat=4)
)

STAGES = (
    OperationStage(
        "Middle layer",
        _MIDDLE_EDGES,
        (SOLVED,),
        # The top layer is turned first, until the edge stands where it is taken from.
        _MOVES + tuple(cancel_turns((*turn, *move)) for turn in _TOP_TURNS for move in _MOVES),
    ),
    OperationStage("Top 1: edges flipped", _TOP_EDGES, _NONE_FLIPPED, _FLIPS + _EDGE_MOVES),
    OperationStage("Top 2: corners placed", _CORNERS, _CORNERS_PLACED, _TOP_TURNS + _CORNER_CYCLES),
    OperationStage("Top 3: edges placed", _TOP_EDGES, (SOLVED,), _EDGE_CYCLES),
    OperationStage("Top 4: corners turned", _CORNERS, (SOLVED,), _TWISTS),
)


# The turns of each stage so far, and the cube after them.
PartialSolution = tuple[tuple[Turns, ...], PackedState]


class Layers1978Engine(Engine[BeamOptions]):
    """The layer method of 1978."""

    name = "layers-1978"
    options = BeamOptions

    def solve(self, cube: Cube, options: BeamOptions) -> CubeSolution:
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
        return CubeSolution(cube, self.name, merge_across_stages(stages))


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

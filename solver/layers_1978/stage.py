"""A stage of the middle and the top layer: its operations, and the cheapest ways by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from solver.layers_1978.distances import Distances, distances, number_of
from solver.layers_1978.state import Effect, State, effect_of
from solver.turn import Turn

Turns = tuple[Turn, ...]


@dataclass(frozen=True)
class Stage:
    """Brings four pieces to one of some goals by `operations`, and leaves what was done before.

    `pieces` are their numbers in a state, `goals` states in which they are where they should be.
    """

    name: str
    pieces: tuple[int, ...]
    goals: tuple[State, ...]
    operations: tuple[Turns, ...]

    @cached_property
    def _effects(self) -> tuple[Effect, ...]:
        return tuple(effect_of(operation) for operation in self.operations)

    @cached_property
    def _distances(self) -> Distances:
        costs = [len(operation) for operation in self.operations]
        return distances(self.pieces, self.goals, self._effects, costs)

    def distance(self, state: State) -> int:
        """Say how many turns the cheapest way takes."""
        return int(self._distances[number_of(state, self.pieces)])

    def ways(self, state: State) -> Iterator[tuple[Turns, State]]:
        """Give all cheapest ways and what they lead to."""
        here = self.distance(state)
        if here == 0:
            yield (), state
            return
        for operation, effect in zip(self.operations, self._effects, strict=True):
            after = state.translate(effect)
            if self.distance(after) + len(operation) == here:
                for rest, end in self.ways(after):
                    yield (*operation, *rest), end

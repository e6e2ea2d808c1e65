"""The named points and named generators that a permutation expression may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from solver.core.errors import NotationError
from solver.core.permutation import Permutation

NamedCycle = tuple[str, ...]


@dataclass(frozen=True)
class SymbolTable:
    """`points` are permuted; `generators` are the permutations that an expression may name.

    `hint` describes for messages what can be written. No name is both that of a point and that of a
    generator.
    """

    points: tuple[str, ...]
    generators: Mapping[str, Permutation]
    hint: str

    def permutation(self, cycles: Iterable[Sequence[str]]) -> Permutation:
        """Return the product of cycles, the first one done first; they need not be disjoint.

        Raises NotationError for a name that is none, or that stands twice in one cycle.
        """
        return Permutation.from_cycles(len(self.points), map(self._indices, cycles))

    def _indices(self, cycle: Sequence[str]) -> list[int]:
        unknown = [name for name in cycle if name not in self.points]
        if unknown:
            raise NotationError(f"{unknown[0]!r} is not a known name; {self.hint}")
        repeated = [name for i, name in enumerate(cycle) if name in cycle[:i]]
        if repeated:
            raise NotationError(
                f"({' '.join(cycle)}): {repeated[0]!r} appears twice in one cycle; write each once"
            )
        return [self.points.index(name) for name in cycle]

    def cycles(self, permutation: Permutation) -> tuple[NamedCycle, ...]:
        """Return the cycles as text in the order of Wada (2005), whose program puts the first found
        last.
        """
        return tuple(
            tuple(self.points[index] for index in cycle) for cycle in reversed(permutation.cycles())
        )

    def print_cycles(self, permutation: Permutation) -> str:
        """Write a permutation as cycles, () where nothing moves; `evaluate` reads it back."""
        return print_cycles(self.cycles(permutation))


def print_cycles(cycles: Iterable[Sequence[str]]) -> str:
    """Write cycles of names, () where there are none."""
    return " ".join(f"({' '.join(cycle)})" for cycle in cycles) or "()"

"""Permutations of 0..n-1: product, power, inverse, cycles, order and parity.

The algebra (products from left to right, printed as cycles) is that of Wada (2005).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Permutation:
    """A permutation of 0..n-1 that takes what is at i to `targets[i]`."""

    targets: tuple[int, ...]

    def __post_init__(self) -> None:
        if sorted(self.targets) != list(range(len(self.targets))):
            raise ValueError(
                f"{self.targets} is not a permutation: each of 0..{len(self.targets) - 1} must "
                "appear exactly once"
            )

    @classmethod
    def identity(cls, size: int) -> Permutation:
        """Return the permutation of `size` things that moves nothing."""
        return cls(tuple(range(size)))

    @classmethod
    def from_cycles(cls, size: int, cycles: Iterable[Sequence[int]]) -> Permutation:
        """Return the product of cycles of `size` things, the first one done first.

        They need not be disjoint. This is Algorithm B of Knuth, "The Art of Computer Programming",
        volume 1, section 1.3.3, which Wada (2005) names: one pass from right to left that changes
        only the targets of the members of each cycle.
        """
        targets = list(range(size))
        for cycle in reversed(tuple(cycles)):
            replaced = [targets[member] for member in (*cycle[1:], *cycle[:1])]
            for member, target in zip(cycle, replaced, strict=True):
                targets[member] = target
        return cls(tuple(targets))

    def __mul__(self, after: Permutation) -> Permutation:
        """Return the product: this permutation first, then `after`."""
        return Permutation(tuple(after.targets[target] for target in self.targets))

    def __pow__(self, exponent: int) -> Permutation:
        targets = list(self.targets)
        for cycle in self.cycles():
            for i, here in enumerate(cycle):
                targets[here] = cycle[(i + exponent) % len(cycle)]
        return Permutation(tuple(targets))

    def inverse(self) -> Permutation:
        """Return the permutation that undoes this one."""
        sources = [0] * len(self.targets)
        for here, there in enumerate(self.targets):
            sources[there] = here
        return Permutation(tuple(sources))

    def act(self, arrangement: Sequence[T]) -> tuple[T, ...]:
        """Return `arrangement` with each element moved to its target."""
        result = list(arrangement)
        for here, there in enumerate(self.targets):
            result[there] = arrangement[here]
        return tuple(result)

    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """Return the cycles longer than one, each from its smallest member."""
        found = []
        seen: set[int] = set()
        for start in range(len(self.targets)):
            cycle = []
            here = start
            while here not in seen:
                seen.add(here)
                cycle.append(here)
                here = self.targets[here]
            if len(cycle) > 1:
                found.append(tuple(cycle))
        return tuple(found)

    def order(self) -> int:
        """Return the order: the number of repetitions after which everything is back."""
        return lcm(*(len(cycle) for cycle in self.cycles()))

    @property
    def is_even(self) -> bool:
        """Return whether it is a product of an even number of swaps."""
        return is_even(self.targets)


def is_even(targets: Sequence[int]) -> bool:
    """Return whether the permutation to these targets, each of 0..n-1 once, is even.

    Each is brought home by a swap with what is there; the swaps are counted.
    """
    left, even = list(targets), True
    for here in range(len(left)):
        while (there := left[here]) != here:
            left[here], left[there] = left[there], there
            even = not even
    return even

"""Search result, search statistics, and the canonical order of commuting turns.

Sequences that differ only in the order of commuting turns (U D and D U) are one solution.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from solver.core.turn import Turns, canonical_order, inverse
from solver.cube import Cube
from solver.notation import shintani


@dataclass(frozen=True, slots=True)
class SearchStats:
    """Progress of a search: it is trying `depth` turns, has turned `generated` cubes, and keeps
    `stored`.

    `covered` is how many cubes it has gone through: more than are stored if one represents its
    symmetry class, or if none is stored.
    """

    depth: int
    generated: int
    stored: int
    covered: int

    def __add__(self, other: SearchStats) -> SearchStats:
        """Return the sum of the statistics of the two ends of one search."""
        return SearchStats(
            self.depth + other.depth,
            self.generated + other.generated,
            self.stored + other.stored,
            self.covered + other.covered,
        )


ProgressCallback = Callable[[SearchStats], None]


def ignore_progress(effort: SearchStats) -> None:
    """Ignore progress reports."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The `solutions` of a cube, the shortest first; none where it needs more turns than were
    tried. All the shortest ones are there, and longer ones where they were asked for. Raises
    UnsolvedError where one of them does not solve it.
    """

    cube: Cube
    solutions: tuple[Turns, ...]
    effort: SearchStats

    def __post_init__(self) -> None:
        for turns in self.solutions:
            self.cube.require_solved_by(turns)

    @property
    def scrambles(self) -> tuple[Turns, ...]:
        """Return the sequences that lead to the cube: the inverses of its solutions."""
        return tuple(canonical_order(inverse(solution)) for solution in self.solutions)


# Three corners cycle; the search begins at the cube that this solves.
SEQUENCE = shintani.parse("W3N3E3N1W1N3E1N1")
STATES = 903_553_330
SECONDS = 22 * 60 + 38
MEMORY = "over 60 GB"


def peak_memory() -> int | None:
    """Return the peak resident memory in bytes, or None where the system does not report it."""
    try:
        import resource
    except ImportError:
        # Windows does not have this module.
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def format_bytes(size: int | None) -> str:
    """Return a number of bytes as text."""
    return "unknown" if size is None else f"{size / 1e6:,.0f} MB"

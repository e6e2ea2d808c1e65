"""The rows of `python -m benchmarks sprint`, and what a part of it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from benchmarks.harness.records import Record, column
from benchmarks.harness.work import Work


@dataclass(frozen=True, slots=True)
class SprintRow(Record):
    """A figure beside what is wanted of it, and under which assumptions it was measured.

    `measured` is not rounded, so that a bound is never reached by rounding.
    """

    key = "sprint"
    title = "from a scrambled cube to a solved one"
    caption = "Durations, pictures and waits are by the virtual clock."

    name: str = column("")
    measured: float = column("measured", ".4g")
    wanted: str = column("wanted")
    is_reached: bool = column("reached")
    assumptions: str = column("assumptions")

    @property
    def is_good(self) -> bool:
        """Return whether the figure is as it is wanted."""
        return self.is_reached

    @classmethod
    def part(cls, name: str, measured: float, assumptions: str) -> Self:
        """Return a part of another figure, of which nothing is wanted by itself."""
        return cls(name, measured, "", True, assumptions)

    @classmethod
    def at_most(cls, name: str, measured: float, most: float, assumptions: str) -> Self:
        """Return a figure that is wanted not to be larger."""
        wanted = f"at most {most:g}" if most else "0"
        return cls(name, measured, wanted, measured <= most, assumptions)

    @classmethod
    def at_least(cls, name: str, measured: float, least: float, assumptions: str) -> Self:
        """Return a figure that is wanted not to be smaller."""
        return cls(name, measured, f"at least {least:g}", measured >= least, assumptions)

    @classmethod
    def within(
        cls, name: str, measured: float, least: float, most: float, assumptions: str
    ) -> Self:
        """Return a figure that is wanted to lie between two others."""
        wanted = f"{least:g} to {most:g}"
        return cls(name, measured, wanted, least <= measured <= most, assumptions)


@dataclass(frozen=True, slots=True)
class Trials:
    """How a part of the benchmark measures: from which seed on, and whether quickly."""

    seed: int
    is_quick: bool
    work: Work

    def seeds(self, usual: int, quick: int) -> range:
        """Return the seeds of so many trials: `usual`, or `quick` with --quick."""
        return range(self.seed, self.seed + (quick if self.is_quick else usual))


# A part measures, and yields its rows.
Part = Callable[[Trials], Iterator[SprintRow]]

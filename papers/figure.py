"""A published figure, and how ours is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or a mean with its standard deviation."""

    value: float
    sigma: float | None = None

    @classmethod
    def mean(cls, lengths: Iterable[int]) -> Figure:
        """Return the mean of some lengths."""
        found = tuple(lengths)
        return cls(fmean(found), pstdev(found))

    def __str__(self) -> str:
        if self.sigma is None:
            return f"{self.value:,.0f}"
        return f"{self.value:,.1f} ± {self.sigma:.1f}"


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure of a document, a command that shows it, and the function that measures it.

    The function is given how many cubes a mean is of. `is_slow` ones build large tables or search
    for long; `numbers` says how many numbers of the document it stands for.
    """

    document: str
    section: str
    what: str
    published: Figure
    command: str
    measure: Callable[[int], Figure]
    is_slow: bool = False
    numbers: int = 1


class TextFigure(NamedTuple):
    """A number in the text: its section, what it is, the number, how ours is counted, and why ours
    is another one, if it is.
    """

    section: str
    what: str
    published: int
    measure: Callable[[], int]
    remark: str = ""


def of_text(
    document: str, figures: Iterable[TextFigure], command: str = ""
) -> Iterator[PublishedFigure]:
    """Yield the figures of a text; without a command, the one that prints the section."""
    for figure in figures:
        remark = f" ({figure.remark})" if figure.remark else ""
        yield PublishedFigure(
            document,
            figure.section,
            f"{figure.what}{remark}",
            Figure(figure.published),
            command or of_section(figure.section),
            _measured(figure),
        )


def _measured(figure: TextFigure) -> Callable[[int], Figure]:
    return lambda _: Figure(figure.measure())


def of_section(section: str) -> str:
    """Return the command that prints the figures of a section."""
    return f"rokumen paper figures --section {section}"

"""Every figure of the five documents that can be measured, and ours by the same method."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from benchmarks.harness.options import Option
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.puzzles import tsukuda
from benchmarks.puzzles.layer_tables import LayerEntry
from benchmarks.puzzles.measured_figures import (
    Figure,
    corner_cycle,
    corner_cycle_states,
    cross_sequences,
    half_sequence,
    lbl_cases,
    lbl_turns,
    longest_lbl_case,
    numbers_after_r,
    packed_pieces,
    picture_centres,
    pieces_moved,
    pocket_cube,
    pyraminx_turns,
    quarter_sequence,
    solids_and_axes,
    tsukuda_turns,
)
from benchmarks.puzzles.printed_layer_tables import ENTRIES
from benchmarks.puzzles.published_steps import PAPER_FIGURES, TREE_FIGURES, TextFigure
from papers.packing.published_search import first_packing
from papers.shintani.exhaustive.result import STATES
from rokumen.cli.number_types import WholeNumber

PAPER = "polyhedra paper"


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure of a document, the command that measures it alone, and the function for `cubes`.

    `is_slow` ones build large tables or search for long; `--quick` leaves them out. `numbers` says
    how many numbers of the document it stands for.
    """

    document: str
    section: str
    what: str
    published: Figure
    command: str
    measure: Callable[[int], Figure]
    is_slow: bool = False
    numbers: int = 1


@dataclass(frozen=True, slots=True)
class ComparedFigure(Record):
    """A published figure with ours; `sigmas_off` is in its standard deviations, if it has one."""

    key = "figures"
    title = "published figures, and ours by the same method; means of {cubes} cubes"

    document: str = column("document")
    section: str = column("section")
    what: str = column("what")
    published: float = column("published", "{their_figure}")
    published_sigma: float | None = not_shown()
    ours: float = column("rokumen", "{our_figure}")
    sigma: float | None = not_shown()
    sigmas_off: float | None = column("sigmas off", "+.1f")
    command: str = column("alone")

    @property
    def their_figure(self) -> Figure:
        """Return the published figure."""
        return Figure(self.published, self.published_sigma)

    @property
    def our_figure(self) -> Figure:
        """Return our figure."""
        return Figure(self.ours, self.sigma)


@dataclass(frozen=True, slots=True)
class CountedFigures(Record):
    """How many numbers of the documents the rows stand for, and how many rows agree."""

    key = "count"
    sentence = (
        "{numbers:,} numbers of the documents in {rows} rows: {agree} rows agree, {explained} "
        "are explained, {means} are means"
    )

    numbers: int
    rows: int
    agree: int
    explained: int
    means: int


def seeds(
    progress: Progress,
    cubes: Annotated[
        int,
        Option(
            "Cubes or positions of each mean; 100 in the polyhedra paper.", WholeNumber(1, 10_000)
        ),
    ] = 100,
    quick: Annotated[bool, Option("Leave out what builds tables or searches for long.")] = False,
) -> Iterator[ComparedFigure | CountedFigures]:
    """Measure every figure of the five documents that rokumen began with, by their methods.

    A row is a published figure, ours, and the command that measures it alone. Every solution is
    verified; the exit status is 1 if one fails.
    """
    chosen = [each for each in FIGURES if not (quick and each.is_slow)]
    rows = []
    for row in compare(chosen, cubes, progress):
        rows.append(row)
        yield row
    means = sum(row.published_sigma is not None for row in rows)
    agree = sum(row.ours == row.published for row in rows if row.published_sigma is None)
    yield CountedFigures(
        sum(each.numbers for each in chosen), len(rows), agree, len(rows) - agree - means, means
    )


def compare(
    figures: Sequence[PublishedFigure], cubes: int, progress: Progress = QUIET
) -> Iterator[ComparedFigure]:
    """Yield each figure with ours. Raises UnsolvedError if a solution fails."""
    for each in figures:
        progress.begin(each.what)
        ours, theirs = each.measure(cubes), each.published
        yield ComparedFigure(
            each.document,
            each.section,
            each.what,
            theirs.value,
            theirs.sigma,
            ours.value,
            ours.sigma,
            None if theirs.sigma is None else (ours.value - theirs.value) / theirs.sigma,
            each.command,
        )


def _of_table(entry: LayerEntry) -> PublishedFigure:
    """Return the row of an entry of a table of layers: how many numbers, and how many agree."""
    slip = f" (a slip: {entry.slip})" if entry.slip else ""
    return PublishedFigure(
        PAPER,
        entry.table.name,
        f"numbers of {entry.column} pieces, layers {entry.row}: {entry.printed}{slip}",
        Figure(entry.published()),
        f"rokumen puzzle polyhedron {entry.table.names()[0]}",
        lambda _: Figure(entry.agreeing()),
        numbers=entry.published(),
    )


def _of_text(document: str, figure: TextFigure, command: str) -> PublishedFigure:
    remark = f" ({figure.remark})" if figure.remark else ""
    return PublishedFigure(
        document,
        figure.section,
        f"{figure.what}{remark}",
        Figure(figure.published),
        command,
        lambda _: Figure(figure.measure()),
    )


FIGURES: tuple[PublishedFigure, ...] = (
    *map(_of_table, ENTRIES),
    PublishedFigure(
        PAPER,
        "13",
        "puzzles of one kind of axis: solids and axes",
        Figure(14),
        "rokumen puzzle list",
        lambda _: solids_and_axes(),
    ),
    *(
        PublishedFigure(
            PAPER,
            "14.1.17",
            f"Tsukuda method, {n}x{n}x{n}: quarter turns",
            Figure(mean, sigma),
            f"python -m benchmarks tsukuda --sizes {n}",
            partial(tsukuda_turns, n),
            is_slow=n > 3,
        )
        for n, (mean, sigma) in tsukuda.PUBLISHED.items()
    ),
    *(_of_text(PAPER, figure, "python -m benchmarks seeds") for figure in PAPER_FIGURES),
    PublishedFigure(
        PAPER, "14.2.1", "LBL, sequences of the cross", Figure(43), "python -m benchmarks seeds",
        lambda _: cross_sequences(),
    ),
    *(
        PublishedFigure(PAPER, section, what, Figure(count), "python -m benchmarks seeds", measure)
        for section, what, count, measure in (
            ("14.2.2", "LBL, cases of a pair", 96, partial(lbl_cases, "paper_pair")),
            ("14.2.2", "LBL, longest for a corner: quarter turns", 4,
             partial(longest_lbl_case, "paper_corner")),
            ("14.2.2", "LBL, longest for a pair: quarter turns (ours are proven shortest)", 13,
             partial(longest_lbl_case, "paper_pair")),
            ("14.2.3", "LBL, cases of OLL", 58, partial(lbl_cases, "paper_oll")),
            ("14.2.4", "LBL, cases of PLL", 22, partial(lbl_cases, "paper_pll")),
        )
    ),
    PublishedFigure(
        PAPER, "14.2.5", "LBL: quarter turns", Figure(74, 6.8),
        "python -m benchmarks seeds",
        lbl_turns,
    ),
    PublishedFigure(
        PAPER, "14.3.1", "centres by a quarter, two at once: quarter turns", Figure(8),
        "python -m benchmarks seeds", lambda _: quarter_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.1", "a centre by a half: quarter turns", Figure(14),
        "python -m benchmarks seeds", lambda _: half_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.4", "centres of a picture cube: extra quarter turns", Figure(42, 15.6),
        "python -m benchmarks seeds", picture_centres,
    ),
    PublishedFigure(
        PAPER, "14.4.6", "Pyraminx: turns", Figure(33, 7.8), "python -m benchmarks seeds",
        pyraminx_turns,
    ),
    PublishedFigure(
        PAPER, "16", "2x2x2, most quarter turns", Figure(14), "python -m benchmarks seeds",
        lambda _: pocket_cube(),
    ),
    PublishedFigure(
        "mmays (2014)", "example", "numbers of a cube after R, from its colours", Figure(48),
        'rokumen puzzle state R --format numbers', lambda _: numbers_after_r(),
    ),
    PublishedFigure(
        "Shintani (2018)", "5.3.3", "fewest turns of the corner cycle", Figure(8),
        'rokumen paper search "W3 N3 E3 N1 W1 N3 E1 N1"', lambda _: corner_cycle(),
        is_slow=True,
    ),
    PublishedFigure(
        "Shintani (2018)", "5.3.3", "states searched to find it", Figure(STATES),
        'rokumen paper search "W3 N3 E3 N1 W1 N3 E1 N1"', lambda _: corner_cycle_states(),
        is_slow=True,
    ),
    *(
        _of_text("Shintani (2018)", figure, "rokumen paper search --tree")
        for figure in TREE_FIGURES
    ),
    PublishedFigure(
        "Avendia19 (2018)", "", "blocks that its program prints", Figure(6),
        "rokumen paper pack --published", lambda _: Figure(len(first_packing().free)),
    ),
    PublishedFigure(
        "Avendia19 (2018)", "", "pieces in the 3 x 3 x 3 box, all placed", Figure(6),
        "rokumen paper pack", lambda _: packed_pieces(),
    ),
    *(
        PublishedFigure(
            "Wada (2005)", "Rubik cube", f"{name}: {what}", Figure(count),
            f"rokumen paper permutation {name}", partial(pieces_moved, name),
        )
        for name, what, count in (
            ("H", "edges that cycle", 3), ("I", "edges that flip", 2),
            ("J", "corners that cycle", 3), ("K", "corners that twist", 2),
        )
    ),
)  # fmt: skip

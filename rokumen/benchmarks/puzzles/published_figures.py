"""Every figure of the five documents that can be measured, and ours by the same method."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import fmean, pstdev
from typing import Annotated

import numpy as np

from rokumen.benchmarks.harness.options import Option
from rokumen.benchmarks.harness.progress import QUIET, Progress
from rokumen.benchmarks.harness.records import Record, column, not_shown
from rokumen.benchmarks.puzzles import picture_cubes, pyraminx, tsukuda
from rokumen.benchmarks.solving import lbl
from rokumen.cli.number_types import WholeNumber
from solver.core.turn import inverse, qtm
from solver.cube import Cube
from solver.engines.case_tables import load_cases
from solver.engines.exhaustive import bidirectional
from solver.engines.exhaustive.result import SEQUENCE, SearchResult
from solver.engines.lbl.paper import cross_cases
from solver.notation.sticker_names import STICKERS
from solver.puzzles.algebra import evaluate
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.packing import SETS, Box, pack
from solver.puzzles.picture_cubes.centres import HALF, QUARTERS
from solver.puzzles.pocket import metric
from solver.puzzles.polyhedra.description import pieces_in_layer
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.pyraminx import solve_as_published

PAPER = "polyhedra paper"
SEED = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or a mean with its standard deviation."""

    value: float
    sigma: float | None = None

    def __str__(self) -> str:
        if self.sigma is None:
            return f"{self.value:,.0f}"
        return f"{self.value:,.1f} ± {self.sigma:.1f}"


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure of a document, the command that measures it alone, and the function for `cubes`.

    `is_slow` ones build large tables or search for long; `--quick` leaves them out.
    """

    document: str
    section: str
    what: str
    published: Figure
    command: str
    measure: Callable[[int], Figure]
    is_slow: bool = False


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


def seeds(
    progress: Progress,
    cubes: Annotated[
        int,
        Option(
            "Cubes or positions of each mean; 100 in the polyhedra paper.", WholeNumber(1, 10_000)
        ),
    ] = 100,
    quick: Annotated[bool, Option("Leave out what builds tables or searches for long.")] = False,
) -> Iterator[ComparedFigure]:
    """Measure every figure of the five documents that rokumen began with, by their methods.

    A row is a published figure, ours, and the command that measures it alone. Every solution is
    verified; the exit status is 1 if one fails.
    """
    return compare([each for each in FIGURES if not (quick and each.is_slow)], cubes, progress)


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


def _mean(lengths: list[int] | tuple[int, ...]) -> Figure:
    return Figure(fmean(lengths), pstdev(lengths))


def count_pieces_in_layer(name: str, layer: int) -> Figure:
    """Return how many pieces a layer (from 0) of the first axis of a polyhedron has."""
    return Figure(pieces_in_layer(polyhedron(name), 0, layer + 1).total())


def solids_and_axes() -> Figure:
    """Return how many pairs of a solid and one kind of axes the families of polyhedra have."""
    return Figure(len({(each.solid, each.kinds) for each in POLYHEDRA if len(each.kinds) == 1}))


def tsukuda_turns(n: int, cubes: int) -> Figure:
    """Return the quarter turns of the paper's procedure for size n. Raises UnsolvedError."""
    return _mean(tsukuda.measure_published(n, cubes, SEED))


def cross_sequences() -> Figure:
    """Return how many sequences or rotations of the cube the cross of `lbl-paper` has."""
    different = {case for cases in cross_cases() for case in cases.values()}
    return Figure(sum(case.rotation > 0 or bool(case.algorithm) for case in different))


def lbl_cases(table: str, cubes: int) -> Figure:
    """Return how many cases a table of the LBL method has; it does not depend on `cubes`."""
    return Figure(len(load_cases(table)))


def longest_lbl_case(table: str, cubes: int) -> Figure:
    """Return the quarter turns of the longest first algorithm of a table of the LBL method."""
    return Figure(max(qtm(case.algorithm) for case in load_cases(table).values()))


def lbl_turns(cubes: int) -> Figure:
    """Return the quarter turns of the paper's LBL method. Raises UnsolvedError."""
    solved = lbl.paper_experiment(SEED, lbl.PAPER, cubes)
    return _mean([each.qtm for each in solved])


def quarter_sequence() -> Figure:
    """Return the quarter turns of the sequence for two centres."""
    return Figure(_quarter_turns(QUARTERS))


def half_sequence() -> Figure:
    """Return the quarter turns of the sequence for one centre."""
    return Figure(_quarter_turns(HALF))


def _quarter_turns(moves: str) -> int:
    return sum(2 if move.endswith("2") else 1 for move in moves.split())


def picture_centres(cubes: int) -> Figure:
    """Return the extra quarter turns by the paper's sequences. Raises UnsolvedError."""
    return _mean(picture_cubes.measure_published(cubes, SEED))


def pyraminx_turns(cubes: int) -> Figure:
    """Return the turns of the paper's method for the Pyraminx. Raises UnsolvedError."""
    states = pyraminx.random_positions(cubes, SEED)
    solutions = [pyraminx.solve_checked(state, solve_as_published) for state in states]
    return _mean([pyraminx.count_turns(stages) for stages in solutions])


def pocket_cube() -> Figure:
    """Return the most quarter turns that a position of the 2x2x2 needs."""
    return Figure(int(np.max(metric("qtm").distances)))


# mmays (2014): the numbers of the cube whose right face is turned.
_NUMBERS_AFTER_R = (
    *(1, 2, 19, 4, 21, 6, 7, 24, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 43, 20, 45, 22, 23, 48),
    *(30, 28, 25, 31, 26, 32, 29, 27, 8, 34, 35, 5, 37, 3, 39, 40, 41, 42, 38, 44, 36, 46, 47, 33),
)


def numbers_after_r() -> Figure:
    """Return how many of the 48 numbers of the example are found from the colours."""
    turned = Cube.solved().apply("R")
    numbers = Cube.from_facelets(turned.facelets).numbers
    return Figure(sum(a == b for a, b in zip(numbers, _NUMBERS_AFTER_R, strict=True)))


def corner_cycle() -> Figure:
    """Return the fewest turns that solve the state of Shintani's figures 9 to 11."""
    return Figure(len(_search_corner_cycle().solutions[0]))


def corner_cycle_states() -> Figure:
    """Return how many cubes the search for it looks at."""
    return Figure(_search_corner_cycle().effort.covered)


@cache
def _search_corner_cycle() -> SearchResult:
    cube = Cube.solved().apply(inverse(SEQUENCE))
    return bidirectional.search(cube, len(SEQUENCE))


def packed_pieces() -> Figure:
    """Return how many of Avendia19's pieces the first packing holds; 0 if there is none."""
    found = pack(Box(3, 3, 3), SETS["six"])
    return Figure(len(SETS["six"]) if found.distinct else 0)


def pieces_moved(name: str, cubes: int) -> Figure:
    """Return how many pieces one of Wada's sequences moves; it does not depend on `cubes`."""
    permutation = evaluate(name, STICKERS)
    moved = {frozenset(STICKERS.points[i]) for cycle in permutation.cycles() for i in cycle}
    return Figure(len(moved))


def _pieces(
    section: str, name: str, layer: int, published: int, remark: str = ""
) -> PublishedFigure:
    """Return the row of the pieces in a layer (counted from 0) of one of the paper's tables."""
    return PublishedFigure(
        PAPER,
        section,
        f"pieces in layer {layer} of {name}{remark}",
        Figure(published),
        f"rokumen puzzle polyhedron {name}",
        lambda _: count_pieces_in_layer(name, layer),
    )


FIGURES: tuple[PublishedFigure, ...] = (
    # The tables of pieces per layer, at one size: 3.1 and 12.1 have two kinds of layers.
    _pieces("3.1", "cube-faces-5", 0, 25),
    _pieces("3.1", "cube-faces-5", 1, 16),
    _pieces("4.1", "cube-vertices-a-2", 0, 3),
    _pieces("4.1", "cube-vertices-a-2", 2, 18, " (a slip of the paper)"),
    _pieces("10.1", "octahedron-vertices-3", 0, 4),
    _pieces("12.1", "dodecahedron-faces-b", 0, 11),
    _pieces("12.1", "dodecahedron-faces-b", 1, 40),
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
            f"rokumen bench tsukuda --sizes {n}",
            partial(tsukuda_turns, n),
            is_slow=n > 3,
        )
        for n, (mean, sigma) in tsukuda.PUBLISHED.items()
    ),
    PublishedFigure(
        PAPER, "14.2.1", "LBL, sequences of the cross", Figure(43), "rokumen bench lbl",
        lambda _: cross_sequences(),
    ),
    *(
        PublishedFigure(PAPER, section, what, Figure(count), "rokumen bench lbl", measure)
        for section, what, count, measure in (
            ("14.2.2", "LBL, cases of a pair", 96, partial(lbl_cases, "pair_cases")),
            ("14.2.2", "LBL, longest for a corner: quarter turns", 4,
             partial(longest_lbl_case, "corner")),
            ("14.2.2", "LBL, longest for a pair: quarter turns", 13,
             partial(longest_lbl_case, "pair_cases")),
            ("14.2.3", "LBL, cases of OLL", 58, partial(lbl_cases, "oll")),
            ("14.2.4", "LBL, cases of PLL", 22, partial(lbl_cases, "pll")),
        )
    ),
    PublishedFigure(
        PAPER, "14.2.5", "LBL: quarter turns", Figure(74, 6.8), "rokumen bench lbl --cubes 0",
        lbl_turns,
    ),
    PublishedFigure(
        PAPER, "14.3.1", "centres by a quarter, two at once: quarter turns", Figure(8),
        "rokumen bench picture", lambda _: quarter_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.1", "a centre by a half: quarter turns", Figure(14),
        "rokumen bench picture", lambda _: half_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.4", "centres of a picture cube: extra quarter turns", Figure(42, 15.6),
        "rokumen bench picture", picture_centres,
    ),
    PublishedFigure(
        PAPER, "14.4.6", "Pyraminx: turns", Figure(33, 7.8), "rokumen bench pyraminx",
        pyraminx_turns,
    ),
    PublishedFigure(
        PAPER, "16", "2x2x2, most quarter turns", Figure(14), "rokumen bench pocket",
        lambda _: pocket_cube(),
    ),
    PublishedFigure(
        "mmays (2014)", "example", "numbers of a cube after R, from its colours", Figure(48),
        'rokumen puzzle state R --format numbers', lambda _: numbers_after_r(),
    ),
    PublishedFigure(
        "Shintani (2018)", "5.3.3", "fewest turns of the corner cycle", Figure(8),
        'rokumen search "W3 N3 E3 N1 W1 N3 E1 N1"', lambda _: corner_cycle(),
        is_slow=True,
    ),
    PublishedFigure(
        "Shintani (2018)", "5.3.3", "states searched to find it", Figure(903_553_330),
        'rokumen search "W3 N3 E3 N1 W1 N3 E1 N1"', lambda _: corner_cycle_states(),
        is_slow=True,
    ),
    PublishedFigure(
        "Avendia19 (2018)", "", "pieces in the 3 x 3 x 3 box, all placed", Figure(6),
        "rokumen puzzle pack", lambda _: packed_pieces(),
    ),
    *(
        PublishedFigure(
            "Wada (2005)", "Rubik cube", f"{name}: {what}", Figure(count),
            f"rokumen puzzle permutation {name}", partial(pieces_moved, name),
        )
        for name, what, count in (
            ("H", "edges that cycle", 3), ("I", "edges that flip", 2),
            ("J", "corners that cycle", 3), ("K", "corners that twist", 2),
        )
    ),
)  # fmt: skip

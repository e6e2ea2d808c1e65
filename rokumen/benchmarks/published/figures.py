"""The published figures: a row of data each, with the function that measures ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rich.table import Table

from rokumen.benchmarks.published import measurements
from rokumen.benchmarks.published.measurements import Figure
from rokumen.benchmarks.puzzles.tsukuda import PUBLISHED as TSUKUDA

PAPER = "polyhedra paper"
# A table with all columns on one line.
TABLE_WIDTH = 180
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure of a document, the command that measures it alone, and the function for `cubes`.

    `is_slow` rows build large tables or search for long; `--quick` leaves them out.
    """

    document: str
    section: str
    what: str
    published: Figure
    command: str
    measure: Callable[[int], Figure]
    is_slow: bool = False


@dataclass(frozen=True, slots=True)
class MeasuredFigure:
    """A published figure with ours; `difference` is in its standard deviations, if it has one."""

    row: PublishedFigure
    ours: Figure

    @property
    def difference(self) -> float | None:
        """Return (ours - published) / sigma, None without a published sigma."""
        sigma = self.row.published.sigma
        return None if sigma is None else (self.ours.value - self.row.published.value) / sigma


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
        lambda _: measurements.pieces_in_layer(name, layer),
    )


ROWS: tuple[PublishedFigure, ...] = (
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
        lambda _: measurements.solids_and_axes(),
    ),
    *(
        PublishedFigure(
            PAPER,
            "14.1.17",
            f"Tsukuda method, {n}x{n}x{n}: quarter turns",
            Figure(mean, sigma),
            f"rokumen bench tsukuda --sizes {n}",
            partial(measurements.tsukuda, n),
            is_slow=n > 3,
        )
        for n, (mean, sigma) in TSUKUDA.items()
    ),
    PublishedFigure(
        PAPER, "14.2.1", "LBL, sequences of the cross", Figure(43), "rokumen bench lbl",
        lambda _: measurements.cross_sequences(),
    ),
    *(
        PublishedFigure(PAPER, section, what, Figure(count), "rokumen bench lbl", measure)
        for section, what, count, measure in (
            ("14.2.2", "LBL, cases of a pair", 96, partial(measurements.lbl_cases, "pair_cases")),
            ("14.2.2", "LBL, longest for a corner: quarter turns", 4,
             partial(measurements.longest_lbl_case, "corner")),
            ("14.2.2", "LBL, longest for a pair: quarter turns", 13,
             partial(measurements.longest_lbl_case, "pair_cases")),
            ("14.2.3", "LBL, cases of OLL", 58, partial(measurements.lbl_cases, "oll")),
            ("14.2.4", "LBL, cases of PLL", 22, partial(measurements.lbl_cases, "pll")),
        )
    ),
    PublishedFigure(
        PAPER, "14.2.5", "LBL: quarter turns", Figure(74, 6.8), "rokumen bench lbl --cubes 0",
        measurements.lbl,
    ),
    PublishedFigure(
        PAPER, "14.3.1", "centres by a quarter, two at once: quarter turns", Figure(8),
        "rokumen bench picture", lambda _: measurements.quarter_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.1", "a centre by a half: quarter turns", Figure(14),
        "rokumen bench picture", lambda _: measurements.half_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.4", "centres of a picture cube: extra quarter turns", Figure(42, 15.6),
        "rokumen bench picture", measurements.picture_centres,
    ),
    PublishedFigure(
        PAPER, "14.4.6", "Pyraminx: turns", Figure(33, 7.8), "rokumen bench pyraminx",
        measurements.pyraminx,
    ),
    PublishedFigure(
        PAPER, "16", "2x2x2, most quarter turns", Figure(14), "rokumen bench pocket",
        lambda _: measurements.pocket_cube(),
    ),
    PublishedFigure(
        "mmays (2014)", "example", "numbers of a cube after R, from its colours", Figure(48),
        'rokumen puzzle state R --format numbers', lambda _: measurements.numbers_after_r(),
    ),
    PublishedFigure(
        "Shintani (2018)", "5.3.3", "fewest turns of the corner cycle", Figure(8),
        'rokumen search "W3 N3 E3 N1 W1 N3 E1 N1"', lambda _: measurements.corner_cycle(),
        is_slow=True,
    ),
    PublishedFigure(
        "Shintani (2018)", "5.3.3", "states searched to find it", Figure(903_553_330),
        'rokumen search "W3 N3 E3 N1 W1 N3 E1 N1"', lambda _: measurements.corner_cycle_states(),
        is_slow=True,
    ),
    PublishedFigure(
        "Avendia19 (2018)", "", "pieces in the 3 x 3 x 3 box, all placed", Figure(6),
        "rokumen puzzle pack", lambda _: measurements.packed_pieces(),
    ),
    *(
        PublishedFigure(
            "Wada (2005)", "Rubik cube", f"{name}: {what}", Figure(count),
            f"rokumen puzzle permutation {name}", partial(measurements.pieces_moved, name),
        )
        for name, what, count in (
            ("H", "edges that cycle", 3), ("I", "edges that flip", 2),
            ("J", "corners that cycle", 3), ("K", "corners that twist", 2),
        )
    ),
)  # fmt: skip


def measure(
    rows: Sequence[PublishedFigure], cubes: int, progress: Progress
) -> Iterator[MeasuredFigure]:
    """Yield each row with our figure; `progress` is called with what is measured next.

    Raises UnsolvedError if a solution fails.
    """
    for row in rows:
        progress(row.what)
        yield MeasuredFigure(row, row.measure(cubes))


def table(measured: Sequence[MeasuredFigure], cubes: int) -> Table:
    """Return a table of the figures; means are of `cubes` cubes or positions."""
    shown = Table(
        *("document", "section", "what", "published", "rokumen", "sigmas off", "alone"),
        title=f"published figures, and ours by the same method; means of {cubes} cubes",
    )
    for column in shown.columns[3:6]:
        column.justify = "right"
    for each in measured:
        difference = each.difference
        shown.add_row(
            each.row.document,
            each.row.section,
            each.row.what,
            str(each.row.published),
            str(each.ours),
            "" if difference is None else f"{difference:+.1f}",
            each.row.command,
        )
    return shown


def as_json(measured: MeasuredFigure) -> dict[str, object]:
    """Return a row as JSON values."""
    row, ours = measured.row, measured.ours
    return {
        "document": row.document,
        "section": row.section,
        "what": row.what,
        "published": row.published.value,
        "published_sigma": row.published.sigma,
        "ours": ours.value,
        "sigma": ours.sigma,
        "command": row.command,
    }

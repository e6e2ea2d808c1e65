"""The figures of the polyhedra paper: tables of pieces per layer, texts, and means of lengths."""

from __future__ import annotations

from functools import partial

from papers.figure import Figure, PublishedFigure, of_section, of_text
from papers.polyhedra.published.layer_tables import LayerEntry
from papers.polyhedra.published.measured_means import (
    cross_sequences,
    half_sequence,
    lbl_cases,
    lbl_turns,
    longest_lbl_case,
    picture_centres,
    pocket_cube,
    pyraminx_turns,
    quarter_sequence,
    solids_and_axes,
    tsukuda_turns,
)
from papers.polyhedra.published.printed_layer_tables import ENTRIES
from papers.polyhedra.published.text_figures import TEXT_FIGURES

PAPER = "polyhedra paper"
# Size -> mean and standard deviation: table 14.7.
TSUKUDA_LENGTHS = {
    2: (46.0, 8.3),
    3: (124.0, 14.5),
    4: (377.0, 34.3),
    5: (624.0, 40.0),
    6: (1042.0, 54.3),
    7: (1438.0, 70.3),
    8: (2025.0, 84.3),
    9: (2606.0, 104.2),
    10: (3366.0, 90.3),
}


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
    PublishedFigure(
        PAPER,
        "13",
        "of these, those that the paper's program has (sections 3 to 12)",
        Figure(8),
        "rokumen puzzle list",
        lambda _: solids_and_axes(10),
    ),
    *(
        PublishedFigure(
            PAPER,
            "14.1.17",
            f"Tsukuda method, {n}x{n}x{n}: quarter turns",
            Figure(mean, sigma),
            of_section("14.1.17"),
            partial(tsukuda_turns, n),
            is_slow=n > 3,
        )
        for n, (mean, sigma) in TSUKUDA_LENGTHS.items()
    ),
    *of_text(PAPER, TEXT_FIGURES),
    PublishedFigure(
        PAPER, "14.2.1", "LBL, sequences of the cross", Figure(43), of_section("14.2.1"),
        lambda _: cross_sequences(),
    ),
    *(
        PublishedFigure(PAPER, section, what, Figure(count), of_section(section), measure)
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
        of_section("14.2.5"),
        lbl_turns,
    ),
    PublishedFigure(
        PAPER, "14.3.1", "centres by a quarter, two at once: quarter turns", Figure(8),
        of_section("14.3.1"), lambda _: quarter_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.1", "a centre by a half: quarter turns", Figure(14),
        of_section("14.3.1"), lambda _: half_sequence(),
    ),
    PublishedFigure(
        PAPER, "14.3.4", "centres of a picture cube: extra quarter turns", Figure(42, 15.6),
        of_section("14.3.4"), picture_centres,
    ),
    PublishedFigure(
        PAPER, "14.4.6", "Pyraminx: turns", Figure(33, 7.8), of_section("14.4.6"),
        pyraminx_turns,
    ),
    PublishedFigure(
        PAPER, "16", "2x2x2, most quarter turns", Figure(14), of_section("16"),
        lambda _: pocket_cube(),
    ),
)  # fmt: skip

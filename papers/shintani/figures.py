"""The figures of Shintani (2018): the corner cycle of 5.3.3, and the search tree of figure 11."""

from __future__ import annotations

from functools import cache, partial

from papers.figure import Figure, PublishedFigure, TextFigure, of_text
from papers.shintani.exhaustive import bidirectional
from papers.shintani.exhaustive.result import SEQUENCE, STATES, SearchResult
from papers.shintani.exhaustive.shintani_tree import deleted_until, place_in_level, tree_levels
from solver.core.turn import inverse
from solver.cube import Cube

DOCUMENT = "Shintani (2018)"
_SEARCH = 'rokumen paper search "W3 N3 E3 N1 W1 N3 E1 N1"'


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


def _of_level(level: int, what: str) -> int:
    found = tree_levels(level)[-1]
    return {"nodes": found.nodes, "total": found.total, "deleted": found.deleted}[what]


# Nodes, their total and the deletions so far.
_FIGURE_11 = (
    (1, 1, 0),
    (18, 19, 0),
    (306, 325, 18),
    (5_472, 5_797, 54),
    (98_100, 103_897, 450),
    (1_763_496, 1_867_393, 2_754),
    (31_721_688, 33_589_081, 23_994),
    (570_824_352, 604_413_433, 190_026),
)
# How many were deleted when 8,192 states had been made, then twice as many, and so on.
_DELETED_UNTIL = (
    *(64, 96, 164, 296, 491, 643, 998, 1_706, 3_034, 4_388, 7_071),
    *(12_706, 23_942, 34_068, 52_558, 91_504, 169_394),
)
_TREE = (
    *(
        TextFigure("figure 11", f"level {level}: {what}", number, partial(_of_level, level, what))
        for level, numbers in enumerate(_FIGURE_11)
        for what, number in zip(("nodes", "total", "deleted"), numbers, strict=True)
    ),
    *(
        TextFigure(
            "figure 11",
            f"deleted after {8192 << doublings:,} states",
            deleted,
            partial(deleted_until, 8192 << doublings),
        )
        for doublings, deleted in enumerate(_DELETED_UNTIL)
    ),
    TextFigure(
        "figure 11",
        "states until the solution, in the order of the deletions",
        STATES,
        lambda: tree_levels(len(SEQUENCE) - 1)[-1].total + place_in_level(SEQUENCE),
    ),
)

FIGURES = (
    PublishedFigure(
        DOCUMENT,
        "5.3.3",
        "fewest turns of the corner cycle",
        Figure(8),
        _SEARCH,
        lambda _: corner_cycle(),
        is_slow=True,
    ),
    PublishedFigure(
        DOCUMENT,
        "5.3.3",
        "states searched to find it (ours from both ends, each up to 48 symmetries)",
        Figure(STATES),
        _SEARCH,
        lambda _: corner_cycle_states(),
        is_slow=True,
    ),
    *of_text(DOCUMENT, _TREE, "rokumen paper search --tree"),
)

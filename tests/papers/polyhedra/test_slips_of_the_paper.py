"""What the polyhedra paper has wrong, beside the entries of its tables of pieces per layer.

docs/polyhedra.md lists them. Each test shows that the printed text cannot be right, and what is.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from papers.polyhedra.tsukuda import quarter_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.polyhedra.polyhedron import polyhedron
from tests.support.documents import ROOT

# The ends of the axes I, J, K and L (7.1.1).
ENDS = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
# Section 7.2.1: three times the coordinates, but for a factor.
TO_SPACE = np.array([[2, 2, -1, -1], [2, -1, 2, -1], [2, -1, -1, 2]])


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_coordinates_of_points_of_section_7_2_1_lack_a_factor_n(n: int) -> None:
    """The paper divides by 3 sqrt(3) / 2, and wants a circumscribed sphere of radius 1."""
    puzzle = polyhedron(f"tetrahedron-vertices-{n}")
    points = np.concatenate([sticker.corners for sticker in puzzle.stickers])
    heights = points @ np.array(ENDS).T / 3**0.5
    low, high = heights.min(), heights.max()
    coordinates = n * (heights - low) / (high - low)
    assert coordinates == pytest.approx(coordinates.round())
    assert coordinates.sum(axis=1) == pytest.approx(n)
    as_printed = (coordinates @ TO_SPACE.T - n / 2) / (3 * 3**0.5 / 2)
    assert np.linalg.norm(as_printed, axis=1).max() == pytest.approx(n)
    assert as_printed / n == pytest.approx(points / high)


# Table 7.3: which coordinates of a point rise and fall, and where it goes.
TABLE_7_3 = {
    ("i", "j"): (0, 1, 1),
    ("i", "k"): (1, 1, 0),
    ("i", "l"): (1, 0, 1),
    ("k", "l"): (0, 1, -1),
    ("l", "j"): (-1, 0, 1),
    ("j", "k"): (1, -1, 0),
}


def test_table_7_3_exchanges_two_columns() -> None:
    """Those where i rises, and k or l falls: by the formulas below the table, and by the axes."""
    right = {}
    for rises, falls in TABLE_7_3:
        first, second = "ijkl".index(rises), "ijkl".index(falls)
        step = np.zeros(4, int)
        step[first], step[second] = 1, -1
        x, y, z = (TO_SPACE @ step // 3).tolist()
        right[rises, falls] = (x, y, z)
        along = np.array(ENDS[first]) - np.array(ENDS[second])
        assert along.tolist() == [2 * x, 2 * y, 2 * z]
    exchanged = {("i", "k"), ("i", "l")}
    assert {columns for columns, printed in TABLE_7_3.items() if right[columns] != printed} == (
        exchanged
    )
    assert {right[columns] for columns in exchanged} == {TABLE_7_3[each] for each in exchanged}


def test_layers_0_to_2_of_section_12_1_2_turn() -> None:
    """The paper says 0 to 3, and lists 0 to 2."""
    assert polyhedron("dodecahedron-faces-b").layers == 3


def test_table_12_2_is_right() -> None:
    puzzle = polyhedron("dodecahedron-faces-b")
    heights = np.concatenate([one.corners for one in puzzle.stickers]) @ puzzle.axes[0].direction
    root = 5**0.5
    positive = np.array([0, root - 2, (3 - root) / 2, (root - 1) / 2, 1])
    table = np.concatenate([-positive[:0:-1], positive])
    assert np.unique((heights / heights.max()).round(9)) == pytest.approx(table)


def test_section_14_1_10_prints_the_place_and_the_cases_of_14_1_5() -> None:
    """An edge of Y+ lies at y = N-1, and no longer anywhere on Y-: 8 places, not 12."""
    spots = geometry(3).places
    edges = {tuple(spot) for spot in spots.tolist() if spot.count(1) == 1}
    left = {spot for spot in edges if spot[1] != 0}
    assert (len(edges), len(left)) == (12, 8)
    assert len(quarter_turns.bottom_cases("bottom-edges", 3, (1, 0, 2))) == 2 * len(edges)
    assert len(quarter_turns.top_cases("top-edges", 3, (1, 2, 2))) == 2 * len(left)


def test_the_page_lists_each_slip() -> None:
    text = (ROOT / "docs" / "polyhedra.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"## Slips of the paper\n(.*?)\n## ", text, re.DOTALL)
    places = re.findall(r"^- ([0-9.]+)", listed, re.MULTILINE)
    assert places == sorted(places, key=lambda place: [int(n) for n in place.split(".")])
    assert {"4.1", "6.2", "7.1", "7.2.1", "7.3", "9.1", "12.1.2", "14.1.10"} <= set(places)

"""The tables of the polyhedra paper that count the pieces of a layer, for all their sizes.

The paper counts layers from the far end of an axis, some in steps of two or four; `paper_layer`
below is its number. Where a table of the paper is wrong, the test gives the reason.
"""

from __future__ import annotations

from collections import Counter

from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.description import pieces_in_layer
from solver.puzzles.polyhedra.polyhedron import Polyhedron, polyhedron
from tests.support.cases import for_each

SIZES = {family.prefix: family.sizes for family in POLYHEDRA}


def assert_counts(puzzle: Polyhedron, from_far_end: int, expected: dict[str, int]) -> None:
    """Check the counts of a layer, numbered from 0 at the far end, for every axis."""
    layer = puzzle.layers - from_far_end
    for axis in range(len(puzzle.axes)):
        counted = pieces_in_layer(puzzle, axis, layer)
        assert counted == Counter(expected), (puzzle.name, axis, layer)
        assert counted.total() == sum(expected.values())


@for_each("n", SIZES["cube-faces"])
def test_table_3_1(n: int) -> None:
    puzzle = polyhedron(f"cube-faces-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (3, n)
    for layer in range(n):
        if layer in (0, n - 1):
            expected = {"inner": (n - 2) ** 2, "edge": 4 * (n - 2), "corner": 4}
            assert sum(expected.values()) == n * n
        else:
            expected = {"inner": 4 * (n - 2), "edge": 4}
            assert sum(expected.values()) == 4 * (n - 1)
        assert_counts(puzzle, layer, expected)


@for_each("n", SIZES["cube-vertices-a"])
def test_table_4_1(n: int) -> None:
    """The paper's middle row, 6N inner and 6(N+1) in all, is 6(N-1) and 6N.

    For N = 1 the middle layer would have 12 pieces and each of the others 3, but the puzzle has
    12 in total. The rows above and below it give 6(N-1) where they meet it.
    """
    puzzle = polyhedron(f"cube-vertices-a-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (4, 3 * n)
    for paper_layer in range(1, 6 * n, 2):
        if paper_layer <= 2 * n - 1:
            expected = {"inner": 3 * (paper_layer - 1), "edge": 3}
        elif paper_layer <= 4 * n - 1:
            expected = {"inner": 6 * (n - 1), "edge": 6}
        else:
            expected = {"inner": 3 * (6 * n - 1 - paper_layer), "edge": 3}
        assert_counts(puzzle, (paper_layer - 1) // 2, expected)


@for_each("n", SIZES["cube-vertices-b"])
def test_table_5_1(n: int) -> None:
    """The paper's rows 2N to 4(N-2) and 4N to 6(N-2) leave layers out; they reach 4N-6 and from
    4N-2 to 6N-8, as the rows around them and the mirror image of the first rows say.
    """
    puzzle = polyhedron(f"cube-vertices-b-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (4, 3 * n - 2)
    for paper_layer in range(0, 6 * n - 5, 2):
        if paper_layer in (0, 6 * (n - 1)):
            expected = {"corner": 1}
        elif paper_layer <= 2 * (n - 2):
            expected = {"inner": 3 * (paper_layer - 1), "edge": 3}
        elif paper_layer in (2 * (n - 1), 4 * (n - 1)):
            expected = {"inner": 3 * (2 * n - 3), "corner": 3}
        elif paper_layer < 4 * (n - 1):
            expected = {"inner": 6 * (n - 2), "edge": 6}
        else:
            expected = {"inner": 3 * (6 * n - 7 - paper_layer), "edge": 3}
        assert_counts(puzzle, paper_layer // 2, expected)


@for_each("n", SIZES["cube-edges"])
def test_table_6_2(n: int) -> None:
    puzzle = polyhedron(f"cube-edges-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (6, 2 * n)
    for paper_layer in range(2, 8 * n, 4):
        bottom = 2 * min(paper_layer, 8 * n - paper_layer)
        assert_counts(puzzle, paper_layer // 4, {"side": 8 * n, "bottom": bottom})


@for_each("n", SIZES["tetrahedron-vertices"])
def test_table_7_1(n: int) -> None:
    """The paper's middle row, 3(N-1-L) inverted pieces, counts their stickers.

    Three of these pieces lie on two faces, so that 3(N-2-L) pieces are there; below the tip they
    are one piece on three faces. The paper's own rule, i + j + k + l = N-2, gives the same, and
    its section 14.4 has one such piece below each tip of the Pyraminx, not three.
    """
    puzzle = polyhedron(f"tetrahedron-vertices-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (4, n)
    for layer in range(n):
        by_rule = sum(
            0 in (layer, j, k, n - 2 - layer - j - k)
            for j in range(n - 1 - layer)
            for k in range(n - 1 - layer - j)
        )
        if layer == 0:
            expected = {"upright": n * (n + 1) // 2, "inverted": n * (n - 1) // 2}
            assert sum(expected.values()) == n * n
        elif layer == n - 1:
            expected = {"upright": 1}
        else:
            expected = {
                "upright": 3 * (n - 1 - layer),
                "inverted": 1 if layer == n - 2 else 3 * (n - 2 - layer),
            }
        assert expected.get("inverted", 0) == by_rule
        assert_counts(puzzle, layer, expected)


@for_each("n", SIZES["tetrahedron-edges"])
def test_table_8_1(n: int) -> None:
    puzzle = polyhedron(f"tetrahedron-edges-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (3, n)
    for layer in range(n):
        upright = n if layer in (0, n - 1) else 2 * (n - 1)
        assert_counts(puzzle, layer, {"upright": upright, "inverted": 2 * (n - 1)})


@for_each("n", SIZES["octahedron-faces"])
def test_table_9_1(n: int) -> None:
    """The paper's outer row counts the inverted pieces of the outer face alone, N(N-1)/2.

    The three faces beside it have N-1 more each in that layer. With them all layers have
    8 N(N-1)/2 inverted pieces, as many as eight faces of one such sticker a piece must.
    """
    puzzle = polyhedron(f"octahedron-faces-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (4, n)
    inverted = 0
    for layer in range(n):
        if layer in (0, n - 1):
            expected = {
                "upright": n * (n + 1) // 2,
                "inverted": n * (n - 1) // 2 + 3 * (n - 1),
            }
        else:
            expected = {"upright": 3 * (n - 1), "inverted": 3 * (n - 1)}
        inverted += expected["inverted"]
        assert_counts(puzzle, layer, expected)
    assert inverted == 8 * n * (n - 1) // 2


@for_each("n", SIZES["octahedron-vertices"])
def test_table_10_1(n: int) -> None:
    """The paper's second row begins at layer N, not at N-1, where its first row holds."""
    puzzle = polyhedron(f"octahedron-vertices-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (3, 2 * n)
    for layer in range(2 * n):
        if layer < n:
            expected = {"upright": 4 * (layer + 1), "inverted": 4 * layer}
            assert sum(expected.values()) == 4 * (2 * layer + 1)
        else:
            expected = {"upright": 4 * (2 * n - layer), "inverted": 4 * (2 * n - 1 - layer)}
            assert sum(expected.values()) == 4 * (4 * n - 1 - 2 * layer)
        assert_counts(puzzle, layer, expected)


def test_section_11() -> None:
    puzzle = polyhedron("dodecahedron-faces-a")
    assert (len(puzzle.axes), puzzle.layers, len(puzzle.pieces)) == (6, 2, 32)
    for layer in range(2):
        assert_counts(puzzle, layer, {"inner": 6, "corner": 10})


def test_table_12_1() -> None:
    puzzle = polyhedron("dodecahedron-faces-b")
    assert (len(puzzle.axes), puzzle.layers, len(puzzle.pieces)) == (6, 3, 62)
    for layer in (0, 2):
        assert_counts(puzzle, layer, {"inner": 1, "edge": 5, "corner": 5})
    assert_counts(puzzle, 1, {"inner": 10, "edge": 20, "corner": 10})

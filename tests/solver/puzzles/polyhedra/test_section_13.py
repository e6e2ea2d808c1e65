"""The families of section 13 and figure 2.4 of the polyhedra paper: pieces and shapes.

Pieces are counted a second time without cutting any polygon: by points spread over the surface,
and from the numbers of vertices, edges and faces of the solids.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from papers.polyhedra.solids.equivalence import compare
from solver.core.errors import PuzzleError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.description import pieces_in_layer
from solver.puzzles.polyhedra.polyhedron import Polyhedron, polyhedron
from solver.puzzles.polyhedra.solid import Vectors
from tests.support.cases import for_each

Numbers = NDArray[np.int64]

POINTS = 40_000

NEW = (
    "cube-edges-odd-3",
    "cube-edges-odd-5",
    "cube-faces-vertices-2",
    "cube-faces-vertices-3",
    "octahedron-edges-2",
    "octahedron-edges-3",
    "octahedron-edges-4",
    "dodecahedron-faces-c",
    "dodecahedron-faces-d",
    "dodecahedron-vertices",
    "dodecahedron-edges-a",
    "dodecahedron-edges-b",
    "dodecahedron-edges-c",
    "icosahedron-faces",
    "icosahedron-vertices-1",
    "icosahedron-vertices-2",
    "icosahedron-edges-a",
    "icosahedron-edges-b",
)


def points_with_layers(puzzle: Polyhedron) -> tuple[Numbers, Numbers]:
    """Return the faces (n,) of random points of the surface, and their layers (n, axes)."""
    rng = np.random.default_rng(0)
    faces = rng.integers(len(puzzle.solid.faces), size=POINTS)
    shares = rng.dirichlet(np.ones(len(puzzle.solid.faces[0])), size=POINTS)
    corners = puzzle.solid.vertices[np.array(puzzle.solid.faces)[faces]]
    points = np.einsum("nk,nkx->nx", shares, corners)
    heights = points @ np.array([axis.direction for axis in puzzle.axes]).T
    above = np.array(puzzle.planes)[None] > heights[:, :, None]
    return faces, 1 + above.sum(axis=2, dtype=np.int64)


@for_each("name", NEW)
def test_pieces_in_layers_are_those_that_points_of_the_surface_find(name: str) -> None:
    puzzle = polyhedron(name)
    faces, layers = points_with_layers(puzzle)
    pieces = {tuple(row) for row in layers.tolist()}
    stickers = {(face, *row) for face, row in zip(faces.tolist(), layers.tolist(), strict=True)}
    assert len(stickers) == len(puzzle.stickers)
    assert len(pieces) == len(puzzle.pieces)
    for axis in range(len(puzzle.axes)):
        found = Counter(piece[axis] for piece in pieces)
        for layer in range(1, puzzle.layers + 1):
            assert pieces_in_layer(puzzle, axis, layer).total() == found[layer]


def faces_touched(name: str) -> dict[int, int]:
    """Return how many pieces touch each number of faces."""
    return dict(Counter(len(piece) for piece in polyhedron(name).pieces))


# Vertices, edges and faces: cube 8, 12, 6; octahedron 6, 12, 8; dodecahedron 20, 30, 12;
# icosahedron 12, 30, 20.
@for_each(
    ("name", "expected"),
    [
        # A corner at each vertex; each face has four squares cut in half along both axes.
        ("cube-faces-vertices-2", {3: 8, 1: 4 * 6}),
        # The mirror planes cut a face into as many triangles as twice its sides; two of them,
        # on the two sides of an edge of the octahedron, are one piece.
        ("octahedron-edges-2", {2: 6 * 8 // 2}),
        ("dodecahedron-edges-a", {1: 10 * 12}),
        ("icosahedron-edges-a", {1: 6 * 20}),
        # The Starminx: at each edge a piece; in each face a pentagram's five points and its middle.
        ("dodecahedron-faces-c", {2: 30, 1: 12 * 5 + 12}),
        # The Pyraminx Crystal has edges and corners, no centres.
        ("dodecahedron-faces-d", {2: 30, 3: 20}),
        # Each face: a pentagram and the five triangles between its points, on one face only.
        ("dodecahedron-vertices", {1: 12 * (1 + 5 + 5)}),
        # Section 13: corners on five faces, edges on two, and hexagons. Two edges to each side.
        ("icosahedron-faces", {5: 12, 2: 2 * 30, 1: 20}),
        # The middles of all faces stay together: twelve stickers of one core.
        ("dodecahedron-edges-c", {12: 1, 3: 20, 2: 30, 1: 12 * 5}),
    ],
)
def test_pieces_by_the_faces_that_they_touch(name: str, expected: dict[int, int]) -> None:
    assert faces_touched(name) == expected


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_the_icosahedron_by_vertices(n: int) -> None:
    """Section 13: 3N layers, equilateral triangles alone, N to a side, each on one face."""
    puzzle = polyhedron(f"icosahedron-vertices-{n}")
    assert (len(puzzle.axes), puzzle.layers) == (6, 3 * n)
    assert faces_touched(puzzle.name) == {1: 20 * n * n}
    side = np.linalg.norm(np.diff(puzzle.solid.polygon(0)[:2], axis=0))
    assert all(sides(one.corners) == pytest.approx([side / n] * 3) for one in puzzle.stickers)
    # Five faces at the vertex have 2L-1 triangles each in layer L from it; the ten faces of the
    # middle part have rows of 1 to 2N-1 triangles, five of them upside down.
    for axis in range(6):
        counted = [pieces_in_layer(puzzle, axis, layer).total() for layer in range(1, 3 * n + 1)]
        cap = [5 * (2 * layer - 1) for layer in range(1, n + 1)]
        assert counted == [*cap, *[5 * 2 * n] * n, *cap[::-1]]


def sides(corners: Vectors) -> list[float]:
    """Return the lengths of a polygon's sides, the shortest first."""
    return sorted(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).tolist())


def shapes(puzzle: Polyhedron) -> set[tuple[float, ...]]:
    """Return the sides of all stickers, each divided by its shortest."""
    all_sides = [sides(sticker.corners) for sticker in puzzle.stickers]
    return {tuple(round(side / lengths[0], 3) + 0.0 for side in lengths) for lengths in all_sides}


EQUILATERAL, HEXAGON, SQUARE = (1.0,) * 3, (1.0,) * 6, (1.0,) * 4


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_octahedron_by_edges_with_even_n(n: int) -> None:
    """Section 13: right triangles, all of one size."""
    puzzle = polyhedron(f"octahedron-edges-{n}")
    assert shapes(puzzle) == {(1.0, 1.732, 2.0)}
    assert len({round(sides(one.corners)[0], 6) for one in puzzle.stickers}) == 1


@pytest.mark.parametrize("n", [3, 5])
def test_the_octahedron_by_edges_with_odd_n(n: int) -> None:
    """Section 13: equilateral triangles, isosceles triangles and hexagons."""
    assert shapes(polyhedron(f"octahedron-edges-{n}")) == {EQUILATERAL, (1.0, 1.0, 1.732), HEXAGON}


@pytest.mark.parametrize("n", [3, 5])
def test_the_cube_by_edges_with_odd_n(n: int) -> None:
    """Section 13: three kinds of piece faces; squares in the faces and at corners, triangles."""
    puzzle = polyhedron(f"cube-edges-odd-{n}")
    assert puzzle.layers == n
    assert shapes(puzzle) == {(1.0, 1.0, 1.414), SQUARE}
    corners = [piece for piece in puzzle.pieces if len(piece) == 3]
    assert len(corners) == 8
    assert all(len(puzzle.stickers[i].corners) == 4 for piece in corners for i in piece)


@pytest.mark.parametrize(
    ("name", "coordinates", "kinds"),
    [
        # Table 12.2 has the coordinates 0 to 8. Section 13 gives 0 to 7 to the left of figure
        # 13.1 and 0 to 9 to its middle, and two or three kinds of pieces.
        ("dodecahedron-faces-b", 9, 3),
        ("dodecahedron-faces-c", 8, 3),
        ("dodecahedron-faces-d", 10, 2),
    ],
)
def test_coordinates_of_the_points_of_the_dodecahedron(
    name: str, coordinates: int, kinds: int
) -> None:
    puzzle = polyhedron(name)
    points = np.concatenate([sticker.corners for sticker in puzzle.stickers])
    for axis in puzzle.axes:
        assert len(np.unique((points @ axis.direction).round(6))) == coordinates
    alike = {
        tuple(sorted(tuple(np.round(sides(puzzle.stickers[i].corners), 6)) for i in piece))
        for piece in puzzle.pieces
    }
    assert len(alike) == kinds


def test_the_dodecahedron_by_vertices_has_five_layers_and_three_kinds_of_pieces() -> None:
    puzzle = polyhedron("dodecahedron-vertices")
    assert puzzle.layers == 5
    assert len({tuple(np.round(sides(one.corners), 6)) for one in puzzle.stickers}) == 3


def test_all_fourteen_combinations_of_table_1_1_are_there() -> None:
    """Section 13 counts 14 kinds: three axes of each solid, but two of the tetrahedron."""
    made = {(family.solid, *family.kinds) for family in POLYHEDRA}
    solids = ("cube", "octahedron", "dodecahedron", "icosahedron")
    assert made == {
        ("tetrahedron", "vertices"),
        ("tetrahedron", "edges"),
        *((solid, kind) for solid in solids for kind in ("faces", "vertices", "edges")),
        ("cube", "faces", "vertices"),
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # Both solids are cut by the mirror planes through their edges: the Little and the Big Chop.
        ("cube-edges-1", "octahedron-edges-2"),
        pytest.param("dodecahedron-edges-a", "icosahedron-edges-a", marks=pytest.mark.slow),
    ],
)
def test_halved_solids_and_their_duals_are_one_puzzle(first: str, second: str) -> None:
    assert compare(first, second).unmatched == 0


@pytest.mark.parametrize(
    ("name", "quoted"),
    [
        ("cube-edges-odd-4", "cube-edges-odd-3, cube-edges-odd-5"),
        ("icosahedron-vertices-11", "icosahedron-vertices-10"),
        ("cube-faces-vertices-1", "cube-faces-vertices-2"),
    ],
)
def test_errors_name_the_sizes_that_are_there(name: str, quoted: str) -> None:
    with pytest.raises(PuzzleError, match=f"{name!r}.*{quoted}"):
        polyhedron(name)


@for_each(
    ("family", "n", "pieces", "stickers"),
    [
        *(("cube-edges-odd", n, 15 * n * n - 12 * n - 1, 15 * n * n - 9) for n in (3, 5, 7)),
        *(("octahedron-edges", n, 15 * n * n - 12 * n - 1, 15 * n * n - 7) for n in (3, 5, 7)),
        *(("octahedron-edges", n, 12 * n * n - 12 * n, 12 * n * n) for n in (2, 4, 6)),
        *(("icosahedron-vertices", n, 20 * n * n, 20 * n * n) for n in (1, 2, 3)),
    ],
)
def test_pieces_and_stickers_are_as_many_as_docs_open_questions_says(
    family: str, n: int, pieces: int, stickers: int
) -> None:
    puzzle = polyhedron(f"{family}-{n}")
    assert (len(puzzle.pieces), len(puzzle.stickers)) == (pieces, stickers)

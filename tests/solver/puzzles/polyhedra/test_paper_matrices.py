"""The tables and matrices of the polyhedra paper that say where a turn takes pieces.

The paper's turns are right-handed about an axis. A table gives the place from which the piece at
(x, y, z) came; a matrix multiplies the direction vectors of a piece, as rows, from the right.

The scan of the paper shows some entries of the matrices, signs with them, in other columns, and
drops some. They are restored here so that each matrix is the rotation that the table beside it
makes; the comments say which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn, polyhedron
from solver.puzzles.polyhedra.solid import Vectors

Coordinates = tuple[int, ...]
Matrix = Sequence[Sequence[int]]

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
# Sections 4.1.2 and 7.1.1.
I, J, K, L = (1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)  # noqa: E741 (the paper's name)


def axis_along(puzzle: Polyhedron, direction: Sequence[int]) -> int:
    """Return the number of the axis that ends in a direction."""
    along = [axis.direction @ np.array(direction) for axis in puzzle.axes]
    number = int(np.argmax(along))
    assert along[number] == pytest.approx(np.linalg.norm(direction))
    return number


def normals(puzzle: Polyhedron) -> Vectors:
    """Return for each sticker the outward unit vector of its face."""
    centres = [puzzle.solid.polygon(sticker.face).mean(axis=0) for sticker in puzzle.stickers]
    return np.array([centre / np.linalg.norm(centre) for centre in centres])


def positions_by_layers(puzzle: Polyhedron, ends: Sequence[Sequence[int]]) -> list[Coordinates]:
    """Return for each sticker how many layers lie between it and the far end of each axis."""
    axes = [axis_along(puzzle, end) for end in ends]
    return [
        tuple(puzzle.layers - sticker.layers[axis] for axis in axes) for sticker in puzzle.stickers
    ]


def right_handed(
    puzzle: Polyhedron, direction: Sequence[int]
) -> list[tuple[PolyhedronTurn, list[int]]]:
    """Return a right-handed turn of each layer, and which stickers it moves."""
    axis = axis_along(puzzle, direction)
    return [
        (
            # Ours are clockwise as seen from the end: left-handed.
            PolyhedronTurn(axis, layer, puzzle.axes[axis].order - 1),
            [i for i, one in enumerate(puzzle.stickers) if one.layers[axis] == layer],
        )
        for layer in range(1, puzzle.layers + 1)
    ]


def assert_sources(
    puzzle: Polyhedron,
    direction: Sequence[int],
    positions: Sequence[Coordinates],
    source: Callable[..., Coordinates],
) -> None:
    """Check that what a turn brings to a place was where the paper's table says."""
    for turn, stickers in right_handed(puzzle, direction):
        targets = puzzle.targets(turn)
        for sticker in stickers:
            assert positions[sticker] == source(*positions[targets[sticker]]), (turn, sticker)


def assert_directions(
    puzzle: Polyhedron, direction: Sequence[int], basis: Sequence[Sequence[int]], matrix: Matrix
) -> None:
    """Check that a turn takes each sticker from its face to the one that a matrix says."""
    vectors: NDArray[np.float64] = np.array(basis, float)
    vectors /= np.linalg.norm(vectors[0])
    outward = normals(puzzle)
    for turn, stickers in right_handed(puzzle, direction):
        targets = puzzle.targets(turn)
        for sticker in stickers:
            along = vectors @ outward[sticker]
            number = int(np.abs(along).argmax())
            assert abs(along[number]) == pytest.approx(1)
            expected = along[number] * np.array(matrix[number]) @ vectors
            assert outward[targets[sticker]] == pytest.approx(expected), (turn, sticker)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_table_3_2_and_equation_2(n: int) -> None:
    """In the scan the 1 and -1 of X+ stand on the diagonal, which would be a reflection, and the
    1 of the first row of Z+ in the third column, which has one already.
    """
    puzzle = polyhedron(f"cube-faces-{n}")
    positions = positions_by_layers(puzzle, [X, Y, Z])
    last = n - 1
    for axis, source, matrix in (
        (X, lambda x, y, z: (x, z, last - y), [[1, 0, 0], [0, 0, 1], [0, -1, 0]]),
        (Y, lambda x, y, z: (last - z, y, x), [[0, 0, -1], [0, 1, 0], [1, 0, 0]]),
        (Z, lambda x, y, z: (y, last - x, z), [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
    ):
        assert_sources(puzzle, axis, positions, source)
        assert_directions(puzzle, axis, [X, Y, Z], matrix)


def lattice_of_squares(puzzle: Polyhedron, n: int) -> list[Coordinates]:
    """Return the paper's coordinates, 0 to 2N, of the cube turned about its vertices (4.1.1).

    They are those of the middle of a square; a triangle is half a square, on an edge of the cube.
    """
    positions = []
    for sticker in puzzle.stickers:
        middle = sticker.corners.mean(axis=0)
        if len(sticker.corners) == 3:
            following = np.roll(sticker.corners, -1, axis=0)
            longest = np.linalg.norm(following - sticker.corners, axis=1).argmax()
            middle = (sticker.corners[longest] + following[longest]) / 2
        scaled = (middle * 3**0.5 + 1) * n
        assert scaled == pytest.approx(scaled.round(), abs=1e-6)
        positions.append(tuple(scaled.round().astype(int).tolist()))
    return positions


@pytest.mark.parametrize("n", [1, 2, 3])
def test_table_4_2_and_equation_5(n: int) -> None:
    """The scan has every sign and place of these."""
    puzzle = polyhedron(f"cube-vertices-a-{n}")
    positions = lattice_of_squares(puzzle, n)
    top = 2 * n
    for axis, source, matrix in (
        (I, lambda x, y, z: (y, z, x), [[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
        (J, lambda x, y, z: (top - y, z, top - x), [[0, -1, 0], [0, 0, 1], [-1, 0, 0]]),
        (K, lambda x, y, z: (top - y, top - z, x), [[0, -1, 0], [0, 0, -1], [1, 0, 0]]),
        (L, lambda x, y, z: (y, top - z, top - x), [[0, 1, 0], [0, 0, -1], [-1, 0, 0]]),
    ):
        assert_sources(puzzle, axis, positions, source)
        assert_directions(puzzle, axis, [X, Y, Z], matrix)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_layers_of_section_4_1_3(n: int) -> None:
    """About J, K and L the paper writes Nmax - 4Layer, which the outer layer of N = 1 shows to be
    wrong: Layer 1 lies at -x + y + z = 3 and not at -2. It is 2Nmax - Layer.
    """
    puzzle = polyhedron(f"cube-vertices-a-{n}")
    top = 2 * n
    for (x, y, z), sticker in zip(lattice_of_squares(puzzle, n), puzzle.stickers, strict=True):
        for axis, value in ((J, -x + y + z), (K, x - y + z), (L, x + y - z)):
            layer = 2 * (puzzle.layers - sticker.layers[axis_along(puzzle, axis)]) + 1
            assert value == 2 * top - layer
            assert value != top - 4 * layer
        from_far_end = puzzle.layers - sticker.layers[axis_along(puzzle, I)]
        assert x + y + z == 2 * from_far_end + 1


@pytest.mark.parametrize("n", [1, 2])
def test_table_6_3_and_equation_6(n: int) -> None:
    """In the scan I and L have their entries on the diagonal; both would be reflections.

    The coordinates reach 4N, as in table 6.3 and section 6.2.1; with the 2N of section 6.1.1, table
    6.3 would lead out of the puzzle.
    """
    puzzle = polyhedron(f"cube-edges-{n}")
    top = 4 * n
    # The lattice point in a triangle is the one nearest to its centre.
    scaled = [(one.corners.mean(axis=0) * 3**0.5 + 1) * top / 2 for one in puzzle.stickers]
    positions = [tuple(point.round().astype(int).tolist()) for point in scaled]
    assert max(map(max, positions)) == top
    for axis, source, matrix in (
        ((0, 1, 1), lambda x, y, z: (top - x, z, y), [[-1, 0, 0], [0, 0, 1], [0, 1, 0]]),
        ((1, 0, 1), lambda x, y, z: (z, top - y, x), [[0, 0, 1], [0, -1, 0], [1, 0, 0]]),
        ((1, 1, 0), lambda x, y, z: (y, x, top - z), [[0, 1, 0], [1, 0, 0], [0, 0, -1]]),
        (
            (0, 1, -1),
            lambda x, y, z: (top - x, top - z, top - y),
            [[-1, 0, 0], [0, 0, -1], [0, -1, 0]],
        ),
        # Ours ends at the opposite edge: a half turn about it is the same.
        (
            (1, 0, -1),
            lambda x, y, z: (top - z, top - y, top - x),
            [[0, 0, -1], [0, -1, 0], [-1, 0, 0]],
        ),
        (
            (1, -1, 0),
            lambda x, y, z: (top - y, top - x, top - z),
            [[0, -1, 0], [-1, 0, 0], [0, 0, -1]],
        ),
    ):
        assert_sources(puzzle, axis, positions, source)
        assert_directions(puzzle, axis, [X, Y, Z], matrix)


# In the scan of equation 8, I+ is diagonal, J+ exchanges two vectors, K+ makes a cycle of all four,
# and L+ has two entries in one column. A turn makes a cycle of three: table 7.2 says which.
EQUATION_8 = {
    I: [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 0, 0]],
    J: [[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]],
    K: [[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0]],
    L: [[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]],
}


def table_7_2(axis: tuple[int, int, int], i: int, j: int, k: int, l: int) -> Coordinates:  # noqa: E741
    return {I: (i, k, l, j), J: (l, j, i, k), K: (j, l, k, i), L: (k, i, j, l)}[axis]


@pytest.mark.parametrize(
    "name",
    [
        *(f"tetrahedron-vertices-{n}" for n in (2, 3, 4)),
        # Section 9.1.3 uses them for the octahedron, and cites equation 6 instead of 8: that one
        # has three rows, where its pieces have four directions, and half turns.
        *(f"octahedron-faces-{n}" for n in (2, 3)),
    ],
)
def test_table_7_2_and_equation_8(name: str) -> None:
    puzzle = polyhedron(name)
    positions = positions_by_layers(puzzle, [I, J, K, L])
    for axis, matrix in EQUATION_8.items():
        assert_sources(puzzle, axis, positions, lambda *at, axis=axis: table_7_2(axis, *at))
        assert_directions(puzzle, axis, [I, J, K, L], matrix)


# In the scan of equation 9 each matrix has two entries in one column. Section 8.1.3: each
# exchanges two pairs of faces, and YZ = ZY = X.
EQUATION_9 = {
    X: [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]],
    Y: [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]],
    Z: [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
}


@pytest.mark.parametrize("n", [2, 3, 4])
def test_table_8_2_and_equation_9(n: int) -> None:
    puzzle = polyhedron(f"tetrahedron-edges-{n}")
    positions = positions_by_layers(puzzle, [X, Y, Z])
    last = n - 1
    for axis, source in (
        (X, lambda x, y, z: (x, last - y, last - z)),
        (Y, lambda x, y, z: (last - x, y, last - z)),
        (Z, lambda x, y, z: (last - x, last - y, z)),
    ):
        assert_sources(puzzle, axis, positions, source)
        assert_directions(puzzle, axis, [I, J, K, L], EQUATION_9[axis])
    x, y, z = (np.array(EQUATION_9[axis]) for axis in (X, Y, Z))
    for product, expected in ((y @ z, x), (z @ y, x), (z @ x, y), (x @ y, z)):
        assert product.tolist() == expected.tolist()


@pytest.mark.parametrize("n", [2, 3])
def test_equation_10(n: int) -> None:
    """The scan shows three rows of each; the fourth -1 and the columns are restored from what the
    paper says of them: every entry is -1, and the squares are those of equation 9. Of the two such
    matrices of each axis, which are inverse to each other, this is the right-handed one.
    """
    puzzle = polyhedron(f"octahedron-vertices-{n}")
    equation_10 = {
        X: [[0, 0, -1, 0], [0, 0, 0, -1], [0, -1, 0, 0], [-1, 0, 0, 0]],
        Y: [[0, 0, 0, -1], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0]],
        Z: [[0, -1, 0, 0], [0, 0, 0, -1], [-1, 0, 0, 0], [0, 0, -1, 0]],
    }
    for axis, matrix in equation_10.items():
        assert (np.array(matrix) @ np.array(matrix)).tolist() == EQUATION_9[axis]
        assert_directions(puzzle, axis, [I, J, K, L], matrix)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_coordinates_of_section_9_1_1(n: int) -> None:
    """The paper's i + j + k + l = 2N-3 holds for the inverted pieces of four of the eight faces;
    on the opposite ones it is 2N-1. For N = 2 its rule gives 4 pieces, not 8.
    """
    puzzle = polyhedron(f"octahedron-faces-{n}")
    sums = [sum(place) for place in positions_by_layers(puzzle, [I, J, K, L])]
    # A piece inside a face has one sticker, and so have all inverted ones.
    inverted = n * (n - 1) // 2
    assert sums.count(2 * n - 3) == 4 * inverted
    assert sums.count(2 * n - 1) == 4 * inverted
    assert sums.count(2 * n - 2) == len(sums) - 8 * inverted
    if n == 2:
        assert (sums.count(2 * n - 3), 8 * inverted) == (4, 8)

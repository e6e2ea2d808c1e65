"""Equivalent puzzles of the polyhedra paper, section 15, and puzzles that are not.

`rokumen paper equal`: which puzzles are the same, or part of another.
"""

from __future__ import annotations

import pytest

from papers.polyhedra.solids.equivalence import SharedPieces, compare, interior_pieces
from solver.puzzles.polyhedra.polyhedron import polyhedron
from tests.support.command_line import Rokumen


@pytest.mark.parametrize("n", range(2, 6))
def test_a_cube_with_n_layers_has_n_cubed_pieces(n: int) -> None:
    assert len(interior_pieces(polyhedron(f"cube-faces-{n}"))) == n**3


@pytest.mark.parametrize("n", [2, 3])
def test_the_octahedron_by_vertices_is_the_cube_by_faces(n: int) -> None:
    """Section 15.1: of 2N layers, with the pieces that the cube's surface does not show."""
    found = compare(f"octahedron-vertices-{n}", f"cube-faces-{2 * n}")
    assert found.first_alone == 0
    assert sum(shared.pieces for shared in found.shared) == 8 * n * n
    if n == 2:
        # Figure 15.1: the inner pieces of the cube of four layers, and the cube of two layers.
        assert set(found.shared) == {
            SharedPieces(24, True, True, True),
            SharedPieces(8, True, False, False),
        }


def test_the_cube_by_vertices_is_the_octahedron_by_faces() -> None:
    """Section 15.2: the cube of N = 1 is a part of the octahedron of three layers."""
    found = compare("cube-vertices-a-1", "octahedron-faces-3")
    assert found.shared == (SharedPieces(12, True, True, True),)
    assert (found.first_alone, found.second_alone) == (0, 30)


@pytest.mark.thorough
@pytest.mark.parametrize("n", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_larger_cubes_by_vertices_lie_within_octahedra(n: int) -> None:
    """Section 15.2: pieces without a counterpart on the other's surface appear as N grows."""
    found = compare(f"cube-vertices-a-{n}", f"octahedron-faces-{3 * n}")
    assert found.first_alone == 0
    assert not all(shared.second_shows for shared in found.shared)


@pytest.mark.parametrize("name", ["cube-edges-1", "tetrahedron-vertices-3", "dodecahedron-faces-b"])
def test_a_puzzle_is_itself(name: str) -> None:
    found = compare(name, name)
    assert found.unmatched == 0
    assert all(shared.stickers_too for shared in found.shared)


def test_puzzles_with_the_same_axes_may_differ() -> None:
    # Both have four axes of 120 degrees and three layers, but their pieces move differently.
    found = compare("tetrahedron-vertices-3", "octahedron-faces-3")
    assert found.axes
    assert found.shared == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("cube-faces-2", "cube-faces-3"),
        ("cube-faces-2", "tetrahedron-edges-2"),
        ("cube-faces-3", "tetrahedron-vertices-3"),
    ],
)
def test_other_axes_angles_or_layers_do_not_match(first: str, second: str) -> None:
    assert compare(first, second).axes == ()


@pytest.mark.thorough
def test_equivalent_puzzles_are_found(rokumen: Rokumen) -> None:
    result = rokumen("paper", "equal", "cube-vertices-a-1", "octahedron-faces-3")
    assert result.status == 0
    assert "12 pieces of both move identically, their stickers too" in result.out
    assert "cube-vertices-a-1 is part of octahedron-faces-3" in result.out
    result = rokumen("paper", "equal", "cube-faces-4", "octahedron-vertices-2")
    assert "octahedron-vertices-2 is part of cube-faces-4 (including interior pieces)" in result.out
    assert "same puzzle" in rokumen("paper", "equal", "cube-faces-2", "cube-faces-2").out
    assert "are not comparable" in rokumen("paper", "equal", "cube-faces-2", "cube-edges-1").out
    output = rokumen("paper", "equal", "cube-vertices-a-1", "octahedron-faces-3", "--json").json()
    assert output["first_alone"] == 0


def test_an_error_quotes_an_unknown_puzzle(rokumen: Rokumen) -> None:
    result = rokumen("paper", "equal", "cube-faces-2", "ball")
    assert result.status == 2
    assert "ball" in result.err

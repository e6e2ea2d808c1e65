"""Which cuts make a puzzle, and at which depths: section 2 of the polyhedra paper.

Pieces are counted a second time by points spread over the surface.

The command for possible cuts: axes of every solid, conditions and depths.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from papers.polyhedra.solids.depths import depths
from papers.polyhedra.solids.equivalence import SharedPieces, compare, interior_pieces
from papers.polyhedra.solids.possible_cuts import (
    AxesOfKind,
    axis_kinds,
    check_conditions,
    kinds_of_axes,
    needed_planes,
)
from solver.core.errors import PuzzleError
from solver.puzzles.family import SOLIDS, AxisKind
from solver.puzzles.polyhedra.polyhedron import Polyhedron, polyhedron
from solver.puzzles.polyhedra.solid import axes, solid
from tests.support.cases import for_each
from tests.support.command_line import Rokumen

POINTS = 60_000
# How far the middle of an edge is along an axis through a vertex, as a share of the vertex.
MIDDLE_OF_EDGE = {
    "tetrahedron": 1 / 3,
    "cube": 2 / 3,
    "octahedron": 1 / 2,
    "dodecahedron": (3 + sqrt(5)) / 6,
    "icosahedron": (5 + sqrt(5)) / 10,
}
KINDS = [(name, kind) for name in SOLIDS for kind in kinds_of_axes(name)]
SMALL = [(name, kind) for name, kind in KINDS if name in ("tetrahedron", "cube", "octahedron")]


def both(height: float, *numbers: int) -> dict[int, tuple[float, ...]]:
    """Return planes across axes at a height on both sides of the centre."""
    return dict.fromkeys(numbers, (height, -height))


def test_table_1_1_is_that_of_the_paper() -> None:
    found = {(kind.solid, kind.kind): (kind.axes, 360 // kind.order) for kind in axis_kinds()}
    assert found == {
        ("tetrahedron", "vertices"): (4, 120),
        ("tetrahedron", "edges"): (3, 180),
        ("cube", "faces"): (3, 90),
        ("cube", "vertices"): (4, 120),
        ("cube", "edges"): (6, 180),
        ("octahedron", "faces"): (4, 120),
        ("octahedron", "vertices"): (3, 90),
        ("octahedron", "edges"): (6, 180),
        ("dodecahedron", "faces"): (6, 72),
        ("dodecahedron", "vertices"): (10, 120),
        ("dodecahedron", "edges"): (15, 180),
        ("icosahedron", "faces"): (10, 120),
        ("icosahedron", "vertices"): (6, 72),
        ("icosahedron", "edges"): (15, 180),
    }


def test_groups_have_the_orders_of_the_paper() -> None:
    # Sections 1, 7.1.1, 9.1.1 and 11.1.1; a solid and its dual have the same rotations.
    orders = {kind.solid: kind.rotations for kind in axis_kinds()}
    assert orders == dict(zip(SOLIDS, (12, 24, 24, 60, 60), strict=True))


def test_a_cut_on_one_side_alone_has_no_counterpart() -> None:
    # Figure 2.1.
    found = check_conditions("cube", "faces", dict.fromkeys(range(3), (0.5,)))
    assert found.unmatched == "1X"
    assert found.keeps_solid
    assert not found.alike
    assert found.needed == both(0.5, 0, 1, 2)


def test_two_axes_of_cuts_need_the_third() -> None:
    # Figure 2.2.
    found = check_conditions("cube", "faces", both(0.4, 0, 1))
    assert found.unmatched
    assert found.needed == both(0.4, 0, 1, 2)
    done = check_conditions("cube", "faces", found.needed)
    assert (done.unmatched, done.alike, done.crossing, done.needed) == (
        "",
        True,
        True,
        found.needed,
    )


def test_two_edge_axes_of_one_plane_are_closed_but_not_alike() -> None:
    # Figure 2.3: (1, 1, 0) and (1, -1, 0).
    lines = axes("cube", "edges")
    beside = next(
        number
        for number, axis in enumerate(lines)
        if abs(axis.direction @ lines[0].direction) < 0.1
    )
    found = check_conditions("cube", "edges", both(0.3, 0, beside))
    assert (found.unmatched, found.crossing, found.alike) == ("", True, False)
    assert needed_planes("cube", "edges", found.needed) == both(0.3, *range(6))
    # Any other two need a third one.
    for other in set(range(1, 6)) - {beside}:
        assert len(check_conditions("cube", "edges", both(0.3, 0, other)).needed) == 3


@pytest.mark.parametrize(("faces", "vertices"), [(0.2, 0.7), (0.71, 0.13)])
def test_cuts_about_axes_of_two_kinds_have_any_depths(faces: float, vertices: float) -> None:
    # Figure 2.4: the turns carry the stickers onto each other.
    lines = (*axes("cube", "faces"), *axes("cube", "vertices"))
    shares = [faces] * 3 + [vertices] * 4
    planes = tuple(
        (share * axis.high, -share * axis.high) for share, axis in zip(shares, lines, strict=True)
    )
    puzzle = Polyhedron("figure 2.4", solid("cube"), lines, planes)
    for turn in puzzle.all_turns:
        assert sorted(puzzle.targets(turn)) == list(range(len(puzzle.stickers)))


@pytest.mark.parametrize("name", ["cube", "tetrahedron"])
def test_quarter_turns_about_edges_change_the_form(name: str) -> None:
    # The Bevel Cube and the Pyramorphix, sections 6 and 8.
    planes = needed_planes(name, "edges", {0: (0.2,)})
    assert check_conditions(name, "edges", planes).keeps_solid
    turned = check_conditions(name, "edges", planes, 90)
    assert not turned.keeps_solid
    assert turned.unmatched


def test_tips_that_do_not_meet_are_no_puzzle() -> None:
    # Section 7: N = 2 is cut where the planes meet on the surface alone.
    for height, crossing in ((1 / 3, False), (0.34, False), (0.33, True)):
        planes = needed_planes("tetrahedron", "vertices", {0: (height,)})
        assert check_conditions("tetrahedron", "vertices", planes).crossing is crossing


@for_each("kind", axis_kinds())
def test_planes_meet_below_the_middle_of_an_edge(kind: AxesOfKind) -> None:
    expected = MIDDLE_OF_EDGE[kind.solid] if kind.kind == "vertices" else 1
    assert kind.crossing_limit == pytest.approx(expected)
    for height in (kind.crossing_limit - 0.01, min(kind.crossing_limit + 0.01, 0.999)):
        planes = needed_planes(kind.solid, kind.kind, {0: (height,)})
        crossing = check_conditions(kind.solid, kind.kind, planes).crossing
        assert crossing is (height < kind.crossing_limit)


def test_a_plane_beyond_the_solid_is_refused() -> None:
    for height in (-0.5, 1.0):
        with pytest.raises(PuzzleError, match="does not cut the axis I"):
            check_conditions("tetrahedron", "vertices", {0: (height,)})


@for_each(("name", "kind"), SMALL)
def test_depths_have_the_pieces_that_points_of_the_surface_find(name: str, kind: AxisKind) -> None:
    shape = solid(name)
    rng = np.random.default_rng(0)
    faces = rng.integers(len(shape.faces), size=POINTS)
    shares = rng.dirichlet(np.ones(len(shape.faces[0])), size=POINTS)
    points = np.einsum("nk,nkx->nx", shares, shape.vertices[np.array(shape.faces)[faces]])
    found = depths(name, kind)
    for depth in found:
        planes = needed_planes(name, kind, {0: ((depth.low + depth.high) / 2,)})
        layers = [
            sum((points @ axis.direction < height * axis.high).astype(int) for height in planes[n])
            for n, axis in enumerate(axes(name, kind))
        ]
        rows = np.array(layers).T
        assert len({tuple(row) for row in rows.tolist()}) == depth.pieces, depth
        numbered = np.column_stack([faces, rows]).tolist()
        assert len({tuple(row) for row in numbered}) == depth.stickers, depth
    # They follow each other without a gap, from the end to the centre or to the opposite face.
    assert found[0].high == 1
    for upper, lower in pairwise(found):
        assert upper.low == lower.high
        assert upper.with_low is not lower.with_high


def test_puzzles_of_the_families_stand_at_their_depths() -> None:
    names = [name for depth in depths("dodecahedron", "faces") for name in depth.names]
    assert names == [f"dodecahedron-faces-{letter}" for letter in "bdca"]
    alone = {depth.names: depth.interval for depth in depths("cube", "edges") if depth.names}
    assert alone == {("cube-edges-odd-3",): "0.3333", ("cube-edges-1",): "0"}


def test_the_axes_of_every_solid_are_listed(rokumen: Rokumen) -> None:
    result = rokumen("paper", "cuts")
    assert result.status == 0
    # The fourteen kinds of section 13.
    assert len(result.rows) == 1 + 14
    assert ["dodecahedron", "60", "edges", "15", "180°"] in [row[:5] for row in result.rows]
    kinds = rokumen("paper", "cuts", "--json").json()["kinds"]
    assert {kind["solid"] for kind in kinds if not kind["is_reversed"]} == {"tetrahedron"}


def test_conditions_are_checked(rokumen: Rokumen) -> None:
    result = rokumen("paper", "cuts", "cube", "faces", "--at", "0.5")
    assert result.status == 0
    second, third, fourth, fifth, needed = result.out.splitlines()
    assert second.endswith("yes")
    assert third.endswith("no, not where 1X turns")
    assert fourth.endswith("yes")
    assert fifth.endswith("no")
    assert needed.endswith("X at 0.5 and -0.5, Y at 0.5 and -0.5, Z at 0.5 and -0.5")
    two = ("paper", "cuts", "cube", "edges", "--at", "0.3", "--at", "-0.3", "--axes", "IL")
    output = rokumen(*two, "--json").json()
    assert output["needed"] == {"I": [0.3, -0.3], "L": [0.3, -0.3]}
    turned = rokumen(*two, "--angle", "90", "--json").json()
    assert not turned["keeps_solid"]
    assert turned["needed"] == {}


def test_depths_are_listed(rokumen: Rokumen) -> None:
    result = rokumen("paper", "cuts", "cube", "vertices")
    _, *rows = result.rows
    # Corners alone; then their planes cross; then the Dino Cube, where they meet in vertices.
    assert [row[0] for row in rows[:3]] == ["[0.6667, 1)", "(0.3333, 0.6667)", "0.3333"]
    assert rows[2][1:] == ["3", "12", "24", "yes", "cube-vertices-a-1"]
    found = rokumen("paper", "cuts", "cube", "vertices", "--json").json()["depths"]
    assert [depth["pieces"] for depth in found] == [int(row[2]) for row in rows]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cube",), "name a solid and a kind of axis"),
        (("--at", "0.5"), "name a solid and a kind of axis"),
        (("tetrahedron", "faces"), "write `rokumen paper cuts tetrahedron vertices`"),
        (("cube", "faces", "--axes", "X"), "are for cuts that --at gives"),
        (("cube", "faces", "--at", "0.5", "--axes", "XQ"), "'Q' in --axes XQ is not one of X Y Z"),
        (("cube", "faces", "--at", "1"), "a plane at 1 does not cut the axis X"),
    ],
)
def test_what_cannot_be_cut_is_refused(
    rokumen: Rokumen, arguments: tuple[str, ...], words: str
) -> None:
    result = rokumen("paper", "cuts", *arguments)
    assert result.status != 0
    assert words in " ".join(result.err.split())


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

"""The geometry of the polyhedra: stickers, axes, layers and turns."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing.palette import PAINT, WESTERN
from solver.core.errors import NotationError, PuzzleError
from solver.core.geometry import FRAMES
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.family import AxisKind
from solver.puzzles.polyhedra.description import describe
from solver.puzzles.polyhedra.drawing import face_colours
from solver.puzzles.polyhedra.polyhedron import (
    Polyhedron,
    PolyhedronTurn,
    after,
    format_turn,
    format_turns,
    parse,
    polyhedron,
)
from solver.puzzles.polyhedra.solid import Vectors, axes, rotation, solid
from tests.support.cases import for_each

# The smaller half of every family of sections 3 to 12, and the smallest of the others.
SMALL = [
    *(name for family in POLYHEDRA[:10] for name in family.names[:3]),
    *(family.names[0] for family in POLYHEDRA[10:]),
]
names = st.sampled_from(SMALL)


@st.composite
def puzzles_with_turns(draw: st.DrawFn, count: int) -> tuple[Polyhedron, list[PolyhedronTurn]]:
    puzzle = polyhedron(draw(names))
    turns = draw(st.lists(st.sampled_from(puzzle.all_turns), min_size=count, max_size=count))
    return puzzle, turns


def area(polygon: Vectors) -> float:
    arms = polygon - polygon[0]
    return float(np.linalg.norm(np.cross(arms[1:-1], arms[2:]).sum(axis=0)) / 2)


@pytest.mark.parametrize(
    ("name", "vertices", "edges", "faces"),
    [
        ("tetrahedron", 4, 6, 4),
        ("cube", 8, 12, 6),
        ("octahedron", 6, 12, 8),
        ("dodecahedron", 20, 30, 12),
        ("icosahedron", 12, 30, 20),
    ],
)
def test_solids(name: str, vertices: int, edges: int, faces: int) -> None:
    shape = solid(name)
    assert (len(shape.vertices), len(shape.edges), len(shape.faces)) == (vertices, edges, faces)
    for face in range(faces):
        polygon = shape.polygon(face)
        outward = np.cross(polygon[1] - polygon[0], polygon[2] - polygon[1])
        assert outward @ polygon[0] > 0


@for_each(
    ("name", "count", "angle"),
    [
        ("cube-faces-3", 3, 90),
        ("cube-vertices-a-1", 4, 120),
        ("cube-vertices-b-2", 4, 120),
        ("cube-edges-1", 6, 180),
        ("tetrahedron-vertices-3", 4, 120),
        ("tetrahedron-edges-3", 3, 180),
        ("octahedron-faces-2", 4, 120),
        ("octahedron-vertices-2", 3, 90),
        ("dodecahedron-faces-a", 6, 72),
        ("dodecahedron-faces-b", 6, 72),
        ("octahedron-edges-2", 6, 180),
        ("dodecahedron-vertices", 10, 120),
        ("dodecahedron-edges-a", 15, 180),
        ("icosahedron-faces", 10, 120),
        ("icosahedron-vertices-1", 6, 72),
        ("icosahedron-edges-a", 15, 180),
    ],
)
def test_axes_of_table_1_1(name: str, count: int, angle: int) -> None:
    puzzle = polyhedron(name)
    assert [360 / axis.order for axis in puzzle.axes] == [angle] * count


@for_each("name", SMALL)
def test_stickers_cover_every_face_once(name: str) -> None:
    puzzle = polyhedron(name)
    for face in range(len(puzzle.solid.faces)):
        parts = [s for s in puzzle.stickers if s.face == face]
        assert sum(area(s.corners) for s in parts) == pytest.approx(
            area(puzzle.solid.polygon(face))
        )
        # No two in the same layer of every axis: planes separate them, so they do not overlap.
        assert len({s.layers for s in parts}) == len(parts)
    assert sorted(s for piece in puzzle.pieces for s in piece) == list(range(len(puzzle.stickers)))


@for_each("name", SMALL)
def test_turns_move_polygons_onto_polygons(name: str) -> None:
    puzzle = polyhedron(name)
    for turn in (turn for turn in puzzle.all_turns if turn.amount == 1):
        targets = puzzle.targets(turn)
        axis = puzzle.axes[turn.axis]
        matrix = rotation(axis.direction, -2 * np.pi / axis.order)
        for sticker, target in zip(puzzle.stickers, targets, strict=True):
            if sticker.layers[turn.axis] != turn.layer:
                assert puzzle.stickers[target] is sticker
                continue
            corners = puzzle.stickers[target].corners
            apart = (sticker.corners @ matrix.T)[:, None] - corners[None]
            assert np.linalg.norm(apart, axis=2).min(axis=1).max() < 1e-9
            assert len(corners) == len(sticker.corners)


@given(puzzles_with_turns(count=1))
@settings(max_examples=30, deadline=None)
def test_a_turn_has_the_order_of_its_axis(drawn: tuple[Polyhedron, list[PolyhedronTurn]]) -> None:
    puzzle, (turn,) = drawn
    unit = PolyhedronTurn(turn.axis, turn.layer, 1)
    order = puzzle.axes[turn.axis].order
    solved = tuple(range(len(puzzle.stickers)))
    assert after(puzzle, [unit] * order) == solved
    assert after(puzzle, [unit] * turn.amount) == puzzle.targets(turn)


@given(puzzles_with_turns(count=2))
@settings(max_examples=30, deadline=None)
def test_turns_about_one_axis_commute(drawn: tuple[Polyhedron, list[PolyhedronTurn]]) -> None:
    puzzle, (one, other) = drawn
    beside = PolyhedronTurn(one.axis, other.layer, other.amount)
    assert after(puzzle, [one, beside]) == after(puzzle, [beside, one])


@given(puzzles_with_turns(count=12))
@settings(max_examples=30, deadline=None)
def test_turns_keep_pieces_whole(drawn: tuple[Polyhedron, list[PolyhedronTurn]]) -> None:
    puzzle, turns = drawn
    targets = after(puzzle, turns)
    whole = {frozenset(piece) for piece in puzzle.pieces}
    assert {frozenset(targets[s] for s in piece) for piece in puzzle.pieces} == whole


@given(puzzles_with_turns(count=5))
@settings(max_examples=30, deadline=None)
def test_written_turns_are_read_back(drawn: tuple[Polyhedron, list[PolyhedronTurn]]) -> None:
    puzzle, turns = drawn
    assert parse(puzzle, " ".join(format_turns(puzzle, turns))) == tuple(turns)


def test_axes_of_one_kind_have_the_same_layers() -> None:
    for name in SMALL:
        puzzle = polyhedron(name)
        for (one, planes), (other, others) in combinations(
            zip(puzzle.axes, puzzle.planes, strict=True), 2
        ):
            assert len(planes) == len(others) == puzzle.layers - 1
            assert list(planes) == sorted(planes, reverse=True)
            if one.order == other.order:
                assert planes == pytest.approx(others)


def test_axes_of_two_kinds_are_combined() -> None:
    """Figure 2.4 of the polyhedra paper: the three axes of faces and the four of vertices."""
    puzzle = polyhedron("cube-faces-vertices-3")
    assert [axis.name for axis in puzzle.axes] == list("XYZIJKL")
    assert [axis.order for axis in puzzle.axes] == [4] * 3 + [3] * 4


def test_turns_are_clockwise_as_seen_from_the_end_of_the_axis() -> None:
    # On the cube, a sticker at the top of the front face goes to its right.
    puzzle = polyhedron("cube-faces-3")
    front = next(i for i, axis in enumerate(puzzle.axes) if axis.direction[2] > 0.9)
    targets = puzzle.targets(PolyhedronTurn(front, 1, 1))
    middles = np.array([sticker.corners.mean(axis=0) for sticker in puzzle.stickers])
    scale = 1 / np.abs(middles).max()
    top = int(np.linalg.norm(middles * scale - [0, 2 / 3, 1], axis=1).argmin())
    assert middles[targets[top]] * scale == pytest.approx([2 / 3, 0, 1])


@pytest.mark.parametrize("name", ["tetrahedron-edges-2", "dodecahedron-faces-b", "cube-edges-2"])
def test_the_description_matches_the_puzzle(name: str) -> None:
    puzzle = polyhedron(name)
    described = describe(name)
    assert [turn["name"] for turn in described["turns"]] == [
        format_turn(puzzle, turn) for turn in puzzle.all_turns if turn.amount == 1
    ]
    for turn in described["turns"]:
        (parsed,) = parse(puzzle, turn["name"])
        assert tuple(turn["targets"]) == puzzle.targets(parsed)
        matrix = rotation(puzzle.axes[turn["axis"]].direction, np.radians(turn["angle"]))
        for sticker in described["stickers"]:
            if sticker["layers"][turn["axis"]] == turn["layer"]:
                number = turn["targets"][described["stickers"].index(sticker)]
                middle = np.mean(sticker["corners"], axis=0) @ matrix.T
                target = np.mean(described["stickers"][number]["corners"], axis=0)
                assert middle == pytest.approx(target, abs=1e-6)
    for axis in described["axes"]:
        for height, section in zip(axis["cuts"], axis["sections"], strict=True):
            assert np.array(section) @ axis["direction"] == pytest.approx(height, abs=1e-6)


@for_each("word", ["0X", "4X", "1W", "X", "1X4", "1X0", "1x", "1X''"])
def test_errors_quote_bad_turns(word: str) -> None:
    with pytest.raises(NotationError, match=word):
        parse(polyhedron("cube-faces-3"), f"1X {word}")


@pytest.mark.parametrize("name", ["cube-faces-1", "cube-faces-11", "cube-corners-2", "cube", ""])
def test_errors_quote_bad_names(name: str) -> None:
    with pytest.raises(PuzzleError, match=repr(name)):
        polyhedron(name)


@pytest.mark.parametrize(
    ("name", "kinds", "rotations"),
    [
        ("tetrahedron", ("vertices", "edges"), 12),
        ("cube", ("faces", "vertices", "edges"), 24),
        ("octahedron", ("faces", "vertices", "edges"), 24),
        ("dodecahedron", ("faces", "vertices", "edges"), 60),
        ("icosahedron", ("faces", "vertices", "edges"), 60),
    ],
)
def test_the_turns_about_all_axes_are_all_rotations(
    name: str, kinds: tuple[AxisKind, ...], rotations: int
) -> None:
    """Section 1 of the paper counts those of the cube: 1 + 9 + 8 + 6."""
    turns = [axis.order - 1 for kind in kinds for axis in axes(name, kind)]
    assert 1 + sum(turns) == rotations


def test_a_drawn_cube_has_the_usual_colours() -> None:
    cube = solid("cube")
    for frame, colour in zip(FRAMES.values(), WESTERN.values(), strict=True):
        heights = [cube.polygon(face).mean(axis=0) @ frame.normal for face in range(6)]
        assert face_colours(cube)[int(np.argmax(heights))] == PAINT[colour]

"""Cubes turned about their faces are solved as n x n x n cubes, in their own notation."""

from __future__ import annotations

import pytest

from solver.core.errors import IllegalCubeError, NotationError
from solver.puzzles.polyhedra.cube_by_faces import puzzle
from solver.puzzles.polyhedra.polyhedron import after, parse, polyhedron


@pytest.mark.parametrize(("n", "method"), [(2, "tsukuda"), (3, "tsukuda-steps"), (6, "tsukuda")])
def test_a_scramble_and_its_solution_leave_each_face_of_one_colour(n: int, method: str) -> None:
    name = f"cube-faces-{n}"
    cube, shape = puzzle(name), polyhedron(name)
    scramble = cube.scramble(n)
    solution = cube.solve(scramble, method)
    targets = after(shape, parse(shape, f"{scramble} {solution.moves}"))
    colours = dict(zip(targets, shape.colours, strict=True))
    seen: dict[int, set[int]] = {}
    for place, face in enumerate(shape.colours):
        seen.setdefault(face, set()).add(colours[place])
    assert [len(each) for each in seen.values()] == [1] * 6
    assert solution.stages[-1].name.split()[0] == {2: "8", 3: "15", 6: "16"}[n]


def test_small_ones_keep_the_methods_of_polyhedra_and_large_ones_do_not() -> None:
    assert {"beam", "exact"} <= set(puzzle("cube-faces-5").methods)
    assert not {"beam", "exact"} & set(puzzle("cube-faces-6").methods)


def test_a_turn_of_a_layer_that_is_not_there_is_quoted() -> None:
    with pytest.raises(NotationError, match="'7X' is not a turn of cube-faces-6"):
        puzzle("cube-faces-6").solve("7X", "tsukuda")


def test_facelets_are_a_position_too() -> None:
    """The facelets are those of a 2x2x2 after R: 1X turns the layer at the end of x clockwise."""
    cube = puzzle("cube-faces-2")
    solution = cube.solve("UFUF RRRR FDFD DBDB LLLL UBUB", "tsukuda")
    assert solution.turns == 1
    assert solution.moves in ("1X'", "2X")
    with pytest.raises(IllegalCubeError, match="24 U, 0 R, 0 F, 0 D, 0 L and 0 B stickers"):
        cube.parse("U" * 24)

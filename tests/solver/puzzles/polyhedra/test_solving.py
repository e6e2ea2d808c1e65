"""Scrambles of every family are solved, and the groups have their known orders.

Cubes turned about their faces are solved as n x n x n cubes, in their own notation.
"""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import IllegalCubeError, NotationError, PuzzleError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra import solver
from solver.puzzles.polyhedra.cube_by_faces import CubeByFaces
from solver.puzzles.polyhedra.polyhedron import after, parse, polyhedron
from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle
from solver.puzzles.polyhedra.schreier_sims import load_or_build_chain
from solver.puzzles.polyhedra.stabiliser_chain import StabiliserChain
from solver.puzzles.polyhedra.turn_group import IDENTITY, TurnGroup, inverse
from solver.puzzles.registry import load_puzzle

# Of each kind one whose stabiliser chain is built quickly; the others are slow.
QUICK = [
    "cube-faces-2",
    "cube-vertices-a-1",
    "tetrahedron-vertices-3",
    "tetrahedron-edges-3",
    "octahedron-faces-2",
]
SLOW = [name for family in POLYHEDRA for name in family.names_with_chain if name not in QUICK]


def assert_solves(name: str, seed: int, method: str) -> None:
    """Scramble and solve a puzzle, and check the colours after turning its stickers."""
    loaded = load_puzzle(name)
    shape = polyhedron(name)
    scramble = loaded.scramble(seed)
    solution = loaded.solve(scramble, method)
    assert solution.length == len(solution.moves.split())
    places = after(shape, parse(shape, f"{scramble} {solution.moves}"))
    seen: dict[int, set[int]] = {}
    for sticker, place in enumerate(places):
        seen.setdefault(shape.colours[place], set()).add(shape.colours[sticker])
    assert all(len(colours) == 1 for colours in seen.values()), seen


@pytest.mark.parametrize("name", QUICK)
def test_scrambles_are_solved(name: str) -> None:
    assert_solves(name, 0, "narrow")
    assert_solves(name, 3, "beam")


@pytest.mark.parametrize("seed", range(4))
def test_a_solution_is_never_longer_than_that_of_the_chain_alone(seed: int) -> None:
    loaded = PolyhedronPuzzle("octahedron-faces-2")
    scramble = loaded.scramble(seed)
    assert loaded.solve(scramble, "narrow").length <= loaded.solve(scramble, "exact").length


def test_a_long_solution_is_searched_again_from_positions_nearby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded, shape = PolyhedronPuzzle("octahedron-faces-2"), polyhedron("octahedron-faces-2")
    scrambles = [loaded.scramble(seed) for seed in range(8)]
    once = [loaded.solve(scramble, "beam").length for scramble in scrambles]
    # As if all solutions of this small puzzle were long.
    monkeypatch.setattr(solver, "_LONG", 0)
    again = [loaded.solve(scramble, "beam") for scramble in scrambles]
    assert all(new.length <= old for new, old in zip(again, once, strict=True))
    assert sum(new.length for new in again) < sum(once)
    for scramble, solution in zip(scrambles, again, strict=True):
        places = after(shape, parse(shape, f"{scramble} {solution.moves}"))
        pairs = {(shape.colours[i], shape.colours[place]) for i, place in enumerate(places)}
        assert len(pairs) == len(shape.solid.faces)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_scrambles_of_larger_ones_are_solved(name: str) -> None:
    for seed in range(2):
        assert_solves(name, seed, "narrow")


def test_all_families_are_solved_in_some_size() -> None:
    assert len(POLYHEDRA) == 23
    assert all(family.solved_names for family in POLYHEDRA)
    without_chain = [family.template for family in POLYHEDRA if family.names_by_cycles]
    assert without_chain == [
        "dodecahedron-edges-a",
        "icosahedron-faces",
        "icosahedron-edges-a",
        "icosahedron-edges-b",
    ]
    assert all(set(family.names_with_chain) <= set(family.names) for family in POLYHEDRA)


# Rotations of the whole puzzle count as states: 24 for a cube turned by faces, 12 where only
# rotations of the tetrahedron are possible.
@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("cube-faces-2", 3_674_160 * 24),
        pytest.param("cube-faces-3", 43_252_003_274_489_856_000 * 24, marks=pytest.mark.slow),
        # The Dino Cube: twelve edges, an even permutation.
        ("cube-vertices-a-1", factorial(12) // 2),
        # The Pyraminx: 933,120 states without its tips.
        ("tetrahedron-vertices-3", 933_120 * 3**4 * 12),
        # The Skewb Diamond.
        ("octahedron-faces-2", 138_240 * 12),
        # 24 triangles, an even permutation.
        pytest.param("cube-edges-1", factorial(24) // 2, marks=pytest.mark.slow),
        # The same, two to a piece.
        pytest.param("octahedron-edges-2", factorial(24) // 2, marks=pytest.mark.slow),
        # Eight corners that turn in place one by one, and 24 triangles; a quarter turn of a half
        # is an odd permutation of both.
        pytest.param(
            "cube-faces-vertices-2",
            factorial(8) * 3**8 * factorial(24) // 2,
            marks=pytest.mark.slow,
        ),
        # Twenty faces, an even permutation.
        pytest.param("icosahedron-vertices-1", factorial(20) // 2, marks=pytest.mark.slow),
        pytest.param(
            "dodecahedron-faces-d",
            # The Pyraminx Crystal.
            factorial(30) // 2 * factorial(20) // 2 * 2**29 * 3**19 * 60,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "dodecahedron-faces-b",
            # The Megaminx.
            factorial(30) // 2 * factorial(20) // 2 * 2**29 * 3**19 * 60,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_known_orders(name: str, states: int) -> None:
    assert PolyhedronPuzzle(name).states == states


@given(st.lists(st.integers(min_value=0, max_value=23), max_size=30))
@settings(max_examples=30, deadline=None)
def test_a_chain_undoes_every_element_exactly(numbers: list[int]) -> None:
    group = TurnGroup(polyhedron("tetrahedron-vertices-3"))
    chain = load_or_build_chain(group)
    element = group.element(numbers)
    word = chain.factors(element)
    assert word is not None
    assert element.translate(group.element(word)) == IDENTITY


@given(st.lists(st.integers(min_value=0, max_value=17), max_size=20))
@settings(max_examples=50, deadline=None)
def test_words_are_merged_and_inverted(numbers: list[int]) -> None:
    group = TurnGroup(polyhedron("cube-faces-2"))
    word = tuple(numbers)
    merged = group.reduce_word(word)
    assert group.element(merged) == group.element(word)
    assert len(merged) <= len(word)
    assert group.concatenate(merged, group.puzzle.inverse_word(merged)) == ()
    assert inverse(group.element(word)) == group.element(group.puzzle.inverse_word(word))


def test_a_saved_chain_is_loaded_unchanged() -> None:
    group = TurnGroup(polyhedron("octahedron-faces-2"))
    built = load_or_build_chain(group)
    kept = load_or_build_chain(group)
    assert kept is not built
    assert isinstance(kept, StabiliserChain)
    assert (kept.base, kept.steps, kept.alternatives) == (
        built.base,
        built.steps,
        built.alternatives,
    )


def test_the_solved_puzzle_needs_no_turn() -> None:
    assert PolyhedronPuzzle("octahedron-faces-2").solve("", "beam").length == 0
    # Nor does a puzzle that was rotated as a whole.
    assert PolyhedronPuzzle("octahedron-faces-2").solve("1I 2I", "beam").length == 0


def test_an_error_quotes_a_bad_turn() -> None:
    with pytest.raises(NotationError, match="1Q"):
        PolyhedronPuzzle("octahedron-faces-2").solve("1I 1Q", "beam")


@pytest.mark.parametrize(
    ("name", "turn"), [("cube-edges-10", "1I"), ("icosahedron-vertices-3", "1I")]
)
def test_a_size_without_a_solver_is_reported(name: str, turn: str) -> None:
    large = PolyhedronPuzzle(name)
    assert len(large.scramble(0).split()) == 100
    with pytest.raises(PuzzleError, match=f"{name} can be scrambled"):
        large.solve(turn, "beam")


@pytest.mark.parametrize(("n", "method"), [(2, "tsukuda"), (3, "tsukuda-steps"), (6, "tsukuda")])
def test_a_scramble_and_its_solution_leave_each_face_of_one_colour(n: int, method: str) -> None:
    name = f"cube-faces-{n}"
    cube, shape = CubeByFaces(name), polyhedron(name)
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
    assert {"beam", "exact"} <= set(CubeByFaces("cube-faces-5").methods)
    assert not {"beam", "exact"} & set(CubeByFaces("cube-faces-6").methods)


def test_a_turn_of_a_layer_that_is_not_there_is_quoted() -> None:
    with pytest.raises(NotationError, match="'7X' is not a turn of cube-faces-6"):
        CubeByFaces("cube-faces-6").solve("7X", "tsukuda")


def test_facelets_are_a_position_too() -> None:
    """The facelets are those of a 2x2x2 after R: 1X turns the layer at the end of x clockwise."""
    cube = CubeByFaces("cube-faces-2")
    solution = cube.solve("UFUF RRRR FDFD DBDB LLLL UBUB", "tsukuda")
    assert solution.length == 1
    assert solution.moves in ("1X'", "2X")
    with pytest.raises(IllegalCubeError, match="24 U, 0 R, 0 F, 0 D, 0 L and 0 B stickers"):
        cube.parse("U" * 24)

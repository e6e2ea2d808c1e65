"""Names of puzzles: familiar ones mean systematic ones, and every listed one is loaded."""

from __future__ import annotations

import pytest

from solver.core.errors import MethodError, NotationError, PuzzleError
from solver.puzzles.families import FAMILIES, systematic_name
from solver.puzzles.family import PuzzleFamily
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.registry import Puzzle, load_puzzle
from solver.solution import CubeSolution
from tests.support.cases import for_each


@for_each(
    ("familiar", "systematic"),
    [
        ("dino", "cube-vertices-a-1"),
        ("Dino Cube", "cube-vertices-a-1"),
        ("skewb", "cube-vertices-b-2"),
        ("megaminx", "dodecahedron-faces-b"),
        ("pocket-cube", "2x2x2"),
        ("Pocket cube", "2x2x2"),
        ("Pyraminx", "tetrahedron-vertices-3"),
        ("4x4", "4x4x4"),
        ("5X5 cube", "5x5x5"),
        # Systematic names, and those of no puzzle, are left as they are.
        ("octahedron-faces-2", "octahedron-faces-2"),
        ("4x4x4", "4x4x4"),
        ("teapot", "teapot"),
    ],
)
def test_what_a_name_means(familiar: str, systematic: str) -> None:
    assert systematic_name(familiar) == systematic


def test_a_puzzle_is_loaded_by_either_name() -> None:
    # A puzzle has the name by which it is asked for, also in what it says.
    dino = load_puzzle("Dino cube")
    assert dino.name == "dino"
    with pytest.raises(NotationError, match="'Q' is not a turn of dino"):
        dino.parse("Q")
    assert dino.solve("1I").moves == load_puzzle("cube-vertices-a-1").solve("1I").moves
    # The Megaminx turns about the twelve faces of a dodecahedron, two on each axis.
    megaminx = polyhedron("megaminx")
    assert megaminx.name == "dodecahedron-faces-b"
    assert len(megaminx.axes) == 6


def test_a_misspelt_name_is_suggested() -> None:
    with pytest.raises(PuzzleError, match="unknown puzzle 'megamix', did you mean 'megaminx'"):
        load_puzzle("megamix")


@for_each("family", FAMILIES)
def test_the_first_and_the_last_puzzle_of_every_family_are_loaded_by_name(
    family: PuzzleFamily,
) -> None:
    for name in (family.names[0], family.names[-1]):
        assert load_puzzle(name).name == name
    assert set(family.solved_names) <= set(family.names)


@pytest.mark.parametrize(
    "name", ["2x2x2", "4x4x4", "picture-3x3x3", "picture-4x4x4", "pyraminx", "megaminx", "dino"]
)
def test_comments_are_left_out_of_moves(name: str) -> None:
    puzzle = load_puzzle(name)
    first, second, *_ = puzzle.scramble(seed=1).split()
    puzzle.parse(f"{first} // a comment\n{second} # another one")
    with pytest.raises(NotationError):
        puzzle.parse(f"{first} a comment")


@for_each(
    ("name", "move", "most"),
    [
        ("3x3x3", "R", 10_000),
        ("4x4x4", "Rw", 5_000),
        ("4x4x4", "xn", 10_000),
        ("50x50x50", "50Rw", 1_000),
        ("picture-5x5x5", "3R", 10_000),
        ("pyraminx", "U", 10_000),
        ("skewb", "U", 10_000),
        ("megaminx", "R++", 10_000),
        ("dino", "1I", 10_000),
        ("cube-faces-3", "R", 10_000),
    ],
)
def test_more_moves_than_the_limit_are_refused(name: str, move: str, most: int) -> None:
    puzzle = load_puzzle(name)
    text = f"{move} " * most
    assert puzzle.parse(text) == text
    with pytest.raises(NotationError, match=r"over [0-9]+ moves.*; write fewer"):
        puzzle.parse(text + move)


@pytest.mark.parametrize("name", ["2x2x2", "picture-3x3x3"])
def test_brackets_that_stand_for_too_many_moves_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match="writes out to over 100000 moves; write fewer"):
        load_puzzle(name).parse("((R U)300)200")


@pytest.mark.parametrize("name", ["cube-edges-11", "129x129x129", "picture-21x21x21", "4x4x5"])
def test_a_size_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match=name):
        load_puzzle(name)


@for_each(
    ("name", "state", "right", "wrong"),
    [
        ("2x2x2", "R U", "U' R'", "U' R"),
        ("2x2x2", "x R", "L'", "R2"),
        ("2x2x2", "WWWW RRRR GGGG YYYY OOOO BBBB", "x", "U"),
        ("4x4x4", "2R U", "U' 2R' x", "2R' U'"),
        ("5x5x5", "3Rw", "3Rw'", "3R'"),
        ("pyraminx", "U r", "U' r'", "U' R'"),
        ("skewb", "R U", "U' R'", "U' R"),
        ("megaminx", "R++ U", "U' R--", "U R--"),
        ("megaminx", "1I", "3I 2I", "3I"),
        ("cube-faces-4", "1X", "1X'", "2X'"),
        ("cube-vertices-a-1", "1I", "1I'", "1I"),
        ("tetrahedron-vertices-3", "1I 2I", "3I", "1I'"),
        ("picture-3x3x3", "R U", "U' R'", "U' R' U R L U2 R' L' U R L U2 R' L'"),
        ("picture-4x4x4", "R 2U", "2U' R' x", "2U' R"),
        ("picture-5x5x5", "M", "M'", "L R'"),
    ],
)
def test_puzzles_know_what_solves(name: str, state: str, right: str, wrong: str) -> None:
    puzzle = load_puzzle(name)
    assert puzzle.is_solved_by(state, right)
    assert not puzzle.is_solved_by(state, wrong)


def test_the_loaded_puzzle_asks_its_puzzle_for_everything_else() -> None:
    public = {name for name in vars(Puzzle) if not name.startswith("_")} - {"needs_tables"}
    assert public <= vars(type(load_puzzle("skewb"))).keys()


@for_each(
    "state", ["R U F2", "x Rw M' y", "RRRRRRRRRDDDDDDDDDFFFFFFFFFLLLLLLLLLUUUUUUUUUBBBBBBBBB"]
)
def test_the_3x3x3_is_a_puzzle_whose_methods_are_the_engines(state: str) -> None:
    """However it is held: the turns are those of the faces as they are then."""
    puzzle = load_puzzle("3x3x3")
    assert puzzle.methods[0] == "lbl"
    assert {"two-phase", "optimal", "tsukuda", "tsukuda-steps"} <= set(puzzle.methods)
    for method in ("lbl", "two-phase", "tsukuda"):
        solution = puzzle.solve(state, method)
        assert puzzle.is_solved_by(state, solution.moves)
        assert solution.length == len(solution.moves.split()) or method == "tsukuda"


def test_an_option_of_an_engine_is_one_of_the_3x3x3() -> None:
    puzzle = load_puzzle("3x3x3")
    (found,) = puzzle.improve("R U F2", "two-phase", {"max_length": 3})
    assert isinstance(found, CubeSolution)
    assert (found.length, found.qtm) == (3, 4)
    with pytest.raises(MethodError, match="'lbl' has no option 'max_length'"):
        next(puzzle.improve("R U F2", "lbl", {"max_length": 3}))
    with pytest.raises(MethodError, match="'tsukuda' has no option 'max_length'"):
        next(puzzle.improve("R U F2", "tsukuda", {"max_length": 3}))

"""The WCA/SiGN notation: what it means, that it prints and reads back, and what it refuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cube import Cube
from solver.errors import NotationError
from solver.notation import (
    Algorithm,
    Commutator,
    Conjugate,
    Group,
    Move,
    parse,
    print_algorithm,
    resolve,
)
from solver.notation.algorithm import backwards
from solver.notation.resolve import as_moves
from solver.orientation import Orientation
from solver.turn import Turn
from tests.strategies import moves, sequences

algorithms = st.recursive(
    st.lists(moves, max_size=4).map(lambda units: Algorithm(tuple(units))),
    lambda inner: st.one_of(
        st.builds(Group, inner, st.integers(-3, 3)),
        st.builds(Commutator, inner, inner),
        st.builds(Conjugate, inner, inner),
    ).map(lambda unit: Algorithm((unit,))),
    max_leaves=6,
)


def same(first: str, second: str) -> bool:
    a, b = resolve(parse(first).moves()), resolve(parse(second).moves())
    solved = Cube.solved()
    return solved.apply(a.turns) == solved.apply(b.turns) and a.orientation == b.orientation


@given(algorithms)
def test_what_is_printed_reads_back(algorithm: Algorithm) -> None:
    assert parse(print_algorithm(algorithm)) == algorithm


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("M", "x' L' R"),
        ("E", "y' D' U"),
        ("S", "z F' B"),
        ("Rw", "L x"),
        ("r", "Rw"),
        ("Lw", "R x'"),
        ("u", "D y"),
        ("x y x'", "z"),
        ("x2 y2", "z2"),
        ("R2'", "R2"),
        ("R3", "R'"),
        ("R’", "R'"),
        ("(R U)3", "R U R U R U"),
        ("(R U)2'", "U' R' U' R'"),
        ("(R U)'", "U' R'"),
        ("(R)0", ""),
        ("[R, U]", "R U R' U'"),
        ("[R: U]", "R U R'"),
        ("[R U: [M', U2]]", "R U M' U2 M U2 U' R'"),
        ("RUR'U'", "R U R' U'"),
        ("x R", "U' U R x"),
        ("x U", "F x"),
        ("y F", "R y"),
        ("R4", ""),
    ],
)
def test_notation_means_what_it_means_to_cubers(first: str, second: str) -> None:
    assert same(first, second)


@given(st.lists(moves, max_size=12))
def test_undoing_brings_back_cube_and_hold(sequence: list[Move]) -> None:
    there_and_back = (*sequence, *backwards(tuple(sequence)))
    held = resolve(there_and_back)
    assert Cube.solved().apply(held.turns).is_solved
    assert held.orientation == Orientation.identity()


@given(sequences)
def test_outer_turns_resolve_to_themselves(sequence: tuple[Turn, ...]) -> None:
    assert resolve(as_moves(sequence)).turns == sequence


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R U Q", "'Q' is no move"),
        ("(R U", "the end stands where '\\)' should close"),
        ("R)", "'\\)' has no opening bracket"),
        ("[R U]", "needs its ',' or ':'"),
        ("[R, U", "should close"),
        ("[R, U: F]", "should close"),
        ("(R)99999999", "beyond any use"),
        ("((R)999999)999999", "writes out to over"),
        ("(" * 60 + "R" + ")" * 60, "nests brackets more than 50"),
    ],
)
def test_what_is_no_algorithm_is_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(text)


@given(st.text("RUFMxw'2([,:])3 ", max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        algorithm = parse(text)
    except NotationError:
        return
    assert parse(print_algorithm(algorithm)) == algorithm

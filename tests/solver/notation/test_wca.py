"""The WCA/SiGN notation: its meaning, reading, writing and errors."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import NotationError
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
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
from solver.notation.algorithm import inverse
from solver.notation.move import MAX_MOVES, as_moves
from tests.support.cases import for_each
from tests.support.strategies import moves, sequences

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
def test_a_printed_algorithm_is_read_back(algorithm: Algorithm) -> None:
    assert parse(print_algorithm(algorithm)) == algorithm


@for_each(
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
        ("[R, U]2", "R U R' U' R U R' U'"),
        ("[R, U]'", "U R U' R'"),
        ("[R: U]2'", "R U2' R'"),
        ("[F: [R, U]']0", ""),
        ("[R, U]2R", "R U R' U' R U R' U' R"),
        ("R . U.R' .", "R U R'"),
        ("2R", "M'"),
        ("2L2", "M2"),
        ("2U'", "E"),
        ("2F", "S"),
        ("R2R", "R3"),
        ("2Rw", "Rw"),
        ("3r", "x"),
        ("3R", "L'"),
        ("2-3u'", "Dw"),
        ("\ufeffR\u200bU", "R U"),
    ],
)
def test_the_notation_has_its_usual_meaning(first: str, second: str) -> None:
    assert same(first, second)


@given(st.lists(moves, max_size=12))
def test_the_inverse_restores_cube_and_orientation(sequence: list[Move]) -> None:
    there_and_back = (*sequence, *inverse(tuple(sequence)))
    held = resolve(there_and_back)
    assert Cube.solved().apply(held.turns).is_solved()
    assert held.orientation == Orientation.identity()


@given(sequences)
def test_outer_turns_resolve_to_themselves(sequence: tuple[Turn, ...]) -> None:
    assert resolve(as_moves(sequence)).turns == sequence


@for_each(
    ("text", "message"),
    [
        ("R U Q", "'Q' is not a move"),
        ("(R U", "the end stands where '\\)' should close"),
        ("R)", "'\\)' has no opening bracket"),
        ("[R U]", "in the place of the ',' or ':'"),
        ("[R, U", "should close"),
        ("[R, U: F]", "should close"),
        ("(R)99999999", "too large"),
        ("((R)999999)999999", "writes out to over"),
        ("[R, U]999999", "writes out to over"),
        ("4R", "'4R': a cube of size 3 has layers 1 to 3"),
        ("U 0Rw", "'0Rw': a cube of size 3"),
        ("2-3R", "are written with w"),
        ("2M", "M takes no number before it"),
        ("2 R", "'2 R' is not a move"),
        ("(" * 60 + "R" + ")" * 60, "nests brackets more than 50"),
    ],
)
def test_an_error_quotes_a_bad_algorithm(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(text)


@given(st.builds(Commutator, algorithms, algorithms) | st.builds(Conjugate, algorithms, algorithms))
def test_a_bracket_with_a_suffix_is_its_moves_as_often(unit: Commutator | Conjugate) -> None:
    once = Algorithm((unit,)).moves()
    for suffix, expanded in (
        ("2", once * 2),
        ("'", inverse(once)),
        ("3'", inverse(once) * 3),
        ("0", ()),
    ):
        read = parse(print_algorithm(Algorithm((unit,))) + suffix)
        assert read.moves() == expanded
        assert parse(print_algorithm(read)) == read


@given(st.lists(moves, max_size=8), st.data())
def test_a_pause_changes_nothing(sequence: list[Move], data: st.DataObject) -> None:
    written = [print_algorithm(Algorithm((move,))) for move in sequence]
    pauses = st.sampled_from([" ", " . ", ". ", " ."])
    text = "".join(word + data.draw(pauses) for word in written)
    assert parse(text).moves() == tuple(sequence)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("R " * 100_000, 100_000),
        ("(R U)50000", 100_000),
        ("(R (U F)2' [L: D])10000 (R)20000", 100_000),
        ("[(R)25000, (U F)12500]", 100_000),
        ("[(R)25000: (U F)25000]", 100_000),
        ("[R:" * 49 + "U" + "]" * 49, 99),
    ],
)
def test_moves_are_counted_before_brackets_are_written_out(text: str, count: int) -> None:
    assert len(parse(text).moves()) == count
    with pytest.raises(NotationError, match="writes out to over 100000 moves; write fewer"):
        parse(f"{text} (F){MAX_MOVES - count + 1}")


LETTERS = "RUFMxw'2([,:])3 .-"


@given(st.text(LETTERS, max_size=40))
def test_no_text_crashes_the_parser(text: str) -> None:
    with suppress(NotationError):
        parse(text)


def test_a_changed_text_that_is_accepted_is_read_back() -> None:
    read: list[bool] = []

    @given(algorithms, st.integers(0, 30), st.text(LETTERS, max_size=2))
    def reads_back(algorithm: Algorithm, at: int, put_in: str) -> None:
        text = print_algorithm(algorithm)
        at %= len(text) + 1
        try:
            changed = parse(text[:at] + put_in + text[at + 1 :])
        except NotationError:
            read.append(False)
        else:
            read.append(True)
            assert parse(print_algorithm(changed)) == changed

    reads_back()
    assert sum(read) > len(read) / 10

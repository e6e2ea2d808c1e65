"""The three exhaustive searches find the same shortest solutions, and all of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papers.shintani.exhaustive import bidirectional, breadth_first, iterative_deepening
from papers.shintani.exhaustive.result import SEQUENCE, SearchResult, SearchStats
from solver.core.turn import (
    ALL_TURNS,
    Turn,
    Turns,
    cancel_turns,
    canonical_order,
    inverse,
    is_canonical,
    parse_turns,
)
from solver.cube import Cube
from solver.notation import shintani
from tests.support.cases import for_each
from tests.support.strategies import sequences
from tests.support.strategies import turns as any_turn
from tests.support.variants import thorough_but

Search = Callable[..., SearchResult]
SEARCHES: list[Search] = [bidirectional.search, breadth_first.search, iterative_deepening.search]
SOLVED = Cube.solved()


def all_solutions(cube: Cube, most: int) -> set[Turns]:
    """Return all shortest solutions of at most `most` turns, by trying every sequence."""
    for length in range(most + 1):
        found = {
            solution
            for solution in product(ALL_TURNS, repeat=length)
            if cube.apply(solution).is_solved()
        }
        if found:
            return {canonical_order(solution) for solution in found}
    return set()


@for_each("search", SEARCHES)
@for_each("moves", ["", "U", "R2 L'", "U D", "D U", "F U2 F", "R L R", "U2 D2 F2"])
def test_all_shortest_solutions_are_found(search: Search, moves: str) -> None:
    cube = SOLVED.apply(moves)
    found = search(cube)
    assert len(found.solutions) == len(set(found.solutions))
    assert set(found.solutions) == all_solutions(cube, 3)


@given(st.lists(any_turn, max_size=6).map(tuple))
@settings(max_examples=30)
def test_the_searches_agree(sequence: Turns) -> None:
    cube = SOLVED.apply(sequence)
    found = [search(cube, 7) for search in SEARCHES]
    assert found[0].solutions
    for other in found:
        assert set(other.solutions) == set(found[0].solutions)
        assert all(cube.apply(solution).is_solved() for solution in other.solutions)
        assert all(SOLVED.apply(solution) == cube for solution in other.scrambles)
        assert len(other.solutions[0]) == other.effort.depth <= len(sequence)


@pytest.mark.parametrize("search", [bidirectional.search, iterative_deepening.search])
def test_the_sequence_of_shintani_is_one_of_the_shortest(search: Search) -> None:
    found = search(SOLVED.apply(inverse(SEQUENCE)))
    assert SEQUENCE in found.solutions
    assert {len(solution) for solution in found.solutions} == {8}
    assert len(found.solutions) == 2


@pytest.mark.slow
def test_breadth_first_finds_it_too() -> None:
    cube = SOLVED.apply(inverse(SEQUENCE))
    assert set(breadth_first.search(cube).solutions) == set(bidirectional.search(cube).solutions)


def test_a_pattern_has_many_shortest_solutions() -> None:
    checkers = SOLVED.apply("U2 D2 R2 L2 F2 B2")
    found = [search(checkers) for search in SEARCHES]
    # Three pairs of opposite faces in any order; the order within a pair does not count.
    assert [len(each.solutions) for each in found] == [6, 6, 6]


@pytest.mark.parametrize("search", SEARCHES)
def test_too_few_turns_find_nothing(search: Search) -> None:
    found = search(SOLVED.apply("R U F D L"), 4)
    assert found.solutions == ()
    assert found.effort.depth == 4


@pytest.mark.parametrize("remembered", thorough_but([100], [1, 100, 1 << 12, 1 << 16]))
@pytest.mark.parametrize("moves", ["U2 D2 R2 L2 F2 B2", "R2 U2 R2 U2 R2 U2", "R U R' U' F D2 L"])
def test_the_transposition_table_changes_only_the_effort(moves: str, remembered: int) -> None:
    cube = SOLVED.apply(moves)
    plain, knowing = (
        iterative_deepening.search(cube),
        iterative_deepening.search(cube, remembered=remembered),
    )
    assert set(knowing.solutions) == set(plain.solutions)
    assert knowing.effort.generated <= plain.effort.generated


def test_repeated_cubes_are_recognised() -> None:
    cube = SOLVED.apply("R2 U2 R2 U2 R2 U2 F")
    assert (
        iterative_deepening.search(cube, remembered=1 << 18).effort.generated
        < iterative_deepening.search(cube).effort.generated
    )


def test_longer_solutions_are_all_that_a_plain_search_finds() -> None:
    cube = Cube.solved().apply("R U2")
    expected = {
        word
        for length in (2, 3, 4)
        for word in product(ALL_TURNS, repeat=length)
        if word[-1].face in "RL" and is_canonical(word) and cube.apply(word).is_solved()
    }
    found = iterative_deepening.search(cube, longer=2).solutions
    assert {word for word in found if word[-1].face in "RL"} == expected
    assert [len(word) for word in found] == sorted(len(word) for word in found)
    assert all(is_canonical(word) and cube.apply(word).is_solved() for word in found)


def test_the_corner_cycle_has_a_solution_of_nine_turns() -> None:
    """The first alternative of figure 10, its first two turns merged."""
    cube = Cube.solved().apply(shintani.parse("W1 D1 E2 D3 W1 D1 E2 D3 W2"))
    assert cube == Cube.solved().apply(SEQUENCE)


def test_longer_solutions_are_not_remembered() -> None:
    with pytest.raises(ValueError, match="100 cubes hides solutions that are 2 longer"):
        iterative_deepening.search(SOLVED, remembered=100, longer=2)


def test_a_negative_table_size_is_rejected() -> None:
    with pytest.raises(ValueError, match="-1"):
        iterative_deepening.search(SOLVED, remembered=-1)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_reports_its_progress(search: Search) -> None:
    reports: list[SearchStats] = []
    found = search(SOLVED.apply("R U F D L B'"), on_progress=reports.append)
    assert [effort.depth for effort in reports] == sorted(effort.depth for effort in reports)
    assert reports[-1].depth == found.effort.depth == 6
    assert reports[-1].generated == found.effort.generated > 0


@given(sequences)
def test_only_opposite_faces_are_reordered(sequence: tuple[Turn, ...]) -> None:
    ordered = canonical_order(sequence)
    assert SOLVED.apply(ordered) == SOLVED.apply(sequence)
    assert sorted(map(str, ordered)) == sorted(map(str, sequence))
    assert canonical_order(ordered) == ordered


def test_one_of_two_orders_is_canonical() -> None:
    assert (
        canonical_order(parse_turns("D U R L' F"))
        == canonical_order(parse_turns("U D L' R F"))
        == parse_turns("U D R L' F")
    )
    assert is_canonical(parse_turns("U D R L' F"))
    assert not is_canonical(parse_turns("D U"))
    assert not is_canonical(parse_turns("U U2"))


@pytest.mark.parametrize(
    "printed",
    [
        "N1<-E1<-N3<-W1<-N1<-E3<-N3<-W1<-W3<-W3<-",
        "N1<-E1<-N3<-W1<-N1<-E3<-N3<-W2<-W2<-W3<-",
        "W2<-D3<-E2<-D1<-W1<-D3<-E2<-D1<-W2<-W3<-",
        "N1<-E1<-N3<-W1<-N1<-E3<-N3<-D1<-D3<-W3<-",
        "N1<-E1<-N3<-W1<-N1<-E3<-N3<-W3<-",
    ],
)
def test_the_printed_sequences_of_shintani_solve_their_cubes(printed: str) -> None:
    """Figures 9 to 11, printed in reverse; those found depth-first are not shortest."""
    sequence = shintani.parse(" ".join(reversed(printed.split("<-"))))
    cube = SOLVED.apply(inverse(SEQUENCE))
    assert cube.apply(sequence).is_solved()
    shortest = bidirectional.search(cube).solutions
    # One uses only turns of W, D and E: nine of them.
    assert (cancel_turns(sequence) in shortest) == ("N" in printed)

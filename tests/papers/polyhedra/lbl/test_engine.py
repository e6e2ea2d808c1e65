"""The LBL method of the polyhedra paper: its order, its numbers of cases, its goals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.polyhedra.lbl.engine import cross_cases, paper_cases, paper_steps
from papers.polyhedra.lbl.layer_sequences import (
    AXIS_TURNS,
    Tracked,
    grown,
    room,
    shortest,
    turns_of,
)
from papers.polyhedra.lbl.middle_layers import with_middle_layers
from solver.core.errors import MethodError
from solver.core.facelets import FACELET_BY_NAME, STICKER_NAMES
from solver.core.turn import (
    ALL_TURNS,
    Turn,
    cancel_turns,
    inverse,
    layer_quarters,
    parse_turns,
    qtm,
)
from solver.cube import Cube
from solver.encodings import stickers_of, turn_stickers
from solver.engines.case_tables import load_cases
from solver.engines.registry import solve
from solver.notation import parse, resolve
from solver.notation.wca import print_move
from tests.support.cases import for_each
from tests.support.cube_pieces import CROSS, is_home
from tests.support.strategies import cubes

# Section 14.2.2: the pieces of (2, 0, 2) and (2, 1, 2), then those a quarter further round.
SLOTS = (("DFR", "FR"), ("DRB", "BR"), ("DBL", "BL"), ("DLF", "FL"))


@given(cubes)
def test_every_cube_is_solved_in_the_papers_order(cube: Cube) -> None:
    solution = solve(cube, "lbl-paper")
    assert [stage.name.split(":")[0] for stage in solution.stages] == [
        *("Cross", "F2L 1", "F2L 2", "F2L 3", "F2L 4", "OLL", "PLL")
    ]
    done: list[str] = [*CROSS]
    for stage, slot in zip(solution.stages, (None, *SLOTS, None, None), strict=True):
        cube = cube.apply(stage.turns)
        done += slot or ()
        assert is_home(cube, *done)
        if stage.name.startswith("OLL"):
            assert cube.facelets[:9] == "U" * 9
    assert cube.is_solved()


@given(cubes)
def test_the_corner_of_a_slot_comes_first_to_one_of_two_places(cube: Cube) -> None:
    slots = dict(zip(range(1, 5), SLOTS, strict=True))
    pending = None
    for step in paper_steps(cube):
        cube = cube.apply(step.moves)
        if not step.stage.startswith("F2L"):
            continue
        corner = slots[int(step.stage[4])][0]
        if pending != step.stage:
            (at,) = (
                STICKER_NAMES[facelet]
                for sticker, facelet in enumerate(stickers_of(cube))
                if STICKER_NAMES.get(sticker) == corner
            )
            assert set(at) in ({*corner}, {*corner.replace("D", "U")})
            # At most 4 turns for the corner, 13 for the pair (14.2.2).
            assert qtm(step.moves) <= 4
        else:
            assert qtm(step.moves) <= 13
        pending = step.stage


def test_the_numbers_of_cases_are_the_papers() -> None:
    by_number = cross_cases()
    # 24 places for the first edge, two fewer for each that is placed.
    assert [len(cases) for cases in by_number] == [24, 22, 20, 18]
    different = {case for cases in by_number for case in cases.values()}
    assert len({case for case in different if case.rotation or case.algorithm}) == 43
    assert len(load_cases("pair_cases")) == 3 * 2 * 16 == 96
    assert len(load_cases("oll")) == 58
    assert len(load_cases("pll")) == 22


def test_the_last_layer_takes_the_fewest_quarter_turns() -> None:
    """At most 12 for OLL and 15 for PLL, and 14 and 17 in the paper (14.2.3)."""
    most = {"OLL": 12, "PLL": 15}
    longest = {"OLL": 0, "PLL": 0}
    for case in paper_cases():
        if case.stage in most:
            cube = Cube.solved().apply(inverse(case.algorithm))
            for step in paper_steps(cube):
                stage = step.stage.split(":")[0]
                longest[stage] = max(longest.get(stage, 0), layer_quarters(step.moves))
    assert {stage: longest[stage] for stage in most} == most


@pytest.mark.parametrize("scramble", ["D", "D2", "D'"])
def test_a_cross_that_is_turned_is_placed_by_one_turn(scramble: str) -> None:
    cube = Cube.solved().apply(scramble)
    assert len(solve(cube, "lbl-paper").stages[0].turns) == 1


def test_the_paper_method_has_no_options() -> None:
    with pytest.raises(MethodError, match="'lbl-paper' has no option 'effort'"):
        solve(Cube.solved(), "lbl-paper", effort=3)


EDGE = Tracked((FACELET_BY_NAME["UF"], FACELET_BY_NAME["UR"]))


def test_all_turns_of_an_axis_are_one() -> None:
    assert len(AXIS_TURNS) == 3 * 15
    assert sorted(map(layer_quarters, AXIS_TURNS)) == [1] * 18 + [2] * 27


def test_as_many_sequences_grow_as_can_be_counted() -> None:
    rows = room()
    # Of three quarter turns: 1 + 1 + 1 on other axes each time, 1 + 2 and 2 + 1.
    counts = [sum(grown(EDGE, quarters, rows)) for quarters in range(4)]
    assert counts == [1, 18, 27 + 18 * 12, 18 * 12 * 12 + 2 * 18 * 18]
    assert {layer_quarters(turns_of(int(number))) for number in rows.turns[:100]} == {3}


@pytest.mark.parametrize(
    ("scramble", "quarters"), [("", 0), ("R L'", 1), ("R2", 2), ("U R", 2), ("U R L' F", 3)]
)
def test_a_shortest_sequence_brings_pieces_where_they_should_be(
    scramble: str, quarters: int
) -> None:
    kept = tuple(FACELET_BY_NAME[name] for name in ("UF", "UR", "UL", "DF", "BR", "URF", "DLF"))
    where = turn_stickers(tuple(range(54)), parse_turns(scramble))
    goal = Tracked(tuple(where[facelet] for facelet in kept))
    found = shortest(Tracked(kept), [goal], 4)
    assert all(layer_quarters(turns) == quarters for turns in found)
    for turns in found:
        reached = turn_stickers(tuple(range(54)), turns)
        assert tuple(reached[facelet] for facelet in kept) == goal.kept


def test_what_needs_more_quarter_turns_is_an_error() -> None:
    goal = Tracked((FACELET_BY_NAME["FU"], FACELET_BY_NAME["UR"]))
    with pytest.raises(ValueError, match="no 2 quarter turns"):
        shortest(EDGE, [goal], 2)


@for_each(
    ("turns", "quarters", "written"),
    [
        # The middle layer turns as L does and takes the centres with it; L and R stay behind.
        ("R L'", 1, "M"),
        ("R L", 2, "L R"),
        ("R2 L2", 2, "M2"),
        ("R2 L'", 2, "R M"),
        ("U D'", 1, "E"),
        ("F B'", 1, "S'"),
        ("R U R'", 3, "R U R'"),
        ("R L' U R' L", 3, "M F M'"),
        ("", 0, ""),
    ],
)
def test_middle_layers_are_written_and_counted(turns: str, quarters: int, written: str) -> None:
    made = parse_turns(turns)
    assert layer_quarters(made) == quarters
    assert " ".join(map(print_move, with_middle_layers(made))) == written


def test_the_h_permutation_has_twelve_quarter_turns() -> None:
    known = resolve(parse("M2 U M2 U2 M2 U M2").moves())
    assert layer_quarters(known.turns) == 12


@given(st.lists(st.sampled_from(ALL_TURNS), max_size=12))
def test_moves_with_middle_layers_do_the_same(turns: list[Turn]) -> None:
    reduced = cancel_turns(turns)
    moves = with_middle_layers(reduced)
    assert Cube.solved().apply(resolve(moves).turns) == Cube.solved().apply(reduced)
    written = sum(min(move.quarter_turns, 4 - move.quarter_turns) for move in moves)
    assert written == layer_quarters(reduced) <= sum(2 - turn.quarter_turns % 2 for turn in reduced)

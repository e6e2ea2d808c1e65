"""The LBL method of the polyhedra paper: its order, its numbers of cases, its goals."""

from __future__ import annotations

import pytest
from hypothesis import given

from papers.polyhedra.lbl.engine import cross_cases, paper_cases, paper_steps
from solver.core.errors import MethodError
from solver.core.facelets import STICKER_NAMES
from solver.core.turn import inverse, layer_quarters, qtm
from solver.cube import Cube
from solver.encodings import stickers_of
from solver.engines.case_tables import load_cases
from solver.engines.registry import solve
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

"""Reduction as a person does it: each step reaches its goal, on the paper's pieces."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.puzzles.big_cube import puzzle, random_turns
from solver.puzzles.nxn.layers import Colours, geometry
from solver.puzzles.nxn.notation import write_all
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.reduction.steps_by_hand import solve_by_hand
from tests.support.command_line import Rokumen
from tests.support.published_pieces import Pieces
from tests.support.variants import thorough_but

# Both exchanges that no 3x3x3 has, at once; as in test_reduction.py.
OLL = "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2"
PLL = "2R2 U2 2R2 Uw2 2R2 Uw2"


def faces_of(colours: Colours, n: int) -> Colours:
    return colours.reshape(6, n, n)


def has_centre(colours: Colours, n: int, face: str) -> bool:
    inner = faces_of(colours, n)[FACES.index(face), 1:-1, 1:-1]
    return bool((inner == inner[0, 0]).all())


def whole_edges(colours: Colours, n: int) -> int:
    """Return how many edges show two colours only, one a side."""
    marks = geometry(n).places
    count = 0
    for axis in range(3):
        others = [each for each in range(3) if each != axis]
        for low in (0, n - 1):
            for high in (0, n - 1):
                inner = (marks[:, axis] > 0) & (marks[:, axis] < n - 1)
                on = inner & (marks[:, others[0]] == low) & (marks[:, others[1]] == high)
                stickers = np.flatnonzero(on)
                sides = {int(side) for side in stickers // (n * n)}
                shown = [set(colours[stickers[stickers // (n * n) == side]]) for side in sides]
                count += all(len(each) == 1 for each in shown)
    return count


@pytest.mark.parametrize("n", thorough_but([4, 5, 6], range(4, 12)))
@pytest.mark.parametrize("seed", range(3))
def test_each_step_reaches_its_goal_and_keeps_the_goals_before(n: int, seed: int) -> None:
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 30 * n))
    complete: list[str] = []
    least_whole = 0
    for stage in solve_by_hand(colours, n):
        colours = cube.apply(colours, stage.turns)
        if stage.name.startswith("Centre: "):
            complete.append({"yellow": "D", "white": "U"}[stage.name.split()[1]])
        elif stage.name.startswith("Centres: "):
            complete = list(FACES)
        elif found := re.fullmatch(r"Edges: ([0-9]+) whole edges?", stage.name):
            assert whole_edges(colours, n) == int(found[1]) > least_whole
            least_whole = int(found[1])
        assert all(has_centre(colours, n, face) for face in complete)
        assert whole_edges(colours, n) >= least_whole
    assert least_whole == 12
    assert is_solved(colours, n)


@pytest.mark.parametrize("n", [4, 6])
@pytest.mark.parametrize("scramble", [OLL, PLL, f"{OLL} {PLL}", f"{PLL} F {OLL} R"])
def test_what_no_3x3x3_has_is_named_and_undone(rokumen: Rokumen, n: int, scramble: str) -> None:
    wide = scramble if n == 4 else scramble.replace("2R", "2-3Rw").replace("2L", "2-3Lw")
    wide = wide.replace("Uw2", f"{n // 2}Uw2")
    shown = rokumen("solve", "--puzzle", f"{n}x{n}x{n}", "--method=reduction-steps", wide)
    assert shown.status == 0
    assert ("OLL parity" in shown.out) == (OLL in scramble)
    assert ("PLL parity" in shown.out) == (PLL in scramble)


def test_a_solution_is_right_on_the_papers_pieces(rokumen: Rokumen) -> None:
    turns = random_turns(Random(8), 5, 100)
    scramble = " ".join(write_all(turns, 5))
    solution = puzzle("5x5x5").solve(scramble, "reduction-steps")
    pieces = Pieces.solved(5)
    for stage in solve_by_hand(geometry(5).apply(geometry(5).solved, turns), 5):
        turns += stage.turns
    for turn in turns:
        pieces = pieces.turn(turn)
    assert pieces.are_solved
    assert solution.length == len(turns) - 100


def test_steps_are_printed_and_other_sizes_are_refused(rokumen: Rokumen) -> None:
    shown = rokumen("puzzle", "steps", "4x4x4", "2R U F2", "--method=reduction-steps")
    names = [line.split(":")[0] for line in shown.out.splitlines()[:-1]]
    assert names[:3] == ["Centre", "Centre", "Centres"]
    assert names[-2:] == ["OLL", "PLL"]
    refused = rokumen("puzzle", "steps", "3x3x3", "R", "--method=reduction-steps")
    assert refused.status == 2
    assert "3x3x3 has no method 'reduction-steps'" in refused.err

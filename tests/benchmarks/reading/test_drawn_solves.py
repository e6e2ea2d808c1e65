"""Drawn films of solves have the steps of their solutions, and show the cube from all sides."""

from __future__ import annotations

import pytest

from benchmarks.harness.progress import QUIET
from benchmarks.reading.drawn_solves import DrawnSolve, drawn_solves, ends_of_steps
from benchmarks.support.drawn_hands import ALL_SIDES, PAUSE
from solver.core.facelets import SOLVED
from solver.cube import Cube
from solver.reconstruction import reconstruct


def test_a_film_scrambles_a_cube_and_solves_it() -> None:
    solve = DrawnSolve(2, 15)
    made = [turn.turn for turn in solve.turns]
    assert made[: len(ALL_SIDES)] == list(ALL_SIDES) == made[-len(ALL_SIDES) :]
    assert sorted(solve.turns[-1].facelets) == sorted(SOLVED)
    assert Cube.from_facelets(solve.turns[-1].facelets).is_solved()
    # The solve begins after the longest pause.
    (found,) = reconstruct(Cube.solved(), solve.turns)
    layers = [turn.turn for step in found.steps if step.count for turn in step.turns]
    script = solve.film.script
    after = script[len(script) - script[::-1].index(PAUSE) :]
    assert layers == list(after)
    ends = ends_of_steps([found])
    assert list(ends) == [step.name for step in found.steps if step.count]
    assert list(ends.values()) == sorted(ends.values())
    assert max(ends.values()) == solve.turns[-len(ALL_SIDES) - 1].end


def test_a_solve_that_is_not_finished_has_no_steps() -> None:
    turns = DrawnSolve(2, 15).turns[: -len(ALL_SIDES) - 1]
    assert ends_of_steps(reconstruct(Cube.solved(), turns)) == {}


@pytest.mark.slow
def test_the_steps_of_a_film_are_told() -> None:
    (record,) = drawn_solves(QUIET, films=1, scrambling=4)
    assert record.is_good
    assert 0 <= record.right <= record.steps
    assert record.steps > 0

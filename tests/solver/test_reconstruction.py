"""Reconstructions of solves whose turns, times and steps are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import CubeError
from solver.core.orientation import Orientation
from solver.core.turn import Turn, inverse, parse_turns
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.engines.beginner_course import seen_facelets
from solver.engines.lbl import engine as lbl
from solver.notation import Move, parse, resolve
from solver.notation.wca import print_move
from solver.reconstruction import TimedStep, reconstruct

SCRAMBLE = "R U2 F' D L2 B U' R2 F L D2 B' U2 R'"


def watched(start: Cube, moves: Iterable[Move], times: Iterable[float]) -> list[WatchedTurn]:
    """Return moves that each take a tenth of a second, and end at these times."""
    held, cube, turns = Orientation.identity(), start, []
    for move, time in zip(moves, times, strict=False):
        resolved = resolve([move], held)
        held, cube = resolved.orientation, cube.apply(resolved.turns)
        # In the letters of the start: what `seen_facelets` names as it is seen.
        seen = seen_facelets(cube.facelets, held)
        letters = "".join(held.face_at(letter) for letter in seen)
        turns.append(WatchedTurn(print_move(move), time - 0.1, time, letters))
    return turns


def solving(cube: Cube) -> tuple[Turn, ...]:
    return tuple(turn for step in lbl.steps(cube, effort=0) for turn in step.moves)


def moves_of(turns: Iterable[Turn]) -> tuple[Move, ...]:
    return parse(" ".join(map(str, turns))).moves()


def test_a_scramble_an_inspection_and_the_steps_have_their_turns_and_times() -> None:
    cube = Cube.parse(SCRAMBLE)
    scramble = parse(SCRAMBLE).moves()
    made = lbl.steps(cube, effort=0)
    # The cube is turned about y before the first turn: what was R is F then.
    renamed = [
        Turn({"R": "F", "F": "L", "L": "B", "B": "R"}.get(t.face, t.face), t.quarter_turns)
        for t in solving(cube)
    ]
    moves = (*scramble, *parse("y").moves(), *moves_of(renamed))
    times = [n * 0.5 for n in range(1, len(scramble) + 1)]
    begin = times[-1] + 10.0
    times += [begin, *(begin + 3 + n * 0.5 for n in range(1, len(renamed) + 1))]
    (solve,) = reconstruct(Cube.solved(), watched(Cube.solved(), moves, times))
    assert solve.is_solved
    assert solve.start == cube
    inspection, first, *others = solve.steps
    assert (inspection.line, inspection.count, inspection.seconds) == ("y // Inspection", 0, 0.0)
    cross = sum(len(step.moves) for step in made if step.stage.startswith("Cross"))
    assert (first.name, first.count, first.pause) == ("Cross", cross, 0.0)
    # From the beginning of the first turn to the end of the last one.
    assert first.seconds == pytest.approx(0.1 + (cross - 1) * 0.5)
    for step in others:
        assert step.pause == pytest.approx(0.4)
        assert step.seconds == pytest.approx(len(step.turns) * 0.5)
    assert solve.seconds == pytest.approx(0.1 + (len(renamed) - 1) * 0.5)
    assert solve.count == len(renamed)
    assert solve.text.splitlines()[0] == "y // Inspection"


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_the_text_and_the_link_solve_the_cube(seed: int) -> None:
    cube = Cube.random(seed)
    moves = moves_of(solving(cube))
    (solve,) = reconstruct(cube, watched(cube, moves, count(1.0)))
    assert cube.apply(resolve(parse(solve.text).moves()).turns).is_solved()
    query = parse_qs(urlsplit(solve.link).query)
    assert query["alg"] == [solve.text]
    before = Cube.solved().apply(resolve(parse(query["setup-alg"][0]).moves()).turns)
    assert before == cube


def test_quarter_turns_in_a_row_are_half_turns() -> None:
    for made, shown in (
        ("U U", "U2"),
        ("U' U'", "U2"),
        ("R R R", "R2 R"),
        ("F2 F2", "F2 F2"),
        ("y y U", "y2 U"),
        ("R L R L", "R L R L"),
    ):
        turns = watched(Cube.solved(), parse(made).moves(), count(1.0))
        step = TimedStep("Any", tuple(turns), 0.0, 1.0, None)
        assert step.line == f"{shown} // Any"
        assert step.count == sum(move[0] not in "xyz" for move in shown.split())


def test_several_solves_are_told_apart_and_a_scramble_alone_is_none() -> None:
    first, second = parse_turns("R U F2 L' D"), parse_turns("B2 U' R F")
    moves, times, time = [], [], 0.0
    for scramble in (first, second):
        for part in (scramble, inverse(scramble)):
            for turn in part:
                moves.append(Move(turn.face, turn.quarter_turns))
                times.append(time := time + 0.4)
            time += 5.0
    moves += [Move("R", 1), Move("U", 1)]
    times += [time + 0.4, time + 0.8]
    solves = reconstruct(Cube.solved(), watched(Cube.solved(), moves, times))
    assert [solve.start for solve in solves] == [
        Cube.solved().apply(each) for each in (first, second)
    ]
    assert [solve.count for solve in solves] == [5, 4]


def test_a_solve_that_is_not_finished_has_the_steps_that_were_done() -> None:
    cube = Cube.random(8)
    moves = moves_of(solving(cube))[:-2]
    (solve,) = reconstruct(cube, watched(cube, moves, count(1.0)))
    assert not solve.is_solved
    assert solve.steps[0].name == "Cross"


def test_missing_turns_are_an_error() -> None:
    cube = Cube.random(9)
    turns = watched(cube, moves_of(solving(cube)), count(1.0))
    with pytest.raises(CubeError, match=r"up to 5.000 s do not lead .* some are missing"):
        reconstruct(cube, [*turns[:3], *turns[4:]])


@given(st.integers(0, 2**32), st.sampled_from(("", "y", "x z'")))
@settings(max_examples=20)
def test_a_solve_goes_on_after_a_gap_in_which_turns_were_missed(seed: int, held: str) -> None:
    cube = Cube.random(seed)
    first = parse(held).moves()
    as_held = Cube.from_facelets(seen_facelets(cube.facelets, resolve(first).orientation))
    moves = (*first, *moves_of(solving(as_held)))
    begin = len(moves) // 2
    turns = watched(cube, moves, count(1.0))
    after = [replace(turns[begin], after_gap=True), *turns[begin + 1 :]]
    # A gap in which nothing was missed.
    (whole,), (known,) = reconstruct(cube, [*turns[:begin], *after]), reconstruct(cube, turns)
    assert whole.text == known.text
    (*_, last) = reconstruct(cube, [*turns[: begin - 1], *after])
    assert last.is_solved
    assert sum(len(step.turns) for step in last.steps) == len(after)
    # The cube after the gap is the one that was seen, as it was held.
    assert last.start == Cube.from_facelets(turns[begin - 1].facelets)


def test_the_table_has_each_turn_with_its_step_and_times() -> None:
    cube = Cube.parse("R U")
    turns = watched(cube, parse("U' R'").moves(), [1.0, 2.0])
    (solve,) = reconstruct(cube, turns)
    titles, *rows = solve.table
    assert titles == ("step", "turn", "start", "end", "certain")
    assert [row[1:] for row in rows] == [
        ("U'", "0.900", "1.000", "yes"),
        ("R'", "1.900", "2.000", "yes"),
    ]


@pytest.mark.parametrize("moves", ["", "y", "R", "R R'", "x R x'"])
def test_a_few_turns_of_a_solved_cube_are_no_fault(moves: str) -> None:
    turns = watched(Cube.solved(), parse(moves).moves() if moves else (), count(1.0))
    assert [solve.count for solve in reconstruct(Cube.solved(), turns)] == [1] * (moves == "R R'")

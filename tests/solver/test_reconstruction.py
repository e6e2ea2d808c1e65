"""Reconstructions of solves whose turns, times and steps are known.

The steps of solves whose steps are known: those of our own methods, and made ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import CubeError
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn, inverse, parse_turns, random_turns
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.engines import beginner
from solver.engines.beginner_course import seen_facelets
from solver.engines.lbl import engine as lbl
from solver.notation import Move, parse
from solver.notation.move import as_moves, resolve
from solver.notation.wca import print_move
from solver.reconstruction import TimedStep, reconstruct
from solver.solve_steps import SolveStep, solve_steps
from tests.support.cases import for_each

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


def one_by_one(turns: tuple[Turn, ...]) -> list[tuple[Turn, ...]]:
    return [(turn,) for turn in turns]


@for_each("seed", range(20))
def test_the_steps_of_a_solve_layer_by_layer_end_where_it_ends_them(seed: int) -> None:
    cube = Cube.random(seed)
    made = lbl.steps(cube, effort=0)
    cross = [step for step in made if step.stage.startswith("Cross")]
    pairs = [step for step in made if step.stage.startswith("F2L")]
    last = [step for step in made if step.stage[:3] in ("OLL", "PLL")]
    assert len(cross) + len(pairs) + len(last) == len(made)
    turns = tuple(turn for step in made for turn in step.moves)
    found = {step.name: step for step in solve_steps(cube, one_by_one(turns))}
    assert found["Cross"].begin == 0
    # A pair may come about beside a cross, or another pair.
    assert found["Cross"].end <= sum(len(step.moves) for step in cross)
    ends = [sum(len(step.moves) for step in made[: len(made) - left]) for left in (2, 1, 0)]
    two_layers, oriented, solved = ends
    assert max(step.end for step in found.values() if "F2L 4" in step.name) == two_layers
    if last[0].moves and last[1].moves:
        assert found["OLL"] == SolveStep("OLL", two_layers, oriented, len(last[0].moves))
        assert found["PLL"] == SolveStep("PLL", oriented, solved, len(last[1].moves))


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(ALL_TURNS), max_size=12))
def test_steps_follow_one_another_and_need_no_more_turns_than_the_shortest(
    seed: int, turns: list[Turn]
) -> None:
    cube = Cube.random(seed)
    made = tuple(turn for step in lbl.steps(cube, effort=0) for turn in step.moves)
    # Turns before that are taken back: a longer cross.
    made = (*turns, *inverse(turns), *made)
    found = solve_steps(cube, one_by_one(made))
    assert [step.begin for step in found] == [0, *(step.end for step in found[:-1])]
    assert found[-1].end == len(made)
    for step in found:
        assert step.begin < step.end
        assert step.shortest is None or step.shortest <= step.end - step.begin


def test_a_beginner_is_told_from_one_who_pairs() -> None:
    cube = Cube.random(3)
    turns = tuple(turn for action in beginner.actions(cube) for turn in action.turns)
    assert [step.name for step in solve_steps(cube, one_by_one(turns))] == [
        "Cross",
        "First layer",
        "Middle layer",
        "Top cross",
        "Top edges in place",
        "Top corners in place",
        "Turn the corners",
    ]


def test_a_pair_that_comes_with_the_cross_is_one_step_with_it() -> None:
    turns = parse_turns("F2 U R U' R' R U R' U R U2 R'")
    (first, *_) = solve_steps(Cube.solved().apply(inverse(turns)), one_by_one(turns))
    assert (first.name, first.begin, first.end) == ("Cross, F2L 1, F2L 2 and F2L 3", 0, 1)


@pytest.mark.parametrize("held", ORIENTATIONS[1::5])
def test_the_cross_may_be_of_any_colour(held: Orientation) -> None:
    cube = Cube.random(4)
    turns = tuple(turn for step in lbl.steps(cube, effort=0) for turn in step.moves)
    elsewhere = resolve(as_moves(turns), held).turns
    other = Cube.solved().apply(inverse(elsewhere))
    assert solve_steps(other, one_by_one(elsewhere)) == solve_steps(cube, one_by_one(turns))


def test_another_method_has_one_step() -> None:
    turns = random_turns(Random(5), 20)
    cube = Cube.solved().apply(inverse(turns))
    assert solve_steps(cube, one_by_one(turns)) == (SolveStep("Solve", 0, len(turns)),)


def test_of_an_unfinished_solve_the_steps_that_were_done_are_told() -> None:
    cube = Cube.random(5)
    made = lbl.steps(cube, effort=0)
    cross = tuple(turn for step in made if step.stage.startswith("Cross") for turn in step.moves)
    assert solve_steps(cube, one_by_one(cross[:-1])) == ()
    (step,) = solve_steps(cube, one_by_one((*cross, *parse_turns("U U' U"))))
    assert (step.name, step.begin, step.end) == ("Cross", 0, len(cross))


def test_steps_that_were_done_before_are_left_out() -> None:
    turns = parse_turns("F R U R' U' F'")
    (step,) = solve_steps(Cube.solved().apply(inverse(turns)), one_by_one(turns))
    assert step == SolveStep("OLL and PLL", 0, 6)

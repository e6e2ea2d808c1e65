"""What a robot has learnt: stored, robust, never faster than was safe, and refused if it is bad."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.planning.penalties import (
    LAYER,
    NO_PENALTIES,
    AxisMotion,
    Penalties,
    axis_motions,
    plan_with_penalties,
)
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.durations import CAUTIOUS
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen import connect
from rokumen.errors import InputError
from rokumen.storage.learnt_times import (
    KEPT_RUNS,
    MAX_RATIO,
    LearntDuration,
    LearntJams,
    LearntSettling,
    LearntTimes,
    learnt_path,
    load_learnt_times,
    robust_mean,
    save_learnt_times,
)
from rokumen.storage.robots import RobotFile, robot_path, save_robot
from solver.core.turn import parse_turns
from tests.support.cases import for_each
from tests.support.command_line import Rokumen

TURN = LearntDuration("turn", 1.0, 1.0)
LEFT = AxisMotion("L", -90, LAYER)
LEARNT = LearntTimes(
    "desk",
    "two-gripper",
    3,
    {"turn": TURN.after(1.3, has_jammed=False)},
    {"move": LearntSettling("move", (0.05,))},
    {LEFT: LearntJams(*LEFT, motions=40, jams=4)},
)


def test_what_is_stored_is_loaded_and_forgotten(rokumen: Rokumen) -> None:
    assert load_learnt_times("desk") == LearntTimes("desk")
    save_learnt_times(LEARNT)
    assert load_learnt_times("desk") == LEARNT
    shown = rokumen("robot", "learnt", "desk").out
    assert "1.300 s, of 1.000 s without learning" in shown
    assert "4 jams in 40 motions" in shown
    assert rokumen("robot", "learnt", "desk", "--json").json()["durations"]["turn"]["value"] == 1.3
    assert rokumen("robot", "learnt", "desk", "--forget").status == 0
    assert load_learnt_times("desk") == LearntTimes("desk")
    assert rokumen("robot", "learnt", "desk", "--forget").status == 2
    unknown = rokumen("robot", "learnt", "desk")
    assert (unknown.status, "there is no robot 'desk'" in unknown.err) == (2, True)
    save_robot(RobotFile("desk"))
    assert "desk has learnt nothing yet" in rokumen("robot", "learnt", "desk").err


HEADING = '{"robot": "desk", "rig": "two-gripper", "runs": 3}'
GOOD = '{"duration": "turn", "base": 1.0, "safe": 1.0, "seconds": [1.3]}'


@for_each(
    ("line", "words"),
    [
        (GOOD.replace("1.3", "0"), "seconds = [0] must be"),
        (GOOD.replace("1.3", "-0.2"), "seconds = [-0.2] must be"),
        (GOOD.replace("1.3", "NaN"), "NaN"),
        (GOOD.replace("1.3", "1e400"), "1e400"),
        (GOOD.replace("1.3", '"fast"'), "must be"),
        (GOOD.replace("[1.3]", "1.3"), "seconds = 1.3 must be"),
        (GOOD.replace("1.3", "30"), "not slow"),
        (GOOD.replace('"safe": 1.0', '"safe": 1.5'), "longer than base"),
        (GOOD.replace('"base": 1.0, ', ""), "base is missing"),
        (GOOD.replace("[1.3]", f"{[1.3] * (KEPT_RUNS + 1)}"), "at most"),
        ('{"settling": "move", "seconds": [-1]}', "seconds = [-1] must be"),
        ('{"axis": "L", "degrees": 90, "load": "layer", "motions": 2, "jams": 3}', "jams = 3"),
        ('{"axis": "L", "degrees": 90, "load": "air", "motions": 2, "jams": 1}', "load = 'air'"),
        ('{"axis": "L", "degrees": 900, "load": "layer", "motions": 2, "jams": 1}', "degrees"),
        ('{"duration": "turn"', "line 3"),
        ("[]", "must be an object"),
        ("", "line 3"),
    ],
)
def test_a_bad_value_is_refused_with_its_line(line: str, words: str) -> None:
    path = learnt_path("desk")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{HEADING}\n{GOOD}\n{line}\n{GOOD}\n")
    with pytest.raises(InputError, match="line 3") as refused:
        load_learnt_times("desk")
    assert words in str(refused.value)
    assert "rokumen robot learnt desk --forget" in str(refused.value)


def test_another_robots_file_and_an_empty_one_are_refused() -> None:
    path = learnt_path("desk")
    path.parent.mkdir(parents=True, exist_ok=True)
    for text, words in (
        (HEADING.replace("desk", "shelf"), "line 1: it is what the robot 'shelf'"),
        ("", "line 1: there is no line"),
        (json.dumps({"runs": 0}), "line 1"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=words):
            load_learnt_times("desk")


TIMES = st.floats(0.001, 60, allow_nan=False)


@given(st.lists(st.tuples(TIMES, st.booleans()), min_size=1, max_size=30))
def test_no_time_is_ever_faster_than_was_safe(runs: list[tuple[float, bool]]) -> None:
    learnt, safest = TURN, TURN.base
    for took, has_jammed in runs:
        learnt = learnt.after(took, has_jammed=has_jammed)
        if not has_jammed:
            safest = min(safest, took)
        assert learnt.value >= min(safest, TURN.base) - 1e-4
        assert learnt.value <= MAX_RATIO * TURN.base


def test_one_run_that_went_wrong_changes_little() -> None:
    learnt = TURN
    for took in (1.3, 1.3, 1.3, 1.3, 2.4, 1.3, 1.3):
        learnt = learnt.after(took, has_jammed=False)
    assert learnt.value == pytest.approx(1.3, abs=0.03)
    assert robust_mean((1.0, 9.0, 1.0, 1.0, 0.0)) == 1.0


def test_a_constant_delay_does_not_add_up_from_run_to_run() -> None:
    learnt = TURN
    for _ in range(30):
        learnt = learnt.after(learnt.value + 0.04, has_jammed=False)
    assert learnt.value <= 1.05


def test_times_of_other_durations_are_not_used() -> None:
    rig = load_rig("two-gripper")
    fitting = replace(
        LEARNT, durations={"turn": LearntDuration("turn", rig.durations.turn, rig.durations.turn)}
    )
    assert fitting.fits(rig)
    assert not fitting.fits(load_rig("flipper"))
    other = replace(rig, durations=replace(rig.durations, turn=0.5))
    assert not fitting.fits(other)


def test_settling_is_never_shorter_than_before() -> None:
    known = {kind: LearntSettling(kind, (s,)) for kind, s in (("move", 0.05), ("open", 0.3))}
    settling = replace(LEARNT, settling=known).settling_over(CAUTIOUS)
    assert (settling.by_kind["move"], settling.by_kind["open"]) == (CAUTIOUS.others, 0.3)


def test_each_run_with_its_own_durations_teaches_a_robot_and_the_next_one_uses_it() -> None:
    save_robot(RobotFile("desk", rig="two-gripper"))

    def run(durations: Path | None = None) -> Rig:
        url = "sim://two-gripper?seed=1&scramble=R"
        with connect(url, robot="desk", durations=durations) as robot:
            used = robot.rig
            assert robot.solve_cube(method="two-phase").solved
        return used

    # The first run of all is at half pace.
    usual = run()
    assert load_learnt_times("desk").runs == 0
    assert run() == usual
    first = load_learnt_times("desk")
    assert (first.runs, first.rig) == (1, "two-gripper")
    assert {"turn", "open", "close"} <= first.durations.keys()
    assert sum(each.motions for each in first.jams.values()) > 10
    assert run() == first.applied_to(usual)
    assert load_learnt_times("desk").runs == 2
    others = robot_path("desk").with_name("others.txt")
    others.write_text("[two-gripper]\nturn = 0.7\n")
    assert run(others).durations.turn == 0.7
    assert load_learnt_times("desk").runs == 2
    learnt_path("desk").write_text(HEADING + '\n{"settling": "move", "seconds": [-1]}\n')
    with pytest.raises(InputError, match="line 2"):
        run()


def test_the_planner_prefers_what_has_not_jammed() -> None:
    rig, turns = load_rig("two-gripper"), parse_turns("R U F2 L D' R2 B U2 L' F")
    start = home_state(rig)

    def motions(penalties: Penalties) -> list[AxisMotion]:
        plan = plan_with_penalties(rig, turns, start, penalties)
        assert plan.turns == turns
        pose = start.pose
        found: list[AxisMotion] = []
        for each in plan.commands:
            found += axis_motions(rig, pose, rig.step(pose, each.command))
            pose = each.after.pose
        return found

    usual = [each for each in motions(NO_PENALTIES) if each.load == LAYER]
    worn = max(set(usual), key=usual.count)
    jams = {worn: LearntJams(*worn, motions=30, jams=10)}
    penalties = replace(LEARNT, jams=jams).penalties
    assert motions(penalties).count(worn) < usual.count(worn)
    # The plan's seconds are the rig's own.
    plan = plan_with_penalties(rig, turns, start, penalties)
    assert plan.seconds >= plan_turns(rig, turns, start).seconds

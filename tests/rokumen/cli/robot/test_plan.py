"""`rokumen plan`: timetables, drawings, durations and errors."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.registry import RIGS, load_rig
from rokumen.jobs.solution_choice import choose_solution
from rokumen.show.table_progress import QUIET_SECONDS
from rokumen.storage.robots import RobotFile, save_robot
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube
from solver.engines.optimal import fastest_search
from solver.engines.registry import multi_solution_engine, solve
from solver.search.half_turns import HalfTurns, half_turns
from solver.search.metric import Metric
from solver.search.pruning import Progress
from solver.solution import CubeSolution
from tests.support.command_line import Rokumen

SIDES = {"U": "top", "R": "right", "F": "front", "D": "bottom", "L": "left", "B": "back"}


def test_the_plan_of_given_moves(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "--moves", "L", "--servos=published", "--json").json()
    assert plan["rig"] == "two-gripper"
    assert plan["moves"] == "L"
    first = plan["commands"][0]
    assert (first["verb"], first["L"], first["start"], first["duration"]) == ("MOVE", "+90", 0, 1)


def test_a_robot_that_is_set_up_is_planned_for_as_its_file_says(rokumen: Rokumen) -> None:
    save_robot(RobotFile("desk", rig="two-gripper", moved_by="sg90", overlap=False))
    plan = rokumen("plan", "--robot=desk", "--moves", "L F", "--json").json()
    sg90 = rokumen("plan", "--servos=sg90", "--no-overlap", "--moves", "L F", "--json").json()
    assert plan == sg90
    overlapping = rokumen("plan", "--robot=desk", "--overlap", "--moves", "L F", "--json").json()
    assert overlapping["seconds"] < plan["seconds"]


def test_without_options_motions_take_the_time_of_usual_servos_and_overlap(
    rokumen: Rokumen,
) -> None:
    usual = rokumen("plan", "--moves", "L F R2", "--json").json()
    named = rokumen("plan", "--moves", "L F R2", "--servos=ds3218", "--overlap", "--json").json()
    assert usual == named
    # A rig with durations of its own keeps them.
    flipper = rokumen("plan", "--moves", "L", "--rig=cubotino", "--json").json()
    published = rokumen("plan", "--moves", "L", "--rig=cubotino", "--servos=published", "--json")
    assert flipper == published.json()


def test_a_robot_s_name_means_its_rig(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "--moves", "L", "--rig", "cubotino", "--json").json()
    assert plan["rig"] == "cubotino"


def test_the_timetable_adds_up(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "--moves", "R U2 F'", "--json").json()
    last = plan["commands"][-1]
    assert last["start"] + last["duration"] == pytest.approx(plan["seconds"])


def test_the_plan_of_a_cube_solves_it(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "R U F", "--json").json()
    assert Cube.solved().apply("R U F").apply(plan["moves"]).is_solved()
    summary = rokumen("plan", "R U F").out.splitlines()[-1]
    assert summary.startswith("the solution of the cube by two-phase: 3 turns in ")
    assert rokumen("plan", "--moves", "R U F").out.splitlines()[-1].startswith("3 turns in ")


def test_the_text_is_a_timetable(rokumen: Rokumen) -> None:
    result = rokumen("plan", "--moves", "L")
    assert "L to +90°" in result.out
    assert "1 turn in" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], 'give a cube or --moves "R U ..."'),
        (["R", "--moves", "U"], 'give a cube or --moves "R U ...", not both'),
        (["--moves", "Q"], "'Q' is not a move"),
        (["--moves", "R", "--rig", "octopus"], "'octopus' is not"),
        (["R", "--method=lbl", "--time-limit=2"], "--time-limit 2 needs --fastest"),
        (["R", "--robot=nobody"], "there is no robot 'nobody'"),
    ],
)
def test_an_error_quotes_bad_input(rokumen: Rokumen, arguments: list[str], message: str) -> None:
    result = rokumen("plan", *arguments)
    assert result.status == 2
    assert message in result.err


@pytest.mark.parametrize("rig", RIGS)
def test_the_timetable_is_drawn(rokumen: Rokumen, tmp_path: Path, rig: str) -> None:
    page = tmp_path / "plan.html"
    result = rokumen("plan", "--moves", "R L' U2", "--rig", rig, "--draw", str(page))
    assert result.status == 0
    svg = page.read_text()[page.read_text().index("<svg") :].partition("</svg>")[0] + "</svg>"
    drawing = ElementTree.fromstring(svg)
    words = "".join(drawing.itertext())
    for actuator in (*load_rig(rig).axes, *load_rig(rig).grippers):
        assert SIDES.get(actuator, actuator) in words
    assert "turns a face" in words
    assert "U up, F in front, R on the right" in words


def test_an_empty_plan_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    page = tmp_path / "plan.html"
    assert rokumen("plan", "--moves", "R R'", "--draw", str(page)).status == 0
    assert "<svg" in page.read_text()


def test_a_picture_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "plan.png"
    assert rokumen("plan", "--moves", "R U2", "--draw", str(picture)).status == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_drawing_of_another_kind_is_rejected(rokumen: Rokumen, tmp_path: Path) -> None:
    result = rokumen("plan", "--moves", "R", "--draw", str(tmp_path / "plan.gif"))
    assert result.status == 2
    assert "plan.gif" in result.err


def test_the_fastest_motion_is_faster_and_solves(rokumen: Rokumen) -> None:
    scramble = "D2 R' D' F2 B D R2 D2 R' F2 D' F2 U' B2 L2 U2 D R2 U"
    usual = rokumen("plan", scramble, "--method=two-phase", "--json").json()
    chosen = rokumen("plan", scramble, "--time-limit=0.5", "--json").json()
    cube = Cube.solved().apply(scramble)
    assert cube.apply(chosen["moves"]).is_solved()
    assert chosen["seconds"] < usual["seconds"]


def test_the_rigs_choice_among_lbl_solutions_is_an_lbl_solution(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Fewer than usual, which take a second.
    monkeypatch.setattr("rokumen.jobs.solution_choice.CANDIDATE_COUNT", 40)
    scramble = "D2 R' D' F2 B D R2 D2 R' F2 D' F2 U' B2 L2 U2 D R2 U"
    published = ("--servos=published", "--no-overlap")
    usual = rokumen("plan", scramble, "--method=lbl", *published, "--json").json()
    # A busy machine compares all of them, too.
    options = ("--method=lbl", "--fastest", "--time-limit=100")
    chosen = rokumen("plan", scramble, *options, *published, "--json").json()
    known = {
        s.turns for s in multi_solution_engine("lbl", 40, effort=500)(Cube.solved().apply(scramble))
    }
    made = load_rig("two-gripper"), home_state(load_rig("two-gripper"))
    assert chosen["seconds"] in {
        round(plan_turns(made[0], moves, made[1], made[0].may_end).seconds, 3) for moves in known
    }
    assert chosen["seconds"] < usual["seconds"]


def test_the_comparison_of_lbl_solutions_keeps_the_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rokumen.jobs.solution_choice.CANDIDATE_COUNT", 40)
    rig, cube = load_rig("two-gripper"), Cube.random(5)
    policy = SolutionPolicy("lbl", fastest=True, time_limit=0.1)
    readings = iter([0.0, 0.02, 0.05, 0.1])
    choose_solution(policy, cube, rig, home_state(rig), lambda: next(readings))
    assert next(readings, None) is None


def test_a_method_that_searches_by_the_clock_gets_half_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = []

    def engine(method: str, count: int, **options: object) -> Callable[..., list[CubeSolution]]:
        given.append((method, options))
        return lambda cube: [solve(cube)]

    monkeypatch.setattr("rokumen.jobs.solution_choice.multi_solution_engine", engine)
    rig = load_rig("two-gripper")
    policy = SolutionPolicy("two-phase", fastest=True, time_limit=3)
    choose_solution(policy, Cube.random(5), rig, home_state(rig))
    assert given == [("two-phase", {"time_limit": 1.5})]


def test_a_time_limit_without_the_fastest_motion_is_rejected(rokumen: Rokumen) -> None:
    result = rokumen("plan", "R", "--method=lbl", "--time-limit=1")
    assert result.status == 2
    assert "--time-limit" in result.err


def test_durations_come_from_the_rigs_profile(rokumen: Rokumen, tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nturn = 3\n")
    plan = rokumen("plan", "--moves", "L", "--durations", str(profile), "--json").json()
    assert plan["seconds"] == 3


def test_an_error_quotes_a_bad_profile(rokumen: Rokumen, tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nturn = -1\n")
    result = rokumen("plan", "--moves", "L", "--durations", str(profile))
    assert result.status == 2
    assert "turn = -1" in result.err


def test_named_servos_give_times_by_distance(rokumen: Rokumen) -> None:
    how = ("--moves", "L R2", "--no-overlap", "--json")
    usual = rokumen("plan", "--servos=published", *how).json()
    plan = rokumen("plan", "--servos=ds3218", *how).json()
    assert plan["seconds"] < usual["seconds"] / 2
    assert {each["duration"] for each in plan["commands"]} <= {0.41, 0.73, 0.357, 0.623}


def test_unknown_servos_are_quoted(rokumen: Rokumen) -> None:
    result = rokumen("plan", "--moves", "L", "--servos", "ds9999")
    assert result.status == 1
    assert "'ds9999' is no servo that is known: write one of ds3218, mg996r" in result.err


def test_tables_for_the_fastest_motion_show_their_progress(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(chosen: Metric, progress: Progress = lambda share: None) -> HalfTurns:
        progress(0.5)
        time.sleep(2 * QUIET_SECONDS)
        return half_turns(chosen)

    monkeypatch.setattr(fastest_search, "half_turns", build)
    monkeypatch.setattr(fastest_search, "warm_up", lambda name, progress: progress(1.0))
    planned = rokumen("plan", "--fastest", "--time-limit=0.1", "--rig=six-axis", "R U F")
    assert "building the tables of the fastest motion (first use only): 85 %" in planned.err

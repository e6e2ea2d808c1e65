"""The API with unusual arguments, and its values beyond the examples of the page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import rokumen
from robot.execution.events import CommandStarted, RunEvent
from robot.rigs.command import Command, Move
from rokumen.errors import (
    CubeError,
    InputError,
    InterruptedRunError,
    MethodError,
    MissingFacesError,
    PictureError,
    PortError,
    RigError,
    RobotError,
    SafeStopError,
    UncertainError,
)
from rokumen.jobs.events import PlanMade
from tests.support.recorded_cubes import recorded_cube

PHOTOGRAPHS = Path(__file__).parents[2] / "data" / "cube-photos" / "cube08"


def test_an_error_quotes_a_picture_that_is_neither_path_nor_array() -> None:
    with pytest.raises(TypeError, match="picture 1 is 7"):
        rokumen.read([np.zeros((4, 4, 3), np.uint8), 7])  # type: ignore[list-item]


@pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4)])
def test_an_error_quotes_the_shape_of_a_bad_array(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=str(shape).replace("(", r"\(").replace(")", r"\)")):
        rokumen.faces(np.zeros(shape, np.uint8))


def test_arrays_in_any_order_are_read_as_their_files_are() -> None:
    import cv2

    files = sorted(PHOTOGRAPHS.glob("*.jpg"), reverse=True)
    arrays = [np.asarray(cv2.imread(str(file)), np.uint8) for file in files]
    assert rokumen.read(arrays).cube == rokumen.read(PHOTOGRAPHS).cube


def test_an_error_names_the_missing_centres() -> None:
    with pytest.raises(MissingFacesError) as error:
        rokumen.read([PHOTOGRAPHS / f"{face}.jpg" for face in "URF"])
    assert len(error.value.seen) == 3
    assert {*error.value.seen, *error.value.missing} == {
        "white",
        "yellow",
        "red",
        "orange",
        "green",
        "blue",
    }


def test_an_error_names_a_file_that_is_not_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no picture", encoding="utf-8")
    with pytest.raises(PictureError, match=r"notes\.txt"):
        rokumen.read([path])


def test_a_correction_and_its_reverse_restore_the_reading() -> None:
    reading = rokumen.read(PHOTOGRAPHS)
    before = reading.faces[0].colours[0]
    other = next(colour for colour in reading.faces[1].colours if colour != before)
    wrong = reading.corrected({"U1": other})
    assert not wrong.certain
    assert wrong.advice
    with pytest.raises(UncertainError, match="not certain"):
        _ = wrong.cube
    assert wrong.corrected({"U1": before}).cube == reading.cube


def test_an_error_quotes_a_correction_without_a_sticker() -> None:
    reading = rokumen.read(PHOTOGRAPHS)
    with pytest.raises(ValueError, match="'U10'"):
        reading.corrected({"U10": "red"})


def test_an_error_quotes_an_unknown_option_of_a_method() -> None:
    with pytest.raises(MethodError, match="'depth'"):
        rokumen.solve(rokumen.Cube.parse("R U"), depth=3)


def test_many_cubes_are_solved_in_their_order_by_two_processes() -> None:
    cubes = [rokumen.Cube.random(seed) for seed in range(5)]
    solutions = list(rokumen.solve_many(cubes, processes=2))
    assert [solution.cube for solution in solutions] == cubes
    assert all(s.cube.apply(s.moves).is_solved() for s in solutions)


def test_the_fastest_plan_solves_the_cube_in_less_time() -> None:
    moves = "R U R' U' R U R' U'"
    slow, fast = rokumen.plan(moves), rokumen.plan(moves, fastest=True)
    cube = rokumen.Cube.solved()
    assert cube.apply(fast.moves) == cube.apply(moves)
    assert fast.seconds <= slow.seconds


def test_a_plan_of_another_rig_is_not_executed() -> None:
    with (
        rokumen.connect("sim://two-gripper") as robot,
        pytest.raises(RigError, match="six-axis"),
    ):
        robot.run(rokumen.plan("R", rig="six-axis"))


def test_the_motions_of_a_scan_overlap_as_those_of_a_run() -> None:
    commands: list[Command] = []

    def note(event: RunEvent) -> None:
        if isinstance(event, CommandStarted):
            commands.append(event.action.command)

    with rokumen.connect("sim://two-gripper?scramble=R U F2 L", on_event=note) as robot:
        assert robot.scan().certain
    # One wrist turns the cube while the other one, whose jaws are open, goes back.
    assert any(isinstance(command, Move) and len(command.targets) == 2 for command in commands)


def test_a_robot_solves_what_it_scanned_and_goes_home_without_turning_a_layer() -> None:
    with rokumen.connect("sim://two-gripper?scramble=R U F2 L") as robot:
        plan = rokumen.plan(rokumen.solve(robot.scan().cube))
        robot.run(plan)
        robot.home()
        assert set(robot.pose.angles.values()) == {0.0}
        assert robot.scan().cube.is_solved()


def test_a_stopped_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    events: list[object] = []
    with rokumen.connect("sim://two-gripper?scramble=R U&name=resumed") as robot:

        def stop_at_the_fifth(event: object) -> None:
            events.append(event)
            if len(events) == 5:
                robot.stop()

        with pytest.raises(SafeStopError) as error:
            robot.solve_cube(on_event=stop_at_the_fifth)
    assert "Resume when" in error.value.advice
    result = rokumen.resume()
    assert result.solved
    assert result.journal == error.value.journal
    with pytest.raises(RobotError, match="nothing to resume"):
        rokumen.resume()


def test_two_runs_of_one_robot_each_count_their_own_motion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    with rokumen.connect("sim://two-gripper?scramble=R U") as robot:
        first = robot.solve_cube()
        again = robot.solve_cube()
    assert first.moves
    assert (again.solved, again.moves) == (True, "")
    # Both scan the cube; a sum of both would be half as much again at least.
    assert again.motion_seconds < 1.3 * first.motion_seconds


def test_the_choice_of_a_run_is_checked_before_the_robot_moves() -> None:
    with rokumen.connect("sim://two-gripper") as robot:
        with pytest.raises(ValueError, match="time_limit=2"):
            robot.solve_cube(time_limit=2)
        with pytest.raises(MethodError, match="'nonsense'"):
            robot.solve_cube(method="nonsense")


def test_an_interrupted_run_returns_the_result_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))

    def interrupt(event: object) -> None:
        if isinstance(event, PlanMade):
            raise KeyboardInterrupt

    with (
        rokumen.connect("sim://two-gripper?scramble=R U") as robot,
        pytest.raises(InterruptedRunError) as error,
    ):
        robot.solve_cube(on_event=interrupt)
    assert error.value.result is not None
    assert error.value.result.outcome == "interrupted"
    assert error.value.result.facelets == rokumen.Cube.parse("R U").facelets


def test_what_passes_is_traced(tmp_path: Path) -> None:
    trace = tmp_path / "line.txt"
    with rokumen.connect("sim://two-gripper", trace=trace) as robot:
        robot.home()
    assert "> HOME" in trace.read_text()


def test_an_error_quotes_a_missing_port() -> None:
    with pytest.raises(PortError, match="/dev/nowhere"):
        rokumen.connect("/dev/nowhere")


def test_a_file_of_another_kind_cannot_be_drawn(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cube\.txt"):
        rokumen.Cube.solved().draw(tmp_path / "cube.txt")


def test_a_puzzle_is_scrambled_and_solved() -> None:
    pyraminx = rokumen.puzzle("pyraminx")
    solution = pyraminx.solve(pyraminx.scramble(seed=3))
    assert solution.length == len(solution.moves.split())
    with pytest.raises(CubeError, match="'hexaminx'"):
        rokumen.puzzle("hexaminx")


def test_errors_of_files_and_places_are_public(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(InputError, match="missing': there is no such file or folder"):
        rokumen.smart_cube(f"replay:{missing}")
    cube = rokumen.smart_cube(
        recorded_cube(tmp_path / "moyu.json", "moyu32", "R"), record=missing / "cube.json"
    )
    with pytest.raises(InputError, match=r"cube\.json': there is no such file"):
        cube.close()
    with pytest.raises(RigError, match="'XX'"):
        rokumen.connect("sim://two-gripper", camera_at="XX")


def test_a_simulated_robot_that_cannot_be_says_why_and_nothing_of_cables() -> None:
    with pytest.raises(PortError) as refused:
        rokumen.connect("sim://two-gripper?speed=2")
    assert str(refused.value).count("sim://") == 1
    assert str(refused.value).count("corner_cutting") == 1
    assert "cable" not in str(refused.value)


def test_cubes_are_led_to_another_cube() -> None:
    cubes, goal = [rokumen.Cube.random(seed) for seed in range(2)], rokumen.Cube.parse("F2 R")
    for found in rokumen.solve_many(cubes, to=goal, effort=1):
        assert found.goal == goal
        assert found.cube.apply(found.turns) == goal


def test_cubes_may_be_given_as_text() -> None:
    scramble, goal = "R U2 F'", "F2 R"
    found = rokumen.solve(scramble, to=goal)
    assert found.cube == rokumen.Cube.parse(scramble)
    assert found.goal == rokumen.Cube.parse(goal)
    assert str(found) == found.moves
    (same,) = rokumen.solve_many([found.cube.facelets], to=goal)
    assert same.moves == found.moves
    with pytest.raises(CubeError, match="'Q' is not a move"):
        rokumen.solve("R Q")


def test_an_error_quotes_what_is_no_cube() -> None:
    with pytest.raises(TypeError, match="7 is no Cube"):
        rokumen.solve(rokumen.Cube.solved(), to=7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="7 is no Cube"):
        next(rokumen.solve_many([], to=7))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"b'R U' is no text"):
        rokumen.Cube.parse(b"R U")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="processes = 0"):
        next(rokumen.solve_many([rokumen.Cube.solved()], processes=0))
    with pytest.raises(TypeError, match="'R U' is one cube: give a list"):
        next(rokumen.solve_many("R U"))


def test_a_notebook_shows_drawings() -> None:
    solution = rokumen.solve("R U F")
    reading = rokumen.read(PHOTOGRAPHS)
    for shown in (solution.cube, solution, rokumen.plan(solution), reading):
        drawn = shown._repr_svg_()
        assert ElementTree.fromstring(drawn).tag.endswith("svg")

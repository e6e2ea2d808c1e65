"""Runs of the robot page, moves by hand between them, and the messages of both."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from robot.execution.journal import Journal, read_journal
from robot.link.connection import RobotConnection
from robot.link.registry import open_connection
from rokumen import connect
from rokumen.jobs.events import MayJump
from rokumen.storage.history import history_file, list_runs
from rokumen.storage.runs import RunSettings, SolutionPolicy, find_unfinished_run
from rokumen.web import hand_control
from rokumen.web.robot_settings import AttachedRobot, DemoRobot
from rokumen.web.run_messages import ACTIVE_STATES, START_NEW, Message, RunState
from rokumen.web.runs import RunController
from rokumen.web.stop_levels import StopInForce
from solver.engines.two_phase import engine
from tests.support.browser import run_in_thread
from tests.support.served_robot import PORT, TIMEOUT_SECONDS


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def powered(port: str) -> str:
    """Give the servos of a simulated robot power; return its port."""
    with connect(port) as robot:
        robot.home()
    return port


@pytest.fixture
def runs(request: pytest.FixtureRequest) -> Iterator[RunController]:
    """Return the runs of a robot in this process, in virtual time.

    Its servos have power, and its jaws know where they touch the cube.
    """
    runs = RunController(
        AttachedRobot(
            RunSettings(
                SolutionPolicy(overlap=False),
                port=powered(f"{PORT}{request.node.name}&ideal=false"),
            )
        )
    )
    yield runs
    runs.shut_down()


def state_of(runs: RunController) -> str:
    return runs.status.state.value


def messages_of(runs: RunController) -> list[Message]:
    async def log() -> list[Message]:
        with runs.broadcaster.subscribe() as (messages, _):
            return messages

    return run_in_thread(log)


def test_a_run_ends_solved_and_is_in_the_history(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert runs.status.state == RunState.SOLVED
    (run,) = list_runs(history_file())
    assert run.ending.outcome == "solved"
    assert {"robot", "planned", "read", "state"} <= {
        message["what"] for message in messages_of(runs)
    }


def test_a_paused_run_waits_and_a_stopped_one_is_resumed(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.pause()
    assert state_of(runs) == "pausing"
    wait_for(lambda: state_of(runs) == "paused")
    runs.start()
    assert state_of(runs) == "paused"
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "stopped"
    assert runs.status.resumable
    runs.resume()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"
    one, two = list_runs(history_file())
    assert (one.ending.outcome, two.ending.outcome) == ("stopped", "solved")
    assert one.beginning.journal == two.beginning.journal


def test_the_jaws_of_a_stopped_run_are_relaxed_two_seconds_later_and_it_is_resumed(
    runs: RunController, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [100.0]
    monkeypatch.setattr(runs, "_stop", StopInForce(lambda: seconds[0]))
    runs.relax()
    assert state_of(runs) == "ready"
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.relax()
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert (state_of(runs), runs.status.stop_level) == ("stopped", "hold")
    assert [each.label for each in runs.status.further_stops] == ["Relax the jaws", "Servos off"]
    assert "it may fall then" in runs.status.words
    seconds[0] += 1.9
    runs.relax()
    assert runs.status.stop_level == "hold"
    seconds[0] += 0.2
    runs.relax()
    assert (state_of(runs), runs.status.stop_level) == ("stopped", "relax")
    assert "press the cube less" in runs.status.words
    runs.power_off()
    assert runs.status.stop_level == "off"
    (run,) = list_runs(history_file())
    records = read_journal(Path(run.beginning.journal))
    levels = [each["level"] for each in records if each["record"] == "stop"]
    assert levels == ["hold", "relax", "off"]
    assert runs.status.resumable
    runs.resume()
    # Its servos have no power now: people stand clear first.
    wait_for(lambda: runs.status.asks_first)
    runs.clear()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert (state_of(runs), runs.status.stop_level) == ("solved", "")


def next_button(runs: RunController) -> str:
    button = runs.status.next_button
    return button.label if button else ""


def test_a_solved_cube_is_let_go_and_the_next_one_is_held_before_the_next_run(
    runs: RunController,
) -> None:
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert (state_of(runs), next_button(runs)) == ("solved", "Let the cube go")
    runs.load()
    assert {part["at"] for part in runs.status.pose if "gripper" in part} == {"open"}
    assert (state_of(runs), next_button(runs)) == ("connected", "Move the grippers home")
    runs.home()
    assert (state_of(runs), next_button(runs)) == ("armed", "Start")
    runs.start()
    wait_for(lambda: state_of(runs) == "running")
    assert next_button(runs) == "Pause after this turn"


def test_a_robot_whose_cube_is_taken_out_by_hand_is_started_again_once_it_is_solved(
    request: pytest.FixtureRequest,
) -> None:
    port = powered(f"sim://six-axis?seed=1&scramble=R&name={request.node.name}")
    runs = RunController(AttachedRobot(RunSettings(SolutionPolicy(), port=port)))
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert (state_of(runs), next_button(runs)) == ("solved", "Start")
    runs.shut_down()


def test_a_run_that_stops_since_its_cube_cannot_be_read_looks_again() -> None:
    demo = DemoRobot("two-gripper", 1, 0.0, 60.0, "rescan_unreadable~1")
    runs = RunController(AttachedRobot(RunSettings(SolutionPolicy()), demo=demo))
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert (state_of(runs), next_button(runs)) == ("stopped", "Look again")
    # Of a simulated cube nothing is to be held or looked at.
    assert "To go on, press Look again" in runs.status.words
    assert "grippers" not in runs.status.words
    runs.shut_down()


def test_after_another_run_one_that_was_stopped_can_still_be_resumed(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert "press Resume" in runs.status.words
    assert (next_button(runs), runs.status.other_start) == ("Resume", START_NEW)
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"
    one, two = list_runs(history_file())
    assert one.beginning.journal != two.beginning.journal
    assert find_unfinished_run(None)[0] == Path(one.beginning.journal)


def test_the_pose_of_a_stopped_run_is_asked_for_after_the_stop(
    request: pytest.FixtureRequest, runs: RunController
) -> None:
    runs.start()
    wait_for(lambda: any(each["what"] == "ended" for each in messages_of(runs)))
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    with connect(f"{PORT}{request.node.name}") as robot:
        pose = robot.pose
    shown = {each["name"]: each["at"] for each in runs.status.as_message()["pose"]}
    assert shown == {
        **{
            {"L": "left wrist", "R": "right wrist"}[axis]: f"{angle:+.0f}°".replace("+0°", "0°")
            for axis, angle in pose.angles.items()
        },
        **{
            {"L": "left gripper", "R": "right gripper"}[gripper]: position
            for gripper, position in pose.grips.items()
        },
    }


def test_a_command_names_the_actuators_that_it_moves(runs: RunController) -> None:
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    began = [each for each in messages_of(runs) if each["what"] == "began"]
    turning = next(each for each in began if each["words"].startswith("left wrist to"))
    assert [each["name"] for each in turning["pose"] if each["moves"]] == ["left wrist"]
    gripping = next(each for each in began if each["words"] == "right gripper open")
    assert [each["name"] for each in gripping["pose"] if each["moves"]] == ["right gripper"]
    assert {each["name"]: each["at"] for each in gripping["pose"]}["right gripper"] == "open"


def stopped_run(attached: AttachedRobot) -> Path:
    """Return a stopped run that another server started."""
    runs = RunController(attached)
    runs.start()
    wait_for(lambda: runs.status.state == RunState.RUNNING)
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    return Path(list_runs(history_file())[-1].beginning.journal)


def test_a_robot_is_moved_by_hand_between_its_runs(runs: RunController) -> None:
    runs.home()
    assert state_of(runs) == "ready"
    runs.connect()
    assert state_of(runs) == "connected"
    runs.home()
    assert state_of(runs) == "armed"
    runs.jog("axis:L", 10)
    assert (state_of(runs), "Open the grippers first" in runs.status.words) == ("armed", True)
    runs.load()
    assert {part["at"] for part in runs.status.pose if "gripper" in part} == {"open"}
    runs.jog("axis:Q", 10)
    assert (state_of(runs), "axis:L" in runs.status.words) == ("connected", True)
    runs.jog("axis:L", 10)
    assert (state_of(runs), "(axis:L): 1510 µs" in runs.status.words) == ("connected", True)
    runs.power_off()
    runs.jog("axis:L", 10)
    assert (state_of(runs), "has no power: press" in runs.status.words) == ("connected", True)
    runs.home()
    runs.clear()
    # A run opens the robot itself.
    runs.start()
    wait_for(lambda: state_of(runs) == "running")


@pytest.fixture
def unpowered(request: pytest.FixtureRequest) -> Iterator[RunController]:
    """Return the runs of a robot whose servos have no power."""
    runs = RunController(
        AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}{request.node.name}"))
    )
    yield runs
    runs.shut_down()


@pytest.mark.parametrize(("move", "state"), [("home", "armed"), ("load", "connected")])
def test_a_motion_by_hand_without_power_asks_first(
    unpowered: RunController, move: str, state: str
) -> None:
    runs = unpowered
    runs.clear()
    assert state_of(runs) == "ready"
    runs.connect()
    getattr(runs, move)()
    assert (state_of(runs), runs.status.words) == ("connected", MayJump.warning)
    assert next_button(runs) == "All stand clear: move"
    # Any other button drops the motion.
    runs.disconnect()
    runs.clear()
    assert (state_of(runs), next_button(runs)) == ("ready", "Start")
    runs.connect()
    getattr(runs, move)()
    assert next_button(runs) == "All stand clear: move"
    runs.clear()
    assert state_of(runs) == state
    # With power nothing is asked.
    runs.home()
    assert state_of(runs) == "armed"


def test_a_run_without_power_asks_first(unpowered: RunController) -> None:
    runs = unpowered
    runs.start()
    wait_for(lambda: runs.status.asks_first)
    assert (state_of(runs), runs.status.words) == ("starting", MayJump.warning)
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    runs.start()
    wait_for(lambda: runs.status.asks_first)
    assert not [each for each in messages_of(runs) if each["what"] == "began"]
    runs.clear()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"


def test_a_cube_is_put_in_solved_and_let_go_on_one_port() -> None:
    ports: list[str] = []

    def open_and_note(url: str) -> RobotConnection:
        ports.append(url)
        return open_connection(url)

    port = powered(f"{PORT}once")
    runs = RunController(
        AttachedRobot(RunSettings(SolutionPolicy(), port=port), opened_by=open_and_note)
    )
    runs.connect()
    runs.load()
    runs.home()
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert (state_of(runs), next_button(runs)) == ("solved", "Let the cube go")
    runs.load()
    assert {part["at"] for part in runs.status.pose if "gripper" in part} == {"open"}
    runs.shut_down()
    assert len(ports) == 1


def test_an_earlier_run_of_this_robot_is_resumed(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nturn = 3.5\n")
    attached = AttachedRobot(
        RunSettings(SolutionPolicy(), port=powered(f"{PORT}earlier"), durations=str(profile))
    )
    journal = stopped_run(attached)
    runs = RunController(attached)
    assert (state_of(runs), runs.status.resumable) == ("ready", True)
    # It says which run that is, and how far it came.
    said = re.search(
        r"Press Resume to take up the run of (.+) on the two-gripper robot on (\S+), "
        r"stopped (?:before its first turn|after (\d+) of \d+ turns); Start a new run begins anew",
        runs.status.words,
    )
    assert said is not None
    began = datetime.fromisoformat(str(read_journal(journal)[0]["at"])).astimezone()
    assert said[1] == f"{began.day} {began:%b %Y, %H:%M}"
    assert said[2] == attached.run.port
    runs.resume()
    assert runs.status.words.startswith("Going on with the run of ")
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "solved"
    # With the durations with which the run was started.
    (plan,) = (message for message in messages_of(runs) if message["what"] == "planned")
    assert 3.5 in [bar["seconds"] for bar in plan["bars"]]
    # The turns that were made before are counted too.
    assert plan["before"] == int(said[3] or 0)
    assert list(plan["bars"][0]) == ["row", "start", "seconds", "label", "kind"]
    assert journal == Path(list_runs(history_file())[-1].beginning.journal)
    assert not RunController(attached).status.resumable
    runs.shut_down()


def test_runs_of_other_robots_and_active_runs_are_not_offered() -> None:
    journal = stopped_run(AttachedRobot(RunSettings(SolutionPolicy(), port=powered(f"{PORT}mine"))))
    for other in (
        AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}another")),
        AttachedRobot(RunSettings(SolutionPolicy()), demo=DemoRobot("two-gripper", 1, 0.0, 60.0)),
    ):
        assert not RunController(other).status.resumable
    waiting = RunController(AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}mine")))
    with Journal(journal) as taken_up:
        assert not RunController(
            AttachedRobot(RunSettings(SolutionPolicy(), port=f"{PORT}mine"))
        ).status.resumable
        taken_up.write("finished")
    assert waiting.status.resumable
    waiting.resume()
    assert "is finished" in waiting.status.words
    assert not waiting.status.resumable


def test_a_stop_before_the_robot_has_replied_is_kept(runs: RunController) -> None:
    runs.start()
    runs.stop()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert runs.status.state == RunState.STOPPED


def test_tables_that_are_built_are_shown_and_a_stop_ends_that(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed = Event()

    def build(metric: str, progress: Callable[[float], None]) -> None:
        progress(0.25)
        freed.wait(TIMEOUT_SECONDS)
        progress(0.5)

    monkeypatch.setattr(engine, "warm_up", build)
    monkeypatch.setattr(hand_control, "WORDS_SECONDS", 0.0)
    policy = SolutionPolicy(method="two-phase")
    runs = RunController(
        AttachedRobot(RunSettings(policy, port=powered(f"{PORT}{request.node.name}&ideal=false")))
    )
    runs.start()
    wait_for(lambda: "first use" in runs.status.words)
    assert runs.status.words.startswith(
        "Building the tables of two-phase (first use only): 25 %, 0 s so far."
    )
    runs.stop()
    assert state_of(runs) == "stopping"
    freed.set()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert state_of(runs) == "stopped"
    assert "before the robot was connected" in runs.status.words


def test_a_robot_that_is_there_again_is_ready(tmp_path: Path) -> None:
    port = tmp_path / "port"
    runs = RunController(
        AttachedRobot(RunSettings(SolutionPolicy(), port=str(port), camera="http://camera"))
    )
    assert state_of(runs) == "absent"
    port.touch()
    runs.check()
    assert (state_of(runs), next_button(runs)) == ("ready", "Start")
    assert runs.status.words == f"The robot on {port} is there. Press Start."


def test_a_missing_robot_is_reported() -> None:
    attached = AttachedRobot(
        RunSettings(SolutionPolicy(), port="/dev/nowhere", camera="/dev/no-camera")
    )
    runs = RunController(attached)
    assert (state_of(runs), next_button(runs)) == ("absent", "Look again")
    assert "/dev/nowhere and /dev/no-camera are not there." in runs.status.words
    assert runs.status.other_start is None
    runs.check()
    assert state_of(runs) == "absent"
    runs.start()
    wait_for(lambda: runs.status.state not in ACTIVE_STATES)
    assert runs.status.state == RunState.STOPPED
    assert "/dev/nowhere" in runs.status.words

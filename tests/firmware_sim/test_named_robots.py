"""Simulated robots in this process by their URL, in virtual time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rokumen
from firmware_sim import state_file
from firmware_sim.faults import read_fault_log
from firmware_sim.named_robots import find_robot, unregister_robot
from robot.errors import JamError, PortError
from robot.execution.events import CommandFailed, RunEvent
from robot.link.session import Link
from robot.rigs.command import Home, Move
from robot.rigs.registry import PRESETS, RIGS, load_rig
from robot.rigs.rig import PUBLISHED
from rokumen.devices.serial_schemes import register
from solver.cube import Cube
from tests.support.variants import thorough_but

NAME = "bench"
TURN = Move((("L", 90),))
RIG = load_rig("two-gripper")


@pytest.fixture(autouse=True)
def _without_name() -> Iterator[None]:
    register("sim://")
    yield
    unregister_robot(NAME)


def test_a_robot_by_its_url() -> None:
    found = find_robot("sim://two-gripper?seed=1&scramble=R+U+F'")
    assert found.robot.state().cube == Cube.solved().apply("R U F'")


def test_time_is_virtual() -> None:
    began = time.perf_counter()
    with Link("sim://two-gripper") as link:
        link.execute(Home())
        for i in range(50):
            link.execute(Move((("L", (90, 0)[i % 2]),)))
        assert link.clock.now() == pytest.approx(50.0, abs=0.01)
    assert time.perf_counter() - began < 50


def test_somebody_who_looks_sees_it_at_a_pace() -> None:
    began = time.perf_counter()
    with Link("sim://two-gripper?pace=5") as link:
        link.execute(Home())
        link.execute(TURN)
        assert link.clock.now() == pytest.approx(1.0, abs=0.01)
    assert time.perf_counter() - began > 0.2


def test_a_named_robot_is_the_same_for_all_links() -> None:
    url = f"sim://two-gripper?name={NAME}"
    with Link(url) as link:
        link.execute(Home())
        link.execute(TURN)
    with Link(url) as link:
        assert link.pose().angles == (90, 0)
    assert find_robot(url).robot.state().cube == Cube.solved().apply("L")


@pytest.mark.parametrize("kind", ["", "&feedback=false"])
def test_an_unplugged_robot_cannot_be_used_until_it_is_plugged_in(kind: str) -> None:
    url = f"sim://two-gripper?faults=unplug@3&name={NAME}{kind}"
    with Link(url) as link:
        link.execute(Home())
        link.execute(TURN)
        with pytest.raises(PortError, match="disconnected: it has been unplugged"):
            link.execute(Move((("L", 0),)))
    with pytest.raises(PortError, match="it has been unplugged"):
        Link(url)
    find_robot(url).robot.repair()
    with Link(url) as link:
        link.execute(Home())


def test_cube_and_faults_are_kept_in_files(tmp_path: Path) -> None:
    state, log = tmp_path / "robot.json", tmp_path / "faults.log"
    url = f"sim://two-gripper?scramble=U&state={state}"
    with Link(f"{url}&faults=jam_once@2&fault_log={log}") as link:
        link.execute(Home())
        link.execute(TURN)
        kept = state_file.load(state, RIG)
        assert (kept.cube, kept.angles) == (Cube.solved().apply("U L"), (90, 0))
        with pytest.raises(JamError):
            link.execute(Move((("L", 0),)))
    assert [each.kind for each in read_fault_log(log)] == ["jam_once"]
    assert 0 < find_robot(url).robot.state().angles[0] < 90


def test_cube_of_a_robot_without_feedback_is_kept(tmp_path: Path) -> None:
    url = f"sim://two-gripper?feedback=false&scramble=U&state={tmp_path / 'robot.json'}"
    with Link(url) as link:
        link.execute(Home())
        link.execute(TURN)
    with Link(url) as link:
        assert link.pose().angles == (90, 0)
    assert find_robot(url).robot.state().cube == Cube.solved().apply("U L")


@pytest.mark.parametrize(
    ("url", "quoted"),
    [
        ("sim://three-gripper", "three-gripper"),
        ("sim://two-gripper?jam=often", "often"),
        ("sim://two-gripper?jam=7", "7"),
        ("sim://two-gripper?colour=red", "colour"),
        ("sim://two-gripper?faults=fire", "fire"),
        ("sim://two-gripper?faults=mute@3", "'mute' needs a line .*`rokumen simulate` serves one"),
        ("sim://two-gripper?scramble=X", "X"),
        (f"sim://two-gripper?scramble={'U' * 54}", "UUU"),
    ],
)
def test_an_error_quotes_a_bad_url(url: str, quoted: str) -> None:
    with pytest.raises(PortError, match=quoted):
        find_robot(url)


@pytest.mark.parametrize(
    "rig", thorough_but(["two-gripper-plain", "mindcuber", "otvinta"], [*RIGS, *PRESETS])
)
def test_a_robot_of_usual_servos_does_not_jam_by_itself(rig: str) -> None:
    events: list[RunEvent] = []
    usual = load_rig(rig).usual_servos
    kind = "" if usual == PUBLISHED else f"&servos={usual}"
    with rokumen.connect(f"sim://{rig}?ideal=false{kind}", on_event=events.append) as robot:
        robot.run(rokumen.plan("R U2 F L D B", rig=robot.rig))
    assert [each for each in events if isinstance(each, CommandFailed)] == []

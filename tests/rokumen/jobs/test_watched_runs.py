"""Runs on robots that measure nothing, with a camera that sees what their servos do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest

import rokumen
from firmware_sim.named_robots import find_robot, unregister_robot
from robot.execution.events import CommandFailed, RunEvent
from robot.execution.journal import read_journal

NAME = "watched"
SLOW = pytest.mark.slow


@dataclass
class WatchedRun:
    """A run that ended: its result, the jams that were seen, the seconds of the robot's clock."""

    result: rokumen.Result
    jams: list[str]
    accidents: tuple[object, ...]
    truly_solved: bool
    seconds: float


@pytest.fixture(autouse=True)
def other_robot() -> Iterator[None]:
    yield
    unregister_robot(NAME)


def run(rig: str, faults: str, scramble: str = "R U2 F", *, watch: bool = True) -> WatchedRun:
    url = f"sim://{rig}?ideal=false&feedback=false&seed=1&scramble={scramble}&faults={faults}"
    jams: list[str] = []

    def note(event: RunEvent) -> None:
        if isinstance(event, CommandFailed):
            jams.append(str(event.error))

    with rokumen.connect(f"{url}&name={NAME}", on_event=note, watch=watch) as robot:
        result = robot.solve_cube(method="two-phase")
    port = find_robot(f"{url}&name={NAME}")
    state = port.robot.state().with_layers_aligned(10.0)
    return WatchedRun(
        result, jams, tuple(port.robot.accidents), state.is_solved(), port.clock.now()
    )


@pytest.mark.parametrize(
    ("rig", "scramble", "turn"),
    [
        pytest.param("two-gripper", "R U2 F", 2, marks=SLOW),
        pytest.param("two-gripper-plain", "R U2 F", 2, marks=SLOW),
        # A gripper takes hold again during the first two turns: its jaws would close on a layer
        # that is askew before anybody can see it.
        pytest.param("four-gripper", "R U2 F", 3, marks=SLOW),
        # The scan does not bring its table to where the first turn ends.
        ("cubotino", "D B2", 1),
    ],
)
def test_a_turn_that_jams_is_seen_and_made_again(rig: str, scramble: str, turn: int) -> None:
    undisturbed = run(rig, "", scramble)
    assert (undisturbed.jams, undisturbed.truly_solved) == ([], True)
    unregister_robot(NAME)
    jammed = run(rig, f"jam_once@{turn}", scramble)
    assert jammed.result.solved
    assert jammed.truly_solved
    assert jammed.result.jams == 1
    assert "the camera sees the" in jammed.jams[0]
    assert jammed.accidents == ()
    (failed,) = (each for each in read_journal(jammed.result.journal) if each["record"] == "failed")
    assert failed["error"] == jammed.jams[0]
    assert failed["trying"] == "backing off, re-gripping, turning again"


@pytest.mark.thorough
def test_a_turn_that_jams_on_every_attempt_is_planned_anew() -> None:
    jammed = run("two-gripper", "jam_n@2x5")
    assert (jammed.result.solved, jammed.truly_solved) == (True, True)
    assert (jammed.result.jams, jammed.result.replans) == (4, 1)
    assert jammed.accidents == ()


@pytest.mark.thorough
def test_nobody_looks_where_that_is_switched_off(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "robot.link.session")
    with suppress(rokumen.errors.SafeStopError):
        run("two-gripper", "", watch=False)
    assert "NotSeen" not in caplog.text
    unregister_robot(NAME)
    run("two-gripper", "")
    assert "NotSeen" in caplog.text
    assert "Agrees" in caplog.text

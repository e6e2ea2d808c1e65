"""`rokumen setup` by a person at a pseudo-terminal, with a simulated Maestro."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.firmware.conftest import build
from tests.support.processes import Simulation, call
from tests.support.terminal_user import TerminalUser

__all__ = ["build"]

# A servo's jaws close by 90 degrees, ten for each key.
STEPS_TO_CLOSE = 9
DOWN = "\x1b[B"

Simulate = Callable[..., Simulation]
SetUp = Callable[..., TerminalUser]

PLACES = [
    *("Open the left gripper", "Open the right gripper"),
    *(f"Bring the left wrist to {angle}°" for angle in ("0", "-90", "+90")),
    *(f"Bring the right wrist to {angle}°" for angle in ("0", "-90", "+90")),
    *("Close the left gripper", "Close the right gripper"),
]


@pytest.fixture
def set_up() -> Iterator[SetUp]:
    """Begin `rokumen setup`, and return the person who types there."""
    begun = []

    def begin(*arguments: str) -> TerminalUser:
        begun.append(TerminalUser("setup", *arguments))
        return begun[-1]

    yield begin
    for user in begun:
        user.close()


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """Return the file of the robot `desk`."""
    return tmp_path / "config" / "robots" / "desk.toml"


def connect_maestro(user: TerminalUser, robot: Simulation) -> None:
    user.answer("Port [", robot.port)
    user.answer("Which board is it?", "maestro")
    user.answer("it keeps pulsing")
    user.answer("Rig [", "two-gripper")
    user.answer("Channels [")
    place_camera(user, robot)


def place_camera(user: TerminalUser, robot: Simulation) -> None:
    user.answer("Camera [", robot.camera)
    user.answer("Bring the camera to its place")


def leave_wiring_out(user: TerminalUser) -> None:
    user.answer("Look whether each servo", "seen")
    user.answer("Take the cube out, and look")


@pytest.mark.thorough
@pytest.mark.waits
def test_a_setup_is_left_in_the_middle_and_taken_up_again(
    simulate_maestro: Simulate, set_up: SetUp, stored: Path
) -> None:
    robot = simulate_maestro("--seed=31")
    user = set_up("desk")
    connect_maestro(user, robot)
    leave_wiring_out(user)
    user.answer("The left gripper will jump: stand clear")
    user.read_until("Open the left gripper")
    user.press("2000 µs", "\x1b[D")
    user.press("1989 µs", "\n")
    user.answer("The right gripper will jump: stand clear")
    user.read_until("Open the right gripper")
    user.press(" µs ", "q")
    assert user.end() == 0
    assert "To go on with angles: rokumen setup desk" in user.screen
    assert tomllib.loads(stored.read_text())["grippers"]["L"]["pulses"]["open"] == 1989

    again = set_up("desk")
    again.answer("Take the cube out")
    again.answer("The right gripper will jump: stand clear")
    again.read_until("Open the right gripper")
    again.press(" µs ", "q")
    assert again.end() == 0
    assert "Step 1 of 11" not in again.screen

    jogged = call("robot", "jog", "--robot=desk", "axis:L", "1450")
    assert jogged.out == "Left wrist (axis:L): 1450 µs\n"


@pytest.mark.slow
def test_a_robot_on_a_maestro_is_set_up_from_nothing_to_a_solved_cube(
    simulate_maestro: Simulate, set_up: SetUp, stored: Path
) -> None:
    robot = simulate_maestro("--seed=31")
    user = set_up("desk")
    connect_maestro(user, robot)
    leave_wiring_out(user)
    look_at_places(user)
    put_cube_in(user)
    let_cube_go(user)
    user.answer("Servos [", "published")
    user.answer("Pace [", "10")
    user.answer("Seconds [", "0.05")
    user.answer("May motions overlap?")
    measure_motions(user)
    user.answer("Test the electronics", "skip")
    turn_and_solve(user)
    assert "rokumen run --robot desk" in user.screen
    # The rig's turn takes 1 s, a tenth of it at this pace; the pulse period and the poll are added.
    assert 0.15 < turn_without_settling(stored) < 0.3

    result = call("run", "--robot=desk", "--json")
    assert result.status == 0, result.err
    assert result.json()["solved"] is True


def turn_without_settling(stored: Path) -> float:
    """Return the measured seconds of a turn, less those that the camera saw it settle."""
    table = tomllib.loads(stored.read_text())
    return float(table["durations"]["turn"] - table.get("settling", {}).get("move", 0.0))


def put_cube_in(user: TerminalUser) -> None:
    user.answer("The grippers open now")
    user.answer("Hold the cube between the jaws")


def let_cube_go(user: TerminalUser) -> None:
    for gripper in ("left", "right"):
        user.answer(f"The {gripper} gripper holds it alone", seconds=120)


def look_at_places(user: TerminalUser) -> None:
    for number, place in enumerate(PLACES, 1):
        if place.startswith("Open") or place.endswith(" 0°"):
            user.answer("will jump: stand clear")
        elif not place.startswith("Close"):
            user.answer(place)
        user.read_until(place)
        user.read_until(f"Place {number} of 10")
        if place.startswith("Close"):
            for _ in range(STEPS_TO_CLOSE):
                user.press(" µs ", DOWN)
        user.press(" µs ", "\n")


def measure_motions(user: TerminalUser) -> None:
    user.answer("Each motion is made three times")
    user.answer("All motions are measured", seconds=300)


def turn_and_solve(user: TerminalUser) -> None:
    user.answer("The first turn: R")
    user.answer("The camera saw the turn", seconds=120)
    user.answer("If the cube is solved, take it out")
    user.answer("Your robot solves cubes", seconds=200)
    assert user.end() == 0


@pytest.mark.slow
def test_a_robot_on_an_uno_is_set_up_from_nothing_to_a_solved_cube(
    build: Callable[[], Path], simulate_chip: Simulate, set_up: SetUp, stored: Path
) -> None:
    robot = simulate_chip(build() / "libdrive.so", "--seed=31")
    user = set_up("desk")
    user.answer("Port [", robot.port.removeprefix("chip://").partition("?")[0])
    user.answer("jaws relax on the cube")
    user.answer("Rig [")
    user.answer("Channels [")
    place_camera(user, robot)
    leave_wiring_out(user)
    look_at_places(user)
    put_cube_in(user)
    let_cube_go(user)
    user.answer("Servos [", "published")
    user.answer("Pace [", "8")
    user.answer("Seconds [", "0.05")
    user.answer("May motions overlap?")
    measure_motions(user)
    user.answer("Test the electronics", "skip")
    turn_and_solve(user)

    # A turn ends when its servo has had the time to arrive. What it takes to say it, the pulse
    # period and the poll are added.
    assert 0.125 + 0.05 < turn_without_settling(stored) < 0.35

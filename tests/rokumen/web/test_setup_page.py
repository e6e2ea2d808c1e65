"""A robot set up on the page, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.conftest import simulate_maestro
from tests.support.axe import findings
from tests.support.browser import OpenBrowser, Serve, open_page, wait_until
from tests.support.processes import Simulation

__all__ = ["simulate_maestro"]

# Motions of the Maestro's servos are in real time.
JUMP = re.compile("will jump: stand clear")
# A servo's jaws close by 90 degrees, ten for each press.
STEPS_TO_CLOSE = 9
MEASURING_MILLISECONDS = 300_000
SIMULATED = "sim://two-gripper?seed=1&scramble=R U&name=page"
PLACES = [
    *("Open the left gripper", "Open the right gripper"),
    *(f"Bring the left wrist to {angle}°" for angle in ("0", "-90", "+90")),
    *(f"Bring the right wrist to {angle}°" for angle in ("0", "-90", "+90")),
    *("Close the left gripper", "Close the right gripper"),
]


def open_setup(browser: Browser, address: str) -> Page:
    return open_page(browser, f"{address}setup.html")


def wait_for(page: Page, title: str | re.Pattern[str], milliseconds: int | None = None) -> None:
    """Wait until a screen can be answered."""
    expect(page.locator("#title")).to_have_text(title, timeout=milliseconds)
    expect(page.locator("#next")).to_be_enabled(timeout=milliseconds)


def go_on(page: Page, title: str, entry: str | None = None) -> None:
    """Type the entry of a screen, if it has one, and press the main button."""
    wait_for(page, title)
    if entry is not None:
        page.fill("#entry", entry)
    page.click("#next")


def connect_maestro(page: Page, robot: Simulation) -> None:
    go_on(page, "Plug the robot in, and name its port", robot.port)
    go_on(page, "Which board is it?")
    go_on(page, "rokumen-maestro/0.1.0 answers")
    go_on(page, "Which kind of robot is it?", "two-gripper")
    go_on(page, "On which channel is each servo?")
    place_camera_and_leave_wiring_out(page, robot)


def place_camera_and_leave_wiring_out(page: Page, robot: Simulation) -> None:
    go_on(page, "Which camera looks at the cube?", robot.camera)
    wait_for(page, "Bring the camera to its place")
    wait_until(page, "document.getElementById('photo').naturalWidth === 640")
    page.click("#next")
    wait_for(page, "Look whether each servo is connected rightly")
    page.click("text=I have looked at every servo")
    go_on(page, "Take the cube out, and look at the robot from above")


def close_by_steps(page: Page, title: str) -> None:
    for _ in range(STEPS_TO_CLOSE):
        wait_for(page, title)
        page.click("text=« 10°")


def look_at_places(page: Page) -> None:
    for place in PLACES:
        if place.startswith("Open") or place.endswith(" 0°"):
            wait_for(page, JUMP)
            page.click("#next")
        elif place.startswith("Close"):
            close_by_steps(page, place)
        else:
            go_on(page, place)
            page.locator("#jogger").wait_for()
        go_on(page, place)


def say_pace(page: Page, pace: str) -> None:
    go_on(page, "Which servos move it?", "published")
    go_on(page, "How fast shall the servos go?", pace)
    go_on(page, "How long do the servos need to arrive?", "0.05")
    go_on(page, "May motions overlap?")


def measure_motions(page: Page) -> None:
    go_on(page, "Each motion is made three times now")
    wait_for(page, "All motions are measured", MEASURING_MILLISECONDS)
    page.click("#next")


def leave_electronics_out(page: Page) -> None:
    wait_for(page, "Test the electronics")
    page.click("text=Leave this out")


def turn_and_solve(page: Page) -> None:
    go_on(page, "The first turn: R")
    wait_for(page, "The camera saw the turn, and no other one", MEASURING_MILLISECONDS)
    page.click("#next")
    go_on(page, "The first solve")
    wait_for(page, "Your robot solves cubes", MEASURING_MILLISECONDS)
    page.click("#next")
    expect(page.locator("#title")).to_have_text("All is done.")


def put_cube_in(page: Page, *questions: str) -> None:
    """Put the cube in; `questions`: what is asked where no camera can tell whether it slipped."""
    go_on(page, "The grippers open now")
    go_on(page, "Hold the cube between the jaws")
    for gripper in ("left", "right"):
        words = f"The {gripper} gripper holds it alone"
        expect(page.locator("#lead")).to_contain_text(words, timeout=MEASURING_MILLISECONDS)
        go_on(page, "Let go of the cube, and hold a hand below it")
        for question in questions:
            wait_for(page, question, MEASURING_MILLISECONDS)
            page.click("#next")


@pytest.mark.thorough
def test_servos_are_jogged_stopped_and_kept(
    serve: Serve,
    browser: OpenBrowser,
    simulate_maestro: Callable[..., Simulation],
) -> None:
    address = serve("--setup=jogged")
    page = open_setup(browser(), address)
    connect_maestro(page, simulate_maestro("--seed=31"))
    wait_for(page, JUMP)
    assert not page.is_visible("#jogger")
    page.click("#next")
    wait_for(page, "Open the left gripper")
    assert page.locator("#picture rect").count() == 4
    assert findings(page) == []
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#value")).to_contain_text("1989 µs")
    page.click("text=10° »")
    expect(page.locator("#value")).to_contain_text("2100 µs")
    go_on(page, "Open the left gripper")
    go_on(page, "The right gripper will jump: stand clear")
    wait_for(page, "Open the right gripper")
    page.keyboard.press("Escape")
    expect(page.locator("#alert")).to_contain_text("STOP was sent")
    assert findings(page) == []
    page.keyboard.press("ArrowLeft")
    wait_for(page, "Stopped")
    page.click("#leave")
    expect(page.locator("#title")).to_have_text("Saved. To go on with angles, reload this page.")
    page.reload()
    wait_for(page, "Take the cube out, and look at the robot from above")
    assert page.locator("#steps .done").count() == 5


def test_a_server_without_a_setup_says_how_to_start_one(serve: Serve, browser: OpenBrowser) -> None:
    page = open_setup(browser(), serve())
    expect(page.locator("#title")).to_contain_text("rokumen serve --setup NAME")
    expect(page.locator(".rail")).to_be_hidden()
    assert not page.is_visible("#next")


@pytest.mark.slow
def test_a_simulated_robot_is_set_up_from_nothing_to_a_solved_cube(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_setup(browser(), serve("--setup=simulated"))
    go_on(page, "Plug the robot in, and name its port", SIMULATED)
    go_on(page, "The board runs rokumen-sim/0.1.0")
    go_on(page, "Which kind of robot is it?")
    go_on(page, "The simulated robot has its own camera")
    go_on(page, "The firmware has the angles")
    put_cube_in(page, "Did the cube stay where it was?")
    go_on(page, "Each motion is made three times now")
    go_on(page, "All motions are measured")
    turn_and_solve(page)
    assert page.locator("#steps .done").count() == 11


@pytest.mark.slow
def test_a_robot_on_a_maestro_is_set_up_from_nothing_to_a_solved_cube(
    serve: Serve,
    browser: OpenBrowser,
    simulate_maestro: Callable[..., Simulation],
) -> None:
    robot = simulate_maestro("--seed=31")
    page = open_setup(browser(), serve("--setup=solved"))
    connect_maestro(page, robot)
    look_at_places(page)
    put_cube_in(page)
    say_pace(page, "10")
    measure_motions(page)
    leave_electronics_out(page)
    turn_and_solve(page)

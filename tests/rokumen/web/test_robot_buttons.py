"""The buttons of the robot's page: by hand, after a stop, by keyboard, without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import OpenBrowser, Serve, new_page, reload, wait_until
from tests.support.robot_page import (
    DEMO,
    bright_buttons,
    check_standstill,
    open_robot_page,
    press_start,
    wait_for_first_state,
    wait_for_state,
)


@pytest.mark.thorough
def test_between_runs_the_robot_is_moved_by_hand(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve("--demo", "--seed=3", "--pace=60"))
    page.click("#connect")
    wait_for_state(page, "connected")
    assert bright_buttons(page) == ["home"]
    expect(page.locator("#start")).to_have_text("Start")
    # Where the grippers are is not known, or they hold the cube.
    expect(page.locator("#jogs")).to_be_hidden()
    expect(page.locator("#jog-words")).to_contain_text("Open for a cube first")
    page.click("#load")
    expect(page.locator("#words")).to_contain_text("Put a cube in")
    expect(page.locator("#pose")).to_contain_text("open")
    page.click("[aria-label='left wrist, +100 µs']")
    expect(page.locator("#words")).to_have_text(re.compile(r"Left wrist \(axis:L\): \d+ µs\."))
    page.click("#home")
    wait_for_state(page, "armed")
    assert bright_buttons(page) == ["start"]
    expect(page.locator("#jogs")).to_be_hidden()
    expect(page.locator("#which-camera option")).to_have_count(1)
    wait_until(page, "document.getElementById('picture').naturalWidth > 0")
    page.click("#stop")
    wait_for_state(page, "ready")
    expect(page.locator("#words")).to_contain_text("Stopped.")
    # The simulator of a demo ends with its connection.
    expect(page.locator("#relax")).to_be_hidden()


@pytest.mark.thorough
def test_a_stopped_robot_relaxes_two_seconds_later_and_servos_off_is_a_button_of_its_own(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve("--robot=sim://two-gripper?seed=3&name=held"))
    page.click("#connect")
    wait_for_state(page, "connected")
    expect(page.locator("#relax")).to_be_hidden()
    page.click("#stop")
    wait_for_state(page, "ready")
    expect(page.locator("#words")).to_contain_text("The jaws stay as they are.")
    expect(page.locator("#words")).to_contain_text("it may fall then")
    # It can be pressed once 2 s have passed.
    expect(page.locator("#relax")).to_be_disabled()
    expect(page.locator("#relax")).to_be_enabled()
    page.click("#relax")
    expect(page.locator("#words")).to_contain_text("told to press the cube less")
    expect(page.locator("#relax")).to_be_hidden()
    page.click("#power-off")
    expect(page.locator("#words")).to_contain_text("The servos have no power.")
    expect(page.locator("#power-off")).to_be_hidden()


def test_a_robot_whose_servos_have_no_power_asks_before_it_moves(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve("--robot=sim://two-gripper?seed=3&name=limp"))
    # Before anything has happened it is drawn how a run goes, in place of empty parts.
    expect(page.locator("#how-steps svg polygon").first).to_be_visible()
    expect(page.locator("#how-steps li")).to_have_count(4)
    for empty in ("#player", "#net", "#events", "#timetable", "#pose-words"):
        expect(page.locator(empty)).to_be_hidden()
    page.click("#connect")
    wait_for_state(page, "connected")
    page.click("#home")
    expect(page.locator("#words")).to_contain_text("the first motion may jump. Stand clear.")
    assert bright_buttons(page) == ["clear"]
    wait_for_state(page, "connected")
    page.click("#clear")
    wait_for_state(page, "armed")
    assert bright_buttons(page) == ["start"]
    expect(page.locator("#pose-words")).to_be_visible()


@pytest.mark.thorough
def test_after_a_stop_one_button_is_bright_and_start_is_in_sight(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO))
    press_start(page)
    wait_for_state(page, "running")
    assert bright_buttons(page) == ["pause"]
    page.click("#stop")
    wait_for_state(page, "stopped")
    assert bright_buttons(page) == ["resume"]
    # Start is in sight too, and leaves the run that was stopped as it is.
    expect(page.locator("#start")).to_have_text("Start a new run")
    page.click("#start")
    wait_for_state(page, "running")
    page.click("#stop")
    wait_for_state(page, "stopped")


def test_a_double_click_presses_one_button(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve(*DEMO))
    press_start(page)
    wait_for_state(page, "running")
    expect(page.locator("#pause")).to_have_text("Pause after this turn")
    page.dblclick("#pause")
    page.wait_for_timeout(600)
    wait_for_state(page, "paused")
    expect(page.locator("#state")).to_have_text("Paused")
    expect(page.locator("#words")).to_contain_text("Leave the cube where it is")
    assert bright_buttons(page) == ["go-on"]
    page.click("#stop")
    wait_for_state(page, "stopped")


def test_a_run_is_started_paused_and_stopped_by_keyboard(
    serve: Serve, browser: OpenBrowser
) -> None:
    # A robot of its own: others leave a run that can be resumed, or a cube that can be let go.
    page = open_robot_page(browser(), serve(*DEMO, "--seed=12"), motion="no-preference")
    focused = "() => document.activeElement.id"
    page.keyboard.press("Tab")
    # The first link leads to it; else others come first, those to the five pages and a menu.
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "stop"
    reload(page)
    wait_for_first_state(page)
    for _ in range(9):
        page.keyboard.press("Tab")
    assert page.evaluate(focused) == "stop"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "start"
    page.keyboard.press("Enter")
    wait_for_state(page, "running")
    # The button that comes next has the focus.
    expect(page.locator("#pause")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_state(page, "paused")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Space")
    wait_for_state(page, "running")
    page.keyboard.press("Escape")
    check_standstill(page)


def test_stop_works_without_scripts(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    watching = open_robot_page(browser(), address)
    page = new_page(browser(), java_script_enabled=False)
    page.goto(f"{address}robot/now")
    page.click("button:has-text('Start')")
    wait_for_state(watching, "running")
    page.goto(f"{address}robot.html")
    page.click("#stop")
    expect(page.locator("body")).to_contain_text("stop")
    check_standstill(watching)

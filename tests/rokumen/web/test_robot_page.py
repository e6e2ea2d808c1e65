"""The robot's page in a browser: a demo run, its stop, and what it shows of the cube.

The buttons of the robot's page: by hand, after a stop, by keyboard, without scripts.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from robot.execution.journal import read_journal
from tests.support.browser import (
    OpenBrowser,
    Serve,
    box_of,
    is_elsewhere,
    new_page,
    reload,
    scroll_width,
    wait_until,
)
from tests.support.robot_page import (
    DEMO,
    bright_buttons,
    check_standstill,
    open_robot_page,
    press_start,
    wait_for_first_state,
    wait_for_motion,
    wait_for_state,
    wait_for_turns,
)

# The turns made so far, in the line of the stage or, at the end, of the solution.
COUNTED_TURNS = re.compile(r"(?:\(|Solved in )(\d+)")


@pytest.mark.slow
def test_a_demo_with_jams_is_run_until_solved(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    page = open_robot_page(browser(), address)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    wait_for_motion(page)
    page.wait_for_selector("#player .sticker")
    wait_until(page, "document.getElementById('picture').naturalWidth > 0")
    assert page.locator("#pose dd").count() == 4
    assert page.locator("#rig polygon").count() > 10
    expect(page.locator("#motions")).to_have_text(
        re.compile(r"\d+ of \d+ motions · (\d+ min )?\d+ s so far")
    )
    expect(page.locator("#left")).to_have_text(
        re.compile(r"(\d+ min )?\d+ s left · done at about \d\d:\d\d:\d\d")
    )
    assert 15 <= int(page.inner_text("#percent").split()[0]) <= 99
    assert " cross" in page.inner_text("#stages")
    wait_for_state(page, "solved")
    assert page.inner_text("#state") == "Solved"
    turns = re.fullmatch(r"Solved in (\d+) turns", page.inner_text("#stage"))
    assert turns is not None
    assert page.inner_text("#activity") == f"in {turns[1]} turns"
    assert bright_buttons(page) == ["start"]
    assert page.inner_text("#percent") == "100 %"
    assert re.search(r"· ([1-9]\d* s|\d+ min \d\d s) in all$", page.inner_text("#motions"))
    assert page.locator("#states .reached").count() == 4
    assert page.locator("#events .trouble").count() > 0
    assert re.fullmatch(r"\d\d:\d\d:\d\d", page.inner_text("#events li:first-child time"))
    assert "the turn jammed" in page.inner_text("#events")
    page.click("text=Commands sent")
    commands = page.locator("#commands li")
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d\s+\S.*\s(failed, )*\d+\.\d\d s", commands.first.inner_text()
    )
    assert commands.filter(has_text="failed").count() > 0
    colours = page.locator("#net rect").evaluate_all(
        "all => all.map(each => each.ariaLabel.split(', ')[1])"
    )
    assert [len(set(colours[face : face + 9])) for face in range(0, 54, 9)] == [1] * 6
    expect(page.locator("#runs tr").nth(1)).to_contain_text("solved")
    page.get_by_role("button", name="Verify").first.click()
    expect(page.locator("#history-words")).to_contain_text("proved: solved")
    assert page.locator("#plots .bar").count() > 0
    assert not [url for url in requests if is_elsewhere(url, address)]
    assert scroll_width(page) <= 1280


@pytest.mark.thorough
def test_a_stopped_run_stands_still_and_is_resumed_until_solved(
    serve: Serve, browser: OpenBrowser
) -> None:
    address = serve(*DEMO)
    page = open_robot_page(browser(), address, width=390)
    press_start(page)
    expect(page.locator("#activity")).to_have_text(
        re.compile("reading the cube: [1-6] of 6 faces shown")
    )
    wait_for_turns(page)
    expect(page.locator("#activity")).to_have_text(
        re.compile(r"turn \d+ of \d+: the (top|right|front|bottom|left|back) face")
    )
    page.click("#stop")
    check_standstill(page)
    assert page.inner_text("#state") == page.title().split(" · ")[0] == "Stopped"
    assert re.fullmatch(r"after \d+ of \d+ turns", page.inner_text("#activity"))
    assert page.inner_text("#command").startswith("Last command: ")
    # The robot was asked where it stands; no actuator is shown as moving.
    assert page.inner_text("#pose-words") == "As the robot reported it last."
    assert "→" not in page.inner_text("#pose")
    past = page.evaluate("async () => (await (await fetch('/robot/history')).json()).runs.at(-1)")
    assert past["outcome"] == "stopped"
    # No command was sent after the stop, and the journal says which level it had.
    *_, stopped, stop = read_journal(Path(past["journal"]))
    assert stopped["record"] == "stopped"
    assert (stop["record"], stop["level"]) == ("stop", "hold")
    assert "press Resume" in page.inner_text("#words")
    # Another device, opened after it, shows the same seconds and counts.
    other = open_robot_page(browser(), address)
    wait_for_state(other, "stopped")
    for part in ("#motions", "#counts"):
        expect(other.locator(part)).to_have_text(page.inner_text(part).strip())
    other.close()
    assert page.get_attribute("#words", "aria-live") == "assertive"
    assert scroll_width(page) <= 390
    made, planned = map(int, re.findall(r"\d+", page.inner_text("#activity")))
    page.click("#resume")
    expect(page.locator("#events")).to_contain_text("Going on with the run of ")
    expect(page.locator("#events")).to_contain_text(f"stopped after {made} of {planned} turns")
    expect(page.locator("#held")).to_contain_text("after it has been read")
    expect(page.locator("#held")).to_contain_text("on top")
    check_the_cube_is_held_alike(page)
    # The turns that were made before are counted.
    expect(page.locator("#stage")).to_have_text(COUNTED_TURNS)
    counted = re.search(COUNTED_TURNS, page.inner_text("#stage"))
    assert counted is not None
    assert int(counted[1]) >= made
    wait_for_state(page, "solved")
    check_the_cube_is_held_alike(page)
    check_the_rig_holds_a_solved_cube(page)


def check_the_cube_is_held_alike(page: Page) -> None:
    """The sentence names the colours of the centres of the net's upper and front face."""
    centres = page.locator("#net rect").evaluate_all(
        "all => [4, 22].map(at => all[at].ariaLabel.split(', ')[1])"
    )
    assert f"{centres[0]} on top, {centres[1]} in front." in page.inner_text("#held")


def check_the_rig_holds_a_solved_cube(page: Page) -> None:
    """Each of the three faces that are seen has nine stickers of its colour."""
    expect(page.locator("#rig .sticker")).to_have_count(27)
    colours = page.locator("#rig .sticker").evaluate_all(
        "all => all.map(each => each.classList[1])"
    )
    assert sorted(Counter(colours).values()) == [9, 9, 9]
    assert "none" not in colours


def test_without_a_robot_a_simulated_one_is_chosen_and_solves_a_cube(
    serve: Serve, browser: OpenBrowser
) -> None:
    # A server of its own, since it has a robot afterwards.
    address = serve("--host=localhost")
    page = open_robot_page(browser(), address, width=390)
    expect(page.locator("#state")).to_have_text("No robot")
    expect(page.locator("#words code")).to_contain_text("rokumen serve --robot")
    assert bright_buttons(page) == ["start"]
    expect(page.locator("#start")).to_have_text("Try the simulator")
    # Nothing is there that shows or does nothing.
    for absent in ("#stop", "#camera", "#by-hand", "#states", "#timetable", "button:disabled"):
        expect(page.locator(absent).filter(visible=True)).to_have_count(0)
    expect(page.locator("#how-steps")).to_contain_text("Nothing is needed")
    # A pace that there is not is said beside its field, and nothing starts.
    page.fill("#simulated-pace", "0")
    page.click("#start")
    expect(page.locator("#simulated-pace")).to_be_focused()
    wait_for_state(page, "none")
    page.fill("#simulated-pace", "60")
    page.fill("#simulated-jams", "0")
    page.select_option("#simulated-rig", "six-axis")
    expect(page.locator("#rig-words")).to_have_text(re.compile("^A motor at each face"))
    note_each_state(page)
    page.click("#start")
    wait_for_state(page, "running")
    other = open_robot_page(browser(), address)
    for each in (page, other):
        wait_for_state(each, "solved")
    expect(other.locator("#simulated-rig")).to_have_value("six-axis")
    expect(other.locator("#simulated-jams")).to_have_value("0")
    reload(other)
    wait_for_state(other, "solved")
    for each in (page, other):
        check_that_nothing_runs(each)
    noted = page.evaluate("window.noted")
    assert not [each for each in noted if "Solved in" in each and each.startswith("Running")]
    assert any(each.startswith("Checking the cube: ") for each in noted)
    check_that_cards_leave_no_hole(other)


def note_each_state(page: Page) -> None:
    """Note the headline and the line of the stage at each change of either."""
    page.evaluate(
        """() => {
            window.noted = [];
            const parts = ["state", "activity", "stage"].map((id) => document.getElementById(id));
            const note = () => window.noted.push(parts.map((each) => each.textContent).join(" "));
            const options = { childList: true, characterData: true, subtree: true };
            parts.forEach((each) => new MutationObserver(note).observe(each, options));
        }"""
    )


def check_that_nothing_runs(page: Page) -> None:
    """A solved run is nowhere said to run, and no real cube is to be held."""
    expect(page.locator("#runs tr").nth(1)).to_contain_text("solved")
    expect(page.locator("#stage")).to_contain_text("Solved in")
    said = page.inner_text("body")
    assert not re.search("running|hold it|put a cube", said, re.IGNORECASE)
    assert bright_buttons(page) == ["start"]


def check_that_cards_leave_no_hole(page: Page) -> None:
    """The cards of each row fill it, and end at one height; the plan stands above past runs."""
    boxes = (
        page.locator("main > *")
        .filter(visible=True)
        .evaluate_all(
            "all => all.map(each => each.getBoundingClientRect())"
            ".map(({ top, bottom, left, right }) => [top, bottom, left, right].map(Math.round))"
        )
    )
    rows: dict[int, list[list[int]]] = {}
    for box in boxes:
        rows.setdefault(box[0], []).append(box)
    for row in rows.values():
        assert len({bottom for _, bottom, _, _ in row}) == 1
        assert min(left for *_, left, _ in row) == min(left for *_, left, _ in boxes)
        assert max(right for *_, right in row) == max(right for *_, right in boxes)
    timetable, history = (box_of(page, each) for each in ("#timetable", "#history"))
    assert timetable["y"] + timetable["height"] <= history["y"]


MOST_PIXELS_OF_HISTORY = 2500


def test_on_a_phone_many_past_runs_have_their_outcomes_in_sight(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = new_page(browser(), 390, 844)
    run = {
        "began": "2026-11-29T20:00:00+00:00",
        "rig": "two-gripper-plain",
        "outcome": "interrupted",
        "why": "",
        "turns": 31,
        "motion_seconds": 229.8,
        "took_seconds": 12.6,
        **dict.fromkeys(("jams", "slips", "retries", "replans"), 2),
    }
    page.route("**/robot/history", lambda route: route.fulfill(json={"runs": [run] * 200}))
    page.goto(f"{serve(*DEMO)}robot.html")
    wait_for_first_state(page)
    expect(page.locator("#runs tr")).to_have_count(201)
    assert box_of(page, "#history")["height"] <= MOST_PIXELS_OF_HISTORY
    outcome = page.locator("#runs tr").nth(1).locator("td").nth(1)
    expect(outcome).to_have_text("interrupted")
    outcome.scroll_into_view_if_needed()
    box = outcome.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    # The names of the columns stay while the list is scrolled.
    page.locator("#runs tr").last.scroll_into_view_if_needed()
    expect(page.locator("#runs th").nth(1)).to_be_in_viewport()


@pytest.mark.thorough
def test_between_runs_the_robot_is_moved_by_hand(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve("--demo", "--seed=3", "--pace=60"))
    page.click("#connect")
    wait_for_state(page, "connected")
    assert bright_buttons(page) == ["home"]
    expect(page.locator("#start")).to_have_text("Start")
    # Where the grippers are is not known, or they hold the cube.
    expect(page.locator("#jogs")).to_be_hidden()
    expect(page.locator("#jog-words")).to_contain_text("Open the grippers first")
    page.click("#load")
    # A simulated cube is in its grippers already.
    expect(page.locator("#words")).to_contain_text("The grippers are open")
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
    expect(page.locator("#how-steps")).to_contain_text("Put a cube between the grippers")
    expect(page.locator("#simulator")).to_be_hidden()
    for empty in ("#player", "#net", "#events", "#timetable", "#pose-words", "#camera"):
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
    expect(page.locator("#words")).to_have_text("It stands still at the end of a turn.")
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
    expect(page.locator("button:visible")).to_have_text(["STOP"])
    page.click("#stop")
    expect(page.locator("body")).to_contain_text("stop")
    check_standstill(watching)

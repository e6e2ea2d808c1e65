"""The robot's page in a browser: a demo run, its stop, and what it shows of the cube."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from robot.execution.journal import read_journal
from tests.support.browser import OpenBrowser, Serve, is_elsewhere, scroll_width, wait_until
from tests.support.robot_page import (
    DEMO,
    bright_buttons,
    check_standstill,
    open_robot_page,
    press_start,
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
    assert bright_buttons(page) == ["let-go"]
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
    assert page.locator("#plots .bar").count() > 0
    assert not [url for url in requests if is_elsewhere(url, address)]
    assert scroll_width(page) <= 1280


@pytest.mark.thorough
def test_a_stopped_run_stands_still_and_is_resumed_until_solved(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO), width=390)
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
    assert "press Go on" in page.inner_text("#words")
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


def test_without_a_robot_the_page_explains_how_to_attach_one(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve())
    expect(page.locator("#words")).to_contain_text("rokumen serve --demo")
    assert bright_buttons(page) == ["look-again"]
    page.click("#look-again")
    expect(page.locator("#words")).to_contain_text("rokumen serve --demo")
    assert page.inner_text("#state") == "No robot"
    assert page.is_disabled("#stop")

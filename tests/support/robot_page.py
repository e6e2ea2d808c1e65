"""The robot's page in a browser: opened, its buttons pressed, its states waited for."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import open_page

DEMO = ("--demo", "--seed=1", "--jam=0.1", "--pace=60")
MID_RUN = re.compile(r"Command [2-9]\d of 1?\d\d:")


def open_robot_page(
    browser: Browser, address: str, width: int = 1280, motion: str = "reduce"
) -> Page:
    """Open the page, without the motion between two poses: to draw it takes most of the time."""
    page = open_page(browser, f"{address}robot.html", width, reduced_motion=motion)
    wait_for_first_state(page)
    return page


def wait_for_first_state(page: Page) -> None:
    """Wait for the first message of the server: until then no button but STOP is shown."""
    page.wait_for_selector("body[data-ready][data-state]")


def wait_for_state(page: Page, state: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-state", state)


def press_start(page: Page) -> None:
    """Start a run; one that could be resumed is left as it is."""
    if page.is_visible("#let-go"):
        # A run that another test has started is solved.
        for button in ("#let-go", "#home"):
            page.click(button)
    page.click("#start")


def bright_buttons(page: Page) -> list[str]:
    bright = page.locator("#buttons button.main:visible")
    return [str(each) for each in bright.evaluate_all("all => all.map(each => each.id)")]


def wait_for_motion(page: Page) -> None:
    press_start(page)
    wait_for_turns(page)


def wait_for_turns(page: Page) -> None:
    page.wait_for_selector("#timetable rect")
    expect(page.locator("#command")).to_have_text(MID_RUN)


def check_standstill(page: Page) -> None:
    wait_for_state(page, "stopped")
    before = page.inner_text("#pose"), page.inner_text("#command")
    page.wait_for_timeout(700)
    assert (page.inner_text("#pose"), page.inner_text("#command")) == before
    wait_for_state(page, "stopped")

"""Pictures of the page that sets up a robot, with a simulated Maestro."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from docs.drawing.browser import WIDE, at_both_widths, page_at
from docs.drawing.images import save_jpeg, save_rows

# The board, what it does without this computer, the rig, the channels.
ANSWERS = ("", "", "two-gripper", "")
# Screens from the first place to the left wrist at +90 degrees.
SCREENS_BEFORE = 8
# Those before the left wrist turns from 0 to -90 degrees, which takes a while.
SCREENS_BEFORE_TURN = 5
# Of the step `timings`: servos, pace, time to arrive, overlap, start.
QUESTIONS_BEFORE_MEASURING = 5
DOUBTFUL_WRIST = "docs.drawing.doubtful_wrist"
# Steps of 10 degrees until a servo is at its end.
STEPS_TO_END = 5
# A robot without a port, and what is said when it has solved its first cube.
SIMULATED = "sim://two-gripper?seed=1&scramble=R U&name=pictures"
LAST_TITLE = "Your robot solves cubes"
SOLVE_MILLISECONDS = 120_000
SECONDS_TO_END = 10


def draw_angles(path: Path) -> None:
    """Draw the step in which the left wrist is brought to +90 degrees."""
    with _connected() as (page, _):
        for _ in range(SCREENS_BEFORE):
            _go_on(page)
        page.keyboard.press("ArrowLeft")
        page.locator("#next:enabled").wait_for()
        save_jpeg(path, at_both_widths(page))


def draw_camera(path: Path) -> None:
    """Draw the step in which the camera is placed."""
    with _connected() as (page, camera):
        _open_step(page, "camera")
        _go_on(page, camera)
        page.locator("#photo").wait_for()
        page.locator("#next:enabled").wait_for()
        save_jpeg(path, at_both_widths(page))


def draw_states(path: Path) -> None:
    """Draw the first step, a wrong port, a servo that moves and one at its end, a stop, the end.

    Before the end: a wrist that the camera sees elsewhere.
    """
    rows = []
    with page_at("setup.html", WIDE, "--setup=desk") as page:
        rows.append(at_both_widths(page))
        _go_on(page, "/dev/ttyUSB7")
        rows.append(at_both_widths(page))
    with _connected() as (page, _):
        for _ in range(SCREENS_BEFORE_TURN):
            _go_on(page)
        page.click("#next")
        page.locator("body[data-busy=true]").wait_for()
        rows.append(at_both_widths(page))
    with _connected() as (page, _):
        for _ in range(STEPS_TO_END):
            page.click("text=10° »")
            page.locator("#next:enabled").wait_for()
        rows.append(at_both_widths(page))
        page.keyboard.press("Escape")
        page.locator("#alert", has_text="STOP was sent").wait_for()
        rows.append(at_both_widths(page))
    with _connected(DOUBTFUL_WRIST) as (page, _):
        _open_step(page, "timings")
        for _ in range(QUESTIONS_BEFORE_MEASURING):
            _go_on(page)
        rows.append(at_both_widths(page))
    with page_at("setup.html", WIDE, "--setup=simulated") as page:
        page.set_default_timeout(SOLVE_MILLISECONDS)
        _go_on(page, SIMULATED)
        while page.inner_text("#title") != LAST_TITLE:
            leave_out = page.locator("text=Leave this out")
            if leave_out.count():
                leave_out.click()
                page.locator("#next:enabled").wait_for()
            else:
                _go_on(page)
        rows.append(at_both_widths(page))
    save_rows(path, rows)


@contextmanager
def _connected(program: str = "rokumen") -> Iterator[tuple[Page, str]]:
    """Yield the page at the first place, and the address of the camera."""
    with (
        _maestro() as (port, camera),
        page_at("setup.html", WIDE, "--setup=desk", program=program) as page,
    ):
        for answer in (port, *ANSWERS):
            _go_on(page, answer)
        _go_on(page, camera)
        _go_on(page)
        page.click("text=I have looked at every servo")
        _go_on(page)
        _go_on(page)
        page.locator("#jogger").wait_for()
        yield page, camera


def _open_step(page: Page, step: str) -> None:
    """Leave the setup, and begin one step that asks for something."""
    page.click("#leave")
    page.goto(f"{page.url}?step={step}")
    page.locator("#entry").wait_for()


def _go_on(page: Page, entry: str = "") -> None:
    """Answer a screen, and wait for the next one."""
    page.locator("#next:enabled").wait_for()
    if entry:
        page.fill("#entry", entry)
    page.click("#next")
    page.locator("#next:enabled").wait_for()


@contextmanager
def _maestro() -> Iterator[tuple[str, str]]:
    """Yield the port and the camera of a simulated robot."""
    process = subprocess.Popen(
        [sys.executable, "-m", "rokumen", "simulate", "--maestro", "--seed=31", "--json"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = json.loads(process.stdout.readline())
        yield found["port"], found["camera"]
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS_TO_END)

"""Pictures of the page that sets up a robot, with a simulated Maestro."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from docs.drawing.browser import WIDE, at_both_widths, chromium, open_page, serve
from docs.drawing.images import save_jpeg, save_rows

ANSWERS = ("", "two-gripper", "")  # the board, the rig, the channels
PLACES_BEFORE = 4
# Steps of 10 degrees until a servo is at its end.
STEPS_TO_END = 4
# A robot without a port, and what is said when it has solved its first cube.
SIMULATED = "sim://two-gripper?seed=1&scramble=R U&name=pictures"
LAST_TITLE = "Your robot solves cubes"
SOLVE_MILLISECONDS = 120_000
SECONDS_TO_END = 10


def draw_angles(path: Path) -> None:
    """Draw the step in which the left wrist is brought to +90 degrees."""
    with _connected() as (page, _):
        for _ in range(PLACES_BEFORE):
            _go_on(page)
        page.keyboard.press("ArrowLeft")
        page.locator("#next:enabled").wait_for()
        save_jpeg(path, at_both_widths(page))


def draw_camera(path: Path) -> None:
    """Draw the step in which the camera is placed."""
    with _connected() as (page, camera):
        page.click("#leave")
        page.goto(f"{page.url}?step=camera")
        page.locator("#entry").wait_for()
        _go_on(page, camera)
        page.locator("#photo").wait_for()
        page.locator("#next:enabled").wait_for()
        save_jpeg(path, at_both_widths(page))


def draw_states(path: Path) -> None:
    """Draw the first step, a wrong port, a servo at its end, a stop, and the end."""
    rows = []
    with serve("--setup=desk") as address, chromium() as browser:
        page = open_page(browser, f"{address}setup.html", WIDE)
        rows.append(at_both_widths(page))
        _go_on(page, "/dev/ttyUSB7")
        rows.append(at_both_widths(page))
    with _connected() as (page, _):
        for _ in range(STEPS_TO_END):
            page.click("text=10° »")
            page.locator("#next:enabled").wait_for()
        rows.append(at_both_widths(page))
        page.keyboard.press("Escape")
        page.locator("#alert", has_text="STOP was sent").wait_for()
        rows.append(at_both_widths(page))
    with serve("--setup=simulated") as address, chromium() as browser:
        page = open_page(browser, f"{address}setup.html", WIDE)
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
def _connected() -> Iterator[tuple[Page, str]]:
    """Yield the page at the first place, and the address of the camera."""
    with _maestro() as (port, camera), serve("--setup=desk") as address, chromium() as browser:
        page = open_page(browser, f"{address}setup.html", WIDE)
        for answer in (port, *ANSWERS):
            _go_on(page, answer)
        _go_on(page)
        page.locator("#jogger").wait_for()
        yield page, camera


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

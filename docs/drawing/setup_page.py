"""Pictures of the page that sets up a robot, with a simulated Maestro."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from docs.drawing.browser import Size, chromium, open_page, serve, shown
from docs.drawing.images import save_jpeg

WIDE = Size(1280, 860)
ANSWERS = ("", "two-gripper", "")  # the board, the rig, the channels
PLACES_BEFORE = 4
SECONDS_TO_END = 10


def draw_angles(path: Path) -> None:
    """Draw the step in which the left wrist is brought to +90 degrees."""
    with _connected() as (page, _):
        for _ in range(PLACES_BEFORE):
            _go_on(page)
        page.keyboard.press("ArrowLeft")
        page.locator("#next:enabled").wait_for()
        save_jpeg(path, shown(page))


def draw_camera(path: Path) -> None:
    """Draw the step in which the camera is placed."""
    with _connected() as (page, camera):
        page.click("#leave")
        page.goto(f"{page.url}?step=camera")
        page.locator("#entry").wait_for()
        _go_on(page, camera)
        page.locator("#photo").wait_for()
        page.locator("#next:enabled").wait_for()
        save_jpeg(path, shown(page))


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

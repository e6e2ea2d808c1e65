"""The pages, served by a process of their own, and a browser with a video as its webcam."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from docs.drawing.images import private_folders
from rokumen.errors import InputError
from tests.support.browser import CHROMIUM, TIMEOUT_MILLISECONDS, launch
from tests.support.videos import handheld_frames, write_y4m
from vision.arrays import Image

# Frames for which each face is held still before the webcam.
HELD_FRAMES = 20
SECONDS_TO_END = 10
RESIZED_MILLISECONDS = 400


class Size(NamedTuple):
    """Width and height of a window, in pixels."""

    width: int
    height: int


# The widths of the designs, and one height for both.
WIDE, PHONE = Size(1400, 900), Size(390, 900)


@contextmanager
def serve(*options: str, program: str = "rokumen") -> Iterator[str]:
    """Yield the address of the pages, served with settings and state of their own.

    `program`: the Python module that is run.

    Raises InputError with what the server printed if it does not start.
    """
    with private_folders() as environment:
        process = subprocess.Popen(
            [sys.executable, "-m", program, "serve", "--port=0", "--token=", *options],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address.startswith("http://"):
                raise InputError(f"rokumen serve did not start: {process.communicate()[1].strip()}")
            yield address
        finally:
            process.terminate()
            process.communicate(timeout=SECONDS_TO_END)


@contextmanager
def chromium(webcam: Path | None = None, *options: str) -> Iterator[Browser]:
    """Yield a browser without a window, with a video (Y4M) as its webcam if one is given.

    `options`: further ones of chromium.

    Raises InputError if there is no chromium.
    """
    if CHROMIUM is None:
        raise InputError(
            "the pictures of pages need chromium: install it, or name its program in "
            "ROKUMEN_CHROMIUM"
        )
    with sync_playwright() as playwright:
        browser = launch(playwright, webcam, *options)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def webcam_video(pictures: Sequence[Image]) -> Iterator[Path]:
    """Yield a video in which each picture is held before a camera, again and again."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "webcam.y4m"
        write_y4m(path, list(handheld_frames(pictures, hold_frames=HELD_FRAMES)))
        yield path


def open_page(browser: Browser, address: str, size: Size) -> Page:
    """Open a page in a window of its own, and wait until it is ready."""
    page = browser.new_page(viewport={"width": size.width, "height": size.height})
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


@contextmanager
def page_at(
    address: str,
    size: Size = WIDE,
    *options: str,
    webcam: Path | None = None,
    program: str = "rokumen",
) -> Iterator[Page]:
    """Yield a page, by its address after the server's, in a browser of its own.

    `options`: of `rokumen serve`; `webcam`, `program`: as of `chromium` and `serve`.
    """
    with serve(*options, program=program) as served, chromium(webcam) as browser:
        yield open_page(browser, f"{served}{address}", size)


def wait_for_words(page: Page, words: str) -> None:
    """Wait until the line at the top of a page contains words."""
    page.locator("#words", has_text=words).wait_for()


def shown(page: Page) -> Image:
    """Return what a window shows (H x W x 3 BGR)."""
    return _decoded(page.screenshot())


def at_both_widths(page: Page, part: str = "body") -> Image:
    """Return what a page shows in a wide window and on a phone, side by side (H x W x 3 BGR).

    `part` selects an element that is scrolled into view.
    """
    views = []
    for size in (WIDE, PHONE):
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.locator(part).first.evaluate("part => part.scrollIntoView({ block: 'start' })")
        page.wait_for_timeout(RESIZED_MILLISECONDS)
        views.append(shown(page))
    return np.hstack(views)


def whole_page(page: Page) -> Image:
    """Return the page in its full height (H x W x 3 BGR)."""
    return _decoded(page.screenshot(full_page=True))


def _decoded(png: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)

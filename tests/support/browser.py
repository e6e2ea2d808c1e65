"""A real browser that shows the pages."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, Page, Playwright

Serve = Callable[..., str]

OpenBrowser = Callable[..., Browser]

Result = TypeVar("Result")

CHROMIUM = os.environ.get("ROKUMEN_CHROMIUM") or shutil.which("chromium")

TIMEOUT_MILLISECONDS = 60_000

FACE_COLOURS = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}

# Else every window, though nobody sees it, loads a page of 290 files for its address bar, which
# takes as long as the page that is tested. Only the last switch counts: the other two are those of
# playwright's own one that matter here.
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "OptimizationHints",
    "PaintHolding",
    "SpareRendererForSitePerProcess",
)


def launch(playwright: Playwright, webcam: Path | None = None, *more: str) -> Browser:
    """Return chromium without a window, with a video (Y4M) as its webcam if one is given.

    `more`: further options of chromium.
    """
    options = [
        "--no-sandbox",
        "--enable-unsafe-swiftshader",
        f"--disable-features={','.join(LEFT_OUT)}",
        *more,
    ]
    if webcam is not None:
        options += [
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={webcam}",
        ]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=options)


def open_page(browser: Browser, address: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def shown_facelets(page: Page) -> str:
    """Return the face letters of the net that a page shows, facelet by facelet."""
    labels = page.locator("#net rect").evaluate_all("all => all.map(each => each.ariaLabel)")
    letters = {colour: face for face, colour in FACE_COLOURS.items()}
    return "".join(letters[label.split(", ")[1]] for label in labels)


def run_in_thread(coroutine: Callable[[], Coroutine[None, None, Result]]) -> Result:
    """Run a coroutine in another thread, since an open browser has an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(coroutine())).result()

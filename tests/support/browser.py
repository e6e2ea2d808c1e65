"""A real browser that shows the pages."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, FloatRect, Page, Playwright

Serve = Callable[..., str]

OpenBrowser = Callable[..., Browser]

Result = TypeVar("Result")

CHROMIUM = os.environ.get("ROKUMEN_CHROMIUM") or shutil.which("chromium")

# For a busy machine.
TIMEOUT_MILLISECONDS = 240_000
POLL_MILLISECONDS = 50

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


def new_page(browser: Browser, width: int = 1280, height: int = 900, **options: Any) -> Page:
    """Return an empty page of a context of its own, which has further options."""
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    return page


def open_page(
    browser: Browser, address: str, width: int = 1280, height: int = 900, **options: Any
) -> Page:
    page = new_page(browser, width, height, **options)
    load(page, address)
    return page


def load(page: Page, address: str) -> None:
    """Go to an address, and wait until its page can be used."""
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector("body[data-ready]")


def choose_display(page: Page, name: str, value: str) -> None:
    """Choose a value in the menu Display, and close it."""
    page.click("#display summary")
    page.click(f"#display-{name} label:has(input[value='{value}'])")
    page.click("#display summary")


def wait_until(page: Page, expression: str) -> None:
    """Wait until an expression is true on a page, asked from here again and again.

    `Page.wait_for_function` has the page evaluate the string whenever it was not true at once,
    which the pages' security policy forbids.
    """
    end = time.monotonic() + TIMEOUT_MILLISECONDS / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"not true in time: {expression}"
        page.wait_for_timeout(POLL_MILLISECONDS)


def box_of(page: Page, selector: str) -> FloatRect:
    """Return where an element is, in pixels."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


def scroll_width(page: Page) -> int:
    """Return how wide a page's content is, in pixels."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def is_elsewhere(url: str, address: str) -> bool:
    """Return whether a page asks another server than that of an address."""
    own = url.startswith(("blob:", "data:")) or urlsplit(url).netloc == urlsplit(address).netloc
    return not own


def problems_of(page: Page, address: str) -> list[str]:
    """Return the list to which errors, what the console says and requests elsewhere are added."""
    problems: list[str] = []

    def add(text: str, is_problem: bool = True) -> None:
        if is_problem:
            problems.append(text)

    page.on("pageerror", lambda error: add(str(error)))
    # A driver without a graphics card says that it is slow.
    page.on("console", lambda said: add(said.text, "GL Driver Message" not in said.text))
    page.on("request", lambda sent: add(sent.url, is_elsewhere(sent.url, address)))
    return problems


def shown_facelets(page: Page) -> str:
    """Return the face letters of the net that a page shows, facelet by facelet."""
    labels = page.locator("#net rect").evaluate_all("all => all.map(each => each.ariaLabel)")
    letters = {colour: face for face, colour in FACE_COLOURS.items()}
    return "".join(letters[label.split(", ")[1]] for label in labels)


def run_in_thread(coroutine: Callable[[], Coroutine[None, None, Result]]) -> Result:
    """Run a coroutine in another thread, since an open browser has an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(coroutine())).result()

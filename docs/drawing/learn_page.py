"""Pictures of the page Learn."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from docs.drawing.browser import Size, chromium, open_page, serve, shown, whole_page
from docs.drawing.images import save_jpeg

WIDE, PHONE = Size(1400, 900), Size(390, 844)
# Of the case that is practised: the line of the yellow cross.
CASE, TIMES = "yellow-line", [14.2, 11.9, 12.6, 9.8, 10.4, 8.42]


def draw_learn_page(path: Path) -> None:
    """Draw the fourth step, after some tries of its first case."""
    with serve() as address, chromium() as browser:
        page = open_page(browser, f"{address}learn#step-4", WIDE)
        _store_times(page)
        save_jpeg(path, whole_page(page))


def draw_learn_phone(path: Path) -> None:
    """Draw the third step on a phone."""
    with serve() as address, chromium() as browser:
        save_jpeg(path, shown(open_page(browser, f"{address}learn#step-3", PHONE)))


def _store_times(page: Page) -> None:
    stored = {"times": {CASE: TIMES}, "known": ["White cross", "White corners", "Middle layer"]}
    page.evaluate("times => localStorage.setItem('rokumen-learn', JSON.stringify(times))", stored)
    page.reload()
    page.wait_for_selector("body[data-ready]")

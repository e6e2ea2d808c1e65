"""Pictures of the page Learn."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from docs.drawing.browser import (
    PHONE,
    WIDE,
    at_both_widths,
    chromium,
    open_page,
    serve,
    shown,
    whole_page,
)
from docs.drawing.images import save_jpeg, save_rows

# Of the case that is practised: the line of the yellow cross.
CASE, TIMES = "yellow-line", [14.2, 11.9, 12.6, 9.8, 10.4, 8.42]
# Of another one, faster: then the line is slow.
OTHER_CASE, OTHER_TIMES = "yellow-corner", [2.1, 2.0, 1.9]
SLOW_TIMES = [14.2, 13.9]
KNOWN = ["White cross", "White corners", "Middle layer"]
SHOWN_MILLISECONDS, TRY_MILLISECONDS = 1800, 8500


def draw_learn_page(path: Path) -> None:
    """Draw the fourth step, after some tries of its first case."""
    with serve() as address, chromium() as browser:
        page = open_page(browser, f"{address}learn#step-4", WIDE)
        _store(page, {CASE: TIMES})
        save_jpeg(path, whole_page(page))


def draw_learn_phone(path: Path) -> None:
    """Draw the third step on a phone."""
    with serve() as address, chromium() as browser:
        save_jpeg(path, shown(open_page(browser, f"{address}learn#step-3", PHONE)))


def draw_learn_states(path: Path) -> None:
    """Draw the page before a step is known, its trainer at work, and a step of CFOP."""
    with serve() as address, chromium() as browser:
        page = open_page(browser, f"{address}learn", WIDE)
        rows = [at_both_widths(page)]
        page.goto(f"{address}learn#step-4")
        _store(page, {CASE: SLOW_TIMES, OTHER_CASE: OTHER_TIMES})
        _begin_try(page)
        rows.append(at_both_widths(page))
        page.keyboard.press("Enter")
        page.locator("#verdict", has_text="slow").wait_for()
        rows.append(at_both_widths(page, "#trainer"))
        page.click("#slowly")
        page.wait_for_timeout(SHOWN_MILLISECONDS)
        rows.append(at_both_widths(page, "#setup"))
        page.click("#on-screen")
        for key in "fuu":
            page.keyboard.press(key)
        rows.append(at_both_widths(page, "#setup"))
        _store(page, {CASE: [9.1, 8.8, 9.4, 8.42]})
        _begin_try(page)
        page.keyboard.press("Enter")
        page.locator("#verdict", has_text="learnt").wait_for()
        rows.append(at_both_widths(page, "#trainer"))
        page.goto(f"{address}learn#oll")
        page.wait_for_selector("body[data-shown=oll]")
        rows.append(at_both_widths(page))
        save_rows(path, rows)


def _begin_try(page: Page) -> None:
    """Begin a try, and let it take a while."""
    page.locator("h2#name").click()
    page.keyboard.down(" ")
    page.keyboard.up(" ")
    page.wait_for_selector("#cover:not([hidden])")
    page.wait_for_timeout(TRY_MILLISECONDS)


def _store(page: Page, times: dict[str, list[float]]) -> None:
    """Store a person's times in the browser, and the steps that are known."""
    stored = {"times": times, "known": KNOWN}
    page.evaluate("times => localStorage.setItem('rokumen-learn', JSON.stringify(times))", stored)
    page.reload()
    page.wait_for_selector("body[data-ready]")

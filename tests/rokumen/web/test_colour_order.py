"""The part of the page in which a cube with another order of colours is described."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Page, expect

from tests.support.browser import OpenBrowser, Serve, open_page, reload
from tests.support.photographs import PhotographedCube

# The usual order as a mirror shows it.
REVERSED = ["white", "orange", "green", "yellow", "red", "blue"]
USUAL = ["white", "red", "green", "yellow", "orange", "blue"]


def chosen(page: Page) -> list[str]:
    """Return the colours that the page has for top, right, front, bottom, left and back."""
    selects = "all => all.map(each => each.selectedOptions[0].text)"
    return [str(each) for each in page.locator("#order-sides select").evaluate_all(selects)]


def test_the_order_that_was_read_is_taken_by_a_button_and_kept(
    serve: Serve, browser: OpenBrowser, cube: PhotographedCube, tmp_path: Path
) -> None:
    page = open_page(browser(), serve(), 390, 844)
    files = [tmp_path / f"{number}.png" for number in range(6)]
    for path, frame in zip(files, cube.frames, strict=True):
        cv2.imwrite(str(path), np.ascontiguousarray(frame.image[:, ::-1]))
    page.set_input_files("#photographs", files)
    expect(page.locator("#words")).to_have_text("Is this your cube’s order of colours?")
    expect(page.locator("#solve-it")).to_be_disabled()
    # What is asked stands before the net, and not each sticker is in doubt.
    own = page.get_by_role("button", name="It is my cube’s own order of colours")
    expect(own).to_be_in_viewport()
    expect(page.locator("#doubts .doubt")).to_have_count(0)
    own.click()
    expect(page.locator("#hold")).to_have_text("white on top green in front")
    expect(page.locator("#turn-order")).to_be_visible()
    assert f"colours={'%2C'.join(REVERSED)}" in page.url
    page.click("nav a >> text=Solve a cube")
    expect(page.locator("#colour-order")).to_have_attribute("open", "")
    assert chosen(page) == REVERSED
    page.click("#usual-order")
    assert chosen(page) == USUAL


def test_a_colour_that_is_chosen_changes_places_with_the_one_that_was_there(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve(), 1400)
    page.click("#colour-order summary")
    assert chosen(page) == USUAL
    expect(page.locator("#usual-order")).to_be_disabled()
    page.select_option("#order-R", label="blue")
    assert chosen(page) == ["white", "blue", "green", "yellow", "orange", "red"]
    page.click("label:has(#not-mirrored)")
    reload(page)
    assert chosen(page) == ["white", "blue", "green", "yellow", "orange", "red"]
    expect(page.locator("#not-mirrored")).to_be_checked()
    # A cube that is painted has these middles.
    page.click("#paint")
    middles = page.locator("#net .sticker.blue")
    expect(middles).to_have_count(1)
    expect(middles).to_have_attribute("aria-label", "right 5, blue")

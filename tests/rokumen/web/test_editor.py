"""The net of the scanning page: painted, repaired, trusted, and drawn with patterns."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from playwright.sync_api import Page, expect

from solver.cube import Cube
from tests.support.browser import OpenBrowser, Serve, choose_display, open_page, shown_facelets
from vision.arrays import Image


def test_a_net_is_painted_from_nothing_repaired_undone_and_solved(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve())
    page.click("#paint")
    expect(page.locator("#fault-list")).to_contain_text("6 of 54 stickers")
    expect(page.locator("#solve-it")).to_be_disabled()
    # A colour that is chosen paints what is pressed; with keys the next sticker is chosen.
    page.click("#palette [data-colour=white]")
    for index in (0, 1, 2, 3, 5, 6, 7, 8):
        page.locator("#net rect").nth(index).click()
    page.click("#palette [data-colour=white]")
    page.locator("#net rect").nth(9).focus()
    page.keyboard.type("r" * 8 + "g" * 8 + "y" * 8 + "o" * 8 + "b" * 8)
    expect(page.locator("#findings-heading")).to_have_text("A real cube")
    assert shown_facelets(page) == Cube.solved().facelets
    # One corner turned in its place: red on top of URF, green on its right, white in front.
    for index, key in ((8, "r"), (9, "g"), (20, "w")):
        page.locator("#net rect").nth(index).focus()
        page.keyboard.press(key)
    expect(page.locator("#repairs button")).to_have_text(["Twist the corner top-right-front"])
    expect(page.locator("#net .ring.wrong")).to_have_count(3)
    expect(page.locator("#to-repair")).to_contain_text("1 to repair")
    page.reload()
    expect(page.locator("#net rect").nth(8)).to_have_attribute(
        "aria-label", "top 9, red, cannot be"
    )
    page.click("#repairs button")
    expect(page.locator("#findings-heading")).to_have_text("A real cube")
    page.keyboard.press("Control+z")
    expect(page.locator("#repairs button")).to_have_count(1)
    page.keyboard.press("Control+Shift+Z")
    page.click("#solve-it")
    expect(page.locator("#turn-order")).to_have_text("It is solved already")


# The stickers next to the front's edges, numbered row by row in the unfolded cube.
BESIDE_THE_FRONT = (
    ("U", "white", (7, 8, 9)),
    ("R", "red", (1, 4, 7)),
    ("D", "yellow", (1, 2, 3)),
    ("L", "orange", (3, 6, 9)),
)


def test_doubtful_stickers_are_lit_until_they_are_trusted(
    serve: Serve, browser: OpenBrowser
) -> None:
    cube = Cube.solved().facelets
    page = open_page(browser(), f"{serve()}?view=check&cube={cube}&doubtful=3.16")
    expect(page.locator("#net .ring.doubtful")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.locator("#net rect").nth(3)).to_be_focused()
    page.click("[aria-label='top 4 is right']")
    expect(page.locator("#net .ring.doubtful")).to_have_count(1)
    assert "doubtful=16" in page.url
    # Until then it is not offered as a cube that can be solved.
    expect(page.locator("#findings-heading")).to_have_text("Not certain")
    expect(page.locator("#to-repair")).to_contain_text("1 to compare first")
    expect(page.locator("#solve-it")).to_be_disabled()
    # On a phone one face is large enough to be pressed, and the arrow keys lead to the next one.
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator("#faces [data-face=R]")).to_have_attribute("aria-pressed", "true")
    page.click("#faces [data-face=U]")
    page.click("#faces [data-face=R]")
    box = page.locator("#net rect").nth(9).bounding_box()
    assert box is not None
    assert box["width"] > 44
    page.locator("#net rect").nth(12).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#faces [data-face=F]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#net rect").nth(23)).to_be_in_viewport()
    # Beside it are the stickers next to its edges, and the small faces say where to look.
    beside = page.locator("#net .edge").evaluate_all(
        "all => all.map(each => [Number(each.dataset.facelet), each.classList[2]])"
    )
    assert sorted(map(tuple, beside)) == sorted(
        (9 * "URFDLB".index(face) + number - 1, colour)
        for face, colour, numbers in BESIDE_THE_FRONT
        for number in numbers
    )
    assert page.locator("#faces .marked").get_attribute("data-face") == "R"
    assert page.locator("#faces .marked .red").count() == 9
    # Of an empty net they are grey, and its beginning is in view.
    page.click("#scan-again")
    page.click("#paint")
    empty = page.locator("#faces .empty").evaluate_all(
        "all => all.map(each => getComputedStyle(each).fill)"
    )
    assert len(empty) == 48
    assert "rgb(0, 0, 0)" not in empty
    expect(page.locator("#words")).to_be_in_viewport()


def test_a_sticker_in_focus_is_marked_and_no_other(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), f"{serve()}?view=check&cube={Cube.solved().facelets}")
    net, sticker = page.locator("#net"), page.locator("#net rect").nth(22)
    page.locator("body").press("Shift")
    net.scroll_into_view_if_needed()
    before = _pixels(net.screenshot())
    sticker.focus()
    changed = (_pixels(net.screenshot()) != before).any(2)
    own, whole = sticker.bounding_box(), net.bounding_box()
    assert own is not None
    assert whole is not None
    rows, columns = np.nonzero(changed)
    assert len(rows) > 20
    margin = 0.2 * own["width"]
    assert rows.min() > own["y"] - whole["y"] - margin
    assert rows.max() < own["y"] - whole["y"] + own["height"] + margin
    assert columns.min() > own["x"] - whole["x"] - margin
    assert columns.max() < own["x"] - whole["x"] + own["width"] + margin
    check_the_patterns_tell_the_colours_apart(page)


def check_the_patterns_tell_the_colours_apart(page: Page) -> None:
    """Compare the six colours without colour and brightness, after the page was reloaded."""
    choose_display(page, "marks", "patterns")
    page.reload()
    expect(page.locator("#display-marks input[value=patterns]")).to_be_checked()
    page.wait_for_selector("#from-above .sticker")
    seen = []
    for face in range(6):
        picture = _pixels(page.locator("#net rect").nth(9 * face).screenshot())
        inner = cv2.resize(picture[5:-5, 5:-5], (60, 60)).astype(np.float32).mean(2)
        seen.append(inner / max(float(np.ptp(inner)), 50.0))
    for one, other in combinations(seen, 2):
        difference = one - one.mean() - (other - other.mean())
        assert np.abs(difference).mean() > 0.1
    # The middle of a face has its name, the 3D cube the same patterns.
    shown = page.locator("#net .letter").evaluate_all(
        "all => all.filter(each => getComputedStyle(each).display !== 'none')"
        ".map(each => each.textContent).join('')"
    )
    assert shown == "toprightfrontbottomleftback"
    red = page.locator("#from-above .sticker.red").first
    assert "pattern-red" in red.evaluate("each => getComputedStyle(each).fill")


def _pixels(png: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)

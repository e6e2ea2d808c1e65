"""What all pages share: the links to each other, and the menu Display."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from solver.cube import Cube
from tests.support.browser import OpenBrowser, Serve, choose_display, load, new_page, open_page
from tests.support.page_client import page_client

PAGES = ("", "learn.html", "puzzles.html", "colours.html", "robot.html", "setup.html")
TURNED = Cube.solved().apply("R U").facelets
# Of each page: what it alone draws.
SWITCHES = {"": ["hidden-faces"], "puzzles.html": ["mirror", "piece-marks"]}


def links(path: str) -> tuple[list[tuple[str, str]], int]:
    """Return where a page's links to the pages lead with their words, and how many are current."""
    text = page_client().get(f"/{path}").text
    (nav,) = re.findall(r"<nav [^>]+>(.+?)</nav>", text)
    return re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', nav), nav.count("aria-current")


def test_every_page_has_the_same_links_and_marks_the_one_that_is_shown() -> None:
    of_first, current = links("")
    assert current == 1
    assert [address for address, _ in of_first] == [f"/{page}" for page in PAGES[:5]]
    for page in PAGES[1:]:
        assert links(page) == (of_first, 1)
    assert links("no-such-page") == (of_first, 0)
    for address, _ in of_first:
        assert page_client().get(address).status_code == 200


def test_every_page_has_the_menu_display_which_fits_and_is_kept(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve(), 390)
    choose_display(page, "theme", "dark")
    for name in PAGES:
        load(page, serve() + name)
        for width in (390, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            check_that_the_menu_opens_and_closes(page, width)
        assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark", name
        switches = page.locator("#display [role=switch]").evaluate_all("all => all.map(e => e.id)")
        assert switches == SWITCHES.get(name, []), name


def check_that_the_menu_opens_and_closes(page: Page, width: int) -> None:
    sheet = page.locator("#display .sheet")
    expect(sheet).to_be_hidden()
    page.click("#display summary")
    box = sheet.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.click("#display summary")
    page.mouse.click(5, 800)
    expect(sheet).to_be_hidden()


def test_what_a_page_alone_draws_is_chosen_in_its_menu_and_kept(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = new_page(browser(), 390)
    load(page, f"{serve()}?view=solve&cube={TURNED}")
    expect(page.locator("#cube-picture .hidden-face")).to_have_count(3)
    page.click("#display summary")
    page.click("label:has(#hidden-faces)")
    expect(page.locator("#cube-picture .hidden-face")).to_have_count(0)
    page.reload()
    expect(page.locator("#cube-picture .sticker").first).to_be_visible()
    expect(page.locator("#cube-picture .hidden-face")).to_have_count(0)


def test_without_a_camera_or_a_robot_it_is_said_what_to_do_and_nothing_empty_is_shown(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), f"{serve()}colours.html", 390)
    expect(page.locator("#why-no-camera")).to_have_text("This device has no camera.")
    expect(page.locator("#begin li").filter(visible=True)).to_have_count(0)
    expect(page.locator("#held-face .sticker")).to_have_count(9)
    for hidden in (".picture", "#net", "#restart", "#stillness", "#count"):
        expect(page.locator(hidden)).to_be_hidden()
    load(page, f"{serve()}setup.html")
    expect(page.locator("#title code")).to_have_text("rokumen serve --setup NAME")
    expect(page.locator("#stop")).to_be_hidden()
    load(page, f"{serve()}robot.html")
    expect(page.locator("#words code")).to_contain_text("rokumen serve --robot")
    expect(page.locator("#how li")).to_have_count(4)

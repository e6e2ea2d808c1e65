"""The pages without a mouse, with a screen reader, and with little motion; checked by axe-core."""

from __future__ import annotations

import re
import time
from typing import Literal

import pytest
from playwright.sync_api import Page, Response, expect

from solver.core.geometry import FACES, SIDES
from solver.cube import Cube
from tests.support.axe import findings
from tests.support.browser import (
    OpenBrowser,
    Serve,
    choose_display,
    load,
    new_page,
    open_page,
    problems_of,
)
from tests.support.robot_page import open_robot_page, wait_for_state

PAGES = ("", "colours.html", "learn", "puzzles.html", "robot.html", "setup.html")
MOST_STOPS = 20
MOST_LOADED = 300_000  # bytes of a page that is loaded first, as they are sent


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_small_skips_to_its_content_and_neither_axe_nor_the_console_finds_an_error(
    serve: Serve, browser: OpenBrowser, name: str
) -> None:
    page = new_page(browser(), 1400, reduced_motion="reduce")
    problems = problems_of(page, serve())
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    load(page, serve() + name)
    page.wait_for_load_state("networkidle")
    sizes = [each.request.sizes() for each in answers if each.url.startswith("http")]
    assert 5_000 < sum(each["responseBodySize"] for each in sizes) < MOST_LOADED
    check_headings_and_what_skips_to_the_content(page)
    for button in page.locator("#on-screen").all():
        button.click()
    assert findings(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert findings(page) == []
    assert problems == []


def check_headings_and_what_skips_to_the_content(page: Page) -> None:
    """Check the headings, the line that says what changes, and the links before the content."""
    assert page.locator("h1").count() == 1
    without = page.locator("main section").evaluate_all(
        "all => all.filter(each => !each.querySelector('h2')).map(each => each.ariaLabel)"
    )
    assert without == []
    assert page.locator("#words[role=status]").count() == 1
    links = page.locator("a.skip")
    page.keyboard.press("Tab")
    expect(links.first).to_be_focused()
    expect(links.first).to_be_in_viewport()
    links.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


SCRAMBLED = Cube.solved().apply("R U2 F' L D2 B R' U").facelets
UNPAINTED = "".join(f"----{face}----" for face in FACES)
# The corner URF turned in its place, and two stickers in doubt.
TWISTED = "".join(SCRAMBLED[{8: 9, 9: 20, 20: 8}.get(at, at)] for at in range(54))
# Each state of the pages that an address or a key leads to, with what is there then.
STATES = (
    (f"?view=check&cube={UNPAINTED}", "", "text=48 stickers to paint"),
    (f"?view=check&cube={TWISTED}&doubtful=25.16", "#net rect >> nth=18", "#repairs button"),
    (f"?view=solve&cube={SCRAMBLED}&at=9", "", "#turn-order"),
    (f"?view=solve&cube={SCRAMBLED}&at=99", "", "text=Solved in"),
    ("", "#example", "text=An example cube"),
    ("learn#step-4", "#slowly", "#practice-words:not(:empty)"),
    ("learn#pll", "", "body[data-shown=pll]"),
    ("colours.html", "", "text=This device has no camera"),
)


@pytest.mark.parametrize("dress", [(1400, "light", "patterns"), (390, "dark", "letters")])
def test_axe_finds_nothing_in_the_states_of_the_pages_nor_does_the_console(
    serve: Serve, browser: OpenBrowser, dress: tuple[int, Literal["light", "dark"], str]
) -> None:
    width, scheme, marks = dress
    address = serve()
    page = open_page(browser(), address, width, reduced_motion="reduce")
    page.emulate_media(color_scheme=scheme)
    choose_display(page, "marks", marks)
    problems = problems_of(page, address)
    # Half of the states in each dress.
    for name, button, there in STATES[width == 390 :: 2]:
        # So that each is loaded, where only what follows the # differs too.
        page.goto("about:blank")
        load(page, address + name)
        if button:
            page.click(button)
        page.wait_for_selector(there)
        assert findings(page) == [], name
    assert problems == []


def test_a_cube_is_painted_and_solved_by_keys_alone(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve(), 1400, reduced_motion="reduce")
    page.evaluate(
        """document.querySelector("#photographs").addEventListener("click", (event) => {
            event.preventDefault();
            window.asked = true;
        })"""
    )
    page.keyboard.press("u")
    assert page.evaluate("window.asked")
    tab_to(page, "#paint")
    page.keyboard.press("Enter")
    tab_to(page, "#net *")
    colours = dict(zip("URFDLB", "wrgyob", strict=True))
    for at, face in enumerate(SCRAMBLED):
        if at % 9 != 4:
            page.keyboard.press(colours[face])
    expect(page.locator("#findings-heading")).to_have_text("A real cube")
    tab_to(page, "#solve-it")
    page.keyboard.press("Enter")
    solution = page.locator("#solution")
    expect(solution).to_be_focused()
    for key, turns in (("Enter", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        page.keyboard.press(key)
        expect(solution).to_have_attribute("data-at", turns)
    # The list of the turns is one stop.
    tab_to(page, "#next")
    page.keyboard.press("Enter")
    expect(solution).to_have_attribute("data-at", "2")
    page.keyboard.press("End")
    expect(page.locator("#turn-order")).to_contain_text("Solved in")
    expect(page.locator("#turn-detail")).to_have_text(re.compile(r"In \d+:\d\d\."))
    expect(page.locator("#learn-why a")).to_be_visible()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until an element has the focus; few stops are before it."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} has not the focus after {MOST_STOPS} stops")


def test_axe_finds_what_is_wrong(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve(), 1400, reduced_motion="reduce")
    page.evaluate("document.querySelector('#paint').textContent = ''")
    assert any("#paint" in each for each in findings(page))


@pytest.fixture
def solved(serve: Serve, browser: OpenBrowser) -> Page:
    return open_page(browser(), f"{serve()}?view=check&cube={Cube.solved().facelets}")


def focused(page: Page) -> str:
    """Return the sticker that has the focus, such as F6, which the page names "front 6"."""
    side, number = str(page.evaluate("document.activeElement.ariaLabel")).split(",")[0].split()
    return next(face for face, name in SIDES.items() if name == side) + number


# By the corners of a cube in the hand: U1, L1 and B3 are of one corner, and so on.
OVER_THE_EDGES = """
U1 Up B3, U1 Left L1, U3 Up B1, U3 Right R3, B1 Left R3, B3 Right L1, D1 Left L9, D3 Right R7,
D7 Down B9, L7 Down D7, R9 Down D9, F2 Up U8
"""


def test_the_arrow_keys_move_in_the_net_and_over_the_edges(solved: Page) -> None:
    net = solved.locator("#net rect")
    # One stop of the Tab key.
    assert solved.locator('#net rect[tabindex="0"]').count() == 1
    net.nth(4 + 18).focus()
    path = []
    for key in ("Right", "Right", "Up", "Up", "Up", "Left"):
        solved.keyboard.press(f"Arrow{key}")
        path.append(focused(solved))
    # From the middle of F to R; from R over its upper edge to the right column of U.
    assert path == ["F6", "R4", "R1", "U9", "U6", "U5"]
    solved.keyboard.press("Tab")
    assert not solved.evaluate("document.activeElement.matches('#net *')")
    solved.keyboard.press("Shift+Tab")
    assert focused(solved) == "U5"
    for crossing in OVER_THE_EDGES.replace("\n", " ").split(","):
        start, key, reached = crossing.split()
        index = 9 * "URFDLB".index(start[0]) + int(start[1]) - 1
        solved.locator("#net rect").nth(index).focus()
        solved.keyboard.press(f"Arrow{key}")
        assert focused(solved) == reached, crossing


def test_the_letter_of_a_colour_paints(solved: Page) -> None:
    sticker = solved.locator("#net rect").nth(0)
    sticker.focus()
    solved.keyboard.press("r")
    expect(sticker).to_have_attribute("aria-label", "top 1, red, cannot be")
    expect(solved.locator("#fault-list[role=status]")).to_contain_text("10 red")
    expect(sticker).to_be_focused()
    solved.keyboard.press("w")
    expect(sticker).to_have_attribute("aria-label", "top 1, white")
    expect(solved.locator("#findings-heading")).to_have_text("A real cube")


@pytest.mark.parametrize(("motion", "animated"), [("reduce", False), ("no-preference", True)])
def test_with_reduced_motion_a_turn_is_shown_by_its_result(
    serve: Serve,
    browser: OpenBrowser,
    motion: Literal["reduce", "no-preference"],
    animated: bool,
) -> None:
    # One turn from solved.
    cube = Cube.solved().apply("R").facelets
    page = new_page(browser(), reduced_motion=motion)
    page.clock.install()
    load(page, f"{serve()}?view=solve&cube={cube}")
    page.clock.pause_at(time.time() + 3600)
    before = page.inner_html("#cube-picture")
    page.evaluate("document.querySelector('#next').click()")
    shown = set()
    for _ in range(4):
        page.clock.run_for(60)
        shown.add(page.inner_html("#cube-picture"))
    assert before not in shown
    assert (len(shown) > 1) == animated


# Slow enough for axe-core to look at a run before it is over.
DEMO = ("--demo", "--seed=2", "--pace=10")


@pytest.mark.thorough
def test_axe_finds_nothing_after_a_jam_in_a_pause_and_after_a_stop(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO, "--faults=jam_once@1"), width=390)
    page.click("#start")
    page.wait_for_selector("#events .trouble")
    assert findings(page) == []
    page.click("#pause")
    wait_for_state(page, "paused")
    assert findings(page) == []
    page.click("#stop")
    wait_for_state(page, "stopped")
    assert findings(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("fault", "words"),
    [("camera_lost@1", "sends no more pictures"), ("unplug@8", "it has been unplugged")],
)
def test_axe_finds_nothing_where_the_camera_or_the_cable_is_gone(
    serve: Serve, browser: OpenBrowser, fault: str, words: str
) -> None:
    page = open_robot_page(browser(), serve(*DEMO, f"--faults={fault}"))
    page.click("#start")
    wait_for_state(page, "stopped")
    expect(page.locator("#words")).to_contain_text(words)
    assert findings(page) == []

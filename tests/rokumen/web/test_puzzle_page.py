"""The page of twisty polyhedra in a browser: display, turns, scrambles and solutions."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, Route, expect

from solver.puzzles.families import POLYHEDRA
from tests.support.browser import OpenBrowser, Serve, new_page, problems_of, scroll_width
from tests.support.variants import slow_but

SOLVING_MILLISECONDS = 300_000
DRAWING_SECONDS = 30

Picture = NDArray[np.uint8]


@pytest.fixture(scope="session")
def puzzle_page(serve: Serve, browser: OpenBrowser) -> Page:
    """Return one page for all tests, since opening it takes time."""
    return new_page(browser(), 1000, 640, reduced_motion="reduce")


def choose(puzzle_page: Page, serve: Serve, name: str) -> Locator:
    """Open a puzzle by its name, after which its address may have more."""
    puzzle_page.goto(f"{serve()}puzzles.html?puzzle={name}")
    puzzle_page.wait_for_selector(f"body[data-ready][data-puzzle={name.partition('&')[0]}]")
    return puzzle_page.locator("#puzzle")


def picture(canvas: Locator) -> Picture:
    # With the pointer away from the picture.
    found = cv2.imdecode(np.frombuffer(canvas.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, np.uint8)


def colours(image: Picture) -> int:
    """Return the number of colours that fill more than 1/500 of a picture."""
    _, counts = np.unique(image.reshape(-1, 3) // 32, axis=0, return_counts=True)
    return int((counts > image.size / 3 / 500).sum())


def differs(first: Picture, second: Picture) -> bool:
    return bool((np.abs(first.astype(int) - second).max(axis=2) > 40).mean() > 0.0003)


def at(canvas: Locator, across: float, down: float) -> tuple[float, float]:
    box = canvas.bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


# One of each solid, and two of a kind that is solved; a browser takes seconds for each.
SHOWN = ("cube-faces-2", "tetrahedron-edges-2", "octahedron-faces-2", "icosahedron-faces")
SOLVED = ("cube-faces-2", "tetrahedron-edges-2")


@pytest.mark.parametrize("name", slow_but(SHOWN, (family.names[0] for family in POLYHEDRA)))
def test_each_puzzle_is_shown_and_turned(puzzle_page: Page, serve: Serve, name: str) -> None:
    problems = problems_of(puzzle_page, serve())
    canvas = choose(puzzle_page, serve, name)
    solved = picture(canvas)
    # The faces in front, those in the mirror, the body and the background, once all is drawn.
    end = time.monotonic() + DRAWING_SECONDS
    while colours(solved) < 5 and time.monotonic() < end:
        solved = picture(canvas)
    assert colours(solved) >= 5
    expect(canvas).to_have_attribute("data-solved", "true")
    puzzle_page.click("#turn-on")
    expect(canvas).to_have_attribute("data-turns", "1")
    assert differs(picture(canvas), solved)
    puzzle_page.click("#turn-back")
    expect(canvas).to_have_attribute("data-turns", "2")
    assert not differs(picture(canvas), solved)
    assert problems == []


@pytest.mark.parametrize(
    "name",
    slow_but(
        SOLVED,
        [
            *(family.names[0] for family in POLYHEDRA[:10]),
            "octahedron-edges-2",
            "icosahedron-vertices-1",
        ],
    ),
)
def test_each_puzzle_is_scrambled_and_solved(puzzle_page: Page, serve: Serve, name: str) -> None:
    canvas = choose(puzzle_page, serve, name)
    puzzle_page.click("#scramble")
    expect(puzzle_page.locator("#words")).to_have_text("Scrambled.")
    assert int(canvas.get_attribute("data-turns") or 0) > 0
    puzzle_page.click("#solve")
    expect(puzzle_page.locator("#length")).to_contain_text("turn", timeout=SOLVING_MILLISECONDS)
    # The smallest one may be solved already by chance.
    if canvas.get_attribute("data-solved") == "false":
        puzzle_page.click("#last")
    expect(canvas).to_have_attribute("data-solved", "true")
    assert puzzle_page.inner_text("#error") == ""


def test_a_solution_is_stepped_through_turn_by_turn(puzzle_page: Page, serve: Serve) -> None:
    canvas = choose(puzzle_page, serve, "cube-faces-2")
    for axis in ("X", "Y"):
        puzzle_page.select_option("#axis", label=axis)
        puzzle_page.click("#turn-on")
    puzzle_page.click("#solve")
    solution = puzzle_page.locator("#solution")
    expect(puzzle_page.locator("#length")).to_have_text("2 turns")
    for key, now in ((".", "1"), (",", "0"), ("End", "2"), ("Home", "0")):
        puzzle_page.keyboard.press(key)
        expect(solution).to_have_attribute("data-at", now)
    expect(canvas).to_have_attribute("data-solved", "false")
    puzzle_page.locator("#stages button").last.click()
    expect(canvas).to_have_attribute("data-solved", "true")
    puzzle_page.click("#turn-on")
    expect(solution).to_be_hidden()


@pytest.mark.thorough
def test_a_large_cube_is_solved_with_its_steps_named(puzzle_page: Page, serve: Serve) -> None:
    canvas = choose(puzzle_page, serve, "cube-faces-6")
    for axis in ("X", "Y", "Z"):
        puzzle_page.select_option("#axis", label=axis)
        puzzle_page.select_option("#layer", "2")
        puzzle_page.click("#turn-on")
    puzzle_page.click("#solve")
    expect(puzzle_page.locator("#stages")).to_contain_text(
        "16 side inner", timeout=SOLVING_MILLISECONDS
    )
    puzzle_page.click("#last")
    expect(canvas).to_have_attribute("data-solved", "true")


def test_a_cube_is_solved_as_people_do(puzzle_page: Page, serve: Serve) -> None:
    canvas = choose(puzzle_page, serve, "cube-faces-4")
    for axis in ("X", "Y", "Z"):
        puzzle_page.select_option("#axis", label=axis)
        puzzle_page.select_option("#layer", "2")
        puzzle_page.click("#turn-on")
    puzzle_page.select_option("#method", label="as people do: centres, edges, then a 3x3x3")
    puzzle_page.click("#solve")
    stages = puzzle_page.locator("#stages")
    for name in ("Centres: the four sides", "Edges: 12 whole edges", "PLL"):
        expect(stages).to_contain_text(name, timeout=SOLVING_MILLISECONDS)
    puzzle_page.click("#last")
    expect(canvas).to_have_attribute("data-solved", "true")
    # Other puzzles offer no choice, and are solved by their usual method.
    choose(puzzle_page, serve, "icosahedron-vertices-2")
    expect(puzzle_page.locator("#method")).to_be_hidden()


def test_a_search_shows_progress_and_is_cancelled(puzzle_page: Page, serve: Serve) -> None:
    choose(puzzle_page, serve, "cube-faces-6")
    expect(puzzle_page.locator("#cancel")).to_be_hidden()
    # Scrambled, so that it takes longer than to press the next button.
    puzzle_page.click("#scramble")
    puzzle_page.click("#solve")
    puzzle_page.click("#cancel")
    expect(puzzle_page.locator("#words")).to_have_text("Cancelled.")
    expect(puzzle_page.locator("#cancel")).to_be_hidden()
    expect(puzzle_page.locator("#solve")).to_be_enabled()
    assert puzzle_page.inner_text("#error") == ""


@pytest.mark.parametrize("name", ["cube-edges-3", "cube-edges-odd-5"])
def test_a_large_puzzle_can_only_be_turned(puzzle_page: Page, serve: Serve, name: str) -> None:
    choose(puzzle_page, serve, name)
    expect(puzzle_page.locator("#solve")).to_be_disabled()
    expect(puzzle_page.locator("#scramble")).to_be_enabled()


def test_a_click_makes_the_turn_of_the_arrow_and_shift_reverses_it(
    puzzle_page: Page, serve: Serve
) -> None:
    canvas = choose(puzzle_page, serve, "cube-faces-3")
    before = picture(canvas)
    puzzle_page.mouse.move(*at(canvas, 0.2, 0.55))
    hovered = picture(canvas)
    assert differs(hovered, before)
    puzzle_page.mouse.down()
    puzzle_page.mouse.up()
    expect(canvas).to_have_attribute("data-turns", "1")
    expect(canvas).to_have_attribute("data-solved", "false")
    puzzle_page.mouse.move(*at(canvas, 0.2, 0.55), steps=2)
    puzzle_page.keyboard.down("Shift")
    puzzle_page.mouse.down()
    puzzle_page.mouse.up()
    puzzle_page.keyboard.up("Shift")
    expect(canvas).to_have_attribute("data-solved", "true")
    puzzle_page.mouse.click(*at(canvas, 0.2, 0.55))
    expect(canvas).to_have_attribute("data-solved", "false")
    puzzle_page.mouse.move(*at(canvas, 0.2, 0.54))
    puzzle_page.mouse.click(*at(canvas, 0.2, 0.55), button="right")
    expect(canvas).to_have_attribute("data-solved", "true")


def test_a_turn_is_animated(serve: Serve, browser: OpenBrowser) -> None:
    moving = new_page(browser(), 1000, 640, reduced_motion="no-preference")
    moving.clock.install()
    canvas = choose(moving, serve, "tetrahedron-edges-2")
    before = picture(canvas)
    moving.clock.pause_at(time.time() + 3600)
    moving.click("#turn-on")
    moving.clock.run_for(150)
    halfway = picture(canvas)
    assert differs(halfway, before)
    expect(canvas).to_have_attribute("data-turns", "0")
    moving.clock.run_for(1000)
    expect(canvas).to_have_attribute("data-turns", "1")
    assert differs(picture(canvas), halfway)
    moving.close()


def test_the_mirror_shows_the_back_and_accepts_clicks(puzzle_page: Page, serve: Serve) -> None:
    canvas = choose(puzzle_page, serve, "tetrahedron-vertices-2")
    with_mirror = picture(canvas)
    middle = with_mirror.shape[1] // 2
    ground = with_mirror[3, 3]
    assert (np.abs(with_mirror[:, middle:].astype(int) - ground).max(axis=2) > 40).mean() > 0.05
    puzzle_page.mouse.move(*at(canvas, 0.76, 0.5))
    puzzle_page.mouse.click(*at(canvas, 0.76, 0.51))
    expect(canvas).to_have_attribute("data-turns", "1")
    puzzle_page.click("#undo")
    expect(canvas).to_have_attribute("data-turns", "0")
    puzzle_page.keyboard.press("b")
    expect(puzzle_page.locator("#mirror")).not_to_be_checked()
    without = picture(canvas)
    # One picture, in the middle.
    assert differs(without, with_mirror)
    quarter = without[:, : without.shape[1] // 5]
    assert (np.abs(quarter.astype(int) - ground).max(axis=2) > 40).mean() < 0.01


def test_dragging_rotates_the_puzzle_and_outside_of_it_about_the_line_of_sight(
    puzzle_page: Page, serve: Serve
) -> None:
    canvas = choose(puzzle_page, serve, "octahedron-faces-2")
    before = picture(canvas)
    for start, end in [((0.25, 0.5), (0.33, 0.5)), ((0.03, 0.1), (0.03, 0.6))]:
        puzzle_page.mouse.move(*at(canvas, *start))
        puzzle_page.mouse.down()
        puzzle_page.mouse.move(*at(canvas, *end), steps=4)
        puzzle_page.mouse.up()
        puzzle_page.mouse.move(*at(canvas, 0.01, 0.98))
        after = picture(canvas)
        assert differs(after, before)
        before = after
    puzzle_page.keyboard.press("ArrowUp")
    assert differs(picture(canvas), before)
    expect(canvas).to_have_attribute("data-turns", "0")


@pytest.mark.thorough
def test_marks_show_what_colours_do_not(puzzle_page: Page, serve: Serve) -> None:
    canvas = choose(puzzle_page, serve, "cube-faces-3")
    plain = picture(canvas)
    puzzle_page.keyboard.press("m")
    marked = picture(canvas)
    assert differs(marked, plain)
    # (R U R' U)5 rotates the centre of U by a half turn and changes nothing else.
    for _ in range(5):
        for axis, button in [("X", "on"), ("Y", "on"), ("X", "back"), ("Y", "on")]:
            puzzle_page.select_option("#axis", label=axis)
            puzzle_page.click(f"#turn-{button}")
    expect(canvas).to_have_attribute("data-turns", "20")
    expect(canvas).to_have_attribute("data-solved", "true")
    puzzle_page.mouse.move(1, 1)
    turned = picture(canvas)
    assert differs(turned, marked)
    puzzle_page.keyboard.press("m")
    assert not differs(picture(canvas), plain)


def test_it_fits_a_phone_and_a_second_tap_turns(serve: Serve, browser: OpenBrowser) -> None:
    phone = new_page(browser(), 390, 844, has_touch=True, reduced_motion="reduce")
    canvas = choose(phone, serve, "dodecahedron-faces-b")
    assert scroll_width(phone) <= 390
    before = picture(canvas)
    phone.touchscreen.tap(*at(canvas, 0.5, 0.25))
    assert differs(picture(canvas), before)
    expect(canvas).to_have_attribute("data-turns", "0")
    phone.touchscreen.tap(*at(canvas, 0.5, 0.25))
    expect(canvas).to_have_attribute("data-turns", "1")
    phone.close()


def test_what_is_chosen_is_what_is_shown_and_scrambled_however_long_it_takes(
    puzzle_page: Page, serve: Serve
) -> None:
    choose(puzzle_page, serve, "cube-faces-3")
    held: list[Route] = []
    puzzle_page.route("**/api/puzzles/dodecahedron-faces-b", lambda route: held.append(route))
    puzzle_page.click("#known button:has-text('Megaminx')")
    words, scramble = puzzle_page.locator("#words"), puzzle_page.locator("#scramble")
    # Nothing can be done to the cube any more, by button or key, nor is it shown.
    for name in ("scramble", "solve", "undo", "reset", "turn-on"):
        expect(puzzle_page.locator(f"#{name}")).to_be_disabled()
    expect(puzzle_page.locator("#puzzle")).to_be_hidden()
    expect(words).to_have_text("Loading …")
    puzzle_page.keyboard.press("Backspace")
    assert puzzle_page.input_value("#size") == "dodecahedron-faces-b"
    held[0].continue_()
    puzzle_page.unroute("**/api/puzzles/dodecahedron-faces-b")
    expect(puzzle_page.locator("#puzzle")).to_be_visible()
    with puzzle_page.expect_request("**/scramble") as asked:
        scramble.click()
    assert "dodecahedron-faces-b" in asked.value.url
    expect(words).to_have_text("Scrambled.")
    assert "puzzle=dodecahedron-faces-b&moves=" in puzzle_page.url
    # A search is given up for the puzzle that is chosen, and so is what a cube's scramble has left.
    choose(puzzle_page, serve, "cube-faces-6")
    puzzle_page.click("#scramble")
    puzzle_page.click("#solve")
    puzzle_page.click("#known button:has-text('Pyraminx')")
    expect(words).to_have_text("Scramble it, or turn its layers.")
    expect(puzzle_page.locator("#cancel")).to_be_hidden()
    expect(puzzle_page.locator("#solve")).to_be_enabled()
    expect(puzzle_page.locator("#puzzle")).to_have_attribute("data-turns", "0")
    assert "moves" not in puzzle_page.url


def test_the_address_has_the_puzzle_its_turns_and_the_place_in_its_solution(
    puzzle_page: Page, serve: Serve
) -> None:
    choose(puzzle_page, serve, "tetrahedron-edges-2")
    canvas = choose(puzzle_page, serve, "cube-faces-2&moves=1X%201Y&at=1")
    solution = puzzle_page.locator("#solution")
    expect(puzzle_page.locator("#length")).to_have_text("2 turns")
    expect(solution).to_have_attribute("data-at", "1")
    puzzle_page.click("#next")
    expect(canvas).to_have_attribute("data-solved", "true")
    assert puzzle_page.url.endswith("moves=1X+1Y&at=2")
    puzzle_page.reload()
    expect(solution).to_have_attribute("data-at", "2")
    expect(canvas).to_have_attribute("data-solved", "true")
    # A turn by hand ends the solution, in the address too.
    puzzle_page.click("#turn-on")
    expect(solution).to_be_hidden()
    expect(canvas).to_have_attribute("data-turns", "5")
    assert "at=" not in puzzle_page.url
    puzzle_page.click("#known button:has-text('Pyraminx')")
    puzzle_page.wait_for_selector("body[data-puzzle=tetrahedron-vertices-3]")
    puzzle_page.go_back()
    puzzle_page.wait_for_selector("body[data-puzzle=cube-faces-2]")
    expect(canvas).to_have_attribute("data-turns", "5")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("no-such", "There is no puzzle “no-such”: choose one."),
        ("cube-faces-2&moves=1X%209Q", "“9Q” is no turn of this puzzle"),
        ("cube-faces-2&moves=3X", "“3X” is no turn of this puzzle"),
        ("cube-faces-2&at=-1", "at=-1, which is no number of turns"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(
    puzzle_page: Page, serve: Serve, query: str, words: str
) -> None:
    puzzle_page.goto(f"{serve()}puzzles.html?puzzle={query}")
    expect(puzzle_page.locator("#error")).to_contain_text(words)
    expect(puzzle_page.locator("#error")).to_be_in_viewport()
    expect(puzzle_page.locator("#puzzle")).to_have_attribute("data-turns", "0")
    puzzle_page.click("#turn-on")
    expect(puzzle_page.locator("#error")).to_be_empty()


def test_puzzles_with_names_are_shown_in_pictures_and_chosen_by_them(
    puzzle_page: Page, serve: Serve
) -> None:
    problems = problems_of(puzzle_page, serve())
    choose(puzzle_page, serve, "cube-faces-2")
    buttons = puzzle_page.locator("#known button")
    assert {"Rubik's cube", "Pyraminx", "Megaminx", "Skewb"} <= set(buttons.all_inner_texts())
    expect(buttons.filter(has_text="2x2x2")).to_have_attribute("aria-pressed", "true")
    for image in puzzle_page.locator("#known img").all():
        image.scroll_into_view_if_needed()
        assert image.evaluate("each => each.decode().then(() => each.naturalWidth)") > 0
    buttons.filter(has_text="Megaminx").click()
    puzzle_page.wait_for_selector("body[data-puzzle=dodecahedron-faces-b]")
    assert puzzle_page.input_value("#size") == "dodecahedron-faces-b"
    chosen = puzzle_page.locator("#family option:checked")
    expect(chosen).to_have_text("The dodecahedron turned about its faces, three layers")
    expect(buttons.filter(has_text="Megaminx")).to_have_attribute("aria-pressed", "true")
    assert problems == []

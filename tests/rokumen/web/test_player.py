"""The cube of a solution: dragged to see its other sides, and played to its end by one button.

Why each step of a solution is done: the page says it in one sentence, by colour, and true.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

import rokumen
from drawing.palette import WESTERN
from solver.core.facelets import FACELET_BY_NAME
from solver.core.geometry import SIDES
from solver.core.turn import Turn
from solver.cube import Cube
from solver.solution import Stage
from tests.support.browser import OpenBrowser, Serve, load, new_page, open_page, wait_until

# White on top, red at the right, green in front.
TURNED = Cube.solved().apply("R U F").facelets
MIXED = Cube.solved().apply("R U2 F' L D2 B R' U").facelets


def colours_seen(picture: Locator) -> set[str]:
    """Return the colours of the stickers of a cube that are drawn, in any face."""
    classes = picture.locator(".sticker").evaluate_all("all => all.map(each => each.classList[1])")
    return {str(each) for each in classes}


def press_and_drag(page: Page, picture: Locator, across: float, down: float) -> None:
    """Drag a picture by pixels, and hold it there."""
    box = picture.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=4)


@pytest.mark.parametrize("width", [1400, 390])
def test_a_drag_shows_the_other_sides_and_letting_go_the_side_that_is_held(
    serve: Serve, browser: OpenBrowser, width: int
) -> None:
    page = new_page(browser(), width)
    load(page, f"{serve()}?view=solve&cube={TURNED}")
    picture = page.locator("#cube-picture")
    expect(picture.locator(".arrow").first).to_be_attached()
    held = picture.inner_html()
    # Else what a finger does would scroll the page, or nothing would.
    assert picture.evaluate("each => getComputedStyle(each).touchAction") == "pan-y"
    press_and_drag(page, picture, 90, -60)
    expect(picture.locator(".arrow, .hidden-face")).to_have_count(0)
    assert picture.inner_html() != held
    page.mouse.up()
    expect(picture.locator(".hidden-face")).to_have_count(3)
    wait_until(page, "document.querySelector('#cube-picture .arrow')")
    assert picture.inner_html() == held
    expect(page.locator("#solution")).to_have_attribute("data-at", "0")


def test_the_cube_of_the_check_and_of_a_lesson_shows_each_side_by_a_drag(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), f"{serve()}?view=check&cube={Cube.solved().facelets}")
    picture = page.locator("#from-above")
    assert colours_seen(picture) == {"white", "red", "green"}
    # Half round, and from below: the sides that were hidden.
    press_and_drag(page, picture, 300, -90)
    assert colours_seen(picture) == {"yellow", "orange", "blue"}
    page.mouse.up()
    wait_until(page, "!document.querySelector('#from-above .sticker.blue')")
    load(page, f"{serve()}learn")
    page.locator("#goal").scroll_into_view_if_needed()
    before = page.inner_html("#goal")
    press_and_drag(page, page.locator("#goal"), -60, 0)
    assert page.inner_html("#goal") != before
    page.mouse.up()
    expect(page.locator("#goal .sticker")).to_have_count(27)


def test_one_button_plays_all_and_pauses(serve: Serve, browser: OpenBrowser) -> None:
    page = new_page(browser(), 390, reduced_motion="reduce")
    page.clock.install()
    load(page, f"{serve()}?view=solve&cube={MIXED}")
    solution, button = page.locator("#solution"), page.locator("#play-all")
    count = int(re.findall(r"of (\d+) turns", page.inner_text("#turns"))[0])
    button.click()
    expect(button).to_have_text("Pause")
    for turn in (1, 2, 3):
        page.clock.run_for(1500)
        expect(solution).to_have_attribute("data-at", str(turn))
    button.click()
    expect(button).to_have_text("Play all")
    page.clock.run_for(9000)
    expect(solution).to_have_attribute("data-at", "3")
    button.click()
    for turn in range(4, count + 1):
        page.clock.run_for(1500)
        expect(solution).to_have_attribute("data-at", str(turn))
    expect(page.locator("#turn-order")).to_have_text(f"Solved in {count} turns")
    expect(button).to_be_disabled()
    expect(button).to_have_text("Play all")


SIDE_LETTERS = {name: letter for letter, name in SIDES.items()}
NUMBERS = {"two": 2, "three": 3, "four": 4}


def reasons(page: Page, address: str, cube: Cube) -> list[str]:
    """Return what the page says of each step of a cube that has turns."""
    load(page, f"{address}?view=solve&cube={cube.facelets}")
    page.evaluate("document.querySelector('#why').open = true")
    said = []
    for step in page.locator("#stages li:has(button)").all():
        step.locator("button").first.click()
        said.append(page.inner_text("#note"))
    return said


def colours_at(cube: Cube, place: str) -> set[str]:
    """Return the colours of the piece at a place such as "top-front-right"."""
    letters = {SIDE_LETTERS[side] for side in place.split("-")}
    name = next(each for each in FACELET_BY_NAME if set(each) == letters)
    ways = [name[i:] + name[:i] for i in range(len(name))]
    return {WESTERN[cube.facelets[FACELET_BY_NAME[way]]] for way in ways}


def check_a_cross(words: str, stage: Stage[Turn]) -> None:
    colour = WESTERN[stage.name[-1]]
    assert words.startswith(f"The four {colour} edges go around the {colour} centre, each beside")


def check_a_pair(words: str, stage: Stage[Turn], before: Cube) -> None:
    named = re.findall(r"(\S+) (?:corner|edge), now at the (\S+),", words)
    assert [colours_at(before, place) for _, place in named] == [
        set(it.split("-")) for it, _ in named
    ]
    (corner, _), (edge, _) = named
    one, other = (WESTERN[letter] for letter in stage.name.split()[2])
    assert edge == f"{one}-{other}"
    assert {one, other} < set(corner.split("-"))
    assert words.endswith(f" go in together, between the {one} and the {other} centre.")


def check_the_last_layer(words: str, stage: Stage[Turn], before: Cube) -> None:
    found = re.findall(r"^(\d) of the 9 stickers on the (\w+) side are", words)
    if stage.name.startswith("OLL"):
        count, colour = found[0]
        at = 9 * "URFDLB".index(next(face for face, name in WESTERN.items() if name == colour))
        side = [WESTERN[letter] for letter in before.facelets[at : at + 9]]
        assert side.count(colour) == int(count)
    elif "change places" in stage.note:
        pieces = re.findall(r"\b[URFDLB]{2,3}\b", stage.note)
        said = re.findall(r"(two|three|four) (corner|edge)s", words.lower())
        assert {letters: NUMBERS[count] for count, letters in said} == dict(
            Counter("corner" if len(piece) == 3 else "edge" for piece in pieces)
        )
    else:
        assert words.endswith("so that a turn puts them all in place.")


@pytest.mark.parametrize("seed", range(2))
def test_each_step_s_reason_is_one_true_sentence_by_colour(
    serve: Serve, browser: OpenBrowser, seed: int
) -> None:
    cube = Cube.random(seed)
    page = open_page(browser(), serve(), reduced_motion="reduce")
    said = reasons(page, serve(), cube)
    stages = [stage for stage in rokumen.solve(cube).stages if stage.moves]
    assert len(said) == len(stages)
    before = cube
    for words, stage in zip(said, stages, strict=True):
        assert words.count(".") == 1
        assert words.endswith(".")
        assert ";" not in words
        assert not re.search(r"\b[URFDLB]{1,3}\b|slot|OLL|PLL", words)
        if stage.name.startswith("Cross"):
            check_a_cross(words, stage)
        elif stage.name.startswith("F2L"):
            check_a_pair(words, stage, before)
        else:
            check_the_last_layer(words, stage, before)
        before = before.apply(stage.moves)
    expect(page.locator("#why")).to_be_visible()

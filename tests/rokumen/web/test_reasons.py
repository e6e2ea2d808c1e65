"""Why each step of a solution is done: the page says it in one sentence, by colour, and true."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

import rokumen
from drawing.palette import WESTERN
from solver.core.facelets import FACELET_BY_NAME
from solver.core.geometry import SIDES
from solver.cube import Cube
from solver.engines.solution import Stage
from tests.support.browser import OpenBrowser, Serve, load, open_page

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


def check_a_cross(words: str, stage: Stage) -> None:
    colour = WESTERN[stage.name[-1]]
    assert words.startswith(f"The four {colour} edges go around the {colour} centre, each beside")


def check_a_pair(words: str, stage: Stage, before: Cube) -> None:
    named = re.findall(r"(\S+) (?:corner|edge), now at the (\S+),", words)
    assert [colours_at(before, place) for _, place in named] == [
        set(it.split("-")) for it, _ in named
    ]
    (corner, _), (edge, _) = named
    one, other = (WESTERN[letter] for letter in stage.name.split()[2])
    assert edge == f"{one}-{other}"
    assert {one, other} < set(corner.split("-"))
    assert words.endswith(f" go in together, between the {one} and the {other} centre.")


def check_the_last_layer(words: str, stage: Stage, before: Cube) -> None:
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


@pytest.mark.parametrize("seed", range(4))
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

"""A person with a cube in hand who has never solved one, and knows no letters.

They do what a page shows: their cube has the colours of the pictures, a picture is compared sticker
by sticker, and an arrow says which layer to turn and which way. Of a lesson's words they follow the
few that are in `Words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from playwright.sync_api import Locator, Page, expect

from drawing.palette import WESTERN
from solver.core.facelets import CENTRES, CORNERS, EDGES
from solver.core.geometry import FACES, SIDES
from solver.core.orientation import Orientation
from solver.cube import Cube
from solver.engines.beginner import START
from solver.engines.beginner_course import seen_facelets
from solver.notation import parse, resolve
from tests.support.browser import load
from tests.support.seen_pictures import seen_move, seen_stickers

# Stickers by their places as they are seen, each by the side whose middle has its colour.
Stickers = Mapping[int, str]

# What each place of a piece, and of a middle, has on its sides.
PLACES = (*CORNERS, *EDGES, *((centre,) for centre in CENTRES))
_MOST_TRIALS = 40  # of a step: more would go round in circles
_FRONT_RIGHT = {"top": 8, "right": 9, "front": 20}  # the stickers of the top's corner there
_ABOVE = {"R": 5, "L": 3, "F": 7}  # the sticker of the top beside each side
# How the whole cube, or its top, may be turned until a case is seen.
_WHOLE_TURNS = ((), ("y",), ("y'",), ("y2",))
_TOP_TURNS = ((), ("U",), ("U'",), ("U2",))
_DRAG = 90  # pixels up, which show a cube from below
# Of the moving picture: before the first arrow, and from each arrow to the next, in milliseconds.
_BEFORE, _EACH = 700, 1050
_HOUR = 3600.0
_SIDE_NAMES = {name: face for face, name in SIDES.items()}


@dataclass(frozen=True, slots=True)
class Hand:
    """A cube in somebody's hands, and how it is held."""

    cube: Cube
    held: Orientation

    def seen(self) -> str:
        """Return the 54 stickers as they are seen: each by the side whose middle has its colour."""
        return seen_facelets(self.cube.facelets, self.held)

    def colours(self) -> list[str]:
        """Return the colours of the 54 places as they are seen."""
        return [WESTERN[self.held.face_at(letter)] for letter in self.seen()]

    def turn(self, *moves: str) -> Self:
        """Return the cube after what arrows say."""
        made = resolve(parse(" ".join(moves)).moves(), self.held)
        return replace(self, cube=self.cube.apply(made.turns), held=made.orientation)


def solve_by_arrows(page: Page, address: str, cube: Cube) -> Hand:
    """Return a cube after a person has painted it on the page and followed all arrows."""
    hand = Hand(cube, Orientation.identity())
    load(page, address)
    page.click("#paint")
    colours = hand.colours()
    for face in FACES:
        page.click(f"#faces [data-face={face}]")
        places = range(9 * FACES.index(face), 9 * FACES.index(face) + 9)
        for colour in {colours[at] for at in places}:
            page.click(f"#palette [data-colour={colour}]")
            for at in places:
                if colours[at] == colour and at not in CENTRES:
                    page.locator("#net rect").nth(at).click()
            page.click(f"#palette [data-colour={colour}]")
    page.click("#solve-it")
    solution, picture = page.locator("#solution"), page.locator("#cube-picture")
    expect(solution).to_be_visible()
    while solution.get_attribute("data-solved") != "true":
        shown = hand.colours()
        assert all(shown[at] == colour for at, colour in seen_stickers(picture).items())
        hand = hand.turn(seen_move(picture))
        page.click("#next")
    return hand


@dataclass(frozen=True, slots=True)
class Words:
    """What a person takes from the words of a case, and of its step.

    `holds_front`: the cube is not turned as a whole; `turns_top`: the top is turned until the cube
    looks like the picture; `bare`: the side above which no white edge may be; `is_wrong`: the piece
    is held there that is not as in the picture of the step; `twists`: a corner is compared by its
    colours, in whichever order; `yellow`: where the yellow of the front right corner may be, and
    nothing else is compared, empty for no such question.
    """

    holds_front: bool
    turns_top: bool
    bare: str
    is_wrong: bool
    twists: bool
    yellow: Sequence[int]

    @classmethod
    def of(cls, aim: str, question: str, name: str, do: str) -> Self:
        """Read the words of a case."""
        bare = re.search(r"no white edge is above the (\w+) face", do)
        return cls(
            holds_front="Hold one side in front until the end" in aim,
            turns_top=re.search(r"turns? (only )?the top", f"{aim} {do}", re.IGNORECASE)
            is not None,
            bare=_SIDE_NAMES[bare[1]] if bare else "",
            is_wrong=re.search("Hold the wrong (one|edge) at the front right", do) is not None,
            twists="whichever way it is twisted" in aim,
            yellow=[at for side, at in _FRONT_RIGHT.items() if side in name.lower()]
            if "the yellow of the front right corner" in question
            else [],
        )


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case of a lesson: what its picture shows, its words, and what its moving picture turned."""

    picture: Stickers
    words: Words
    moves: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A lesson: the stickers of the cube after it, seen from above and below, and its parts."""

    name: str
    goal: Stickers
    twists: bool
    parts: Sequence[Sequence[ShownCase]]


def read_course(page: Page, address: str) -> list[ShownStep]:
    """Return what the page shows of the seven steps, one after the other."""
    page.clock.install(time=0)
    load(page, f"{address}learn")
    # From here on no time passes but what is waited for.
    page.clock.pause_at(_HOUR)
    links = page.locator("#steps a")
    steps = []
    for at in range(links.count()):
        links.nth(at).click()
        expect(links.nth(at)).to_have_attribute("aria-current", "step")
        steps.append(_read_step(page))
    return steps


def _read_step(page: Page) -> ShownStep:
    aim = page.inner_text("#aim")
    parts = []
    for question, cases in zip(
        page.locator("#parts h3").all(), page.locator("#parts ol.cases").all(), strict=True
    ):
        asked = question.inner_text()
        parts.append([_read_case(page, each, aim, asked) for each in cases.locator(".case").all()])
    goal = _seen_all_round(page, page.locator("#goal"))
    return ShownStep(page.inner_text("#name"), goal, Words.of(aim, "", "", "").twists, parts)


def _read_case(page: Page, case: Locator, aim: str, question: str) -> ShownCase:
    do = case.locator("p:not(.moves)").first.inner_text()
    picture = _named(seen_stickers(case.locator("svg")))
    words = Words.of(aim, question, case.locator("h4").inner_text(), do)
    return ShownCase(picture, words, list(_shown_turns(page, case)))


def _named(colours: Mapping[int, str]) -> Stickers:
    """Return stickers by the side whose middle has their colour, as all pictures hold the cube."""
    sides = {WESTERN[START.face_at(face)]: face for face in FACES}
    return {at: sides[colour] for at, colour in colours.items()}


def _seen_all_round(page: Page, picture: Locator) -> Stickers:
    """Return the stickers of a picture from above and, dragged, from below."""
    above = seen_stickers(picture)
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - _DRAG)
    below = seen_stickers(picture)
    page.mouse.up()
    return _named(above | below)


def _shown_turns(page: Page, case: Locator) -> Iterator[str]:
    """Yield what the arrows of a case's moving picture turn, if it has one."""
    if not case.locator("button").count():
        return
    case.locator("button").first.click()
    page.clock.run_for(_BEFORE)
    while move := seen_move(case.locator("svg")):
        yield move
        page.clock.run_for(_EACH)


def solve_by_lessons(steps: Sequence[ShownStep], cube: Cube) -> Hand:
    """Return a cube after a person has done what the lessons showed, in their order."""
    hand = Hand(cube, START)
    for step in steps:
        for part in step.parts:
            hand = _done(hand, step, part)
        assert _is_reached(hand, step), f"{step.name} is not reached: {hand.seen()}"
    return hand


def _done(hand: Hand, step: ShownStep, cases: Sequence[ShownCase]) -> Hand:
    """Return a cube after the cases of a part, until the step is reached or none is seen."""
    for _ in range(_MOST_TRIALS):
        found = None if _is_reached(hand, step) else _found(hand, step, cases)
        if found is None:
            return hand
        case, hand = found
        hand = hand.turn(*case.moves) if case.moves else hand
    raise AssertionError(f"{step.name} goes round in circles: {hand.seen()}")


def _found(
    hand: Hand, step: ShownStep, cases: Sequence[ShownCase]
) -> tuple[ShownCase, Hand] | None:
    """Return the first case that is seen, and the cube as it is held then, its top turned."""
    for case in cases:
        for top in _TOP_TURNS if case.words.turns_top else _TOP_TURNS[:1]:
            for whole in _WHOLE_TURNS[:1] if case.words.holds_front else _WHOLE_TURNS:
                held = hand.turn(*whole, *top)
                if _looks_like(held.seen(), step, case):
                    return case, held
    return None


def _looks_like(seen: str, step: ShownStep, case: ShownCase) -> bool:
    """Return whether a cube that is held so is as the picture and the words of a case say."""
    words, picture = case.words, case.picture
    if words.bare and seen[_ABOVE[words.bare]] == "D":
        return False
    if words.is_wrong:
        there = {at for at, side in picture.items() if side != step.goal.get(at, side)}
        piece = [at for place in PLACES for at in place if there & set(place)]
        return not _agree(seen, {at: step.goal[at] for at in piece if at in step.goal})
    if words.yellow and case.moves:
        return any(seen[at] == "U" for at in words.yellow)
    return _agree(seen, picture, twists=words.twists)


def _is_reached(hand: Hand, step: ShownStep) -> bool:
    """Return whether a cube is as the picture of a step, whichever side is in front."""
    return all(
        _agree(hand.turn(*whole).seen(), step.goal, twists=step.twists) for whole in _WHOLE_TURNS
    )


def _agree(seen: str, picture: Stickers, *, twists: bool = False) -> bool:
    """Return whether a picture's stickers are seen; `twists`: those of a corner in any order."""
    if not twists:
        return all(seen[at] == side for at, side in picture.items())
    alike = [
        {picture[at] for at in place if at in picture} <= {seen[at] for at in place}
        for place in PLACES
    ]
    return all(alike)

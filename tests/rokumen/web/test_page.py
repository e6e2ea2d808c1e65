"""The scanning page in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, Response, Route, expect

from drawing.palette import WESTERN
from solver.cube import Cube
from tests.support import mmays
from tests.support.browser import (
    FACE_COLOURS,
    OpenBrowser,
    Serve,
    is_elsewhere,
    load,
    new_page,
    open_page,
    problems_of,
    reload,
    scroll_width,
    shown_facelets,
)
from tests.support.photographs import PhotographedCube

MOST_LOADED = 300_000  # bytes, as they are sent


def test_a_cube_shown_to_the_webcam_is_read_and_its_solution_waits_at_the_first_turn(
    serve: Serve, browser: OpenBrowser, webcam: Path, cube: PhotographedCube
) -> None:
    address = serve()
    page = open_page(browser(webcam), address)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    # Before a camera is on it is drawn what to do, and which faces are to come.
    expect(page.locator("#begin")).to_contain_text("Press “Use this camera”", use_inner_text=True)
    expect(page.locator("#why-no-camera")).to_be_hidden()
    expect(page.locator("#six-faces li")).to_have_count(6)
    for hidden in (".picture", "#net", "#restart", "#stillness"):
        expect(page.locator(hidden)).to_be_hidden()
    page.evaluate(
        """() => {
            window.flashes = 0;
            const picture = document.querySelector(".picture");
            const count = () => (window.flashes += picture.classList.contains("flash"));
            new MutationObserver(count).observe(picture, { attributeFilter: ["class"] });
        }"""
    )
    sent: list[object] = []
    page.on("websocket", lambda each: each.on("framesent", lambda text: sent.append(text)))
    page.click("#use-browser")
    # The shutter takes a face at once, by button or key.
    page.click("#shutter")
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press(" ")
    # The first faces are those round the cube, from one to the next one to the right.
    page.wait_for_selector("#way.shown path")
    page.wait_for_selector('#count[data-taken="3"]')
    taken = page.locator("#six-faces .found")
    expect(taken.nth(2)).to_be_visible()
    names = [text.removesuffix("taken").strip() for text in taken.all_inner_texts()]
    assert set(names) <= set(WESTERN.values())
    expect(page.locator("#begin")).to_be_hidden()
    page.keyboard.press("Backspace")
    assert page.inner_text("#words")
    assert page.evaluate("window.flashes") >= 2
    assert sent.count('{"do":"take"}') == 2
    assert any(str(text).startswith('{"do":"forget"') for text in sent)
    page.wait_for_selector("#solution:not([hidden])")
    assert shown_facelets(page) == cube.facelets
    page.wait_for_timeout(1500)
    assert page.get_attribute("#solution", "data-at") == "0"
    steps = page.inner_text("#stages")
    assert re.search(r"(White|Yellow|Red|Orange|Green|Blue) cross\n", steps)
    assert re.search(r"Pair 4 of 4: [a-z]+ and [a-z]+", steps)
    assert not re.search(r"F2L|OLL|PLL|slot", steps)
    assert "white on top" in page.inner_text("#hold")
    assert "green in front" in page.inner_text("#hold")
    page.click("#why summary")
    assert page.inner_text("#note")
    assert "below" not in page.inner_text("#note")
    assert not [url for url in requests if is_elsewhere(url, address)]


def test_without_a_camera_or_a_cube_the_start_page_leads_on(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve())
    expect(page.locator("#words")).to_contain_text("Upload photographs")
    steps = page.locator("#begin li").filter(visible=True)
    expect(steps.nth(1)).to_contain_text("Press “Upload photographs”")
    expect(page.locator("#use-browser")).to_be_hidden()
    # It is as bright as the button that comes next is elsewhere.
    ground = "each => getComputedStyle(each).backgroundColor"
    bright = page.locator("#solve-it").evaluate(ground)
    assert page.locator("#upload").evaluate(ground) == bright
    assert page.locator("#paint").evaluate(ground) != bright
    # An example, and a scramble to be made or to be seen solved.
    page.click("#example")
    expect(page.locator("#words")).to_have_text("An example cube: press “Solve it”")
    page.click("#solve-it")
    expect(page.locator("#turn-order")).to_contain_text("Turn the")
    page.go_back()
    page.go_back()
    page.click("#scramble")
    expect(page.locator("#typed")).to_have_value(re.compile(r"^([URFDLB][2']? ?){15,}$"))
    expect(page.locator("#typed-words")).to_contain_text("Turn a solved cube so")
    assert page.evaluate("typed.scrollHeight <= typed.clientHeight")
    page.click("#typing button")
    expect(page.locator("#turn-order")).to_contain_text("Turn the")


def test_a_typed_scramble_is_solved_turn_by_turn(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve())
    problems = problems_of(page, serve())
    page.fill("#typed", "R U2 F' L D2 B")
    page.press("#typed", "Enter")
    page.wait_for_selector("#solution:not([hidden])")
    section, order = page.locator("#solution"), page.locator("#turn-order")
    first = page.inner_text("#letter")
    assert first in {face + amount for face in "URFDLB" for amount in ("", "2", "'")}
    expect(order).to_contain_text("Turn the")
    assert page.locator("#cube-picture .arrow").count() >= 1
    assert page.locator(".face-name").all_text_contents() == ["back", "left", "bottom"]
    # The letters of the stickers are mirrored on no face, the hidden ones included.
    sides = page.locator("#cube-picture .mark").evaluate_all(
        "all => all.map(each => each.transform.baseVal.consolidate().matrix)"
        ".map(({ a, b, c, d }) => a * d - b * c)"
    )
    assert len(sides) == 54
    assert min(sides) > 0
    page.locator("body").click(position={"x": 5, "y": 5})
    for key, at in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        page.keyboard.press(key)
        expect(section).to_have_attribute("data-at", at)
    # The bar of the turns that are done goes to any of them, and its keys are those of the page.
    bar = page.locator("#turns-done")
    bar.fill("3")
    expect(section).to_have_attribute("data-at", "3")
    for key, at in (("ArrowLeft", "2"), ("Enter", "3"), ("Home", "0")):
        bar.press(key)
        expect(section).to_have_attribute("data-at", at)
    expect(bar).to_have_attribute("aria-valuetext", page.inner_text("#turns"))
    # A turn that is shown is not made.
    page.click("#play")
    expect(page.locator("#cube-picture .arrow")).to_have_count(0)
    expect(page.locator("#cube-picture .arrow").first).to_be_visible()
    assert page.get_attribute("#solution", "data-at") == "0"
    # A reload keeps the cube and the turn, and the browser's Back button leaves the solution.
    page.click("#next")
    expect(section).to_have_attribute("data-at", "1")
    page.reload()
    expect(section).to_have_attribute("data-at", "1")
    page.fill("#speed", "3")
    page.check("#loop")
    page.wait_for_selector('#solution[data-at="2"]')
    page.uncheck("#loop")
    expect(section).to_have_attribute("data-at", "0")
    page.keyboard.press("End")
    expect(section).to_have_attribute("data-solved", "true")
    expect(order).to_contain_text("Solved in")
    page.go_back()
    expect(page.locator("#typed")).to_be_visible()
    expect(page.locator("#palette")).to_be_hidden()
    assert problems == []


def test_a_cube_that_looks_different_keeps_its_place(serve: Serve, browser: OpenBrowser) -> None:
    scramble = Cube.solved().apply("R U2 F' L D2 B")
    page = open_page(browser(), f"{serve()}?view=solve&cube={scramble.facelets}&at=1")
    # It is compared as it should be now; then it is so, a turn further, or elsewhere.
    first, second = page.inner_text("#stages .moves").split()[:2]
    after_one = scramble.apply(first)
    page.click("#different")
    expect(page.locator("#words")).to_have_text("Is this your cube after 1 turn?")
    assert shown_facelets(page) == after_one.facelets
    expect(page.locator("#solve-it")).to_have_text("Go on with turn 2")
    page.click("#solve-it")
    expect(page.locator("#solution")).to_have_attribute("data-at", "1")
    page.click("#different")
    paint(page, after_one.facelets, after_one.apply(second).facelets)
    expect(page.locator("#solve-it")).to_have_text("Go on with turn 3")
    page.click("#solve-it")
    expect(page.locator("#solution")).to_have_attribute("data-at", "2")
    page.click("#back")
    page.click("#different")
    paint(page, after_one.facelets, after_one.apply("U L D").facelets)
    expect(page.locator("#solve-it")).to_have_text("Solve it")
    page.go_back()
    expect(page.locator("#solution")).to_have_attribute("data-at", "1")


def paint(page: Page, before: str, after: str) -> None:
    """Paint what is different, by the keys, on a net that is checked."""
    colours = {face: colour[0] for face, colour in FACE_COLOURS.items()}
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if new != old:
            page.locator("#net rect").nth(index).press(colours[new])


def test_a_pasted_list_of_several_lines_is_solved_and_its_numbers_are_shown(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve())
    expect(page.locator("#numbers")).to_be_hidden()
    faces = [mmays.RIGHT_COLOURS[i : i + 8] for i in range(0, 48, 8)]
    page.fill("#typed", "{" + ",\n".join(", ".join(face) for face in faces) + "}")
    page.click("#typing button")
    page.wait_for_selector("#solution:not([hidden])")
    expect(page.locator("#number-lines")).to_be_hidden()
    page.click("#numbers summary")
    shown = page.inner_text("#number-lines").split()
    numbers = [int(word) for word in shown if word not in "ULFRBD"]
    assert tuple(numbers) == mmays.RIGHT_NUMBERS
    page.go_back()
    page.fill("#typed", "R Q")
    page.press("#typed", "Enter")
    expect(page.locator("#typed-error")).to_contain_text("'Q' is not a move")
    expect(page.locator("#numbers")).to_be_hidden()
    # What is wrong with a cube that cannot be is said once, beside its net.
    solved = Cube.solved().facelets
    page.fill("#typed", f"R{solved[1:9]}U{solved[10:]}")
    page.press("#typed", "Enter")
    expect(page.locator("#findings-heading")).to_have_text("This cannot be")
    expect(page.locator(".error:not(:empty)")).to_have_count(0)


def test_what_is_wrong_stands_beside_what_was_typed_and_goes_with_the_next_step(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve(), 390, 844)
    words = page.locator("#typed-error")
    page.fill("#typed", "R U Q")
    page.press("#typed", "Enter")
    expect(words).to_contain_text("'Q' is not a move")
    expect(words).to_be_in_viewport()
    expect(page.locator("#typed")).to_have_attribute("aria-invalid", "true")
    page.fill("#typed", "")
    expect(words).to_be_empty()
    page.press("#typed", "Enter")
    expect(words).not_to_be_empty()
    page.click("#paint")
    expect(page.locator("#words")).to_have_text("Paint your cube")
    expect(page.locator(".error:not(:empty)")).to_have_count(0)
    page.go_back()
    expect(page.locator("#typed")).to_be_visible()
    expect(page.locator(".error:not(:empty)")).to_have_count(0)


SOLVED = Cube.solved().facelets
R_MADE = Cube.solved().apply("R").facelets


# Query, what is said of it, and what is shown then.
WRONG_ADDRESSES = (
    ("?view=solve&cube=UUU", "The address holds no cube", "#typing"),
    (f"?view=solve&cube=-{SOLVED[1:]}", "54 letters of U R F D L B.", "#typing"),
    (f"?view=check&cube={SOLVED[1:]}", "or - for an empty sticker", "#typing"),
    ("?view=check", "The address holds no cube", "#typing"),
    (f"?view=check&cube={R_MADE}&doubtful=3.99", "doubtful=3.99", "#findings"),
    (f"?cube={R_MADE}&colours=white,white", "not six different colours", "#solution"),
    (f"?view=fly&cube={SOLVED}", "view=fly", "#typing"),
    (f"?cube={R_MADE}&at=one", "at=one is no number of turns", "#solution"),
)


def expect_said(page: Page, address: str, query: str, words: str, shown: str) -> None:
    load(page, address + query)
    expect(page.locator("#error")).to_contain_text(words)
    expect(page.locator("#error")).to_be_in_viewport()
    expect(page.locator(shown)).to_be_visible()


def test_what_is_wrong_with_an_address_is_said(serve: Serve, browser: OpenBrowser) -> None:
    page = new_page(browser(), 390, 844)
    for case in WRONG_ADDRESSES:
        expect_said(page, serve(), *case)


def test_what_is_wrong_with_an_address_is_not_what_back_leads_to_nor_said_again(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = new_page(browser(), 390, 844)
    page.goto(f"{serve()}learn")
    expect_said(page, serve(), *WRONG_ADDRESSES[-1])
    assert "one" not in page.url
    reload(page)
    expect(page.locator(".error:not(:empty)")).to_have_count(0)
    page.go_back()
    expect(page.locator("#lesson")).to_be_visible()


def test_each_step_has_an_address_and_back_and_forward_lead_through_them(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), f"{serve()}?cube={R_MADE}")
    solution = page.locator("#solution")
    expect(solution).to_have_attribute("data-at", "0")
    page.click("#next")
    expect(page.locator("#turn-order")).to_have_text("Solved in 1 turns")
    assert page.url.endswith(f"?view=solve&cube={R_MADE}&at=1")
    page.click("#different")
    expect(page.locator("#solve-it")).to_have_text("Go on")
    assert f"view=check&cube={SOLVED}" in page.url
    page.go_back()
    expect(solution).to_be_visible()
    expect(solution).to_have_attribute("data-at", "1")
    # A solution that comes after another step was taken is not shown.
    page.go_forward()
    expect(page.locator("#solve-it")).to_be_enabled()
    held: list[Route] = []
    page.route("**/api/solve", lambda route: held.append(route))
    with page.expect_request("**/api/solve"):
        page.go_back()
    page.go_forward()
    expect(page.locator("#solve-it")).to_be_enabled()
    with page.expect_response("**/api/solve"):
        held[0].continue_()
    page.unroute("**/api/solve")
    page.wait_for_timeout(300)
    expect(solution).to_be_hidden()
    assert shown_facelets(page) == SOLVED
    reload(page)
    assert shown_facelets(page) == SOLVED


def test_a_camera_that_is_gone_is_reported(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve())
    # As where it was unplugged after the page was opened.
    page.evaluate("document.body.dataset.cameras = 'own'")
    page.click("#use-browser")
    words = page.locator("#words")
    expect(words).to_contain_text("camera", ignore_case=True)
    expect(words).not_to_contain_text("Show a cube")
    check_the_words_of_a_doubtful_cube(page)


def check_the_words_of_a_doubtful_cube(page: Page) -> None:
    advice = "show the blue face again: row 1 column 1 is covered. Keep fingers off it."

    def words(faults: list[str], doubtful: int, advice: str = advice) -> dict[str, str]:
        said = page.evaluate(
            """async ([faults, ambiguous, advice]) => {
                const { readingWords } = await import("/scan/reading-words.js");
                return readingWords({ faults, ambiguous }, advice, "Or paint it.");
            }""",
            [faults, list(range(doubtful)), advice],
        )
        return {str(key): str(text) for key, text in said.items()}

    few = words(["the corner at UFL is twisted"], 8)
    assert few["order"] == "Show the blue face again"
    assert few["why"].startswith("Row 1 column 1 is covered. Keep fingers off it. Or paint it.")
    assert few["why"].endswith("As seen, the corner at top-front-left is twisted.")
    unended = words([], 1, "Show it again: or add --scheme WOGYRB")
    assert unended["why"] == "Or add --scheme WOGYRB. Or paint it."
    missing = [f"the piece {n} is missing" for n in range(9)]
    glare = words(missing, 1)
    assert glare["order"] == few["order"]
    assert "is missing" not in glare["why"]
    many = words(missing, 8)
    assert many["order"] == (
        "These faces do not fit one cube: start over, or show the blue face again"
    )
    assert "is missing" not in many["why"]


def test_a_wrong_token_is_rejected(serve: Serve, browser: OpenBrowser) -> None:
    printed = urlsplit(serve("--host=0.0.0.0", "--token=open-sesame-12"))
    address = f"http://127.0.0.1:{printed.port}/?{printed.query}"
    page = new_page(browser())
    refused = page.goto(address.replace("open-sesame", "simsalabim"))
    assert refused is not None
    assert refused.status == 401
    assert "Access denied: open the address that rokumen serve printed" in page.inner_text("body")
    # Readable on a phone, and the token may be typed.
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("p").first.evaluate("p => parseFloat(getComputedStyle(p).fontSize)") >= 16
    page.get_by_label("type the token").fill("open-sesame-12")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("nav")).to_be_visible()
    assert "token" not in page.url
    load(page, address)
    assert "token" not in page.url


@pytest.mark.thorough
def test_the_printed_address_opens_the_pages_and_their_links(
    serve: Serve, browser: OpenBrowser
) -> None:
    printed = serve("--token=open-sesame-12")
    page = open_page(browser(), printed)
    assert "token" not in page.url
    for link in ("robot.html", "learn", "puzzles.html"):
        load(page, urljoin(printed, link))
    # What the page loads, and its WebSocket.
    load(page, urljoin(printed, "/"))
    page.fill("#typed", "R U F")
    page.press("#typed", "Enter")
    expect(page.locator("#solution")).to_be_visible()
    reload(page)
    stranger = new_page(browser()).goto(page.url)
    assert stranger is not None
    assert stranger.status == 401


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(serve: Serve, browser: OpenBrowser, width: int) -> None:
    page = open_page(browser(), serve(), width, 844)
    page.fill("#typed", "R U2 F' L D2 B")
    page.press("#typed", "Enter")
    page.wait_for_selector("#solution:not([hidden])")
    assert scroll_width(page) <= width


# A voice of the device, and one that would send the words elsewhere.
VOICES = """
    window.said = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    const voices = [{ lang: "en-US", localService: false }, { lang: "en-GB", localService: true }];
    speechSynthesis.getVoices = () => voices.slice(0, window.ownVoice ? 2 : 1);
    speechSynthesis.speak = ({ text, voice }) => window.said.push([text, voice.lang]);
"""


def test_a_turn_is_said_aloud_by_a_voice_of_the_device_only(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = new_page(browser())
    page.add_init_script(VOICES)
    # One turn from solved, which R' undoes.
    load(page, f"{serve()}?view=solve&cube={Cube.solved().apply('R').facelets}")
    page.check("#speak")
    expect(page.locator("#speech-words")).to_contain_text("no voice of its own")
    page.evaluate("() => { window.ownVoice = true; }")
    page.uncheck("#speak")
    page.check("#speak")
    expect(page.locator("#speech-words")).to_be_hidden()
    assert page.evaluate("window.said") == [[page.inner_text("#turn-order"), "en-GB"]]


def test_the_first_load_of_a_solution_is_small(serve: Serve, browser: OpenBrowser) -> None:
    page = new_page(browser())
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    load(page, f"{serve()}?view=solve&cube={Cube.solved().facelets}")
    page.wait_for_load_state("networkidle")
    assert len(answers) > 8
    sizes = [answer.request.sizes() for answer in answers if answer.url.startswith("http")]
    assert sum(each["responseBodySize"] for each in sizes) < MOST_LOADED


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--host=nowhere.invalid",), "cannot listen on nowhere.invalid"),
        (("--profile=attic",), "no profile 'attic'"),
    ],
)
def test_bad_options_are_reported(
    rokumen: Callable[..., object], options: tuple[str, ...], words: str
) -> None:
    from tests.support.command_line import CommandResult

    result = rokumen("serve", *options)
    assert isinstance(result, CommandResult)
    assert result.status == 2
    assert words in result.err

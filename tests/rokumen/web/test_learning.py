"""The page Learn: its pictures are true, and in a browser its cases are shown and timed."""

from __future__ import annotations

import random
import re
import time
from fractions import Fraction
from math import floor, inf

import pytest
from playwright.sync_api import Page, Response, expect

from solver.core.turn import parse_turns
from solver.cube import Cube
from solver.engines.beginner_course import load_course
from solver.notation import parse, resolve
from tests.support.axe import findings
from tests.support.browser import (
    OpenBrowser,
    Serve,
    load,
    new_page,
    open_page,
    problems_of,
    reload,
    scroll_width,
)
from tests.support.page_client import page_client

SOLVED = "".join(face * 9 for face in "URFDLB")


def answer(path: str) -> dict[str, object]:
    return dict(page_client().get(path).json())


def cases(document: object) -> list[dict[str, object]]:
    """Return every object with a setup in a JSON document."""
    if isinstance(document, list):
        return [case for each in document for case in cases(each)]
    if not isinstance(document, dict):
        return []
    return [document] if "setup" in document else cases(list(document.values()))


def test_every_picture_shows_the_cube_that_its_setup_makes() -> None:
    found = cases(answer("/api/course"))
    assert len(found) == sum(len(step.cases) for step in load_course().steps)
    for case in found:
        # A picture of something to be turned first cannot be set up as it is.
        if not case["setup"] or not case["moves"]:
            continue
        turns = resolve(parse(" ".join(case["setup"])).moves()).turns  # type: ignore[arg-type]
        made = Cube.solved().apply(turns).facelets
        picture = str(case["picture"])
        if case["id"] == "corners-one":
            # The corner is in its place, twisted in any way: its facelets U9, R1 and F3.
            assert {picture[at] for at in (8, 9, 20)} == {made[at] for at in (8, 9, 20)}
            picture = picture[:8] + "--" + picture[10:20] + "-" + picture[21:]
        for shown, letter in zip(picture, made, strict=True):
            assert shown in ("-", letter), case["id"]


@pytest.mark.parametrize(("step", "count"), [("cross", 23), ("f2l", 95), ("oll", 57), ("pll", 21)])
def test_the_cases_of_lbl_are_solved_from_their_setups(step: str, count: int) -> None:
    found = cases(answer(f"/api/course/{step}"))
    # 24 places of an edge, 96 of a pair, 58 and 22 patterns, each with the solved one.
    assert len(found) == count
    for case in found:
        setup, moves = (parse_turns(" ".join(case[key])) for key in ("setup", "moves"))  # type: ignore[arg-type]
        cube = Cube.solved().apply(setup)
        assert cube.apply(moves).is_solved()
        for shown, letter in zip(str(case["picture"]), cube.facelets, strict=True):
            if not (step == "oll" and shown != "U"):
                assert shown in ("-", letter), case["id"]


def test_the_cases_of_oll_whose_edges_are_a_cross_come_first() -> None:
    pictures = [str(case["picture"]) for case in cases(answer("/api/course/oll"))]
    crosses = [all(picture[at] == "U" for at in (1, 3, 5, 7)) for picture in pictures]
    # Of the 57, 7 have a cross and 8 no edge.
    assert crosses == [True] * 7 + [False] * 50
    assert all("U" not in (picture[1], picture[3], picture[5]) for picture in pictures[-8:])


def test_an_unknown_step_is_an_error_that_names_the_others() -> None:
    assert answer("/api/course/zbll") == {
        "error": "there is no step 'zbll'; ask for cross, f2l, oll, pll"
    }


@pytest.fixture
def phone(serve: Serve, browser: OpenBrowser) -> Page:
    return new_page(browser(), 390, 844, has_touch=True, is_mobile=True)


def test_the_course_is_shown_on_a_phone_without_other_hosts(phone: Page, serve: Serve) -> None:
    problems = problems_of(phone, serve())
    loaded: list[Response] = []
    phone.on("response", lambda response: loaded.append(response))
    load(phone, f"{serve()}learn")
    assert sum(len(each.body()) for each in loaded) < 300_000
    mean = load_course().mean_turns
    expect(phone.locator("#course-words")).to_contain_text(f"{mean} turns in the mean")
    for number, step in enumerate(load_course().steps, start=1):
        phone.locator("#steps a").nth(number - 1).click()
        expect(phone.locator("#name")).to_have_text(step.name)
        assert phone.locator("#parts .case").count() == len(step.cases)
        assert phone.locator("#lesson").evaluate("each => each.offsetHeight") < 3 * 844
        assert scroll_width(phone) == 390
    # The trainer is below the lesson, and a button leads there.
    phone.click("#practise")
    expect(phone.locator("#ready")).to_be_in_viewport()
    expect(phone.locator("#practise")).to_be_hidden()
    assert phone.locator("#ready").inner_text() == "Ready: hold here"
    phone.click("#next a[href='#oll']")
    phone.wait_for_selector("body[data-shown=oll]")
    assert scroll_width(phone) == 390
    assert problems == []


def test_the_letters_come_first_on_cubes_that_turn(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), f"{serve()}learn", 390, 844, reduced_motion="reduce")
    expect(page.locator("#name")).to_have_text("The letters")
    letters = page.locator("#letter-list b").all_inner_texts()
    assert letters == [each.move for each in load_course().letters]
    assert {"R", "R'", "R2", "U", "U'", "F", "F'"} <= set(letters)
    page.click("#letter-list button >> nth=1")
    page.wait_for_selector(f'#letter-list li:nth-child(2)[data-after="{SOLVED}"]')
    assert scroll_width(page) == 390
    # Single turns are practised by arrows, here and in the first step.
    page.click("#on-screen")
    expect(page.locator("#practice-keys button svg .arrow")).not_to_have_count(0)
    page.click("#practice-keys button >> text=R >> nth=0")
    expect(page.locator("#practice-words")).to_have_text("✓ Done: 1 turn, no mistakes.")
    page.click("#known")
    load(page, f"{serve()}learn")
    expect(page.locator("#name")).to_have_text("White cross")
    for step, pictures in ((1, 12), (2, 0)):
        page.click(f"#steps a >> nth={step - 1}")
        page.wait_for_selector(f"body[data-shown=step-{step}]")
        page.click("#on-screen")
        expect(page.locator("#practice-keys button svg")).to_have_count(pictures)


def test_a_case_that_is_practised_has_an_address(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), f"{serve()}learn#step-4", reduced_motion="reduce")
    chosen, shown = page.locator("#case option:checked"), page.locator("#name")
    step, first = shown.inner_text(), chosen.inner_text()
    page.select_option("#case", index=1)
    second, setup = chosen.inner_text(), page.inner_text("#setup")
    assert second != first
    address = page.url
    assert "#step-4/" in address
    reload(page)
    assert (chosen.inner_text(), page.inner_text("#setup")) == (second, setup)
    page.click("#next a[href='#oll']")
    page.wait_for_selector("body[data-shown=oll]")
    page.go_back()
    page.wait_for_selector("body[data-shown=step-4]")
    assert chosen.inner_text() == second
    # The link to the content leaves what is shown.
    page.evaluate("location.hash = 'main'")
    expect(shown).to_have_text(step)
    error = page.locator("#error")
    for wrong, words in (("step-99", "no step “step-99”"), ("step-4/no%", "no case “no%”")):
        load(page, f"{serve()}learn")
        page.evaluate("wrong => { location.hash = wrong; }", wrong)
        expect(error).to_contain_text(words)
        expect(error).to_be_in_viewport()
    page.click("#steps a >> nth=0")
    expect(error).to_be_empty()


@pytest.mark.thorough
def test_a_case_is_shown_and_timed(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), f"{serve()}learn#step-2", reduced_motion="reduce")
    page.click("text=Show me >> nth=0")
    page.wait_for_selector(f'.case[data-after="{SOLVED}"]')
    expect(page.locator("#setup")).to_have_text("U R U' R'")
    for number in range(1, 6):
        page.locator("h2#name").click()
        page.keyboard.down(" ")
        expect(page.locator("#ready")).to_have_class(re.compile("armed"))
        page.keyboard.up(" ")
        expect(page.locator("#cover")).to_be_visible()
        page.keyboard.press("a")
        expect(page.locator("#tries")).to_have_text(str(number))
    expect(page.locator("#verdict")).to_contain_text("learnt")
    expect(page.locator("#words")).to_contain_text("1 of 7 steps learnt")
    practise_on_the_screen(page)
    # With the pointer, and the times are there after a reload.
    reload(page)
    page.locator("#ready").click()
    expect(page.locator("#cover")).to_be_visible()
    page.mouse.down()
    expect(page.locator("#tries")).to_have_text("6")
    page.mouse.up()
    remove_the_slowest(page)
    page.click("#forget")
    expect(page.locator("#tries")).to_have_text("0")
    expect(page.locator("#words")).to_contain_text("0 of 7 steps learnt")
    page.click("text=Bring my times back")
    expect(page.locator("#tries")).to_have_text("5")
    expect(page.locator("#words")).to_contain_text("1 of 7 steps learnt")
    page.click("#forget")
    expect(page.locator("#each-time")).to_be_hidden()
    expect(page.locator("#words")).to_contain_text("0 of 7 steps learnt")
    page.evaluate("window.print = () => {}")
    page.click("#print")
    page.emulate_media(media="print")
    expect(page.locator("#sheet li")).to_have_count(sum(len(s.cases) for s in load_course().steps))
    expect(page.locator("#main")).to_be_hidden()


def test_looking_is_timed_apart_from_turning(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), f"{serve()}learn#step-2", reduced_motion="reduce")
    expect(page.locator("#looking-figure")).to_be_hidden()
    page.check("#looks")
    for number in range(1, 6):
        page.locator("#ready").click()
        expect(page.locator("#to-turn")).to_be_visible()
        page.wait_for_timeout(200)
        page.keyboard.press("a")
        expect(page.locator("#to-stop")).to_be_visible()
        page.keyboard.press("a")
        expect(page.locator("#tries")).to_have_text(str(number))
    words = page.inner_text("#verdict")
    looked, turned = (float(each) for each in re.findall(r"[\d.]+(?= looking| turning)", words))
    assert looked >= 0.2
    assert looked + turned == pytest.approx(float(page.inner_text("#time")))
    # All of it counts for the goal, and both are there after a reload.
    expect(page.locator("#words")).to_contain_text("1 of 7 steps learnt")
    reload(page)
    assert float(page.inner_text("#looking")) >= 0.2
    page.click("#each-time summary")
    expect(page.locator("#time-list li").first).to_contain_text(f"{looked:.2f} looking")
    # Without it the first press stops the time.
    page.locator("#ready").click()
    expect(page.locator("#to-stop")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("#tries")).to_have_text("6")
    expect(page.locator("#time-list li").first).not_to_contain_text("looking")


def remove_the_slowest(page: Page) -> None:
    """Make the newest time one of 59 s, as if nobody had stopped it, and remove it."""
    page.evaluate("""() => {
        const values = JSON.parse(localStorage.getItem("rokumen-learn"));
        Object.values(values.times)[0][5] = 59;
        localStorage.setItem("rokumen-learn", JSON.stringify(values));
    }""")
    reload(page)
    page.click("#each-time summary")
    rows = page.locator("#time-list li")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("59.00")
    page.click("#time-list button >> nth=0")
    expect(rows).to_have_count(5)
    expect(page.locator("#time-list")).not_to_contain_text("59.00")
    expect(page.locator("#tries")).to_have_text("5")
    expect(page.locator("#words")).to_contain_text("1 of 7 steps learnt")


def practise_on_the_screen(page: Page) -> None:
    """Make the right trigger on the cube of the screen, after its first turns were shown slowly."""
    practice, words = page.locator("#practice"), page.locator("#practice-words")
    page.click("#slowly")
    expect(words).to_have_text("1 of 4: Turn the right face up.")
    begun = time.monotonic()
    expect(words).to_have_text("2 of 4: Turn the top face to the left.")
    # Show me takes 0.6 s for a quarter turn.
    assert time.monotonic() - begun > 2
    assert page.locator("#practice-moves b").all_inner_texts() == ["R", "U", "R'", "U'"]
    page.click("#on-screen")
    assert page.locator("#practice-moves b").all_inner_texts() == ["·"] * 4
    page.click("#practice-keys >> text=R >> nth=0")
    expect(words).to_have_text("✓ R. 3 more.")
    # A wrong turn is not made; after the second one the right one is told.
    page.keyboard.press("f")
    expect(words).to_have_text("✗ Not F. Try again.")
    page.keyboard.press("Shift+U")
    expect(words).to_have_text("✗ Not U'. Next is U: Turn the top face to the left.")
    expect(practice).to_have_attribute("data-at", "1")
    for key in ("u", "Shift+R", "Shift+U"):
        page.keyboard.press(key)
    expect(words).to_have_text("✓ Done: 4 turns, 2 mistakes.")
    expect(practice).to_have_attribute("data-facelets", SOLVED)
    page.click("#close")
    expect(practice).to_be_hidden()


def add_moves(page: Page, moves: str) -> None:
    page.fill("#new-algorithm", moves)
    page.press("#new-algorithm", "Enter")


def test_own_moves_are_checked_against_their_case_practised_and_exported(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = new_page(browser(), 390, 844, reduced_motion="reduce")
    problems = problems_of(page, serve())
    load(page, f"{serve()}learn#pll")
    page.select_option("#case", label="T")
    page.click("#own-algorithms summary")
    error, chosen = page.locator("#algorithm-error"), page.locator("#algorithm option:checked")
    first = chosen.inner_text()
    for wrong, words in (
        ("", "Write its moves"),
        ("Q2 R", "“Q2” is no move"),
        ("U " * 61, "These are 61 moves: 60 at most"),
        ("R U R' U'", "These moves do not solve “T”."),
    ):
        add_moves(page, wrong)
        expect(error).to_contain_text(words)
        assert chosen.inner_text() == first
    assert findings(page) == []
    # The usual one, for which the cube is held from another side than the case is shown.
    add_moves(page, "(R U R' U') (R' F R2 U' R' U' R U R' F')")
    own = "y' R U R' U' R' F R2 U' R' U' R U R' F'"
    expect(chosen).to_have_text(own)
    expect(error).to_be_empty()
    reload(page)
    page.select_option("#case", label="T")
    expect(chosen).to_have_text(own)
    cube = Cube.solved().apply(resolve(parse(page.inner_text("#setup")).moves()).turns)
    assert cube.apply(resolve(parse(own).moves()).turns).is_solved()
    page.click("#on-screen")
    expect(page.locator("#practice-words")).to_contain_text("T: 15 turns")
    page.click("#own-algorithms summary")
    with page.expect_download() as download:
        page.click("#export-algorithms")
    assert download.value.path().read_text(encoding="utf-8").endswith(f"\t{own}\n")
    page.click("#remove-algorithm")
    expect(page.locator("#algorithm option")).to_have_count(1)
    assert chosen.inner_text() == first
    assert problems == []


def choose_key(page: Page, name: str, key: str) -> None:
    page.click(f"#key-list [data-name={name}]")
    expect(page.locator(f"#key-list [data-name={name}]")).to_have_text("Press a key")
    page.keyboard.press(key)


def test_keys_are_chosen_kept_and_refused_where_they_are_taken(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = new_page(browser(), reduced_motion="reduce")
    problems = problems_of(page, serve())
    load(page, f"{serve()}learn#step-2")
    page.click("#keys summary")
    error, own = page.locator("#key-error"), page.locator("#key-list button")
    usual = own.all_inner_texts()
    assert len(usual) == len(set(usual)) == 15
    for key, words in (
        ("u", "“u” is the key of “U: top face”"),
        (" ", "“space” is the key of “hold and let go: the time”"),
        ("Enter", "“Enter” presses buttons"),
        ("Control+j", "“j” is the browser’s"),
    ):
        choose_key(page, "R", key)
        expect(error).to_contain_text(words)
        page.keyboard.press("Escape")
        expect(error).to_be_empty()
    assert own.all_inner_texts() == usual
    for name, key in (("R", "j"), ("timer", "t"), ("next", "ArrowDown"), ("again", "7")):
        choose_key(page, name, key)
        expect(page.locator(f"#key-list [data-name={name}]")).to_have_text(key)
    assert findings(page) == []
    reload(page)
    expect(page.locator("#ready kbd")).to_have_text("t")
    # The turns, and the case once more; the old key does nothing.
    page.click("#on-screen")
    practice = page.locator("#practice")
    page.keyboard.press("r")
    expect(page.locator("#practice-words")).to_contain_text("Which one is the first?")
    for at, key in enumerate(("j", "u", "Shift+J"), start=1):
        page.keyboard.press(key)
        expect(practice).to_have_attribute("data-at", str(at))
    page.keyboard.press("7")
    expect(practice).to_have_attribute("data-at", "0")
    # The next case, and its time.
    page.keyboard.press("ArrowDown")
    expect(page.locator("#case option:checked")).to_have_text("White to the left")
    assert page.url.endswith("/corner-left")
    page.locator("h2#name").click()
    page.keyboard.press(" ")
    expect(page.locator("#cover")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.locator("#cover")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator("#tries")).to_have_text("1")
    page.click("#keys summary")
    page.click("#usual-keys")
    assert own.all_inner_texts() == usual
    expect(page.locator("#usual-keys")).to_be_disabled()
    expect(page.locator("#ready kbd")).to_have_text("space")
    assert problems == []


def drawn_sessions() -> list[list[dict[str, object]]]:
    """Return 1,000 sessions of solves, a tenth of them DNF and a tenth with +2."""
    drawn = random.Random(50)
    return [
        [
            {
                "milliseconds": drawn.randrange(4_000, 70_000),
                "penalty": drawn.choice(["", "", "", "", "", "", "", "", "+2", "DNF"]),
            }
            for _ in range(drawn.randrange(1, 30))
        ]
        for _ in range(1_000)
    ]


def averages_by_the_rules(solves: list[dict[str, object]], count: int) -> list[float]:
    """Return the averages of each `count` solves in a row, in hundredths; infinity is DNF."""
    hundredths = [
        inf
        if solve["penalty"] == "DNF"
        else (int(str(solve["milliseconds"])) + 2000 * (solve["penalty"] == "+2")) // 10
        for solve in solves
    ]
    found = []
    for end in range(count, len(solves) + 1):
        middle = hundredths[end - count : end]
        middle.remove(min(middle))
        middle.remove(max(middle))
        if inf in middle:
            found.append(inf)
        else:
            exact = Fraction(sum(int(each) for each in middle), len(middle))
            found.append(floor(exact + Fraction(1, 2)))
    return found


def test_averages_of_1000_sessions_are_those_of_the_rules(
    serve: Serve, browser: OpenBrowser
) -> None:
    sessions = drawn_sessions()
    page = open_page(browser(), f"{serve()}learn")
    found = page.evaluate(
        """async (sessions) => {
            const { averages, resultOf } = await import("/learn/averages.js");
            const of = (solves) => [5, 12].map((count) => averages(solves.map(resultOf), count));
            return sessions.map(of);
        }""",
        sessions,
    )
    expected = [[averages_by_the_rules(each, count) for count in (5, 12)] for each in sessions]
    assert sum(inf in averages for each in expected for averages in each) > 500
    assert found == expected


def kept_solves(page: Page) -> list[dict[str, object]]:
    return list(page.evaluate("JSON.parse(localStorage.getItem('rokumen-timer')).solves"))


def test_a_solve_is_timed_after_an_inspection(serve: Serve, browser: OpenBrowser) -> None:
    page = new_page(browser())
    problems = problems_of(page, serve())
    page.clock.install()
    load(page, f"{serve()}learn")
    page.click("#timer summary")
    expect(page.locator("#scramble")).to_have_text(re.compile(r"^([URFDLB][2']? ?){15,20}$"))
    # The seconds of the inspection: in time, two seconds more, or everything. The clock goes on
    # meanwhile, so that they are exact only to a second.
    inspections = ((12, ""), (15.2, "+2"), (18, "DNF"), (3, ""), (3, ""))
    for number, (inspected, penalty) in enumerate(inspections, start=1):
        page.keyboard.press(" ")
        expect(page.locator("#to-start")).to_be_visible()
        page.clock.run_for(int(1000 * inspected))
        page.keyboard.press(" ")
        expect(page.locator("#to-stop")).to_be_visible()
        page.clock.run_for(10_000 + 100 * number)
        page.keyboard.press("a")
        expect(page.locator("#cover")).to_be_hidden()
        expect(page.locator("#solves li")).to_have_count(number)
        assert kept_solves(page)[-1]["penalty"] == penalty
    rows = page.locator("#averages tr")
    (average,) = averages_by_the_rules(kept_solves(page), 5)
    expect(rows.nth(1)).to_have_text(f"Average of 5{average / 100:.2f}{average / 100:.2f}")
    # A second DNF makes the average one too, and the best stays a time.
    page.click("#solves li >> nth=0 >> text=DNF")
    expect(rows.nth(1)).to_have_text("Average of 5DNFDNF")
    expect(page.locator("#solve-time")).to_have_text("DNF")
    reload(page)
    page.click("#timer summary")
    expect(rows.nth(1)).to_have_text("Average of 5DNFDNF")
    page.click("#solves li >> nth=0 >> text=Remove")
    expect(page.locator("#solves li")).to_have_count(4)
    page.click("text=New session")
    expect(page.locator("#solves li")).to_have_count(0)
    page.click("text=Bring the session back")
    expect(page.locator("#solves li")).to_have_count(4)
    assert findings(page) == []
    assert problems == []

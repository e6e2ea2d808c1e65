"""The robot's page in a browser: a demo run, its stop, and the keyboard."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from robot.execution.events import CommandStarted
from robot.execution.journal import read_journal
from robot.planning.motion_plan import home_state
from robot.planning.planner import plan_turns
from robot.rigs.registry import load_rig
from rokumen.web.event_encoding import encode_event, sides_of
from solver.core.cube import Cube
from solver.core.geometry import FACELET_INDEX, FACELETS, FRAMES, Facelet, Vector
from solver.core.orientation import Orientation
from solver.core.turn import parse_turns
from tests.support.browser import OpenBrowser, Serve

TIMEOUT_MILLISECONDS = 90_000
DEMO = ("--demo", "--seed=1", "--jam=0.1", "--pace=60")
MID_RUN = re.compile(r"Command [2-9]\d of 1?\d\d:")


def open_robot_page(
    browser: Browser,
    address: str,
    width: int = 1280,
    motion: Literal["reduce", "no-preference"] = "reduce",
) -> Page:
    """Open the page, without the motion between two poses: to draw it takes most of the time."""
    context = browser.new_context(viewport={"width": width, "height": 844}, reduced_motion=motion)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(f"{address}robot.html")
    page.wait_for_selector("body[data-ready]")
    return page


def wait_for_state(page: Page, state: str) -> None:
    expect(page.locator("body")).to_have_attribute(
        "data-state", state, timeout=TIMEOUT_MILLISECONDS
    )


def press_start(page: Page) -> None:
    """Start a run, giving up one that could be resumed."""
    if page.is_visible("#let-go"):
        # A run that another test has started is solved.
        for button in ("#let-go", "#home"):
            page.click(button)
    if page.is_visible("#new-run"):
        page.click("#new-run")
        page.click("#start-new")
    else:
        page.click("#start")


def bright_buttons(page: Page) -> list[str]:
    bright = page.locator("#buttons button.main:visible")
    return [str(each) for each in bright.evaluate_all("all => all.map(each => each.id)")]


def wait_for_motion(page: Page) -> None:
    press_start(page)
    wait_for_turns(page)


def wait_for_turns(page: Page) -> None:
    page.wait_for_selector("#timetable rect")
    expect(page.locator("#command")).to_have_text(MID_RUN, timeout=TIMEOUT_MILLISECONDS)


def check_standstill(page: Page) -> None:
    wait_for_state(page, "stopped")
    before = page.inner_text("#pose"), page.inner_text("#command")
    page.wait_for_timeout(700)
    assert (page.inner_text("#pose"), page.inner_text("#command")) == before
    wait_for_state(page, "stopped")


@pytest.mark.slow
def test_a_demo_with_jams_is_run_until_solved(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    page = open_robot_page(browser(), address)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    wait_for_motion(page)
    page.wait_for_selector("#player .sticker")
    assert page.locator("#picture").evaluate("picture => picture.naturalWidth") > 0
    assert page.locator("#pose dd").count() == 4
    assert page.locator("#rig polygon").count() > 10
    expect(page.locator("#motions")).to_have_text(re.compile(r"\d+ of \d+ motions"))
    expect(page.locator("#left")).to_have_text(
        re.compile(r"(\d+ min )?\d+ s left · done at about \d\d:\d\d:\d\d")
    )
    assert 15 <= int(page.inner_text("#percent").split()[0]) <= 99
    assert "Cross" in page.inner_text("#stages")
    wait_for_state(page, "solved")
    assert page.inner_text("#state") == "Solved"
    turns = re.fullmatch(r"Solved in (\d+) turns", page.inner_text("#stage"))
    assert turns is not None
    assert page.inner_text("#activity") == f"in {turns[1]} turns"
    assert bright_buttons(page) == ["let-go"]
    assert page.inner_text("#percent") == "100 %"
    assert page.locator("#states .reached").count() == 4
    assert page.locator("#events .trouble").count() > 0
    assert re.fullmatch(r"\d\d:\d\d:\d\d", page.inner_text("#events li:first-child time"))
    assert "the turn jammed" in page.inner_text("#events")
    colours = page.locator("#net rect").evaluate_all(
        "all => all.map(each => each.ariaLabel.split(', ')[1])"
    )
    assert [len(set(colours[face : face + 9])) for face in range(0, 54, 9)] == [1] * 6
    expect(page.locator("#runs tr").nth(1)).to_contain_text("solved", timeout=TIMEOUT_MILLISECONDS)
    assert page.locator("#plots .bar").count() > 0
    hosts = {urlsplit(url).netloc for url in requests if not url.startswith(("blob:", "data:"))}
    assert hosts == {urlsplit(address).netloc}
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 1280


def test_a_stopped_run_stands_still_and_is_resumed_until_solved(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO), width=390)
    press_start(page)
    expect(page.locator("#activity")).to_have_text(
        re.compile("reading the cube: [1-6] of 6 faces shown"), timeout=TIMEOUT_MILLISECONDS
    )
    wait_for_turns(page)
    expect(page.locator("#activity")).to_have_text(
        re.compile(r"turn \d+ of \d+: the (top|right|front|bottom|left|back) face")
    )
    page.click("#stop")
    check_standstill(page)
    assert page.inner_text("#state") == page.title().split(" · ")[0] == "Stopped"
    assert re.fullmatch(r"after \d+ of \d+ turns", page.inner_text("#activity"))
    assert page.inner_text("#command").startswith("Last command: ")
    # The robot was asked where it stands; no actuator is shown as moving.
    assert page.inner_text("#pose-words") == "As the robot reported it last."
    assert "→" not in page.inner_text("#pose")
    past = page.evaluate("async () => (await (await fetch('/robot/history')).json()).runs.at(-1)")
    assert past["outcome"] == "stopped"
    # No command was sent after the stop.
    *_, before, last = read_journal(Path(past["journal"]))
    assert (before["record"], last["record"]) == ("command", "stopped")
    assert "press Go on" in page.inner_text("#words")
    assert page.get_attribute("#words", "aria-live") == "assertive"
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 390
    page.click("#resume")
    expect(page.locator("#held")).to_contain_text("after it has been read")
    expect(page.locator("#held")).to_contain_text("on top", timeout=TIMEOUT_MILLISECONDS)
    check_the_cube_is_held_alike(page)
    wait_for_state(page, "solved")
    check_the_cube_is_held_alike(page)
    check_the_rig_holds_a_solved_cube(page)


def check_the_cube_is_held_alike(page: Page) -> None:
    """The sentence names the colours of the centres of the net's upper and front face."""
    centres = page.locator("#net rect").evaluate_all(
        "all => [4, 22].map(at => all[at].ariaLabel.split(', ')[1])"
    )
    assert f"{centres[0]} on top, {centres[1]} in front." in page.inner_text("#held")


def check_the_rig_holds_a_solved_cube(page: Page) -> None:
    """Each of the three faces that are seen has nine stickers of its colour."""
    expect(page.locator("#rig .sticker")).to_have_count(27)
    colours = page.locator("#rig .sticker").evaluate_all(
        "all => all.map(each => each.classList[1])"
    )
    assert sorted(Counter(colours).values()) == [9, 9, 9]
    assert "none" not in colours


def test_the_3d_cube_is_turned_as_the_solver_turns_it(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve())
    moves = "R U2 F' L D2 B R' U F2 L' D B'"
    turned = page.evaluate(
        """async ([cube, moves]) => {
            const { turned } = await import("/cube/moves.js");
            return turned(cube, moves.split(" "));
        }""",
        [Cube.solved().facelets(), moves],
    )
    assert turned == Cube.solved().apply(parse_turns(moves)).facelets()
    for name in ("two-gripper", "cubotino"):
        check_the_cube_is_shown_as_it_is_held(page, name)


def check_the_cube_is_shown_as_it_is_held(page: Page, name: str) -> None:
    """Compare what the page makes of a plan's messages with the cube and how it is held."""
    rig, cube = load_rig(name), Cube.solved().apply(parse_turns("F2 U' R D"))
    plan = plan_turns(rig, parse_turns("R U2 F' L D2 B"), home_state(rig))
    messages = [encode_event(CommandStarted(each, 1, 1), rig) for each in plan.commands]
    shown = page.evaluate(
        """async ([read, messages, sides]) => {
            const { RigCube, motionOf } = await import("/rig-cube.js");
            const cube = new RigCube();
            cube.take(read);
            const at = Object.fromEntries(Object.keys(sides).map((name) => [name, 0]));
            return messages.map((message) => {
                const { places } = cube.move(message);
                let isMoved = false;
                for (const { axis, degrees } of message.pose.filter((each) => each.axis)) {
                    isMoved ||= motionOf(places, sides[axis], degrees - at[axis]) !== null;
                    at[axis] = degrees;
                }
                return [cube.seen, isMoved];
            });
        }""",
        [
            {"what": "read", "facelets": cube.facelets(), "scheme": {}},
            messages,
            {axis: side for axis, side in sides_of(rig).items() if axis in rig.axes},
        ],
    )
    expected, orientation = [], plan.start.orientation
    for each in plan.commands:
        cube = cube.apply(each.turns)
        is_moved = bool(each.turns) or each.after.orientation != orientation
        orientation = each.after.orientation
        expected.append([as_held(cube, orientation), is_moved])
    assert [seen for seen, _ in shown] == [seen for seen, _ in expected]
    if name == "two-gripper":
        # One wrist turns a face or the whole cube; an arm that flips it is not drawn as it moves.
        assert shown == expected


def as_held(cube: Cube, orientation: Orientation) -> str:
    """Return the facelets at the places of the robot."""
    axes = [FRAMES[orientation.position_of(face)].normal for face in "RUF"]

    def held(vector: Vector) -> Vector:
        parts = [[part * along for along in axis] for part, axis in zip(vector, axes, strict=True)]
        return Vector(*map(sum, zip(*parts, strict=True)))

    seen = [""] * 54
    for letter, (cubie, normal) in zip(cube.facelets(), FACELETS, strict=True):
        seen[FACELET_INDEX[Facelet(held(cubie), held(normal))]] = letter
    return "".join(seen)


def test_between_runs_the_robot_is_moved_by_hand(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve("--demo", "--seed=3", "--pace=60"))
    page.click("#connect")
    wait_for_state(page, "connected")
    assert bright_buttons(page) == ["home"]
    page.click("#load")
    expect(page.locator("#words")).to_contain_text("Put a cube in")
    expect(page.locator("#pose")).to_contain_text("open")
    page.click("[aria-label='left wrist, +100 µs']")
    expect(page.locator("#words")).to_have_text(re.compile(r"Left wrist \(axis:L\): \d+ µs\."))
    page.click("#home")
    wait_for_state(page, "armed")
    assert bright_buttons(page) == ["start"]
    expect(page.locator("#which-camera option")).to_have_count(1)
    page.wait_for_function("document.getElementById('picture').naturalWidth > 0")
    page.click("#stop")
    wait_for_state(page, "ready")
    expect(page.locator("#words")).to_contain_text("disconnected")


def test_after_a_stop_one_button_is_bright_and_a_new_run_asks_first(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO))
    press_start(page)
    wait_for_state(page, "running")
    assert bright_buttons(page) == ["pause"]
    page.click("#stop")
    wait_for_state(page, "stopped")
    assert bright_buttons(page) == ["resume"]
    assert not page.is_visible("#start")
    page.click("#new-run")
    assert page.is_visible("text=A new run gives up the one that can be resumed.")
    page.click("#keep")
    assert not page.is_visible("#start-new")
    wait_for_state(page, "stopped")
    page.click("#new-run")
    page.click("#start-new")
    wait_for_state(page, "running")
    page.click("#stop")
    wait_for_state(page, "stopped")


def test_a_double_click_presses_one_button(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve(*DEMO))
    press_start(page)
    wait_for_state(page, "running")
    expect(page.locator("#pause")).to_have_text("Pause after this turn")
    page.dblclick("#pause")
    page.wait_for_timeout(600)
    wait_for_state(page, "paused")
    expect(page.locator("#state")).to_have_text("Paused")
    expect(page.locator("#words")).to_contain_text("Leave the cube where it is")
    assert bright_buttons(page) == ["go-on"]
    page.click("#stop")
    wait_for_state(page, "stopped")


def test_a_run_is_started_paused_and_stopped_by_keyboard(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO), motion="no-preference")
    focused = "() => document.activeElement.id"
    page.keyboard.press("Tab")
    # The first link leads to it; else it comes after another one, and those to the five pages.
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "stop"
    page.reload()
    page.wait_for_selector("body[data-ready]")
    for _ in range(8):
        page.keyboard.press("Tab")
    assert page.evaluate(focused) == "stop"
    page.keyboard.press("Tab")
    if page.evaluate(focused) == "resume":
        # Another test's run, which is given up.
        for key in ("Tab", "Enter", "Tab"):
            page.keyboard.press(key)
        assert page.evaluate(focused) == "start-new"
    else:
        assert page.evaluate(focused) == "start"
    page.keyboard.press("Enter")
    wait_for_state(page, "running")
    # The button that comes next has the focus.
    expect(page.locator("#pause")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_state(page, "paused")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Space")
    wait_for_state(page, "running")
    page.keyboard.press("Escape")
    check_standstill(page)


def test_stop_works_without_scripts(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    watching = open_robot_page(browser(), address)
    context = browser().new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(f"{address}robot/now")
    page.click("button:has-text('Start')")
    wait_for_state(watching, "running")
    page.goto(f"{address}robot.html")
    page.click("#stop")
    expect(page.locator("body")).to_contain_text("stop")
    check_standstill(watching)


def test_without_a_robot_the_page_explains_how_to_attach_one(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve())
    expect(page.locator("#words")).to_contain_text(
        "rokumen serve --demo", timeout=TIMEOUT_MILLISECONDS
    )
    assert bright_buttons(page) == ["look-again"]
    page.click("#look-again")
    expect(page.locator("#words")).to_contain_text("rokumen serve --demo")
    assert page.inner_text("#state") == "No robot"
    assert page.is_disabled("#stop")

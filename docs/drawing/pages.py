"""Pictures of the pages of the robot, of twisty polyhedra and of learning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from docs.drawing.browser import PHONE, WIDE, Size, at_both_widths, page_at, shown, whole_page
from docs.drawing.images import save_jpeg, save_rows
from solver.core.facelets import SOLVED
from solver.puzzles.registry import load_puzzle
from tests.support.drawn_films import film_of, held_from_below, write_film
from vision.arrays import Image

# A demo with jams, fast enough to be waited for, and the command at which it is shown.
DEMO = ("--demo", "--seed=1", "--jam=0.1", "--pace=20")
COMMAND = 56

# Which button leads to which state of the robot.
STATES = (
    ("", "ready"),
    ("#connect", "connected"),
    ("#home", "armed"),
    ("#start", "running"),
    ("#pause", "paused"),
    ("#stop", "stopped"),
    ("#resume", "solved"),
)
# The camera shows no cube, then no picture; the robot is unplugged.
TROUBLES = ("rescan_unreadable~1", "camera_lost@5", "unplug@60")
RUN_MILLISECONDS = 180_000
# Whether a command of the run has begun; between two runs the page shows the last one.
REACHED = "least => Number(command.textContent.match(/^Command (\\d+)/)?.[1]) >= least"
# Until the camera's picture is there and a motion has been shown.
PICTURE_MILLISECONDS = 2500

LARGE, SMALL = "dodecahedron-faces-b", "cube-vertices-b-2"
# The first solution of a puzzle waits for its tables.
SOLVING_MILLISECONDS = 300_000
# Where the pointer is, in parts of the picture of the puzzle.
POINTER, PHONE_POINTER = (0.32, 0.4), (0.4, 0.3)

# Of the case that is practised: the line of the yellow cross.
CASE, TIMES = "yellow-line", [14.2, 11.9, 12.6, 9.8, 10.4, 8.42]
# Of another one, faster: then the line is slow.
OTHER_CASE, OTHER_TIMES = "yellow-corner", [2.1, 2.0, 1.9]
SLOW_TIMES = [14.2, 13.9]
KNOWN = ["White cross", "White corners", "Middle layer"]
# The turns that a camera sees, and how many of them are told when the picture is taken.
FILMED, TOLD = "F R U R' U' F' R U R' U R U U R'", 6
SHOWN_MILLISECONDS, TRY_MILLISECONDS = 1800, 8500


def draw_robot_page(path: Path) -> None:
    """Draw the robot page during the second run of a demo in which turns jam."""
    with page_at("robot.html", WIDE, *DEMO) as page:
        page.click("#start")
        page.wait_for_selector('body[data-state="solved"]', timeout=RUN_MILLISECONDS)
        _start_and_wait(page)
        page.evaluate("window.scrollTo(0, 0)")
        save_jpeg(path, whole_page(page))


def draw_robot_phone(path: Path) -> None:
    """Draw the robot page on a phone, during a run."""
    with page_at("robot.html", PHONE, *DEMO) as page:
        _start_and_wait(page)
        save_jpeg(path, shown(page))


def draw_robot_states(path: Path) -> None:
    """Draw the robot page, wide and on a phone, from before it is connected until it has solved."""
    with page_at("robot.html", WIDE, *DEMO) as page:
        rows = []
        for button, state in STATES:
            if button:
                page.click(button)
            page.wait_for_selector(f'body[data-state="{state}"]', timeout=RUN_MILLISECONDS)
            page.wait_for_timeout(PICTURE_MILLISECONDS)
            rows.append(at_both_widths(page))
        save_rows(path, rows)


def draw_robot_troubles(path: Path) -> None:
    """Draw the robot page without a robot, with what it cannot read, and when the robot is gone."""
    rows = []
    with page_at("robot.html") as page:
        rows.append(at_both_widths(page))
    for fault in TROUBLES:
        with page_at("robot.html", WIDE, *DEMO, f"--faults={fault}") as page:
            page.click("#start")
            page.wait_for_selector('body[data-state="stopped"]', timeout=RUN_MILLISECONDS)
            page.wait_for_timeout(PICTURE_MILLISECONDS)
            rows.append(at_both_widths(page))
    save_rows(path, rows)


def _start_and_wait(page: Page) -> None:
    """Start a run, and wait for a command in its middle and for the 3D cube."""
    page.click("#start")
    page.wait_for_selector("#player .sticker")
    page.wait_for_function(REACHED, arg=COMMAND, timeout=RUN_MILLISECONDS)


def draw_polyhedra_page(path: Path) -> None:
    """Draw a scrambled Megaminx, its mirror image, a selected layer and the solution."""
    with _puzzle_page(LARGE, WIDE) as page:
        _scramble(page)
        page.click("#solve")
        page.wait_for_selector("#solution:not([hidden])", timeout=SOLVING_MILLISECONDS)
        for turn in range(1, 3):
            page.click("#next")
            page.wait_for_selector(f'#solution[data-at="{turn}"]')
        _point(page, *POINTER)
        save_jpeg(path, shown(page))


def draw_polyhedra_phone(path: Path) -> None:
    """Draw a scrambled Skewb with its marks on a phone."""
    with _puzzle_page(SMALL, PHONE) as page:
        _scramble(page)
        page.keyboard.press("m")
        page.evaluate("window.scrollTo(0, 0)")
        _point(page, *PHONE_POINTER)
        save_jpeg(path, shown(page))


@contextmanager
def _puzzle_page(name: str, size: Size) -> Iterator[Page]:
    moves = load_puzzle(name).scramble(1).split()
    with page_at(f"puzzles.html?puzzle={name}", size) as page:
        # The same scramble each time, in place of a random one.
        page.route("**/scramble", lambda route: route.fulfill(json={"moves": moves}))
        yield page


def _scramble(page: Page) -> None:
    page.click("#scramble")
    page.locator("#words", has_text="Scrambled").wait_for()


def _point(page: Page, across: float, down: float) -> None:
    """Move the pointer to a sticker."""
    box = page.locator("#puzzle").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + across * box["width"], box["y"] + down * box["height"])


def draw_learn_page(path: Path) -> None:
    """Draw the fourth step, after some tries of its first case."""
    with page_at("learn#step-4") as page:
        _store(page, {CASE: TIMES})
        save_jpeg(path, whole_page(page))


def draw_learn_phone(path: Path) -> None:
    """Draw the third step on a phone."""
    with page_at("learn#step-3", PHONE) as page:
        save_jpeg(path, shown(page))


def draw_learn_film(path: Path) -> None:
    """Draw the page Learn while the server's camera sees hands that turn a cube."""
    with TemporaryDirectory() as folder:
        pictures = film_of(FILMED.split(), held_from_below(SOLVED))
        film = write_film(Path(folder) / "hands.mp4", pictures)
        with page_at("learn#step-4", WIDE, "--camera", str(film)) as page:
            page.click("#own summary")
            page.click("#film-server")
            page.wait_for_selector(f"#own-moves b:not(.expected) >> nth={TOLD - 1}")
            save_jpeg(path, at_both_widths(page, "#own-section"))


def draw_learn_states(path: Path) -> None:
    """Draw the page before a step is known, its trainer at work, and a step of CFOP."""
    with page_at("learn") as page:
        address, rows = page.url, [at_both_widths(page)]
        page.goto(f"{address}#step-4")
        _store(page, {CASE: SLOW_TIMES, OTHER_CASE: OTHER_TIMES})
        _begin_try(page)
        rows += [at_both_widths(page), _end_try(page, "slow")]
        page.click("#slowly")
        page.wait_for_timeout(SHOWN_MILLISECONDS)
        rows.append(at_both_widths(page, "#setup"))
        page.click("#on-screen")
        for key in "fuu":
            page.keyboard.press(key)
        rows.append(at_both_widths(page, "#setup"))
        _store(page, {CASE: [9.1, 8.8, 9.4, 8.42]})
        _begin_try(page)
        rows.append(_end_try(page, "learnt"))
        page.goto(f"{address}#oll")
        page.wait_for_selector("body[data-shown=oll]")
        save_rows(path, [*rows, at_both_widths(page)])


def _begin_try(page: Page) -> None:
    """Begin a try, and let it take a while."""
    page.locator("h2#name").click()
    page.keyboard.down(" ")
    page.keyboard.up(" ")
    page.wait_for_selector("#cover:not([hidden])")
    page.wait_for_timeout(TRY_MILLISECONDS)


def _end_try(page: Page, verdict: str) -> Image:
    """End a try, and return what the page says of it."""
    page.keyboard.press("Enter")
    page.locator("#verdict", has_text=verdict).wait_for()
    return at_both_widths(page, "#trainer")


def _store(page: Page, times: dict[str, list[float]]) -> None:
    """Store a person's times in the browser, and the steps that are known."""
    stored = {"times": times, "known": KNOWN}
    page.evaluate("times => localStorage.setItem('rokumen-learn', JSON.stringify(times))", stored)
    page.reload()
    page.wait_for_selector("body[data-ready]")

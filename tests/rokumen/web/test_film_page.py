"""A cube before the server's camera, on the page Learn: the course follows its turns."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from solver.core.facelets import SOLVED
from tests.support.benchmarks import moved
from tests.support.browser import OpenBrowser, Serve, open_page, problems_of, scroll_width
from tests.support.drawn_films import draw_cube, film_of, held_from_below, with_fingers, write_film
from tests.support.videos import write_y4m
from vision.capture.frame import Frame

# The first case of the second step, held with yellow on top, and its solution.
SETUP, SOLUTION = "U R U' R'", "R U R' U'"


@pytest.fixture(scope="module")
def address(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    moves = f"{SETUP} {SOLUTION}".split()
    film = tmp_path_factory.mktemp("films") / "case.mp4"
    return serve("--camera", str(write_film(film, film_of(moves, held_from_below(SOLVED)))))


def watch(page: Page) -> None:
    """Let the server's camera watch, and wait for the end of the film."""
    page.click("#own summary")
    page.click("#film-server")
    expect(page.locator("#film")).to_be_visible()
    expect(page.locator("#own-words")).to_contain_text("The film has ended")


@pytest.mark.thorough
def test_the_trainer_is_started_and_stopped_by_what_the_camera_sees(
    address: str, browser: OpenBrowser
) -> None:
    page = open_page(browser(), f"{address}learn#step-2", 390, 844, reduced_motion="reduce")
    problems = problems_of(page, address)
    expect(page.locator("#setup")).to_have_text(SETUP)
    watch(page)
    assert page.locator("#own-moves b").all_inner_texts() == f"{SETUP} {SOLUTION}".split()
    expect(page.locator("#own-cube")).to_have_attribute("data-seen", SOLVED)
    expect(page.locator("#own-cube-words")).to_have_text("Solved.")
    expect(page.locator("#tries")).to_have_text("1")
    # Four turns of 7 frames with 12 between them, of a film of 30 frames a second.
    assert float(page.locator("#time").inner_text()) == pytest.approx(61 / 30, abs=0.2)
    expect(page.locator("#own-sum")).to_contain_text("Your last solve")
    assert scroll_width(page) == 390
    assert problems == []


@pytest.mark.thorough
def test_the_course_accepts_turns_that_the_camera_sees(address: str, browser: OpenBrowser) -> None:
    page = open_page(browser(), f"{address}learn#step-2", reduced_motion="reduce")
    page.click("#on-screen")
    watch(page)
    expect(page.locator("#practice-words")).to_have_text("✓ Done: 4 turns, no mistakes.")
    expect(page.locator("#practice")).to_have_attribute("data-facelets", SOLVED)
    # The trainer measures no time meanwhile.
    expect(page.locator("#tries")).to_have_text("0")


@pytest.fixture(scope="module")
def webcam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video in which a layer is turned and turned back, slowly, again and again."""
    pictures = []
    facelets = held_from_below(SOLVED)
    for move, quarter in (("R", 90), ("R'", -90)):
        for degrees in np.r_[np.zeros(45), np.linspace(0, quarter, 20)]:
            pictures.append(with_fingers(draw_cube(facelets, move, float(degrees))))
        facelets = moved(facelets, move)
    path = tmp_path_factory.mktemp("webcam") / "hands.y4m"
    write_y4m(path, [Frame(picture, 0.0, "") for picture in pictures])
    return path


@pytest.mark.thorough
def test_hands_before_the_camera_of_the_browser_are_watched(
    serve: Serve, browser: OpenBrowser, webcam: Path
) -> None:
    address = serve()
    page = open_page(browser(webcam), f"{address}learn#step-2", reduced_motion="reduce")
    problems = problems_of(page, address)
    page.click("#own summary")
    expect(page.locator("#film-server")).to_be_hidden()
    page.click("#film-browser")
    expect(page.locator("#film")).to_be_visible()
    expect(page.locator("#own-moves b").nth(2)).to_be_visible()
    page.click("#film-stop")
    expect(page.locator("#film")).to_be_hidden()
    made = page.locator("#own-moves b").all_inner_texts()
    # The video may be anywhere in its round when the camera is opened.
    assert {"".join(pair) for pair in pairwise(made)} <= {"RR'", "R'R"}
    assert problems == []

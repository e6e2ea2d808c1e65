"""The pages, served by a separate process, and a browser with a video as its webcam."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.browser import CHROMIUM, TIMEOUT_MILLISECONDS, OpenBrowser, Serve, launch
from tests.support.photographs import PHOTOS, PhotographedCube, load_photographed_cubes
from tests.support.processes import end, start
from tests.support.videos import handheld_frames, write_y4m

ORDER = "UFRDBL"

expect.set_options(timeout=TIMEOUT_MILLISECONDS)


@pytest.fixture(scope="session")
def cube() -> PhotographedCube:
    return next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube20")


@pytest.fixture(scope="session")
def webcam(cube: PhotographedCube, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of the cube's faces, for use as a browser's webcam."""
    path = tmp_path_factory.mktemp("webcam") / "cube.y4m"
    pictures = [cube.frames["URFDLB".index(face)].image for face in ORDER]
    write_y4m(path, list(handheld_frames(pictures, hold_frames=20)))
    return path


@pytest.fixture(scope="session")
def serve() -> Iterator[Serve]:
    """Return a function that serves the pages and returns the address; once for equal options."""
    processes = []

    @cache
    def serve_pages(*options: str) -> str:
        # No token, so that the tests write their addresses; test_page.py has one that opens the
        # address with it.
        process = start("serve", "--port=0", "--token=", *options)
        processes.append(process)
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert re.match(r"http://\S+/", address), process.communicate()[1]
        return address

    yield serve_pages
    for process in processes:
        end(process)


@pytest.fixture(scope="session")
def browsers() -> list[Browser]:
    """Return the browsers that have been started."""
    return []


@pytest.fixture(autouse=True)
def _close_pages(browsers: list[Browser]) -> Iterator[None]:
    """Close the pages that a test opened: they read the webcam until then."""
    before = [context for each in browsers for context in each.contexts]
    yield
    for context in [context for each in browsers for context in each.contexts]:
        if context not in before:
            context.close()


@pytest.fixture(scope="session")
def browser(browsers: list[Browser]) -> Iterator[OpenBrowser]:
    """Return a function that opens Debian's chromium, with a video as webcam if one is given."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; install it, or name one in ROKUMEN_CHROMIUM")
    with sync_playwright() as playwright, ExitStack() as stack:

        @cache
        def opened(webcam: Path | None = None) -> Browser:
            chromium = launch(playwright, webcam)
            stack.callback(chromium.close)
            browsers.append(chromium)
            return chromium

        yield opened

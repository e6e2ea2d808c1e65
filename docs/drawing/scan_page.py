"""Pictures of the scanning page and of the colour page, with a photographed or a drawn cube."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from playwright.sync_api import Page

from docs.drawing.browser import (
    PHONE,
    WIDE,
    Size,
    at_both_widths,
    chromium,
    open_page,
    page_at,
    serve,
    shown,
    wait_for_words,
    webcam_video,
)
from docs.drawing.images import save_jpeg, save_rows
from solver.core.geometry import FACES
from solver.cube import Cube
from solver.engines.registry import solve
from tests.support.browser import choose_display
from tests.support.photographs import PHOTOS, load_photographed_cubes, with_highlight
from tests.support.videos import HOLD_FRAMES, draw_face, handheld_frames, rewrite_y4m
from vision.arrays import FloatArray, Image

ORDER = "UFRDBL"
# A cube in good light, and one that a highlight makes doubtful.
PHOTOGRAPHED, DOUBTFUL = "cube08", "cube13"
# The turn of the solution at which it is shown.
TURN = 9
# By how many turns a cube is ahead that is elsewhere.
TURNS_AHEAD = 6
# Facelets of the corner URF that are exchanged one after the other, which twists it.
TWISTED = ((8, 9), (9, 20))
# Those of the edges UR and UF, which swaps them.
SWAPPED = ((5, 7), (10, 19))
# For the server to answer.
ANSWER_MILLISECONDS = 1500
DRAWN = Cube.solved().apply("R U2 F' L D2 B R' U")
# For a face that is held before the camera to be found.
SEEN_MILLISECONDS = 2500
CAMERA_NAME = "HD Webcam"
# A camera that chromium has, and that nobody allows the page to use.
CAMERA_WITHOUT_PERMISSION = "--use-fake-device-for-media-stream"
BLUR_PIXELS = 7.3
GREY = 90
# After the last face of a cube the next one is moved before the camera.
NEXT_FACE_MILLISECONDS = 800
# The stickers (row, column) without a highlight; the size of the others' highlights, in pixels.
CLEAR = ((0, 1), (2, 1), (2, 2))
HIGHLIGHT_RADIUS, HIGHLIGHT_BLUR = 19, 8


def draw_scan(path: Path) -> None:
    """Draw the page when three faces have been captured."""
    faces = _photographs()
    views = []
    for size in (WIDE, PHONE):
        with _scanning([faces["U"], faces["F"], faces["R"]], size) as page:
            page.wait_for_selector('#count[data-taken="3"]')
            page.wait_for_selector("#way.shown")
            views.append(shown(page))
    save_jpeg(path, np.hstack(views))


def draw_solution(path: Path) -> None:
    """Draw a turn in the middle of a solution."""
    save_jpeg(path, _view(_turn()))


def draw_editor(path: Path) -> None:
    """Draw a cube with a twisted corner and two doubtful stickers."""
    save_jpeg(path, _view(_twisted()))


def draw_display(path: Path) -> None:
    """Draw patterns on the stickers, and the dark display."""
    choices = (("marks", "patterns", _twisted()), ("theme", "dark", _turn()))
    rows = []
    for name, choice, view in choices:
        with _shown(view) as page:
            choose_display(page, name, choice)
            rows.append(at_both_widths(page))
    save_rows(path, rows)


def draw_states(path: Path) -> None:
    """Draw what the page shows at the beginning of each of its parts, and when it is done."""
    unpainted = "".join(f"----{face}----" for face in FACES)
    views = (
        "",
        f"view=check&cube={unpainted}",
        f"view=check&cube={_exchanged(DRAWN.facelets, SWAPPED)}",
        f"view=check&cube={DRAWN.facelets}",
        f"view=solve&cube={DRAWN.facelets}",
        f"view=solve&cube={DRAWN.facelets}&at=99",
    )
    save_rows(path, [_view(view) for view in views])


def _twisted() -> str:
    """Return the query of a cube with a twisted corner and two doubtful stickers."""
    return f"view=check&cube={_exchanged(DRAWN.facelets, TWISTED)}&doubtful=25.16"


def _exchanged(facelets: str, pairs: Iterable[tuple[int, int]]) -> str:
    """Return facelets after pairs of them were exchanged, one after the other."""
    cube = list(facelets)
    for place, other in pairs:
        cube[place], cube[other] = cube[other], cube[place]
    return "".join(cube)


def _turn() -> str:
    """Return the query of a turn in the middle of a solution."""
    return f"view=solve&cube={DRAWN.facelets}&at={TURN}"


def _view(query: str) -> Image:
    """Return what an address shows on a wide screen and on a phone, side by side."""
    with _shown(query) as page:
        return at_both_widths(page)


@contextmanager
def _shown(query: str) -> Iterator[Page]:
    with page_at(f"?{query}") as page:
        page.wait_for_timeout(ANSWER_MILLISECONDS)
        yield page


def draw_check(path: Path) -> None:
    """Draw the page when a wrong turn has been made, and when the cube is elsewhere."""
    with _wrong_turn(WIDE) as page:
        rows = [at_both_widths(page)]
    with _elsewhere() as page:
        rows.append(at_both_widths(page))
    save_rows(path, rows)


def draw_phone(path: Path) -> None:
    """Draw the solution and the check of a turn on a phone, side by side."""
    with _scanning(list(_photographs().values()), PHONE) as page:
        _show_turn(page)
        solution = shown(page)
    with _wrong_turn(PHONE) as page:
        save_jpeg(path, np.hstack([solution, shown(page)]))


def draw_troubles(path: Path) -> None:
    """Draw what the page shows of faces and photographs that it cannot use, and of no camera."""
    faces = _photographs()
    blurred = np.asarray(cv2.GaussianBlur(faces["R"], (0, 0), BLUR_PIXELS), np.uint8)
    mirrored = [np.ascontiguousarray(image[:, ::-1]) for image in faces.values()]
    rows = []
    # The last face is one of another cube.
    of_two_cubes = [*list(faces.values())[:-1], _photographs(DOUBTFUL)[ORDER[-1]]]
    for pictures, words in (
        ([blurred], "blurred"),
        ([_with_highlights(faces["R"], _corners("R"))], "not clearly visible"),
        (mirrored, "mirrored"),
        (of_two_cubes, "do not fit one cube"),
    ):
        with _scanning(pictures, WIDE) as page:
            wait_for_words(page, words)
            page.wait_for_timeout(NEXT_FACE_MILLISECONDS)
            rows.append(at_both_widths(page))
    with _scanning([np.full_like(blurred, GREY)], WIDE) as page:
        page.click("#shutter")
        page.wait_for_selector("#shutter-words:not(:empty)")
        rows.append(at_both_widths(page))
    with serve() as address, chromium(None, CAMERA_WITHOUT_PERMISSION) as browser:
        page = open_page(browser, address, WIDE)
        page.click("#use-browser")
        wait_for_words(page, "Permission")
        rows.append(at_both_widths(page))
    with _shown("") as page:
        page.click("#use-browser")
        wait_for_words(page, "No camera")
        rows.append(at_both_widths(page))
        with _photographs_in_glare() as files:
            page.set_input_files("#photographs", files)
            page.wait_for_selector("#net .ring.doubtful")
        rows.append(at_both_widths(page))
    save_rows(path, rows)


@contextmanager
def _photographs_in_glare() -> Iterator[list[Path]]:
    """Yield photographs of a cube, of which one has a lamp's reflection."""
    cube = next(c for c in load_photographed_cubes(PHOTOS) if c.name == DOUBTFUL)
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{face}.jpg" for face in FACES]
        for file, frame in zip(files, with_highlight(cube, FACES.index("D")).frames, strict=True):
            save_jpeg(file, frame.image)
        yield files


def draw_colour_page(path: Path) -> None:
    """Draw the colours of a cube, measured and stored under a name."""
    with (
        webcam_video(list(_photographs().values())) as webcam,
        serve() as address,
        chromium(webcam) as browser,
    ):
        page = browser.new_page(viewport={"width": WIDE.width, "height": WIDE.height})
        # The name of chromium's own fake device says nothing to a reader.
        page.add_init_script(
            "Object.defineProperty(MediaStreamTrack.prototype, 'label', "
            f"{{ get: () => '{CAMERA_NAME}' }})"
        )
        page.goto(f"{address}colours.html")
        page.wait_for_selector("body[data-ready]")
        page.click("#use-browser")
        page.wait_for_selector("#measured:not([hidden])")
        page.fill("#name", "evening")
        page.click("#storing button")
        wait_for_words(page, "Stored as evening")
        # The folder is a temporary one; a user's is here.
        page.evaluate(
            "where => where.textContent = where.textContent.replace("
            "/\\/\\S*\\/rokumen\\//, '~/.config/rokumen/')",
            page.query_selector("#stored-where"),
        )
        save_jpeg(path, at_both_widths(page))


def _photographs(name: str = PHOTOGRAPHED) -> dict[str, Image]:
    """Return photographs of a cube's faces, in the order in which they are shown."""
    cube = next(c for c in load_photographed_cubes(PHOTOS) if c.name == name)
    return {face: cube.frames["URFDLB".index(face)].image for face in ORDER}


def _corners(face: str) -> FloatArray:
    cube = next(c for c in load_photographed_cubes(PHOTOS) if c.name == PHOTOGRAPHED)
    return cube.corners["URFDLB".index(face)]


def _with_highlights(image: Image, corners: FloatArray) -> Image:
    """Return a photograph with reflections of a lamp on some stickers of its face."""
    light = np.zeros(image.shape[:2], np.float32)
    first, second, _, fourth = corners
    for row, column in np.ndindex(3, 3):
        if (row, column) not in CLEAR:
            x, y = (column + 0.5) / 3, (row + 0.5) / 3
            at = first + x * (second - first) + y * (fourth - first)
            middle = (int(at[0]), int(at[1]))
            cv2.circle(light, middle, HIGHLIGHT_RADIUS, 1.0, -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(light, (0, 0), HIGHLIGHT_BLUR)[..., None]
    return np.asarray(image * (1 - share) + 255 * share, np.uint8)


@contextmanager
def _scanning(pictures: Sequence[Image], size: Size) -> Iterator[Page]:
    """Yield the page with its camera on, which shows these pictures again and again."""
    with webcam_video(pictures) as webcam, page_at("", size, webcam=webcam) as page:
        # A flash that is drawn by chance hides the picture.
        page.add_style_tag(content=".picture.flash::after { display: none }")
        page.click("#use-browser")
        yield page


def _show_turn(page: Page) -> None:
    """Wait for the solution, and go to a turn in its middle."""
    page.wait_for_selector("#solution:not([hidden])")
    for turn in range(1, TURN + 1):
        page.click("#next")
        page.wait_for_selector(f'#solution[data-at="{turn}"]')
    page.evaluate("document.activeElement.blur()")
    # The 3D cube moves for a while after the turn is counted.
    page.wait_for_timeout(1500)


@contextmanager
def _wrong_turn(size: Size) -> Iterator[Page]:
    """Yield the page after the second turn of a solution was made in the wrong direction."""
    first, second, *_ = solve(DRAWN, "lbl").turns
    wrong = DRAWN.turn(first).turn(second.inverse())
    with _solving(size) as (page, webcam):
        page.click("#next")
        page.wait_for_selector('#solution[data-at="1"]')
        # A face beside the turned one, which the turn has changed.
        for face in FACES:
            _hold(webcam, wrong, face)
            if page.get_attribute("body", "data-finding") is None:
                page.click("#mover input[value=camera]")
            page.wait_for_timeout(SEEN_MILLISECONDS)
            if page.get_attribute("body", "data-finding") == "wrong":
                break
        page.wait_for_selector("body[data-finding=wrong]")
        _leave(page)
        yield page


@contextmanager
def _elsewhere() -> Iterator[Page]:
    """Yield the page when it is shown a cube that is some turns ahead of where it should be."""
    turns = solve(DRAWN, "lbl").turns
    with _solving(WIDE) as (page, webcam):
        for turn in range(1, TURN + 1):
            page.click("#next")
            page.wait_for_selector(f'#solution[data-at="{turn}"]')
        _hold(webcam, DRAWN.apply(turns[: TURN + TURNS_AHEAD]), "U")
        page.click("#mover input[value=camera]")
        page.wait_for_selector("#way-back button")
        _leave(page)
        yield page


@contextmanager
def _solving(size: Size) -> Iterator[tuple[Page, Path]]:
    """Yield the page with the solution of the drawn cube, and the video that its webcam shows."""
    pictures = [draw_face(DRAWN.facelets, face) for face in ORDER]
    with webcam_video(pictures) as webcam, page_at("", size, webcam=webcam) as page:
        page.click("#use-browser")
        page.wait_for_selector("#solution:not([hidden])")
        yield page, webcam


def _leave(page: Page) -> None:
    """Take the mark of what was clicked last away, and go to the top of the page."""
    page.evaluate("document.activeElement.blur()")
    page.evaluate("window.scrollTo(0, 0)")


def _hold(webcam: Path, cube: Cube, face: str) -> None:
    image = draw_face(cube.facelets, face)
    rewrite_y4m(webcam, list(handheld_frames([image], hold_frames=HOLD_FRAMES)))

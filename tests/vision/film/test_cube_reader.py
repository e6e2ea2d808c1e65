"""A cube that is turned as a whole is read, and where it is not certain it is read again later.

Each frame of a film is searched once, however many trackers follow it. The light of a film is told
by the stickers, though hands cover most of a face.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from tests.support.drawn_films import ALL_SIDES, Image, draw_cube, film_of
from vision.capture.frame import Frame
from vision.colour.scheme import STANDARD_SCHEME
from vision.detect.face import FaceView
from vision.detect.photograph import find_faces
from vision.facelet_indices import CUBE_ROTATIONS
from vision.film.cube_reader import READ_AGAIN, READ_EVERY, CubeReader
from vision.film.film_colours import FilmColours, usual_means
from vision.film.film_frames import LARGEST_SIDE, SMALLEST_SIDE, FilmFrame
from vision.film.film_watcher import FilmWatcher
from vision.film.sticker_colours import SURFACES, StickersSeen

SCRAMBLED = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"  # after R


def with_stripes(picture: Image) -> Image:
    """Return a picture with stripes before one sticker of the face in front."""
    striped = picture.copy()
    striped[158:184, 116:146:4], striped[158:184, 118:146:4] = 255, 0
    return striped


def without_the_left_layer(picture: Image) -> Image:
    """Return the part of a picture right of the left layer of the cube."""
    return np.ascontiguousarray(picture[:, 144:])


def unchanged(picture: Image) -> Image:
    return picture


@pytest.mark.parametrize(("start", "held"), [(SOLVED, with_stripes), (SCRAMBLED, unchanged)])
def test_a_cube_that_is_shown_from_all_sides_is_read(
    start: str, held: Callable[[Image], Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.drawn_films.with_fingers", held)
    reader = CubeReader(900)
    for k, picture in enumerate(film_of(ALL_SIDES, start)):
        reader.see(FilmFrame(picture), k / 30)
    found = reader.read()
    assert found is not None
    rotated = {"".join(FACES[each] for each in found[rotation]) for rotation in CUBE_ROTATIONS}
    assert start in rotated


def test_a_cube_of_which_a_layer_is_never_seen_is_read_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.support.drawn_films.with_fingers", without_the_left_layer)
    reader = CubeReader(900)
    pictures = list(film_of(ALL_SIDES))
    for k, picture in enumerate(pictures):
        reader.see(FilmFrame(picture), k / 30)
    assert reader.is_due
    assert reader.read() is None
    due = []
    for k in range(READ_AGAIN):
        reader.see(FilmFrame(pictures[-1]), (len(pictures) + k) / 30)
        due.append(reader.is_due)
    # Later than where not all faces were seen.
    assert due.index(True) + 1 == READ_AGAIN > READ_EVERY


def test_the_faces_of_a_frame_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Image] = []

    def find(image: Image) -> Sequence[FaceView]:
        searched.append(image)
        return find_faces(image)

    monkeypatch.setattr("vision.film.film_frames.find_faces", find)
    # While the start is read a second tracker follows the cube.
    watcher = FilmWatcher()
    picture = draw_cube(SOLVED)
    for number in range(6):
        watcher.see(Frame(picture.copy(), number / 30, ""))
    # Each of them searches at least every third frame.
    assert len(searched) >= 2
    assert len({id(image) for image in searched}) == len(searched)


def test_the_brightest_channel_counts() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (6, 3))
    # Columns of one colour, wide enough that their middles are not blurred.
    picture: Image = np.repeat(np.repeat(colours[None], 70, 1), 300, 0).astype(np.uint8)
    brightest = FilmFrame(picture).brightest
    assert brightest.shape == picture.shape[:2]
    assert (brightest[150, 35::70] == colours.max(1)).all()


@pytest.mark.parametrize("shape", [(45, 90), (300, 400), (480, 640), (1080, 1920), (1, 2000)])
def test_frames_are_searched_at_a_fit_size(shape: tuple[int, int]) -> None:
    image = FilmFrame(np.zeros((*shape, 3), np.uint8)).image
    longer = max(image.shape[:2])
    assert min(max(shape), SMALLEST_SIDE) <= longer <= max(LARGEST_SIDE, SMALLEST_SIDE)
    if SMALLEST_SIDE <= max(shape) <= LARGEST_SIDE:
        assert image.shape[:2] == shape


SOLVED_COLOURS = np.repeat(np.arange(6), 9)
# Like orange in a shade: logarithms of light, BGR.
SKIN = np.array([-2.2, -1.25, -0.4])
# Like a green that is not known well: it is nearer to green than to any other colour.
DIM_SKIN = usual_means()[STANDARD_SCHEME.index("green")] + [0.3, -0.1, 1.3]
FRONT = 18


def first_frames(hidden: int) -> StickersSeen:
    """Return the upper face and the one in front, of which a hand covers the first stickers."""
    light, weight = np.zeros((SURFACES, 3)), np.zeros(SURFACES)
    shown = np.r_[0:9, FRONT : FRONT + 9]
    light[shown], weight[shown] = usual_means()[SOLVED_COLOURS[shown]], 1.0
    light[FRONT : FRONT + hidden] = SKIN
    return StickersSeen(light, weight)


def colours_of(seen: StickersSeen) -> FilmColours:
    around = np.tile([-3.0, -3.0, -3.0], (90, 1))
    around[:6] = SKIN
    return FilmColours.of_start(seen, around, SOLVED_COLOURS[None])[0]


def test_a_hand_over_most_of_a_face_is_not_its_light() -> None:
    green = STANDARD_SCHEME.index("green")
    for hidden in (0, 5, 6):
        found = colours_of(first_frames(hidden)).means[2, green]
        assert np.abs(found - usual_means()[green]).max() < 0.3


def test_what_is_like_a_hand_says_little() -> None:
    seen = first_frames(6)
    still, _ = colours_of(seen).likelihoods(seen)
    said = np.abs(still).max(1)
    assert said[FRONT : FRONT + 6].max() < 0.5 * said[FRONT + 6 : FRONT + 9].min()
    # A face without a hand says what it is.
    assert (still[:9].argmax(1) == STANDARD_SCHEME.index("white")).all()


def test_the_colours_of_a_face_are_not_learnt_from_the_hand_before_it() -> None:
    seen = first_frames(6)
    seen.light[FRONT : FRONT + 6] = DIM_SKIN
    around = np.tile([-3.0, -3.0, -3.0], (90, 1))
    around[:6] = DIM_SKIN
    colours, _ = FilmColours.of_start(seen, around, SOLVED_COLOURS[None])
    for _ in range(75):
        colours.learn(seen, SOLVED_COLOURS)
    colours.update()
    green = STANDARD_SCHEME.index("green")
    assert np.abs(colours.means[2, green] - usual_means()[green]).max() < 0.1


def test_a_cube_like_the_ground_is_seen() -> None:
    seen = first_frames(0)
    ground = np.tile(usual_means()[0], (90, 1))
    found = FilmColours.of_start(seen, ground, SOLVED_COLOURS[None])[0]
    still, _ = found.likelihoods(seen)
    assert (still[:9].argmax(1) == STANDARD_SCHEME.index("white")).all()


def test_what_is_like_no_colour_of_the_cube_says_nothing() -> None:
    seen = first_frames(0)
    colours = colours_of(seen)
    for _ in range(75):
        colours.learn(seen, SOLVED_COLOURS)
    colours.update()
    unlike = usual_means()[STANDARD_SCHEME.index("green")] + [2.0, -3.0, 2.0]
    seen.light[FRONT : FRONT + 3] = unlike
    still, _ = colours.likelihoods(seen)
    assert np.abs(still[FRONT : FRONT + 3]).max() < 0.1
    assert (still[FRONT + 3 : FRONT + 9].argmax(1) == STANDARD_SCHEME.index("green")).all()
    assert still[FRONT + 3 : FRONT + 9].max(1).min() > 0.2


def test_the_lit_side_of_a_thumb_is_not_the_light_of_a_face() -> None:
    seen = first_frames(3)
    vivid, thumb, lit = [-3.3, -0.51, -3.85], [-2.32, -1.75, -0.91], [-2.37, -1.64, -1.02]
    seen.light[0:9] = [-0.03, -0.03, -0.03]
    seen.light[FRONT : FRONT + 3], seen.light[FRONT + 3 : FRONT + 8] = thumb, vivid
    seen.light[FRONT + 8] = lit
    around = np.tile([-3.0, -3.0, -3.0], (90, 1))
    around[:6] = thumb
    held = np.stack([SOLVED_COLOURS[np.argsort(rotation)] for rotation in CUBE_ROTATIONS])
    colours, _ = FilmColours.of_start(seen, around, held)
    green = STANDARD_SCHEME.index("green")
    assert np.abs(colours.means[2, green] - vivid).max() < 0.5

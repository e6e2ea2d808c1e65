"""Classifying the colours of single faces, without a whole cube."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import measure_colours
from tests.support import drawn_faces
from tests.support.drawn_stickers import draw_stickers
from tests.support.face_views import face_view, square
from tests.support.photographs import PhotographedCube, corner_error
from vision.arrays import FloatArray
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.lattice import face_homography
from vision.detect.photograph import ImageFaces
from vision.errors import NoFaceError
from vision.face_colours import classify_faces, read_faces

CUBE = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
NAMES = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}


def faces(letters: str) -> list[ImageFaces]:
    rng = np.random.default_rng(1)
    return [drawn_faces.single(CUBE, letter, 0, rng) for letter in letters]


def names(face: str) -> tuple[str, ...]:
    first = 9 * "URFDLB".index(face)
    return tuple(NAMES[letter] for letter in CUBE[first : first + 9])


def recoloured(picture: ImageFaces, change: np.ndarray) -> ImageFaces:
    """Return the picture with its colours multiplied by `change`."""
    (view,) = picture.views
    changed = replace(
        view,
        colours=np.clip(view.colours * change, 0, 255),
        background=view.background * change,
    )
    return replace(picture, views=(changed,))


def test_a_profile_classifies_a_face_in_candle_light() -> None:
    lit = [recoloured(picture, np.array([0.3, 0.7, 1.0])) for picture in faces("URFDLB")]
    profile = measure_colours(lit).profile
    right = 0
    for picture, letter in zip(lit, "URFDLB", strict=True):
        right += classify_faces([picture])[0].colours == names(letter)
        assert classify_faces([picture], profile)[0].colours == names(letter)
    assert right < 6  # otherwise no profile would be needed


@pytest.mark.parametrize("face", "URFDLB")
def test_one_face_is_enough(face: str) -> None:
    (face_colours,) = classify_faces(faces(face))
    assert face_colours.picture == f"{face}.jpg"
    assert face_colours.colours == names(face)
    assert min(face_colours.confidence) > 0.5


@pytest.mark.parametrize("in_the_shade", range(3))
def test_a_face_in_the_shade_is_as_clear_as_those_in_the_light(in_the_shade: int) -> None:
    """A robot's lamp lights one of two faces; the other shows a sixteenth of the light."""
    picture = drawn_faces.corner(CUBE, "UFR", 0, np.random.default_rng(1))
    views = list(picture.views)
    view = views[in_the_shade]
    dark = np.round(view.colours / 16 ** (1 / 2.2))
    views[in_the_shade] = replace(view, colours=dark)
    found = classify_faces([replace(picture, views=tuple(views))])
    # The corner shows each face in some rotation.
    expected = np.array(names("UFR"[in_the_shade])).reshape(3, 3)
    rotations = [tuple(np.rot90(expected, turns).ravel().tolist()) for turns in range(4)]
    assert found[in_the_shade].colours in rotations


def test_orange_is_more_vivid_on_a_dimmer_face() -> None:
    """As a robot's camera saw two faces (RGB of robot-photos, 2096.jpg).

    On the bright face orange is clipped and pale, and on the other one nearer to red than to it.
    """
    bright = """22 240 144   23 240 145   254 255 201
                254 195 135  2 144 215    255 254 197
                254 254 194  253 193 136  241 255 255"""
    dim = """1 109 167   250 76 70  251 70 62
             32 191 93   212 210 200  2 86 149
             4 108 168   158 6 16  251 73 61"""
    corners = (square(200), square(200, left=200))
    views = [
        face_view(np.array(rgb.split(), float).reshape(3, 3, 3)[..., ::-1], where)
        for rgb, where in zip((bright, dim), corners, strict=True)
    ]
    found = classify_faces([ImageFaces("2096.jpg", tuple(views))])
    initials = ["".join(name[0] for name in face.colours) for face in found]
    assert initials == ["ggyobyyow", "boogwbbro"]


def test_photographs_in_different_light_are_classified_together() -> None:
    gains = ([0.7, 0.8, 0.85], [0.95, 0.9, 0.8], [0.6, 0.6, 0.6])
    pictures = [recoloured(*each) for each in zip(faces("UFL"), np.array(gains), strict=True)]
    assert [face_colours.colours for face_colours in classify_faces(pictures)] == [
        names(face) for face in "UFL"
    ]


@pytest.mark.thorough
def test_photographs_of_a_whole_cube_obey_all_its_laws() -> None:
    pictures = [drawn_faces.hide(faces("U")[0], [0]), *faces("RFDLB")]
    *some, _ = pictures
    hidden = classify_faces(some)[0]
    assert hidden.confidence[0] < 0.5
    as_cube = classify_faces(pictures)[0]
    assert as_cube.colours == names("U")
    assert as_cube.confidence[0] > 0.99
    assert as_cube.certain


def test_the_faces_of_a_whole_cube_are_as_their_photographs_show_them() -> None:
    rng = np.random.default_rng(1)
    turned = [
        drawn_faces.single(CUBE, face, turns, rng)
        for face, turns in zip("URFDLB", (1, 2, 3, 0, 1, 2), strict=True)
    ]
    together = classify_faces(turned)
    assert all(face.certain for face in together)
    for picture, face in zip(turned, together, strict=True):
        assert face.colours == classify_faces([picture])[0].colours


def test_a_highlight_does_not_change_the_colour() -> None:
    pictures = faces("URF")
    (view,) = pictures[1].views
    colours = view.colours.copy()
    light = (colours[0, :2] / 255) ** 2.2 + 0.25
    colours[0, :2] = 255 * np.minimum(light, 1) ** (1 / 2.2)
    pictures[1] = replace(pictures[1], views=(replace(view, colours=colours),))
    assert classify_faces(pictures)[1].colours == names("R")


def test_a_hidden_sticker_has_low_confidence() -> None:
    (face_colours,) = classify_faces([drawn_faces.hide(faces("U")[0], [4])])
    assert face_colours.confidence[4] < 0.5
    assert min(face_colours.confidence[:4] + face_colours.confidence[5:]) > 0.5


def test_one_colour_without_another_beside_it_is_not_certain() -> None:
    (picture,) = faces("U")
    (view,) = picture.views
    red_or_orange = np.broadcast_to(np.array([60.0, 66.0, 200.0]), view.colours.shape)
    alike = replace(picture, views=(replace(view, colours=red_or_orange),))
    (face_colours,) = classify_faces([alike])
    assert not face_colours.certain
    assert {"red", "orange"} <= set(face_colours.alternatives[0])


def test_a_face_that_may_be_misplaced_is_not_certain() -> None:
    (picture,) = faces("F")
    (view,) = picture.views
    (sharp,) = classify_faces([replace(picture, views=(replace(view, detection_score=0.9),))])
    (doubtful,) = classify_faces([replace(picture, views=(replace(view, detection_score=0.5),))])
    assert doubtful.colours == sharp.colours
    assert np.prod(doubtful.confidence) < 0.95 * np.prod(sharp.confidence)
    assert not doubtful.certain


def test_a_face_found_at_the_same_place_in_many_photos_is_hardly_misplaced() -> None:
    (picture,) = faces("F")
    (view,) = picture.views
    doubtful = replace(picture, views=(replace(view, detection_score=0.5),))
    away = replace(
        doubtful, views=(replace(doubtful.views[0], homography=moved(view.homography, 300)),)
    )
    (alone,) = classify_faces([doubtful])
    among_others = classify_faces([doubtful] * 6)[0]
    elsewhere = classify_faces([doubtful, *[away] * 5])[0]
    assert not alone.certain
    assert among_others.certain
    assert not elsewhere.certain


def moved(homography: FloatArray, right: float) -> FloatArray:
    """Return a homography to pixels further right."""
    return np.asarray(np.array([[1, 0, right], [0, 1, 0], [0, 0, 1]]) @ homography)


def rgb_view(rgb: str, corners: FloatArray) -> FaceView:
    """Return the view of a face whose stickers have these colours (R G B, row by row)."""
    return face_view(np.array(rgb.split(), float).reshape(3, 3, 3)[..., ::-1], corners)


def test_what_one_face_cannot_tell_no_other_face_of_the_cube_is_certain_of() -> None:
    """As a photograph shows three faces: yellow with one green sticker, and greens in the shade."""
    seen = {
        """164 142 6  162 138 4  37 59 30   172 145 9  167 141 7  166 138 7
           166 138 11  166 137 7  168 138 13""": [977, 1310, 1664, 923, 1543, 1582, 994, 2010],
        """251 252 247  249 251 245  198 25 24   197 30 25  198 27 25  250 250 244
           197 34 28  196 27 24  251 250 245""": [388, 912, 1037, 668, 1664, 923, 977, 1310],
        """58 67 33  63 70 36  226 65 26   37 52 26  51 62 31  52 63 31
           38 51 26  39 55 28  41 57 29""": [513, 1552, 388, 912, 977, 1310, 994, 2010],
    }
    views = [rgb_view(rgb, np.array(at, float).reshape(4, 2)) for rgb, at in seen.items()]
    yellow, _, shaded = classify_faces([ImageFaces("shade.jpg", tuple(views))])
    assert not shaded.certain
    assert {"blue", "green"} <= set(shaded.alternatives[3])
    assert not yellow.certain
    assert {"blue", "green"} <= set(yellow.alternatives[2])


def test_two_shades_that_are_plainly_apart_are_not_one_colour_for_certain() -> None:
    """As a photograph shows three faces; the last has a red sticker in the middle and oranges.

    A bright one at its top left, and two dark ones at its bottom, which are nearer to the red one.
    """
    seen = {
        """4 124 20  190 197 198  33 98 172   153 32 44  188 181 45  193 187 54
           173 180 180  27 89 155  31 141 48""": [433, 194, 516, 166, 497, 260, 423, 303],
        """223 213 88  73 174 88  221 225 228   63 121 197  60 124 201  220 227 228
           191 75 84  73 167 92  218 126 111""": [354, 153, 434, 135, 517, 165, 434, 191],
        """149 61 47  147 151 152  140 146 147   29 101 37  116 22 27  3 45 94
           161 129 47  123 27 6  125 29 10""": [352, 153, 435, 188, 421, 301, 359, 248],
    }
    views = [rgb_view(rgb, np.array(at, float).reshape(4, 2)) for rgb, at in seen.items()]
    last = classify_faces([ImageFaces("corner.jpg", tuple(views))])[2]
    assert not last.certain
    assert all({"red", "orange"} <= set(last.alternatives[sticker]) for sticker in (4, 7, 8))


def test_an_overexposed_sticker_may_be_white() -> None:
    """As a camera saw three faces of a cube; the first sticker is white, in a bright light."""
    seen = {
        """254 254 254  253 214 88  131 254 159   254 89 87  253 205 85  254 99 97
           113 131 187  253 194 81  254 254 106""": [159, 98, 291, 22, 239, 267, 105, 293],
        """254 253 87  97 110 157  94 181 106   98 112 163  253 240 82  253 228 79
           254 158 66  93 185 108  253 225 78""": [291, 22, 448, 134, 426, 341, 239, 267],
        """212 186 146  215 187 144  68 135 75   212 186 142  69 85 105  229 114 47
           182 68 50  70 86 105  70 84 106""": [105, 293, 239, 267, 426, 341, 277, 348],
    }
    views = [rgb_view(rgb, np.array(at, float).reshape(4, 2)) for rgb, at in seen.items()]
    first = classify_faces([ImageFaces("DLB.jpg", tuple(views))])[0]
    assert "white" in first.alternatives[0]
    assert not first.certain


def test_two_cubes_in_one_picture_may_show_the_same_face() -> None:
    (picture,) = faces("F")
    (view,) = picture.views
    beside = replace(view, homography=moved(view.homography, 400))
    (alone,) = classify_faces([picture])
    both = classify_faces([replace(picture, views=(view, beside))])
    assert [face.colours for face in both] == [alone.colours] * 2
    assert [face.confidence for face in both] == [alone.confidence] * 2


@pytest.mark.parametrize("n", [4, 5])
def test_three_rows_of_a_larger_face_are_no_certain_face(n: int) -> None:
    letters = np.random.default_rng(n).integers(0, 6, (n, n))
    homography = face_homography(square(36 * n, 40, 30), n)
    image = draw_stickers(drawn_faces.PAINT[letters], homography)
    found = read_faces([Frame(image, 0.0, "larger.png")])
    assert {face.part_of for face in found} == {n}
    assert not any(face.certain for face in found)
    whole = draw_stickers(drawn_faces.PAINT[letters[:3, :3]], face_homography(square(150, 70, 40)))
    assert [face.part_of for face in read_faces([Frame(whole, 0.0, "whole.png")])] == [0]


def test_no_photographs_have_no_colours() -> None:
    assert classify_faces([]) == ()


def test_a_photographed_face_is_classified(cubes: dict[str, PhotographedCube]) -> None:
    cube = next(iter(cubes.values()))
    face_colours = read_faces(cube.frames[:1])[0]
    assert corner_error(np.array(face_colours.corners), cube.corners[0]) < 0.04
    turns = int(np.argmin(np.hypot(*(np.array(face_colours.corners) - cube.corners[0][0]).T)))
    upright = np.rot90(np.array(face_colours.colours).reshape(3, 3), turns)
    assert upright.ravel().tolist() == [NAMES[letter] for letter in cube.facelets[:9]]


def test_a_photograph_without_a_face_is_named() -> None:
    with pytest.raises(NoFaceError, match=r"empty\.jpg"):
        read_faces([Frame(np.full((480, 640, 3), 90, np.uint8), 0.0, "empty.jpg")])

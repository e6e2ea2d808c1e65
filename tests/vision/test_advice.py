"""Advice on which face to photograph again, and why."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solver.core.facelets import EDGES
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.drawn_faces import PAINT, corner, single
from tests.support.variants import thorough_but
from vision.advice import retake_advice
from vision.arrays import BoolArray, FloatArray
from vision.decode.arrangements import Arrangement
from vision.decode.map_decoder import DecodedCube
from vision.photo_reading import read_image_faces

COLOURS = ("white", "red", "green", "yellow", "orange", "blue")
U, R, F, D, L, B = range(6)
UNLIKELY = 1e-6


def likelihoods() -> FloatArray:
    """Return probabilities (54 x 6) of a solved cube without any doubt."""
    table = np.full((54, 6), UNLIKELY)
    table[np.arange(54), np.arange(54) // 9] = 1
    return table


def covered(hidden: Sequence[int] = (), faces: Sequence[int] = range(6)) -> BoolArray:
    """Return which stickers are covered in a view of each face, of some facelets (0..53)."""
    return np.isin(np.arange(54), hidden).reshape(6, 9)[list(faces)]


def advice(table: FloatArray, hidden: BoolArray, faces: Sequence[int] = range(6)) -> str:
    """Return the advice on a cube whose faces were photographed upright in this order."""
    indices = np.array([np.arange(9 * face, 9 * face + 9) for face in faces])
    decoded = DecodedCube(
        np.arange(54) // 9,
        Arrangement(indices, np.arange(6)),
        0.0,
        0.0,
        np.zeros(54),
        np.log(table),
    )
    names = [f"{number}{FACES[face]}.jpg" for number, face in enumerate(faces)]
    return retake_advice(decoded, hidden, names, COLOURS)


def test_a_hidden_sticker_is_named_by_its_row_and_column() -> None:
    text = advice(likelihoods(), covered(hidden=[9 * F + 5]))
    assert text.startswith("Photograph the green face again ('2F.jpg'): ")
    assert "the sticker in row 2 column 3 is covered or in a highlight" in text
    assert "fingers" in text


def test_several_hidden_stickers_are_all_named() -> None:
    text = advice(likelihoods(), covered(hidden=[9 * B, 9 * B + 4, 9 * B + 8]))
    assert "the blue face" in text
    assert "the stickers in row 1 column 1, row 2 column 2 and row 3 column 3 are covered" in text


def test_a_contradictory_sticker_is_named_with_the_colour_seen() -> None:
    table = likelihoods()
    table[9 * R + 6, [R, D]] = UNLIKELY, 1
    text = advice(table, covered())
    assert text.startswith("Photograph the red face again ('1R.jpg'): ")
    assert "the sticker in row 3 column 1 is seen as yellow" in text
    assert "covered" not in text


def test_a_hidden_sticker_is_not_called_contradictory() -> None:
    table = likelihoods()
    table[9 * R + 6, [R, D]] = UNLIKELY, 1
    text = advice(table, covered(hidden=[9 * R + 6]))
    assert "row 3 column 1 is covered" in text
    assert "seen as" not in text


def test_a_sticker_of_two_likely_colours_is_named_with_both() -> None:
    table = likelihoods()
    table[9 * L + 2, R] = 0.5
    text = advice(table, covered())
    assert text.startswith("Photograph the orange face again ('4L.jpg'): ")
    assert "the sticker in row 1 column 3 is either orange or red" in text


def test_the_face_with_most_doubt_is_the_one_to_photograph_again() -> None:
    table = likelihoods()
    table[9 * U, D] = 0.3
    table[9 * D : 9 * D + 3, U] = 0.3
    text = advice(table, covered())
    assert "the yellow face" in text
    assert "row 1 column 1, row 1 column 2 and row 1 column 3 are either yellow or white" in text


def test_the_last_photograph_of_a_face_is_named() -> None:
    table = likelihoods()
    table[9 * U, D] = 0.5
    faces = [U, R, F, D, L, B, U, F]
    assert "'6U.jpg'" in advice(table, covered(faces=faces), faces)


def test_a_sticker_that_one_of_two_photographs_shows_is_not_hidden() -> None:
    faces = [*range(6), F]
    shown = np.concatenate([covered(hidden=[9 * F + 5]), covered(faces=[F])])
    assert "covered" not in advice(likelihoods(), shown, faces)


@pytest.mark.parametrize("face", range(6))
def test_no_sticker_is_named_where_none_is_in_doubt(face: int) -> None:
    table = likelihoods()
    table[9 * face, (face + 1) % 6] = 0.01
    text = advice(table, covered())
    assert text.startswith("No single sticker is in doubt")
    assert f"Photograph the {COLOURS[face]} face again" in text


@pytest.mark.parametrize(
    "moves", thorough_but(["U R2", "R2 L2"], ["U", "U2", "U R2", "U D", "R2 L2", "R L F"])
)
def test_a_few_turns_from_solved_the_photo_that_is_asked_for_makes_the_cube_certain(
    moves: str,
) -> None:
    rng = np.random.default_rng(1)
    facelets = Cube.solved().apply(moves).facelets
    images = [single(facelets, face, int(rng.integers(4)), rng) for face in "DLBURF"]
    text = read_image_faces(images).advice
    told = re.fullmatch(
        r"These photos fit [24] different cubes, because single faces do not show how they are "
        r"joined\. Add one photo of any corner of the (\w+) face, with three faces in view: it "
        r"shows which cube it is\.",
        text,
    )
    assert told, text
    face = FACES[COLOURS.index(told[1])]
    opposite = {face, FACES[(FACES.index(face) + 3) % 6]}
    first, other = (each for each in FACES[:3] if each not in opposite)
    for second in (other, FACES[FACES.index(other) + 3]):
        reading = read_image_faces([*images, corner(facelets, [face, first, second], 20, rng)])
        assert reading.certain
        assert reading.facelets == facelets


def test_faces_that_can_be_joined_in_too_many_ways_to_compare_leave_no_sticker_in_doubt() -> None:
    rng = np.random.default_rng(1)
    facelets = Cube.solved().apply("U2 D2 R2 L2 F2 B2").facelets  # a checkerboard
    images = [single(facelets, face, 0, rng) for face in FACES]
    reading = read_image_faces(images)
    assert reading.advice.startswith("No sticker is in doubt, but these faces can be joined in")
    corners = [corner(facelets, faces, 20, rng) for faces in ("URF", "DLB")]
    assert read_image_faces([*images, *corners]).certain


def test_both_causes_are_named_where_stickers_are_in_doubt_besides() -> None:
    rng = np.random.default_rng(1)
    facelets = Cube.solved().apply("U D").facelets
    images = [single(facelets, face, 0, rng) for face in FACES]
    # Red or orange beside white or yellow: two edges may be exchanged with two others.
    for one, other in [*EDGES, *((b, a) for a, b in EDGES)]:
        if facelets[one] in "RL" and facelets[other] in "UD":
            (view,) = images[one // 9].views
            colours = view.colours.copy()
            colours[divmod(one % 9, 3)] = 0.5 * PAINT[R] + 0.5 * PAINT[L]
            images[one // 9] = replace(images[one // 9], views=(replace(view, colours=colours),))
    text = read_image_faces(images).advice
    assert text.startswith("Two things are in doubt. These photos fit 4 different cubes")
    assert "red" in text
    assert "orange" in text


def test_a_face_in_no_photograph_is_asked_for() -> None:
    table = likelihoods()
    table[9 * L : 9 * L + 9] = 1 / 6
    hidden = range(9 * L, 9 * L + 9)
    assert advice(table, covered(hidden)).endswith("add a photo of the orange face.")

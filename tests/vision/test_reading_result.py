"""The reading of a decoded cube: its facelets, its certainty, and the picture that explains it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from drawing.palette import WESTERN
from solver.core.errors import FaultKind
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support import drawn_faces, mmays
from tests.support.photographs import PhotographedCube
from tests.vision.conftest import GLARE
from vision.arrays import FloatArray
from vision.assembly import assemble_reading
from vision.colour.scheme import MIRROR_ADVICE, MIRRORED_SCHEME, STANDARD_SCHEME
from vision.decode.arrangements import Arrangement
from vision.decode.joint_estimation import fit_cube
from vision.decode.map_decoder import MAX_MARGIN, DecodedCube
from vision.decode.observations import Observations, collect_observations
from vision.explanation import CERTAIN_COLOUR, COLOURS, UNCERTAIN_COLOUR, draw_reading
from vision.facelet_indices import facelet_indices
from vision.reading_result import Reading, value_or_raise

CUBE = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
LETTERS = np.array([FACES.index(letter) for letter in CUBE])
AT_FACE = list(zip(range(0, 54, 9), "URFDLB", strict=True))
SHOWN = "FBURLD"  # the order of the photos
TURNS = (0, 3, 1, 0, 2, 1)  # clockwise quarter turns that make each of them upright


def observations() -> Observations:
    rng = np.random.default_rng(1)
    photos = [
        drawn_faces.single(CUBE, face, turns, rng) for face, turns in zip(SHOWN, TURNS, strict=True)
    ]
    return value_or_raise(collect_observations(photos))


OBSERVATIONS = observations()
FITTED = fit_cube(OBSERVATIONS)


def certain_table() -> FloatArray:
    """Return log-probabilities that leave no doubt about the letters of the cube."""
    table = np.full((54, 6), -20.0)
    table[np.arange(54), LETTERS] = 0
    return table


def decoded_cube(
    table: FloatArray, margin: float = MAX_MARGIN, facelet_margins: FloatArray | None = None
) -> DecodedCube:
    places = [facelet_indices(FACES.index(f), q) for f, q in zip(SHOWN, TURNS, strict=True)]
    each = np.full(54, MAX_MARGIN) if facelet_margins is None else facelet_margins
    arrangement = Arrangement(np.stack(places), np.arange(6))
    return DecodedCube(LETTERS, arrangement, 0.0, margin, each, table)


def reading_of(decoded: DecodedCube, scheme: tuple[str, ...] = STANDARD_SCHEME) -> Reading:
    return assemble_reading(OBSERVATIONS, replace(FITTED, decoded=decoded, colour_names=scheme))


def test_a_cube_without_doubt_is_certain() -> None:
    reading = reading_of(decoded_cube(certain_table()))
    assert reading.certain
    assert reading.facelets == CUBE
    assert reading.unconstrained_facelets == CUBE
    assert reading.ambiguous == ()
    assert reading.advice == ""
    assert min(reading.confidence) > 0.99
    assert dict(reading.scheme) == dict(zip("URFDLB", STANDARD_SCHEME, strict=True))


def test_the_colours_are_matched_to_numbers_and_the_numbers_are_the_cube() -> None:
    reading = reading_of(decoded_cube(certain_table()))
    without_centres = {face: CUBE[at : at + 4] + CUBE[at + 5 : at + 9] for at, face in AT_FACE}
    assert "".join(reading.colours) == "".join(without_centres[f] for f in "ULFRBD").lower()
    assert reading.numbers == tuple(mmays.numbers_of(reading.colours))
    assert reading.cube == Cube.from_facelets(CUBE)


def test_a_corner_and_an_edge_that_match_no_piece_are_named() -> None:
    seen = replace(reading_of(decoded_cube(certain_table())), unconstrained_facelets=CUBE)
    assert seen.faults_as_seen == ()
    # U9, the first sticker of the corner at URF, and F2, the second of the edge at UF.
    letters = list(CUBE)
    letters[8] = letters[9]
    letters[19] = letters[7]
    faults = replace(seen, unconstrained_facelets="".join(letters)).faults_as_seen
    unmatched = [fault for fault in faults if fault.kind is FaultKind.NO_SUCH_PIECE]
    assert [fault.facelets for fault in unmatched] == [(8, 9, 20), (7, 19)]
    assert str(unmatched[0]).startswith("the corner at URF is ")
    assert str(unmatched[1]).startswith("the edge at UF is ")
    centres = replace(seen, unconstrained_facelets="U" * 54)
    assert centres.faults_as_seen == ()


def test_faces_are_found_in_their_order_with_corners_from_their_own_top_left() -> None:
    faces = reading_of(decoded_cube(certain_table())).faces
    square = [(100.0, 100.0), (400.0, 100.0), (400.0, 400.0), (100.0, 400.0)]
    assert "".join(face.letter for face in faces) == "URFDLB"
    for face in faces:
        photo = SHOWN.index(face.letter)
        first = -TURNS[photo] % 4  # the image's corner that is the face's top left
        assert face.picture_index == photo
        assert face.picture == f"{face.letter}.jpg"
        assert face.colours[4] == STANDARD_SCHEME["URFDLB".index(face.letter)]
        assert face.corners == tuple(square[first:] + square[:first])


def test_a_small_margin_makes_its_facelets_uncertain() -> None:
    margins = np.full(54, MAX_MARGIN)
    margins[[7, 19]] = 1.0, 0.5
    reading = reading_of(decoded_cube(certain_table(), 0.5, margins))
    assert not reading.certain
    assert reading.ambiguous == (7, 19)
    assert reading.confidence[19] == min(reading.confidence)
    assert reading.confidence[19] < reading.confidence[7] < reading.confidence[0]
    assert reading.confidence[19] == pytest.approx(1 / (1 + np.exp(-0.5)), abs=0.01)
    assert "again" in reading.advice


def test_contradictory_stickers_are_given_as_they_were_seen() -> None:
    table = certain_table()
    other = (LETTERS[2] + 1) % 6
    table[2, other] = 1.0  # it looks like another colour
    table[2, LETTERS[2]] = -19.0
    reading = reading_of(decoded_cube(table))
    assert not reading.certain
    assert reading.facelets == CUBE
    assert reading.unconstrained_facelets == CUBE[:2] + FACES[other] + CUBE[3:]
    assert 2 in reading.ambiguous
    assert reading.confidence[2] == min(reading.confidence)
    assert reading.confidence[2] < 0.5  # a loss of 20 is more often wrong than right


def test_a_camera_is_told_what_to_show_without_names_of_pictures() -> None:
    reading = reading_of(decoded_cube(certain_table()))
    doubted = replace(reading, advice="Photograph the red face again ('R.jpg'): it is dark.")
    assert doubted.advice_to_camera == "Show the red face again: it is dark."
    again = replace(reading, advice="Photograph 'U.jpg' again: use more light")
    assert again.advice_to_camera == "Show this face again: use more light"
    assert reading.advice_to_camera == ""


def test_a_mirrored_cube_is_never_certain() -> None:
    decoded = decoded_cube(certain_table())
    reading = reading_of(decoded, MIRRORED_SCHEME)
    assert not reading.certain
    assert reading.advice == MIRROR_ADVICE.format(options="--not-mirrored, or --scheme WOGYRB")


def test_the_scheme_gives_the_colour_of_each_position() -> None:
    decoded = decoded_cube(certain_table())
    swapped = np.array([0, 4, 2, 3, 1, 5])
    arrangement = replace(decoded.arrangement, position_colours=swapped)
    reading = reading_of(replace(decoded, arrangement=arrangement, colours=swapped[LETTERS]))
    assert reading.facelets == CUBE
    assert (reading.scheme["R"], reading.scheme["L"]) == ("orange", "red")


Cubes = dict[str, PhotographedCube]
ReadingOf = Callable[[str], Reading]


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((picture == colour).all(2).sum())


def test_a_certain_reading_has_no_doubts_drawn_outside_the_legend(
    cubes: Cubes, reading_of: ReadingOf
) -> None:
    picture = draw_reading(cubes["cube08"].frames, reading_of("cube08"))
    assert count(picture[:6], CERTAIN_COLOUR) == 6 * picture.shape[1]
    legend = 400
    assert count(picture, UNCERTAIN_COLOUR) < legend


def test_stickers_in_doubt_are_marked_in_the_photograph_and_in_the_net(
    cubes: Cubes, reading_of: ReadingOf
) -> None:
    reading = reading_of(GLARE)
    picture = draw_reading(cubes[GLARE].frames, reading)
    assert count(picture[:6], UNCERTAIN_COLOUR) == 6 * picture.shape[1]
    assert count(picture[104:], UNCERTAIN_COLOUR) > 400 + 300 * len(reading.ambiguous)


@pytest.mark.parametrize("name", ["cube08", "cube13"])
def test_all_nine_colours_of_each_face_are_shown_in_the_unfolded_cube(
    cubes: Cubes, reading_of: ReadingOf, name: str
) -> None:
    picture = draw_reading(cubes[name].frames, reading_of(name))
    net = picture[104:428, -480:]
    for colour in (COLOURS[name] for name in WESTERN.values()):
        assert count(net, colour) > 9 * 500

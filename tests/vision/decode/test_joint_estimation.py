"""Joint estimation of colours and cube, from initial labels that may be wrong."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support import drawn_faces
from tests.support.sticker_samples import balance_and_brightness, samples_under, shuffled_labels
from vision.arrays import IntArray
from vision.colour.colour_model import ColourModel
from vision.colour.initial_clusters import Initialisation, refined_initialisations
from vision.colour.scheme import STANDARD_SCHEME
from vision.decode.arrangements import fixed_arrangement
from vision.decode.joint_estimation import (
    GOOD_FIT_LOSS,
    MAX_LOSS_RATIO,
    fit_cube,
    fit_cube_as_arranged,
    fit_until_good,
    fits_much_better,
)
from vision.decode.observations import Observations, collect_observations
from vision.reading_result import value_or_raise

CUBE = Cube.random(1).facelets
LABELS = shuffled_labels(1)
SAMPLES = samples_under(LABELS, balance_and_brightness(1))
SOLVED = np.repeat(np.arange(6), 9).reshape(6, 9)


@dataclass(frozen=True)
class Decoded:
    labels: IntArray
    log_prob: float
    loss: float


def in_place(turned: int = 0) -> Observations:
    """Return the six faces in place, the last one placed with wrong clockwise turns."""
    rng = np.random.default_rng(1)
    photos = [drawn_faces.single(CUBE, face, 0, rng) for face in FACES]
    placements = [*((position, 0) for position in range(5)), (5, turned)]
    return replace(
        value_or_raise(collect_observations(photos)), arrangements=fixed_arrangement(placements)
    )


def starts(count: int, labels: IntArray = SOLVED) -> list[Initialisation]:
    return [Initialisation(labels, np.zeros((6, 3)))] * count


def test_fitting_ends_at_the_first_good_cube() -> None:
    losses = iter([GOOD_FIT_LOSS + 1, GOOD_FIT_LOSS, GOOD_FIT_LOSS - 1, 0.0])

    def decode(_: ColourModel) -> Decoded:
        return Decoded(LABELS, 0.0, next(losses))

    fits = fit_until_good(SAMPLES, starts(4, LABELS), decode)
    assert [fit.cube.loss for fit in fits] == [
        GOOD_FIT_LOSS + 1,
        GOOD_FIT_LOSS,
        GOOD_FIT_LOSS - 1,
    ]


def test_fitting_goes_on_where_the_light_on_the_photos_differs_much() -> None:
    dark = samples_under(LABELS, np.repeat([[-3.0], [3.0]], 3, axis=0) * np.ones(3))
    assert len(fit_until_good(dark, starts(3), lambda _: Decoded(LABELS, 0.0, 0.0))) == 3


def test_all_starts_are_fitted_where_none_is_good() -> None:
    fits = fit_until_good(SAMPLES, starts(3), lambda _: Decoded(SOLVED, 0.0, GOOD_FIT_LOSS))
    assert len(fits) == 3


def test_colours_are_fitted_again_to_the_labels_that_were_decoded() -> None:
    (fit,) = fit_until_good(SAMPLES, starts(1), lambda _: Decoded(LABELS, 0.0, 0.0))
    assert (fit.model.log_posteriors(SAMPLES).argmax(-1) == LABELS).all()


def test_known_labels_of_separated_colours_are_the_best_initialisation() -> None:
    found = refined_initialisations(SAMPLES, None)
    assert (found[0].labels == LABELS).all()
    assert len({start.labels.tobytes() for start in found}) == len(found)


def test_a_cube_is_found_with_the_names_of_its_colours() -> None:
    rng = np.random.default_rng(1)
    photos = [drawn_faces.corner(CUBE, faces, 30, rng) for faces in ("URF", "DLB")]
    fitted = fit_cube(value_or_raise(collect_observations(photos)))
    assert fitted.decoded.facelets == CUBE
    assert fitted.decoded.is_certain
    at = fitted.decoded.arrangement.position_colours
    assert tuple(fitted.colour_names[colour] for colour in at) == STANDARD_SCHEME


def test_faces_in_place_are_decoded_as_they_are_held() -> None:
    fitted = fit_cube_as_arranged(in_place())
    assert fitted.decoded.facelets == CUBE
    assert fitted.decoded.arrangement.position_colours.tolist() == [0, 1, 2, 3, 4, 5]
    assert fitted.colour_names == STANDARD_SCHEME


@pytest.mark.parametrize("turned", [1, 2, 3])
def test_a_face_placed_with_wrong_turns_costs_legality(turned: int) -> None:
    fitted = fit_cube_as_arranged(in_place())
    assert fitted.start_loss < 0.5
    worse = replace(fitted, start_loss=10 / MAX_LOSS_RATIO)
    assert not fits_much_better(in_place(turned), worse)

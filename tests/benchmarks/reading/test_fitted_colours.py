"""The usual colours are fitted to labelled photographs, of made samples here."""

import numpy as np
import pytest

from benchmarks.reading.fitted_colours import LabelledFaces, fitted_colours
from tests.support.made_samples import NOT_CLIPPED, PRIOR
from vision.colour.colour_belief import Sample
from vision.decode.loose_faces import FaceSamples

LABELS = (0, 1, 2, 3, 4, 5, 0, 2, 4)


def photos(mean: np.ndarray, spread: float, noise: float, count: int) -> list[LabelledFaces]:
    """Return photographs of one face each: colours about their mean, and stickers about those."""
    rng = np.random.default_rng(2)
    result = []
    for camera in range(count):
        colours = rng.normal(mean, spread).reshape(6, 3)
        face: FaceSamples = tuple(
            Sample(rng.normal(colours[label], noise), NOT_CLIPPED, 0.002) for label in LABELS
        )
        result.append(LabelledFaces([face], [LABELS], camera))
    return result


def test_the_colours_and_their_variation_are_those_of_the_photographs() -> None:
    mean = PRIOR.mean + np.linspace(-0.5, 0.5, len(PRIOR.mean))
    fitted = fitted_colours(photos(mean, spread=0.3, noise=0.05, count=200))
    assert fitted.mean == pytest.approx(mean, abs=0.1)
    assert np.sqrt(np.diag(fitted.covariance)) == pytest.approx(np.full(18, 0.3), abs=0.08)
    assert np.sqrt(np.diag(fitted.sample)).max() < 0.08


def test_a_camera_with_many_photographs_counts_less_for_each() -> None:
    away = PRIOR.mean + 1
    once = photos(PRIOR.mean, 0.01, 0.05, 40)
    often = [each._replace(camera="one") for each in photos(away, 0.01, 0.05, 40)]
    shift = (fitted_colours([*once, *often]).mean - PRIOR.mean).mean()
    assert 0.05 < shift < 0.3  # 40 ** 0.5 of 40 + 40 ** 0.5 is 0.14


def test_a_clipped_channel_is_left_out() -> None:
    seen = photos(PRIOR.mean, 0.2, 0.05, 60)
    blue = np.array([True, False, False])
    clipped = [
        each._replace(
            faces=[
                tuple(s._replace(light=s.light - 3 * blue, clipped=blue) for s in face)
                for face in each.faces
            ]
        )
        for each in seen[:30]
    ]
    fitted = fitted_colours([*clipped, *seen[30:]])
    assert fitted.mean.reshape(6, 3)[:, 0] == pytest.approx(PRIOR.mean.reshape(6, 3)[:, 0], abs=0.3)

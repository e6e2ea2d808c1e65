"""Lab values of known colours, and distances in brightness and balance."""

import numpy as np
import pytest

from vision.colour.colour_space import GAMMA, lab_from_bgr, lab_from_linear, squared_distance

# The primaries of sRGB in CIE Lab under D65, as BGR 0..1.
KNOWN_LAB = [
    ((0, 0, 0), (0, 0, 0)),
    ((1, 1, 1), (100, 0, 0)),
    ((0, 0, 1), (53.2, 80.1, 67.2)),
    ((0, 1, 0), (87.7, -86.2, 83.2)),
    ((1, 0, 0), (32.3, 79.2, -107.9)),
]


@pytest.mark.parametrize(("bgr", "lab"), KNOWN_LAB)
def test_known_colours_have_their_lab_values(
    bgr: tuple[float, ...], lab: tuple[float, ...]
) -> None:
    assert lab_from_bgr(255 * np.array(bgr, float)) == pytest.approx(np.array(lab), abs=0.2)
    assert lab_from_linear(np.array(bgr, float)) == pytest.approx(np.array(lab), abs=0.2)


def test_linear_light_has_the_lab_values_of_its_encoded_colour() -> None:
    colours = np.random.default_rng(1).uniform(0, 255, (2, 5, 3))
    lab = lab_from_linear((colours / 255) ** GAMMA)
    assert lab.shape == (2, 5, 3)
    assert lab == pytest.approx(lab_from_bgr(colours), abs=1e-3)


def test_colours_out_of_range_count_as_the_nearest_in_range() -> None:
    assert (
        lab_from_linear(np.array([-1.0, 9.0, 0.5])) == lab_from_linear(np.array([0, 2, 0.5]))
    ).all()
    assert (
        lab_from_bgr(np.array([-9.0, 300.0, 9.0])) == lab_from_bgr(np.array([0.0, 255, 9]))
    ).all()


def test_distance_is_in_standard_deviations_of_brightness_and_of_balance() -> None:
    residuals = np.array([[0.8, 0.8, 0.8], [0.1, -0.1, 0.0], [0.9, 0.7, 0.8], [0.0, 0.0, 0.0]])
    # two sigmas brighter; one sigma in two channels; both together; none
    assert squared_distance(residuals, (0.4, 0.1)) == pytest.approx(np.array([4.0, 2, 6, 0]))

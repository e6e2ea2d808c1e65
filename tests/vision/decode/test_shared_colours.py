"""Labelling the faces of several photos by one camera, on stickers of made colours."""

import numpy as np
import pytest

from tests.support.made_samples import NAMES, NOT_CLIPPED, PRIOR, face, light
from vision.colour.colour_belief import Sample
from vision.decode.loose_faces import FaceSamples, Labellings, PhotoFaces, label_photos

BESIDE_RED = "white red blue orange white orange yellow red green"
ORANGES = "orange white blue green white orange yellow green blue"


def colours_of(labelled: Labellings) -> list[str]:
    return [NAMES[colour] for colour in labelled.of_face(0)[0].argmax(1)]


def changed(samples: FaceSamples, by: dict[int, float]) -> FaceSamples:
    """Return samples with some stickers brighter, by their number, in natural logarithms."""
    return tuple(
        sample._replace(light=sample.light + by.get(index, 0.0))
        for index, sample in enumerate(samples)
    )


def alone_and_together(photos: list[PhotoFaces]) -> tuple[list[str], list[str]]:
    """Return the colours of the last photo, alone and together with the others."""
    return colours_of(label_photos(photos[-1:], PRIOR)[0]), colours_of(
        label_photos(photos, PRIOR)[-1]
    )


@pytest.mark.thorough
def test_other_photos_show_which_colour_is_orange() -> None:
    # This camera shows orange as others show red; beside red it is seen which is which.
    reddish = 0.6 * (light("red") - light("orange"))
    darker_red = np.array([-0.6, -0.6, -0.4])

    def seen(names: str, seed: int) -> PhotoFaces:
        shift = {"orange": reddish, "red": darker_red}
        samples = tuple(
            Sample(sample.light + shift.get(name, 0.0), NOT_CLIPPED, 0.002)
            for name, sample in zip(names.split(), face(names, seed), strict=True)
        )
        return PhotoFaces([samples], (), [0])

    beside_red = [seen(BESIDE_RED, seed) for seed in range(5)]
    alone, together = alone_and_together([*beside_red, seen(ORANGES, 9)])
    assert alone != ORANGES.split()
    assert together == ORANGES.split()


def test_a_shade_in_the_same_place_of_all_photos_is_not_a_colour() -> None:
    shade = {1: -1.5, 4: -1.5, 7: -1.5}
    shown = [
        "red green blue yellow white red orange blue white",
        "white yellow green blue red orange white white red",
        "orange white red green blue yellow red yellow blue",
        "blue red white orange yellow green white green yellow",
        "yellow blue orange white green red blue red orange",
        "red orange white blue orange green red orange yellow",
    ]
    photos = [
        PhotoFaces([changed(face(names, seed), shade)], (), [0]) for seed, names in enumerate(shown)
    ]
    alone, together = alone_and_together(photos)
    assert alone != shown[-1].split()
    assert together == shown[-1].split()

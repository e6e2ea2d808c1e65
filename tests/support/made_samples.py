"""Samples of stickers in the usual colours, made without a picture."""

import numpy as np

from vision.colour.colour_belief import Sample
from vision.colour.profile import usual_colours
from vision.decode.loose_faces import FaceSamples

PRIOR = usual_colours()
NAMES = PRIOR.names
NOT_CLIPPED = np.zeros(3, bool)


def light(name: str) -> np.ndarray:
    """Return the usual colour of this name, as logarithms of linear light (3)."""
    first = 3 * NAMES.index(name)
    return PRIOR.mean[first : first + 3]


def face(colours: str, seed: int = 0) -> FaceSamples:
    """Return the samples of stickers with usual colours, named row by row, with some noise."""
    rng = np.random.default_rng(seed)
    return tuple(
        Sample(light(name) + rng.normal(0, 0.05, 3), NOT_CLIPPED, 0.002) for name in colours.split()
    )

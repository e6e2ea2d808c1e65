"""Cubes decoded with the posteriors of scikit-learn's classifiers in place of the colour model's.

The colours are fitted as always; what a sticker's sample says about its colour comes from
`predict_proba`: of linear discriminant analysis (six Gaussians of one covariance), or of a Gaussian
mixture with components for each strength of glare and for the tails of Student's t.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

import numpy as np

from rokumen.benchmarks.support.photographs import LabelledCube
from vision.arrays import FloatArray
from vision.capture.files import load_image
from vision.colour.colour_model import FREEDOM, ColourModel, outlier_probability
from vision.colour.samples import StickerSamples
from vision.decode.joint_estimation import Posteriors, fit_cube
from vision.decode.observations import collect_observations
from vision.detect.photograph import detect_cube_faces
from vision.errors import VisionError, value_or_raise
from vision.reading_result import assemble_reading

# Student's t is a mixture of Gaussians of one mean; so many approximate it.
SCALES = 5


def discriminant_posteriors(model: ColourModel, samples: StickerSamples) -> FloatArray:
    """Return the log-posteriors of linear discriminant analysis (views x stickers x 6)."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    inverse = np.linalg.inv(model.covariance)
    analysis = LinearDiscriminantAnalysis()
    analysis.classes_ = np.arange(6)
    analysis.coef_ = model.lab_means @ inverse
    analysis.intercept_ = -0.5 * (analysis.coef_ * model.lab_means).sum(1)
    features = model.features(samples.colours)
    posteriors = analysis.predict_proba(features.reshape(-1, 3)).reshape(*features.shape[:2], 6)
    return _with_outliers(posteriors, samples)


def mixture_posteriors(model: ColourModel, samples: StickerSamples) -> FloatArray:
    """Return the log-posteriors of a Gaussian mixture (views x stickers x 6)."""
    from sklearn.mixture import GaussianMixture

    features = model.features(samples.colours)
    posteriors = np.empty((*features.shape[:2], 6))
    levels = model.glare_levels()
    scales = _scales()
    precisions = np.array([np.linalg.inv(model.covariance * scale) for scale in scales])
    roots = np.linalg.cholesky(precisions)
    for view, seen in enumerate(features):
        means = np.concatenate([glared[view] for _, glared in levels])
        weights = np.repeat([probability / 6 for probability, _ in levels], 6)
        mixture = GaussianMixture(len(scales) * len(means), covariance_type="full")
        mixture.means_ = np.tile(means, (len(scales), 1))
        mixture.weights_ = np.tile(weights, len(scales)) / len(scales)
        mixture.precisions_cholesky_ = np.repeat(roots, len(means), axis=0)
        posteriors[view] = mixture.predict_proba(seen).reshape(len(seen), -1, 6).sum(1)
    return _with_outliers(posteriors, samples)


@cache
def _scales() -> tuple[float, ...]:
    """Return the factors of the covariance in the components of Student's t."""
    from scipy.stats import invgamma

    quantiles = (np.arange(SCALES) + 0.5) / SCALES
    return tuple(map(float, invgamma.ppf(quantiles, FREEDOM / 2, scale=FREEDOM / 2)))


def _with_outliers(posteriors: FloatArray, samples: StickerSamples) -> FloatArray:
    outliers = outlier_probability(samples.visibility)[..., None]
    return np.asarray(np.log((1 - outliers) * posteriors + outliers / 6), float)


CLASSIFIERS: Mapping[str, Posteriors] = {
    "Student's t with glare (ours)": ColourModel.log_posteriors,
    "scikit-learn's linear discriminant": discriminant_posteriors,
    "scikit-learn's Gaussian mixture, with glare": mixture_posteriors,
}


def compare(cubes: Sequence[LabelledCube]) -> Iterator[tuple[str, int, int]]:
    """Yield for each classifier how many cubes are read right, and how many right and certain.

    A cube of which a face is not found is counted as not read.
    """
    observed = []
    for cube in cubes:
        with suppress(VisionError):
            images = [detect_cube_faces(load_image(picture.path)) for picture in cube.pictures]
            observed.append((cube.facelets, value_or_raise(collect_observations(images))))
    for name, log_posteriors in CLASSIFIERS.items():
        readings = [
            (true, assemble_reading(seen, fit_cube(seen, None, log_posteriors)))
            for true, seen in observed
        ]
        right = [reading for true, reading in readings if reading.facelets == true]
        yield name, len(right), sum(reading.certain for reading in right)

"""Other classifiers of the colours, on the samples of the same faces.

Three baselines use no laws of a cube: the nearest CIEDE2000, balanced k-means, and assignment. Each
takes a cube's stickers (6 x stickers a face x 3, BGR 0..255, faces in any order) and returns for
each the face whose centre has its colour (6 x stickers).

Two others decode whole cubes with the posteriors of scikit-learn's classifiers in place of the
colour model's. The colours are fitted as always; what a sticker's sample says about its colour
comes from `predict_proba`: of linear discriminant analysis (six Gaussians of one covariance), or of
a Gaussian mixture with components for each strength of glare and for the tails of Student's t.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.harness.records import Record, column, not_shown
from benchmarks.reading.scores import CubesRead
from benchmarks.support.photographs import PhotographedCube, corner_error, corner_rotation
from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.assembly import assemble_reading
from vision.assignment import cheapest_assignment
from vision.capture.files import load_image
from vision.colour.colour_model import FREEDOM, ColourModel, outlier_probability
from vision.colour.samples import StickerSamples
from vision.decode.joint_estimation import fit_cube
from vision.decode.observations import collect_observations
from vision.detect.photograph import detect_cube_faces, find_faces
from vision.errors import VisionError
from vision.reading_result import value_or_raise

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
# The log-posteriors of the six colours (views x stickers x 6) by a fitted model.
Posteriors = Callable[[ColourModel, StickerSamples], FloatArray]

_FACES = 6
# Student's t is a mixture of Gaussians of one mean; so many approximate it.
SCALES = 5


@dataclass(frozen=True, slots=True)
class Baseline(Record):
    """How many cubes a baseline reads, and what share of their stickers."""

    key = "baselines"
    title = "baselines without the laws of a cube"

    name: str = column("baseline")
    right: int = column("cubes with all stickers right", "{right} of {cubes}")
    cubes: int = not_shown()
    stickers_right: float = column("stickers right", ".1%")


def compare_baselines(cubes: Sequence[PhotographedCube]) -> Iterator[Baseline]:
    """Yield what the three baselines read of the same samples, with known faces.

    A cube counts if all 54 stickers are right.
    """
    samples = [sampled(cube) for cube in cubes]
    for name, classify in BASELINES.items():
        right = [classify(colours) == labels for colours, labels in samples]
        whole = sum(bool(agreed.all()) for agreed in right)
        stickers = sum(int(agreed.sum()) for agreed in right)
        yield Baseline(name, whole, len(cubes), stickers / (54 * len(cubes)))


def sampled(cube: PhotographedCube) -> tuple[FloatArray, IntArray]:
    """Return a cube's samples (6 x 9 x 3, BGR) by the found faces, and the face of each."""
    colours, labels = [], []
    for index, picture in enumerate(cube.pictures):
        (true,) = picture.faces
        views = find_faces(load_image(picture.path).image)
        view = min(views, key=lambda found: corner_error(found.corners, true.corners))
        upright = np.rot90(view.colours, -corner_rotation(view.corners, true.corners))
        colours.append(upright.reshape(9, 3))
        start = 9 * index
        labels.append([FACES.index(letter) for letter in cube.facelets[start : start + 9]])
    return np.array(colours), np.array(labels)


def nearest_colour(colours: Floats) -> Ints:
    """Return for each sticker the centre that is nearest by CIEDE2000."""
    return np.asarray(_differences(colours).argmin(2), np.int64)


def k_means(colours: Floats, seed: int = 0) -> Ints:
    """Return clusters of equal size in Lab by k-means, initialised at the centres.

    Each round assigns an equal number of stickers to every cluster and moves it to their mean; a
    cluster is named after the centre in it that is nearest to its mean.
    """
    from sklearn.cluster import KMeans

    lab = _lab(colours)
    flat = lab.reshape(-1, 3)
    start = lab[:, colours.shape[1] // 2]
    means = KMeans(_FACES, init=start, n_init=1, random_state=seed).fit(flat).cluster_centers_
    labels = np.full(len(flat), -1)
    for _ in range(100):
        away = ((flat[:, None] - means) ** 2).sum(2)
        shared = _shared(away, colours.shape[1])
        if (shared == labels).all():
            break
        labels = shared
        means = np.stack([flat[labels == k].mean(0) for k in range(_FACES)])
    _, names = cheapest_assignment(((means[:, None] - start) ** 2).sum(2))
    return np.asarray(names[labels], np.int64).reshape(colours.shape[:2])


def nine_each(colours: Floats) -> Ints:
    """Return the balanced assignment of stickers to centres with the least total CIEDE2000."""
    size = colours.shape[1]
    return _shared(_differences(colours).reshape(-1, _FACES), size).reshape(_FACES, size)


def ciede2000(first: Floats, second: Floats) -> Floats:
    """Return the CIEDE2000 difference of Lab colours (... x 3).

    After Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes,
    supplementary test data, and mathematical observations", Color Research and Application 30
    (2005).
    """
    light1, a1, b1 = np.moveaxis(np.asarray(first, float), -1, 0)
    light2, a2, b2 = np.moveaxis(np.asarray(second, float), -1, 0)
    chroma7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(chroma7 / (chroma7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    chroma1, chroma2 = np.hypot(a1, b1), np.hypot(a2, b2)
    hue1, hue2 = (np.degrees(np.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = chroma1 * chroma2 == 0

    turn = np.where(grey, 0.0, (hue2 - hue1 + 180) % 360 - 180)
    # for exactly opposite hues, the sign is that of their difference
    turn = np.where((turn == -180) & (hue2 > hue1), 180.0, turn)
    middle = np.where(np.abs(hue1 - hue2) <= 180, (hue1 + hue2) / 2, (hue1 + hue2 + 360) / 2 % 360)
    mean_hue = np.where(grey, hue1 + hue2, middle)
    mean_light, mean_chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2

    hue_weight = (
        1
        - 0.17 * np.cos(np.radians(mean_hue - 30))
        + 0.24 * np.cos(np.radians(2 * mean_hue))
        + 0.32 * np.cos(np.radians(3 * mean_hue + 6))
        - 0.20 * np.cos(np.radians(4 * mean_hue - 63))
    )
    squared = (mean_light - 50) ** 2
    by_light = (light2 - light1) / (1 + 0.015 * squared / np.sqrt(20 + squared))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * mean_chroma)
    by_hue = 2 * np.sqrt(chroma1 * chroma2) * np.sin(np.radians(turn / 2))
    by_hue = by_hue / (1 + 0.015 * mean_chroma * hue_weight)
    mean7 = mean_chroma**7
    rotation = -2 * np.sqrt(mean7 / (mean7 + 25.0**7))
    rotation = rotation * np.sin(np.radians(60 * np.exp(-(((mean_hue - 275) / 25) ** 2))))
    total = by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue
    return np.asarray(np.sqrt(np.maximum(total, 0)), float)


def _differences(colours: Floats) -> Floats:
    """Return each sticker's CIEDE2000 difference from each centre (6 x stickers x 6)."""
    lab = _lab(colours)
    return ciede2000(lab[:, :, None], lab[:, colours.shape[1] // 2])


def _shared(costs: Floats, each: int) -> Ints:
    """Return the balanced assignment of least total cost (costs: stickers x 6)."""
    _, chosen = cheapest_assignment(np.repeat(costs, each, axis=1))
    return np.asarray(chosen // each, np.int64)


def _lab(colours: Floats) -> Floats:
    pixels = (np.asarray(colours, float) / 255).astype(np.float32)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), float)


BASELINES: Mapping[str, Callable[[Floats], Ints]] = {
    "nearest by CIEDE2000": nearest_colour,
    "k-means, nine each": k_means,
    "nine each": nine_each,
}


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
    """Return factors of a covariance, whose normal distributions together approximate Student's t.

    They are quantiles of the inverse gamma distribution, of which Student's t is a scale mixture.
    """
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


def compare_posteriors(title: str, cubes: Sequence[PhotographedCube]) -> Iterator[CubesRead]:
    """Yield what is read of cubes with each classifier's posteriors.

    A cube of which a face is not found is counted as not read.
    """
    observed = []
    for cube in cubes:
        with suppress(VisionError):
            images = [detect_cube_faces(load_image(picture.path)) for picture in cube.pictures]
            observed.append((cube.facelets, value_or_raise(collect_observations(images))))
    for name, log_posteriors in CLASSIFIERS.items():
        # Only this comparison reads cubes with another classifier than the colour model's own.
        with patch.object(ColourModel, "log_posteriors", log_posteriors):
            readings = [(true, assemble_reading(seen, fit_cube(seen))) for true, seen in observed]
        right = [reading for true, reading in readings if reading.facelets == true]
        certain = sum(reading.certain for reading in right)
        yield CubesRead(f"{title}, {name}", len(cubes), len(right), certain, None)

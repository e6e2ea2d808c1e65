"""Measure the six colours of a cube from images of it, and how well they can be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from calibration.errors import CalibrationError
from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.illumination import GAMMA
from vision.colour.names import ALL_NAMES, name_colours
from vision.colour.profile import ColourProfile
from vision.decode.joint_estimation import fit_cube
from vision.decode.observations import collect_observations
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.photo_reading import read_image_faces
from vision.reading_result import value_or_raise

CLIPPING_LEVEL = 252.0  # a channel as bright as this (0..255) may have been brighter
DARK_OFFSET = 0.01  # linear light that is lost in noise
ROUNDS = 5
MIN_VISIBILITY = 0.6  # a sticker of which less is seen says little about its colour

# Colours separated by this many times their scatter are always distinguished; less is close.
MIN_SEPARATION = 8.0
MIN_SIGMA = 1.5  # Lab: least scatter, even of a flawless picture
LIGHTNESS = 0.3  # weight of a difference in lightness: a sticker in a shadow keeps its hue

# Of a cross-validation: each face has nine stickers.
MAX_PARTS = 9

MAX_OVEREXPOSED = 0.25
MAX_WHITE_CHROMA = 14.0  # Lab chroma of white
WARM = 0.0  # Lab b of white above which the tint is a warm one


@dataclass(frozen=True, slots=True, eq=False)
class ColourMeasurement:
    """The measured six colours.

    `profile`; `lab_samples`: each colour's stickers (count x 3, CIE Lab), the pictures' different
    light taken out; `overexposed` (0..1): the share of them in which a channel is at its brightest.
    """

    profile: ColourProfile
    lab_samples: Mapping[str, FloatArray]
    overexposed: float


def measure_colours(pictures: Sequence[ImageFaces], *, solved: bool = False) -> ColourMeasurement:
    """Measure the colours of a cube from pictures of all its faces, in any state.

    With `solved` every face has one colour, which needs no reading. Raises CalibrationError
    where the cube cannot be read with certainty, and what `vision.reading.read` raises.
    """
    fronts = [picture.main_face_only for picture in pictures]
    if solved:
        evidence = value_or_raise(collect_observations(fronts))
        labels = np.repeat(evidence.clusters.face_ids[:, None], 9, axis=1)
        return _measured(
            evidence.samples.colours, evidence.samples.visibility, np.asarray(labels, np.int64)
        )
    have_neighbours = any(len(picture.views) > 1 for picture in pictures)
    for shown in (pictures, fronts) if have_neighbours else (fronts,):
        if sum(len(picture.views) for picture in shown) >= len(FACES):
            evidence = value_or_raise(collect_observations(shown))
            fitted = fit_cube(evidence)
            if fitted.decoded.is_certain:
                samples = evidence.samples
                return _measured(samples.colours, samples.visibility, fitted.decoded.labels)
    raise CalibrationError(
        "the cube cannot be read with certainty, so its colours cannot be measured. "
        f"{read_image_faces(pictures).advice} Or show it solved, with --solved"
    )


def measure_known(views: Sequence[FaceView], labels: IntArray) -> ColourMeasurement:
    """Measure the colours of a cube from views of which the stickers are known.

    `labels` (views x 9): which of the six colours, 0 to 5, each sticker has; all are there.
    """
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    visibility = np.stack([view.visibility.ravel() for view in views])
    return _measured(colours, visibility, labels)


def _measured(colours: FloatArray, visibility: FloatArray, labels: IntArray) -> ColourMeasurement:
    light = _remove_gains((colours / 255) ** GAMMA, visibility > MIN_VISIBILITY, labels)
    linear_colours = np.array([np.median(light[labels == colour], 0) for colour in range(6)])
    names = name_colours(linear_colours)
    brightest = float(linear_colours.max())
    means, stickers = _lab(linear_colours / brightest), _lab(light / brightest)
    clear = visibility > MIN_VISIBILITY
    order = {name: names.index(name) for name in ALL_NAMES if name in names}
    return ColourMeasurement(
        ColourProfile(
            {
                name: (float(means[c, 0]), float(means[c, 1]), float(means[c, 2]))
                for name, c in order.items()
            }
        ),
        {name: stickers[clear & (labels == c)] for name, c in order.items()},
        float((colours.max(2) >= CLIPPING_LEVEL).mean()),
    )


def _remove_gains(light: FloatArray, clear: BoolArray, labels: IntArray) -> FloatArray:
    """Return stickers' light (views x 9 x 3) as if all views had been taken in the same.

    A view's gain is how its stickers differ from the others of their colours, at the median.
    """
    log = np.log(light + DARK_OFFSET)
    gains = np.zeros((len(log), 3))
    for _ in range(ROUNDS):
        level = log - gains[:, None]
        means = np.array([np.median(level[labels == colour], 0) for colour in range(6)])
        off = np.where(clear[..., None], log - means[labels], np.nan)
        seen = clear.any(1)
        gains[seen] = np.nanmedian(off[seen], axis=1)
        gains -= gains.mean(0)
    return np.asarray(light / np.exp(gains)[:, None], float)


def _lab(light: FloatArray) -> FloatArray:
    seen = np.clip(light, 0, 1) ** (1 / GAMMA)
    flat = seen.reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(light.shape), float)


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two colours and how far apart they are, in multiples of their scatter."""

    first: str
    second: str
    separation: float

    @property
    def is_close(self) -> bool:
        """Return whether stickers of the two may be confused."""
        return self.separation < MIN_SEPARATION


def colour_pairs(measured: ColourMeasurement) -> tuple[ColourPair, ...]:
    """Return all pairs of the six colours, the closest first."""
    weighed = {name: samples * (LIGHTNESS, 1, 1) for name, samples in measured.lab_samples.items()}
    found = [
        ColourPair(a, b, _separation(weighed[a], weighed[b])) for a, b in combinations(weighed, 2)
    ]
    return tuple(sorted(found, key=lambda pair: pair.separation))


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many stickers of a colour were taken for another one."""

    colour: str
    taken_for: str
    stickers: int


@dataclass(frozen=True, slots=True)
class Trial:
    """How many of the measured `stickers` were named right, and which were confused, most first."""

    right: int
    stickers: int
    confusions: tuple[Confusion, ...]


def try_to_name(measured: ColourMeasurement) -> Trial | None:
    """Return how well the measured stickers are named by one another.

    In turn a part of each colour's stickers is named by a linear discriminant analysis that has
    learnt from the others (stratified cross-validation, scikit-learn). Lightness has the weight
    that it has in `colour_pairs`. None where scikit-learn is not installed. Raises
    CalibrationError where a colour has one sticker.
    """
    samples = measured.lab_samples
    scarce = min(samples, key=lambda name: len(samples[name]))
    if len(samples[scarce]) < 2:
        raise CalibrationError(
            f"of {scarce} there are fewer than two clear stickers; show the cube without fingers "
            "or highlights on it"
        )
    # Optional, and slow to import: nothing else needs it.
    try:
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
        from sklearn.model_selection import StratifiedKFold, cross_val_predict
    except ImportError:
        return None
    names = np.repeat([*samples], [len(each) for each in samples.values()])
    features = np.concatenate([*samples.values()]) * (LIGHTNESS, 1, 1)
    parts = StratifiedKFold(min(MAX_PARTS, len(samples[scarce])))
    learner = LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto")
    taken = cross_val_predict(learner, features, names, cv=parts)
    wrong = Counter(
        zip(names[taken != names].tolist(), taken[taken != names].tolist(), strict=True)
    )
    confusions = (Confusion(*pair, count) for pair, count in wrong.most_common())
    return Trial(int((taken == names).sum()), len(names), tuple(confusions))


def _separation(a: FloatArray, b: FloatArray) -> float:
    """Return the distance between two samples' medians, in units of their scatter along it."""
    between = np.median(a, 0) - np.median(b, 0)
    length = float(np.hypot.reduce(between))
    if length == 0:
        return 0.0
    off = np.concatenate([cloud - np.median(cloud, 0) for cloud in (a, b)]) @ (between / length)
    scatter = 1.4826 * float(np.median(np.abs(off)))
    return length / float(np.hypot(scatter, MIN_SIGMA))


def separation_warnings(measured: ColourMeasurement) -> tuple[str, ...]:
    """Return which colours are close, and what to change."""
    close = [pair for pair in colour_pairs(measured) if pair.is_close]
    return tuple(
        f"{pair.first} and {pair.second} are close ({pair.separation:.1f} times their scatter; "
        f"{MIN_SEPARATION:g} is safe). {_lighting_advice(measured, pair)}"
        for pair in close
    )


def _lighting_advice(measured: ColourMeasurement, pair: ColourPair) -> str:
    white = np.array(measured.profile.lab.get("white", (100.0, 0.0, 0.0)))
    changes = []
    if measured.overexposed > MAX_OVEREXPOSED:
        changes.append("lower the camera's exposure, or dim the light: much is overexposed")
    if np.hypot(white[1], white[2]) > MAX_WHITE_CHROMA:
        tint = "warm" if white[2] > WARM else "cold"
        changes.append(f"set the camera's white balance, or use another lamp: the light is {tint}")
    if {pair.first, pair.second} == {"red", "orange"} and not changes:
        changes.append(
            "use daylight or a white lamp rather than a warm one, and lower the exposure"
        )
    if not changes:
        changes.append("use more light, evenly from all sides, without highlights on the stickers")
    return "; ".join(changes)[0].upper() + "; ".join(changes)[1:]

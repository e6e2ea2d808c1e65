"""Measure the six colours of a cube from images of it, solved or scrambled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import ColourCalibrationError
from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_space import GAMMA
from vision.colour.names import NAMES, name_colours
from vision.colour.profile import ColourProfile
from vision.decode.joint_estimation import fit_cube
from vision.decode.observations import collect_observations
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.reading import read_image_faces

CLIPPING_LEVEL = 252.0  # a channel as bright as this (0..255) may have been brighter
DARK_OFFSET = 0.01  # linear light that is lost in noise
ROUNDS = 5
MIN_VISIBILITY = 0.6  # a sticker of which less is seen says little about its colour


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

    With `solved` every face has one colour, which needs no reading. Raises ColourCalibrationError
    where the cube cannot be read with certainty, and what `read_cube` raises.
    """
    if solved:
        evidence = collect_observations([picture.main_face_only for picture in pictures])
        labels = np.repeat(evidence.clusters.face_ids[:, None], 9, axis=1)
        return _measured(
            evidence.samples.colours, evidence.samples.visibility, np.asarray(labels, np.int64)
        )
    fronts = [picture.main_face_only for picture in pictures]
    have_neighbours = any(len(picture.views) > 1 for picture in pictures)
    for shown in (pictures, fronts) if have_neighbours else (fronts,):
        if sum(len(picture.views) for picture in shown) >= len(FACES):
            evidence = collect_observations(shown)
            found = fit_cube(evidence)
            if found.decoded.is_certain:
                samples = evidence.samples
                return _measured(samples.colours, samples.visibility, found.decoded.labels)
    raise ColourCalibrationError(
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
    order = {name: names.index(name) for name in NAMES}
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

"""Initial labels of the stickers and gains, from an EM mixture fit with several starting points.

An EM mixture of six colours is fitted to the log light of the stickers from several starting
points, since a single one can converge with two colours swapped. Clipped channels are censored,
the classes are balanced by Sinkhorn scaling, and the centres keep their class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_model import fit_model
from vision.colour.illumination import (
    CLIPPED_WEIGHT,
    MIN_WEIGHT,
    STICKER_SIGMA,
    T_DOF,
    gain_prior_loss,
    shrunk_log_gains,
    squared_distance,
    student_t,
)
from vision.colour.profile import ColourProfile, expected_colours
from vision.colour.samples import StickerSamples

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

ROUNDS = 25  # of expectation maximisation
MAX_CLUSTERINGS = 24  # that are returned; those of the solved cube count as one
PERTURBED_COPIES = 2  # how often each start is repeated with perturbed gains

# Standard deviations (natural logarithms of linear light) of the perturbed gains from the
# prior ones, in brightness and in each channel relative to it.
PERTURBATION_SIGMA = (0.2, 0.14)
LIKELIHOOD_FLOOR = 1e-4  # the smallest likelihood, and the smallest responsibility of a colour
SINKHORN_ITERATIONS = 4


@dataclass(frozen=True, slots=True)
class Initialisation:
    """Labels and gains to start an estimation of the colours from.

    `labels` (views x stickers): the colour of each sticker, equally many of each;
    `prior_log_gains` (views x 3): prior logarithms of the views' gains.
    """

    labels: IntArray
    prior_log_gains: FloatArray


def initialisations(samples: StickerSamples, profile: ColourProfile | None) -> list[Initialisation]:
    """Return initialisations with different labels, in the order of their probability.

    The first ones are the solved cube with each of the samples' prior gains: solved cubes are
    common, and the gains of their photos are hard to separate from their colours.
    """
    solved = samples.sticker_ids // samples.stickers_per_face
    found = [Initialisation(solved, gains) for gains in samples.prior_log_gains]
    mixture = _Mixture(samples, profile)
    for _ in range(ROUNDS):
        mixture.em_step()
    known = {solved.tobytes()}
    for start in np.argsort(-mixture.start_log_posteriors()):
        if len(known) == MAX_CLUSTERINGS:
            break
        labels, _ = samples.balanced_labels(np.log(mixture.responsibilities[start]))
        if labels.tobytes() not in known:
            known.add(labels.tobytes())
            found.append(Initialisation(labels, mixture.prior_log_gains[start]))
    return found


class _Mixture:
    """A mixture of six colours with a gain for each view, fitted from S starting points at once.

    `gains` (S x views x 3) and `log_colours` (S x 6 x 3) are logarithms of linear light;
    `responsibilities` (S x views x 9 x 6): the posterior of each colour for each sticker.
    """

    def __init__(self, samples: StickerSamples, profile: ColourProfile | None) -> None:
        self._light = samples.log_light
        self._clipped = samples.clipped
        self._weight = np.clip(samples.visibility, MIN_WEIGHT, 1)[..., None]
        self._image_index = samples.image_index
        self._centres = _centre_responsibilities(samples)
        starts = list(_starting_points(samples, profile)) * (1 + PERTURBED_COPIES)
        self.prior_log_gains: FloatArray = np.stack([gains for gains, _ in starts])
        self.log_colours: FloatArray = np.stack([log_colours for _, log_colours in starts])
        self.gains = self.prior_log_gains + _perturbations(self.prior_log_gains.shape)
        self._e_step()

    def em_step(self) -> None:
        """Update the colours, then the gains, each followed by the responsibilities."""
        robust = (T_DOF + 3) / (T_DOF + self._distance)
        weight = (self.responsibilities * robust * self._weight)[..., None]
        weight = weight * np.where(self._censored, CLIPPED_WEIGHT, 1.0)
        off = weight * self._residual
        self.log_colours = self.log_colours + off.sum((1, 2)) / weight.sum((1, 2))
        self._e_step()
        # deviations of the gains from the prior ones
        off = weight * (self._residual + (self.gains - self.prior_log_gains)[:, :, None, None])
        deviations = shrunk_log_gains(off.sum((2, 3)), weight.sum((2, 3)), self._image_index)
        self.gains = self.prior_log_gains + deviations - deviations.mean(1, keepdims=True)
        self._e_step()

    def _e_step(self) -> None:
        """Compute the residuals, likelihoods and responsibilities of all stickers and colours."""
        residual = (
            self._light[:, :, None] - self.gains[:, :, None, None] - self.log_colours[:, None, None]
        )
        self._censored: BoolArray = self._clipped[:, :, None] & (residual < 0)
        self._residual: FloatArray = np.where(self._censored, 0.0, residual)
        self._distance = squared_distance(self._residual, STICKER_SIGMA)
        self._likelihood = student_t(self._distance)
        responsibilities = self._likelihood + LIKELIHOOD_FLOOR
        for _ in range(SINKHORN_ITERATIONS):
            responsibilities /= responsibilities.sum((1, 2), keepdims=True)
            responsibilities /= responsibilities.sum(-1, keepdims=True)
            if self._centres is not None:
                known = self._centres.any(-1, keepdims=True)
                responsibilities = np.where(
                    known, np.maximum(self._centres, LIKELIHOOD_FLOOR), responsibilities
                )
        self.responsibilities: FloatArray = responsibilities

    def start_log_posteriors(self) -> FloatArray:
        """Return the log-posterior of each starting point's fit (S)."""
        log_likelihood = np.log(self._likelihood.mean(-1) + LIKELIHOOD_FLOOR) * self._weight[..., 0]
        return np.asarray(
            log_likelihood.sum((1, 2)) - gain_prior_loss(self.gains - self.prior_log_gains), float
        )


def _centre_responsibilities(samples: StickerSamples) -> FloatArray | None:
    """Return 1 for each centre and its own colour, else 0 (views x 9 x 6); None if unknown."""
    if samples.centre_masks is None:
        return None
    return np.stack(samples.centre_masks, axis=-1).astype(float)


def _starting_points(
    samples: StickerSamples, profile: ColourProfile | None
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield prior log gains (views x 3) with the log colours (6 x 3) that they imply.

    Each colour is that of its face's centre, or the one that is expected for it. On even cubes,
    which have no centres, the colours are in the order of those expected.
    """
    expected = expected_colours(profile)
    weights = np.maximum(samples.visibility, MIN_WEIGHT)
    for gains in samples.prior_log_gains:
        level = samples.log_light - gains[:, None]
        light = np.exp(level).reshape(-1, 3)
        if samples.centre_masks is None:
            yield gains, np.log(expected.in_light(light))
            continue
        centres = np.stack(
            [np.average(level[at], axis=0, weights=weights[at]) for at in samples.centre_masks]
        )
        centre_weights = (
            np.array([samples.visibility[at].max() for at in samples.centre_masks]) ** 2
        )
        yield gains, centres
        yield gains, np.log(expected.of_centres(light, np.exp(centres), centre_weights))


def _perturbations(shape: tuple[int, ...]) -> FloatArray:
    """Return perturbations of the gains (S x views x 3), 0 for the first starting points."""
    rng = np.random.default_rng(0)
    brightness, channel = PERTURBATION_SIGMA
    noise = rng.normal(0, brightness, (*shape[:2], 1)) + rng.normal(0, channel, shape)
    noise[: shape[0] // (1 + PERTURBED_COPIES)] = 0
    return np.asarray(noise, float)


def refined_initialisations(
    samples: StickerSamples, profile: ColourProfile | None
) -> list[Initialisation]:
    """Return initialisations after one round without the legality constraint, the best first.

    In this round the E step only requires equally many stickers of each colour. Of those with the
    same initial labels the best is kept, and one of those with the same refined labels.
    """
    refined: dict[bytes, tuple[float, Initialisation]] = {}
    for start in initialisations(samples, profile):
        model = fit_model(samples, start.prior_log_gains, start.labels)
        labels, log_prob = samples.balanced_labels(model.log_posteriors(samples))
        key = start.labels.tobytes()
        if key not in refined or log_prob > refined[key][0]:
            refined[key] = log_prob, replace(start, labels=labels)
    distinct = {start.labels.tobytes(): (log_prob, start) for log_prob, start in refined.values()}
    return [start for _, start in sorted(distinct.values(), key=lambda each: -each[0])]

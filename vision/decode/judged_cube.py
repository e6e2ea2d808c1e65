"""The most probable cube of six n x n views, by fitted colours, and how sure it is.

In an overexposed picture white and yellow differ by one or two grey levels, and only in one
channel. The usual model takes such clipped values as lower bounds, and one spread for all colours.
Where no fit is good, each colour is learnt again as a Gaussian with a covariance of its own in grey
levels (quadratic discriminant analysis: Fisher, "The use of multiple measurements in taxonomic
problems", has one covariance). A sample does not count for its own colour: a sticker that a cube
gives a colour unlike its own would else widen that colour until it fits.

Its margins are those over other arrangements of the views, over other stickers, and over other
orders of the colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_model import ColourModel, log_posterior, outlier_probability
from vision.colour.initial_clusters import refined_initialisations
from vision.colour.names import NAMES, name_colours
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.colour.scheme import STANDARD_SCHEME, USUAL_SCHEME, KnownScheme
from vision.decode.arrangements import arrangement
from vision.decode.bounds import upper_bounds
from vision.decode.joint_estimation import (
    GOOD_FIT_LOSS,
    Decoder,
    Fit,
    fit_until_good,
)
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS, MAX_MARGIN
from vision.decode.nxn_cube import NxNCube, face_letters, margins, position_names, rivals_of
from vision.decode.observations import samples_of
from vision.detect.face import FaceView

# Initialisations that are tried, for each of the two models of the light.
MAX_INITIALISATIONS = 4
# Rounds, at most, of fitting each colour with its own spread and decoding the cube.
ROUNDS = 4
# The fewest stickers of one colour from which a spread of its own can be fitted.
MIN_STICKERS_FOR_SPREAD = 16

# The smallest standard deviation of a colour in a channel, in grey levels (0..255).
MIN_SIGMA = 0.25

SMALLEST = 2  # stickers per side
# In any order one or two of the four stickers of a colour can be exchanged for another's, and fit
# another of the 122,880 arrangements. Of 1,100 drawn cubes, half of them with a wrong sticker, four
# were read so: in three a sticker contradicted the cube, in one the samples were off by 25 grey
# levels (standard deviation), and the two nearest colours 4.7 standard deviations apart.
MIN_SEPARATION = 5.0

# The fits of samples of six n x n views, in order or in any.
Fits = Callable[[StickerSamples, int, ColourProfile | None], list[Fit[NxNCube]]]


def fits_in_order(
    samples: StickerSamples, n: int, profile: ColourProfile | None
) -> list[Fit[NxNCube]]:
    """Return the fits of views of U R F D L B of n x n stickers that are not rotated."""

    def decode(model: ColourModel) -> NxNCube:
        return NxNCube.decode(model.log_posteriors(samples), n)

    return _fits(samples, profile, decode)


def fits_in_any_order(
    samples: StickerSamples,
    n: int,
    profile: ColourProfile | None,
    held: Sequence[str] = STANDARD_SCHEME,
) -> list[Fit[NxNCube]]:
    """Return the fits of views of n x n stickers in the most probable arrangements.

    Even cubes are assumed to have the colours `held` at U R F D L B.
    """

    def decode(model: ColourModel) -> NxNCube:
        log_posteriors = model.log_posteriors(samples)
        names = name_colours(model.linear_means, held)
        scheme = None if n % 2 else np.array([names.index(name) for name in held])
        best = int(upper_bounds(log_posteriors.reshape(6, n * n, 6), scheme).argmax())
        return NxNCube.decode(log_posteriors, n, arrangement(best), scheme)

    return _fits(samples, profile, decode)


def _fits(
    samples: StickerSamples, profile: ColourProfile | None, decode: Decoder[NxNCube]
) -> list[Fit[NxNCube]]:
    starts = refined_initialisations(samples, profile)[:MAX_INITIALISATIONS]
    fits = fit_until_good(samples, starts, decode)
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    if best.cube.loss < GOOD_FIT_LOSS:
        return fits
    own = _with_own_spreads(samples, best)
    return fits if own is None or own.cube.loss >= best.cube.loss else [own]


def _with_own_spreads(samples: StickerSamples, fit: Fit[NxNCube]) -> Fit[NxNCube] | None:
    """Return a fit in which each colour has its own spread; None if its cube does not settle."""
    n, cube = fit.cube.n, fit.cube
    if n * n < MIN_STICKERS_FOR_SPREAD:
        return None
    for _ in range(ROUNDS):
        log_posteriors = own_spread_log_posteriors(samples, cube.labels)
        scheme = None if n % 2 else cube.position_colours
        found = NxNCube.decode(log_posteriors, n, cube.arrangement, scheme)
        settled = (found.labels == cube.labels).all()
        cube = found
        if settled:
            return replace(fit, cube=cube)
    return None


def samples_of_pictures(views: Sequence[FaceView]) -> StickerSamples:
    """Return the samples of six views, each picture with its own gain."""
    return samples_of(views, range(6))


def samples_of_one_light(views: Sequence[FaceView]) -> StickerSamples:
    """Return the samples of six views as one view: one gain for all, as of a fixed camera."""
    n = views[0].n
    return StickerSamples.of(
        np.concatenate([view.colours.reshape(-1, 3) for view in views])[None],
        np.concatenate([view.visibility.ravel() for view in views])[None],
        np.arange(6 * n * n)[None],
        (0,),
        np.mean([view.background for view in views], axis=0)[None],
    )


def own_spread_log_posteriors(samples: StickerSamples, labels: IntArray) -> FloatArray:
    """Return the log-posteriors of the six colours (views x stickers x 6), fitted to labels."""
    log_densities = np.stack([_log_density(samples.colours, labels == c) for c in range(6)], axis=2)
    densities = np.exp(log_densities - log_densities.max(2, keepdims=True))
    return log_posterior(densities, outlier_probability(samples.visibility))


def _log_density(colours: FloatArray, is_own: BoolArray) -> FloatArray:
    """Return the log-density at colours (views x stickers x 3) of the Gaussian of some of them.

    `is_own` (views x stickers): which; the density at one of these is that of the others.
    """
    own = colours[is_own]
    count, mean, covariance = len(own), own.mean(0), np.cov(own.T)
    log_density = np.empty(is_own.shape)
    log_density[~is_own] = _gaussian(colours[~is_own] - mean, covariance)
    deviation = own - mean
    outer = deviation[:, :, None] * deviation[:, None]
    of_others = ((count - 1) * covariance - count / (count - 1) * outer) / (count - 2)
    log_density[is_own] = _gaussian(deviation * count / (count - 1), of_others)
    return log_density


def _gaussian(residual: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return log-densities at residuals (count x 3), by one covariance or one for each."""
    widened = covariance + MIN_SIGMA**2 * np.eye(3)
    inverse = np.broadcast_to(np.linalg.inv(widened), (len(residual), 3, 3))
    distance = np.einsum("ki,kij,kj->k", residual, inverse, residual)
    return np.asarray(-0.5 * (distance + np.log(np.linalg.det(widened))), float)


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A cube with the names of its colours at U R F D L B and its margins.

    `margin` is that over other arrangements; `facelet_margins` (6 n n) that over other cubes;
    `separation`: the distance of the two nearest colours, in standard deviations; `scheme`: what is
    known of the order of the colours.
    """

    cube: NxNCube
    names: tuple[str, ...]
    margin: float
    facelet_margins: FloatArray
    separation: float
    scheme: KnownScheme

    @property
    def certain(self) -> bool:
        """Whether the margins are large enough, and the order of the colours not in doubt."""
        needed = CERTAIN_MARGIN + MARGIN_PER_LOSS * self.cube.loss
        return self.total_margin >= needed and not self.doubted_scheme

    @property
    def total_margin(self) -> float:
        """Return the log-odds over all other cubes together.

        Of a large cube many pairs of inner stickers could be exchanged, each of them with little
        probability. An exchange counts at both of its facelets.
        """
        others = float(np.exp(-self.facelet_margins).sum()) / 2
        return min(self.margin, -float(np.log(others)))

    @property
    def fits(self) -> bool:
        """Whether no sticker contradicts the cube."""
        return self.cube.loss < GOOD_FIT_LOSS

    def is_clear(self) -> bool:
        """Return whether the colours are well apart, and no sticker contradicts the cube."""
        return self.separation >= MIN_SEPARATION and self.fits

    @property
    def doubted_scheme(self) -> str:
        """Why the order of the colours is in doubt, as advice; "" where it is not."""
        faces = [FACES.index(letter) for letter in face_letters(self.names, 2)]
        return self.scheme.doubt([self.names[faces.index(i)] for i in range(len(FACES))])


def judged(
    fits: Sequence[Fit[NxNCube]], scheme: KnownScheme = USUAL_SCHEME, *, in_order: bool
) -> JudgedCube:
    """Return the best fit with its margins, over other arrangements too unless `in_order`."""
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    margin, needed = MAX_MARGIN, CERTAIN_MARGIN + MARGIN_PER_LOSS * best.cube.loss
    if needed > MAX_MARGIN:
        margin = 0.0  # not certain, whatever the other arrangements are
    elif not in_order:
        rivals = rivals_of(best.cube, needed)
        better = max(rivals or [], key=lambda rival: rival.log_prob, default=None)
        if better is not None and better.log_prob > best.cube.log_prob:
            best, better = replace(best, cube=better), best.cube
        if rivals is None:
            margin = 0.0
        elif better is not None:
            margin = best.cube.log_prob - better.log_prob
    least = np.clip(margins(best.cube, [fit.cube for fit in fits]), 0, MAX_MARGIN)
    names = position_names(best, scheme.names or NAMES)
    return JudgedCube(best.cube, names, margin, least, best.model.separation, scheme)


def judged_in_any_order(
    views: Sequence[FaceView], profile: ColourProfile | None, scheme: KnownScheme
) -> JudgedCube:
    """Return the best fit in any order and rotation of the views.

    Without centres, the orders of colours that the cube may have are tried until one fits. A cube
    of four stickers a face may fit two of them, and is not certain then.
    """
    has_centres = views[0].n % 2 == 1
    scheme = replace(scheme, has_centres=has_centres)
    found: list[JudgedCube] = []
    for held in scheme.possible[:1] if has_centres else scheme.possible:
        fits = partial(fits_in_any_order, held=held)
        found.append(
            judged_in_both_lights(
                views, profile, fits, JudgedCube.is_clear, in_order=False, scheme=scheme
            )
        )
        if found[-1].fits and (views[0].n > SMALLEST or not scheme.is_guessed):
            break
    best = min(found, key=lambda each: (not each.certain, each.cube.loss))
    return replace(best, margin=0.0) if sum(each.fits for each in found) > 1 else best


def judged_in_both_lights(
    views: Sequence[FaceView],
    profile: ColourProfile | None,
    fits: Fits,
    is_enough: Callable[[JudgedCube], bool],
    *,
    in_order: bool,
    scheme: KnownScheme,
) -> JudgedCube:
    """Return the best fit; where it is in doubt, that of one light for all pictures counts.

    The colours of solved faces and the gains of their pictures are hard to separate: both must show
    the same cube, and one be certain. The gain of a picture with four stickers can hide a wrong
    one: there a difference makes the result uncertain, and so does a fit in one light that is not
    `is_enough`.
    """
    n = views[0].n
    result = judged(fits(samples_of_pictures(views), n, profile), scheme, in_order=in_order)
    if result.certain and n > SMALLEST:
        return result
    lit_alike = judged(fits(samples_of_one_light(views), n, profile), scheme, in_order=in_order)
    if is_enough(lit_alike) and _show_the_same(result, lit_alike):
        return lit_alike if lit_alike.certain and not result.certain else result
    return replace(result, margin=0.0) if result.certain else result


def _show_the_same(first: JudgedCube, other: JudgedCube) -> bool:
    """Return whether two fits give the same facelets."""
    return first.cube.facelet_letters(first.names) == other.cube.facelet_letters(other.names)

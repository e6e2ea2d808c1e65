"""How sure the most probable cube of six n x n views is: its margins over other cubes.

Those of other arrangements of the views, of other stickers, and of other orders of the colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray
from vision.colour.names import NAMES
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.decode.arrangement_search import MAX_MARGIN
from vision.decode.joint_estimation import GOOD_FIT_LOSS, Fit
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS
from vision.decode.nxn_cube import NxNCube, face_letters, margins, position_names, rivals_of
from vision.decode.nxn_fitting import (
    fits_in_any_order,
    samples_of_one_light,
    samples_of_pictures,
)
from vision.detect.face import FaceView

SMALLEST = 2  # stickers per side
# In any order one or two of the four stickers of a colour can be exchanged for another's, and fit
# another of the 122,880 arrangements. Of 1,100 drawn cubes, half of them with a wrong sticker, four
# were read so: in three a sticker contradicted the cube, in one the samples were off by 25 grey
# levels (standard deviation), and the two nearest colours 4.7 standard deviations apart.
MIN_SEPARATION = 5.0

# The fits of samples of six n x n views, in order or in any.
Fits = Callable[[StickerSamples, int, ColourProfile | None], list[Fit[NxNCube]]]


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

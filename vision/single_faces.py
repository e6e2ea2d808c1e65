"""Read a cube of any size, 2x2x2 to 7x7x7, from six faces: a picture of each, or measured colours.

A robot with a colour sensor measures the stickers at known positions. Odd cubes get their scheme of
colours from the centres, even ones from the corners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from files.wording import counted
from solver.core.geometry import FACES
from vision.advice import MIN_CONTRADICTION
from vision.arrays import FloatArray
from vision.assembly import (
    facelet_confidence,
    written_cube,
)
from vision.checks import nearest_face_median
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.colour.scheme import USUAL_ORDER, ColourOrder
from vision.decode.arrangement_search import MAX_MARGIN
from vision.decode.arrangements import IN_ORDER
from vision.decode.joint_estimation import GOOD_FIT_LOSS, Fit
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS
from vision.decode.nxn_cube import NxNCube, face_letters, margins, position_names, rivals_of
from vision.decode.nxn_fitting import (
    fits_in_any_order,
    fits_in_order,
    samples_of_one_light,
    samples_of_pictures,
)
from vision.detect.face import FaceView
from vision.detect.lattice_finder import SIZES
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError, MissingFacesError, TooManyFacesError
from vision.reading_result import Reading, value_or_raise

SEVERAL_CUBES = (
    "These photos fit several cubes, because single faces do not show how they are joined. Give "
    "them in the order U R F D L B, each upright as in the unfolded cube, and add --in-order"
)
UNEVEN_FACE = (
    "The stickers of a face do not all have the same colour: check whether the cube is solved, and "
    "photograph it again"
)
SMALLEST = 2  # stickers per side
# In any order one or two of the four stickers of a colour can be exchanged for another's, and fit
# another of the 122,880 arrangements. Of 1,100 drawn cubes, half of them with a wrong sticker, four
# were read so: in three a sticker contradicted the cube, in one the samples were off by 25 grey
# levels (standard deviation), and the two nearest colours 4.7 standard deviations apart.
MIN_SEPARATION = 5.0

# The fits of samples of six n x n views, in order or in any.
Fits = Callable[[StickerSamples, int, ColourProfile | None], list[Fit[NxNCube]]]
# A sticker of an uncertain cube is doubtful up to this probability, and so is the least probable.
DOUBTED = 0.99
MAX_NAMED = 4  # stickers that are named in an advice
BACKGROUND = 128.0  # assumed mean colour (0..255) around measured faces


def read_nxn(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None = None,
    *,
    in_order: bool = False,
    order: ColourOrder = USUAL_ORDER,
) -> Reading:
    """Return the cube of which six pictures show one face each, the main one.

    With `in_order` they are U R F D L B, each upright as in the unfolded cube; otherwise they may
    be in any order and rotation. Raises MissingFacesError and TooManyFacesError for another number
    of pictures.
    """
    return value_or_raise(try_nxn(images, profile, in_order=in_order, order=order))


def read_measured_stickers(colours: FloatArray, profile: ColourProfile | None = None) -> Reading:
    """Return the cube with these sticker colours (6 x n x n x 3, BGR 0..255, faces U R F D L B).

    Each face is upright as in the unfolded cube; no face has a place in a picture. Raises
    ValueError for another shape, and for n outside 2..7.
    """
    if colours.ndim != 4 or colours.shape != (6, *colours.shape[1:2] * 2, 3):
        raise ValueError(f"colours has the shape {colours.shape}; expected (6, n, n, 3)")
    n = colours.shape[1]
    if n not in SIZES:
        raise ValueError(f"{n} stickers per side; 2 to 7 are supported")
    images = [
        ImageFaces(letter, (_measured_face(face),))
        for letter, face in zip(FACES, colours, strict=True)
    ]
    # A sensor has one lamp; the faces may still have been measured at different distances.
    views = [image.views[0] for image in images]
    fits = fits_in_order(samples_of_one_light(views), n, profile)
    if fits[-1].cube.loss >= GOOD_FIT_LOSS:
        fits += fits_in_order(samples_of_pictures(views), n, profile)
    return replace(_reading(images, _judged(fits, in_order=True)), places=())


def _measured_face(colours: FloatArray) -> FaceView:
    """Return a fully visible face with these colours (n x n x 3)."""
    n = len(colours)
    background = np.full(3, BACKGROUND)
    return FaceView(n, np.eye(3), colours.astype(float), np.ones((n, n)), 1.0, background)


def try_nxn(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None,
    *,
    in_order: bool = False,
    order: ColourOrder = USUAL_ORDER,
) -> Reading | ImageSetError:
    """Return the cube that `read_nxn` does, or why pictures do not show one."""
    if len(images) != len(FACES):
        return _wrong_number(images)
    views = [image.views[0] for image in images]
    result = _judged_in_both_lights(
        views, profile, fits_in_order, lambda lit_alike: True, in_order=in_order, order=order
    )
    if not in_order and result.cube.loss >= GOOD_FIT_LOSS:
        fits = partial(fits_in_any_order, held=order.held)
        found = _judged_in_both_lights(
            views, profile, fits, _Judged.is_clear, in_order=False, order=order
        )
        if found.certain or found.cube.loss < result.cube.loss:
            result = found
    return _reading(images, result)


def _judged_in_both_lights(
    views: Sequence[FaceView],
    profile: ColourProfile | None,
    fits: Fits,
    is_enough: Callable[[_Judged], bool],
    *,
    in_order: bool,
    order: ColourOrder,
) -> _Judged:
    """Return the best fit; where it is in doubt, that of one light for all pictures counts.

    The colours of solved faces and the gains of their pictures are hard to separate: both must show
    the same cube, and one be certain. The gain of a picture with four stickers can hide a wrong
    one: there a difference makes the result uncertain, and so does a fit in one light that is not
    `is_enough`.
    """
    n = views[0].n
    result = _judged(fits(samples_of_pictures(views), n, profile), order, in_order=in_order)
    if result.certain and n > SMALLEST:
        return result
    lit_alike = _judged(fits(samples_of_one_light(views), n, profile), order, in_order=in_order)
    if is_enough(lit_alike) and _show_the_same(result, lit_alike):
        return lit_alike if lit_alike.certain and not result.certain else result
    return replace(result, margin=0.0) if result.certain else result


def _show_the_same(first: _Judged, other: _Judged) -> bool:
    """Return whether two fits give the same facelets."""
    return first.cube.facelet_letters(first.names) == other.cube.facelet_letters(other.names)


def _wrong_number(images: Sequence[ImageFaces]) -> ImageSetError:
    n = images[0].views[0].n if images else 0
    error = MissingFacesError if len(images) < len(FACES) else TooManyFacesError
    names = ", ".join(repr(image.name) for image in images) or "none"
    return error(
        f"{counted(len(images), 'photo')} of a {n}x{n}x{n} ({names}), six "
        "are needed; give one photo of each face"
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """A cube with the names of its colours at U R F D L B and its margins.

    `margin` is that over other arrangements; `facelet_margins` (6 n n) that over other cubes;
    `separation`: the distance of the two nearest colours, in standard deviations; `order`: what is
    known of the order of the colours.
    """

    cube: NxNCube
    names: tuple[str, ...]
    margin: float
    facelet_margins: FloatArray
    separation: float
    order: ColourOrder

    @property
    def certain(self) -> bool:
        """Whether the margins are large enough, and the order of the colours not in doubt."""
        needed = CERTAIN_MARGIN + MARGIN_PER_LOSS * self.cube.loss
        return self.total_margin >= needed and not self.doubted_order

    @property
    def total_margin(self) -> float:
        """Return the log-odds over all other cubes together.

        Of a large cube many pairs of inner stickers could be exchanged, each of them with little
        probability. An exchange counts at both of its facelets.
        """
        others = float(np.exp(-self.facelet_margins).sum()) / 2
        return min(self.margin, -float(np.log(others)))

    def is_clear(self) -> bool:
        """Return whether the colours are well apart, and no sticker contradicts the cube."""
        return self.separation >= MIN_SEPARATION and self.cube.loss < GOOD_FIT_LOSS

    @property
    def doubted_order(self) -> str:
        """Why the order of the colours is in doubt, as advice; "" where it is not."""
        faces = [FACES.index(letter) for letter in face_letters(self.names, 2)]
        return self.order.doubt([self.names[faces.index(i)] for i in range(len(FACES))])


def _judged(
    fits: Sequence[Fit[NxNCube]], order: ColourOrder = USUAL_ORDER, *, in_order: bool
) -> _Judged:
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
    names = position_names(best)
    return _Judged(best.cube, names, margin, least, best.model.separation, order)


def _reading(images: Sequence[ImageFaces], result: _Judged) -> Reading:
    """Return the reading of a judged cube; one that is read as solved is checked again."""
    cube = result.cube
    as_given = cube.arrangement == IN_ORDER
    written = written_cube(cube, result.names, images, turned=not as_given)
    losses, least = cube.losses[written.order], result.facelet_margins[written.order]
    confidence = facelet_confidence(losses, result.total_margin, least)
    doubtful = [i for i, one in enumerate(confidence) if one <= max(DOUBTED, min(confidence))]
    advice = "" if result.certain else _advice(images, result)
    reading = Reading(
        facelets=written.facelets,
        certain=result.certain,
        confidence=confidence,
        ambiguous=() if result.certain else tuple(doubtful),
        scheme=written.scheme,
        places=written.places,
        as_given=as_given,
        advice=advice,
    )
    return _checked_if_solved(images, reading)


def _checked_if_solved(images: Sequence[ImageFaces], reading: Reading) -> Reading:
    """Return a reading; a solved cube is certain only if each face has a single colour.

    The fitted colours can absorb a corner that is twisted in place, as it contradicts few stickers.
    """
    if not (reading.certain and reading.is_solved):
        return reading
    views = [image.views[0] for image in images]
    nearest = nearest_face_median(
        np.stack([view.colours.reshape(-1, 3) for view in views]),
        np.stack([view.visibility.ravel() for view in views]),
    )
    if (nearest == np.arange(len(FACES))[:, None]).all():
        return reading
    return replace(reading, certain=False, advice=UNEVEN_FACE)


def _advice(images: Sequence[ImageFaces], result: _Judged) -> str:
    """Return a text that says what to photograph again, and why."""
    if result.doubted_order:
        return result.doubted_order
    cube = result.cube
    samples = np.empty_like(cube.losses)
    samples[cube.arrangement.stickers(cube.n)] = cube.losses
    losses = samples.reshape(len(images), -1)
    least = float(result.facelet_margins.min())
    if result.margin < min(least, CERTAIN_MARGIN) and losses.max() < MIN_CONTRADICTION:
        return SEVERAL_CUBES
    if losses.max() < MIN_CONTRADICTION:
        doubt = np.empty_like(cube.losses)
        doubt[cube.arrangement.stickers(cube.n)] = -result.facelet_margins
        index = int(doubt.argmax()) // losses.shape[1]
        return (
            f"Photograph {images[index].name!r} again: two colours are hard to tell apart. Use "
            "less and more even light"
        )
    index = int(losses.sum(1).argmax())
    cells = np.flatnonzero(losses[index] >= MIN_CONTRADICTION)
    where = ", ".join(f"row {k // cube.n + 1} column {k % cube.n + 1}" for k in cells[:MAX_NAMED])
    return (
        f"Photograph {images[index].name!r} again: {where or 'its stickers'} fit no legal cube. "
        "Keep highlights, shadows and fingers off it"
    )

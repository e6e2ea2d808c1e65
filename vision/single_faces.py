"""Read a cube of any size, 2x2x2 to 7x7x7, from six faces: a picture of each, or measured colours.

A robot with a colour sensor measures the stickers at known positions. Odd cubes get their scheme of
colours from the centres, even ones from the corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
from vision.colour.scheme import USUAL_ORDER, ColourOrder
from vision.decode.arrangements import IN_ORDER
from vision.decode.joint_estimation import GOOD_FIT_LOSS
from vision.decode.judged_cube import (
    JudgedCube,
    judged,
    judged_in_any_order,
    judged_in_both_lights,
)
from vision.decode.map_decoder import CERTAIN_MARGIN
from vision.decode.nxn_fitting import (
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
    return replace(_reading(images, judged(fits, in_order=True)), places=())


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
    result = judged_in_both_lights(
        views, profile, fits_in_order, lambda lit_alike: True, in_order=in_order, order=order
    )
    if not in_order and result.cube.loss >= GOOD_FIT_LOSS:
        found = judged_in_any_order(views, profile, order)
        if found.certain or found.cube.loss < result.cube.loss:
            result = found
    return _reading(images, result)


def _wrong_number(images: Sequence[ImageFaces]) -> ImageSetError:
    n = images[0].views[0].n if images else 0
    error = MissingFacesError if len(images) < len(FACES) else TooManyFacesError
    names = ", ".join(repr(image.name) for image in images) or "none"
    return error(
        f"{counted(len(images), 'photo')} of a {n}x{n}x{n} ({names}), six "
        "are needed; give one photo of each face"
    )


def _reading(images: Sequence[ImageFaces], result: JudgedCube) -> Reading:
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


def _advice(images: Sequence[ImageFaces], result: JudgedCube) -> str:
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

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
from vision.assembly import assemble_single_faces, nearest_face_median
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.decode.joint_estimation import GOOD_FIT_LOSS
from vision.decode.judged_cube import (
    JudgedCube,
    fits_in_order,
    judged,
    judged_in_any_order,
    judged_in_both_lights,
    samples_of_one_light,
    samples_of_pictures,
)
from vision.decode.map_decoder import CERTAIN_MARGIN
from vision.detect.face import FaceView
from vision.detect.lattice_finder import SIZES
from vision.detect.photograph import ImageFaces
from vision.errors import TOO_MANY_FACES, ImageSetError, MissingFacesError
from vision.reading_result import Reading

SEVERAL_CUBES = (
    "These photos fit several cubes, because single faces do not show how they are joined. Give "
    "them in the order U R F D L B, each upright as in the unfolded cube, and add --in-order"
)
UNEVEN_FACE = (
    "The stickers of a face do not all have the same colour: check whether the cube is solved, and "
    "photograph it again"
)
MAX_NAMED = 4  # stickers that are named in an advice
BACKGROUND = 128.0  # assumed mean colour (0..255) around measured faces


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


def try_single_faces(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None = None,
    scheme: KnownScheme = USUAL_SCHEME,
    *,
    in_order: bool = False,
) -> Reading | ImageSetError:
    """Return the cube of which six pictures show one face each, the main one; or why there is none.

    With `in_order` they are U R F D L B, each upright as in the unfolded cube; otherwise they may
    be in any order and rotation.
    """
    if len(images) != len(FACES):
        return wrong_number(images)
    views = [image.views[0] for image in images]
    result = judged_in_both_lights(
        views, profile, fits_in_order, lambda lit_alike: True, in_order=in_order, scheme=scheme
    )
    if not in_order and result.cube.loss >= GOOD_FIT_LOSS:
        found = judged_in_any_order(views, profile, scheme)
        if found.certain or found.cube.loss < result.cube.loss:
            result = found
    return _reading(images, result)


def wrong_number(images: Sequence[ImageFaces]) -> ImageSetError:
    """Return the error of pictures that are not six."""
    n = images[0].views[0].n if images else 0
    names = ", ".join(repr(image.name) for image in images) or "none"
    words = (
        f"{counted(len(images), 'photo')} of a {n}x{n}x{n} ({names}), six "
        "are needed; give one photo of each face"
    )
    if len(images) < len(FACES):
        return MissingFacesError(words)
    return ImageSetError(words, code=TOO_MANY_FACES)


def _reading(images: Sequence[ImageFaces], result: JudgedCube) -> Reading:
    """Return the reading of a judged cube; one that is read as solved is checked again."""
    reading = assemble_single_faces(result, images)
    if not reading.certain:
        return replace(reading, advice=_advice(images, result))
    return _checked_if_solved(images, reading)


def _checked_if_solved(images: Sequence[ImageFaces], reading: Reading) -> Reading:
    """Return a reading; a solved cube is certain only if each face has a single colour.

    The fitted colours can absorb a corner that is twisted in place, as it contradicts few stickers.
    """
    if not reading.is_solved:
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
    if result.doubted_scheme:
        return result.doubted_scheme
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

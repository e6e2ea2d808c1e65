"""The reading that a decoded cube gives; one that is read as solved is checked again.

A cube of another size than 3x3x3 is written in its usual orientation, with white up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from vision.advice import advice
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import GAMMA
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.decode.arrangements import IN_ORDER, FaceArrangement, cube_rotations
from vision.decode.joint_estimation import FittedCube
from vision.decode.judged_cube import JudgedCube
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS, DecodedCube
from vision.decode.nxn_cube import NxNCube, face_letters
from vision.decode.observations import NO_IMAGE, Observations
from vision.decode.orbits import corner_facelets
from vision.detect.face import MIN_VISIBILITY, FacePlace
from vision.detect.photograph import ImageFaces
from vision.facelet_indices import CORNER_CELLS
from vision.reading_result import Reading

# The probability that a reading is wrong is a logistic function of its total loss (natural
# logarithm of odds): 0.5 at EVEN_ODDS_LOSS, with the scale LOSS_SCALE. Fitted to cube-photos with
# changed brightness and white balance.
EVEN_ODDS_LOSS = 18.0
LOSS_SCALE = 2.5
# A sticker of an uncertain cube is doubtful up to this probability, and so is the least probable.
DOUBTED = 0.99

# Added to brightness (0..255) before its logarithm is taken, to reduce the effect of noise in dark
# areas.
LOG_OFFSET = 12.0
# The glare on a sticker beside that on the median of its face: the share of the latter that it
# lacks, or what it has more, relative to white (linear light).
LESS_GLARE = (0.95, 0.9, 0.8, 0.6, 0.3)
MORE_GLARE = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)
GLARES_OF_OTHERS = 4  # the first of MORE_GLARE
MIN_COMPARED_VISIBILITY = 0.5  # a sticker with a smaller visibility (0..1) is not compared


def assemble_reading(
    observations: Observations, fitted: FittedCube, scheme: KnownScheme = USUAL_SCHEME
) -> Reading:
    """Return the reading that a decoded cube gives; one that is read as solved is checked again.

    `scheme`: what is known of the order of its colours.
    """
    decoded, names = fitted.decoded, fitted.colour_names
    seen = tuple(names[colour] for colour in decoded.arrangement.position_colours)
    certain = decoded.is_certain and not scheme.doubt(seen)
    margins = decoded.facelet_margins - MARGIN_PER_LOSS * decoded.losses
    uncertain = (margins < CERTAIN_MARGIN) | (margins == margins.min())
    reading = Reading(
        facelets=decoded.facelets,
        certain=certain,
        confidence=facelet_confidence(decoded.losses, decoded.margin, decoded.facelet_margins),
        ambiguous=() if certain else tuple(np.flatnonzero(uncertain).tolist()),
        scheme=MappingProxyType(dict(zip(FACES, seen, strict=True))),
        places=_face_places(observations, decoded),
        advice="",
        unconstrained_facelets="".join(FACES[i] for i in decoded.facelet_log_probs.argmax(1)),
    )
    if not certain:
        hidden = observations.samples.visibility < MIN_VISIBILITY
        text = advice(fitted, hidden, observations.image_names, seen, scheme)
        reading = replace(reading, advice=text)
    return check_solved(reading, observations, decoded)


def facelet_confidence(
    losses: FloatArray, margin: float, facelet_margins: FloatArray
) -> tuple[float, ...]:
    """Return the probability that each facelet is right; the smallest is that of the whole cube.

    `losses` and `facelet_margins`: the log-odds of each facelet; `margin`: of the whole cube.
    """
    wrong_by_loss = 1 / (1 + np.exp((EVEN_ODDS_LOSS - losses.sum()) / LOSS_SCALE))
    wrong_by_margin = 1 / (1 + np.exp(margin))
    doubt = 1 - (1 - wrong_by_loss) * (1 - wrong_by_margin)
    margins = facelet_margins - MARGIN_PER_LOSS * losses
    return tuple((1 - doubt * np.exp(margins.min() - margins)).tolist())


def _face_places(observations: Observations, decoded: DecodedCube) -> tuple[FacePlace, ...]:
    """Return where each face was found, in the order of the faces."""
    places = []
    facelets = decoded.arrangement.facelets
    image_index = observations.samples.image_index
    for view in np.argsort(facelets[:, 4], kind="stable").tolist():
        if image_index[view] == NO_IMAGE:
            continue
        position = int(facelets[view, 4] // 9)
        first = int(np.flatnonzero(facelets[view, list(CORNER_CELLS)] == 9 * position)[0])
        corners = observations.views[view].rounded_corners(first)
        name = observations.image_names[view]
        places.append(FacePlace(FACES[position], name, image_index[view], corners))
    return tuple(places)


def assemble_single_faces(result: JudgedCube, images: Sequence[ImageFaces]) -> Reading:
    """Return the reading of a judged cube, of which each image shows one face.

    It is written as it was decoded or, if the images are not in order, with white up and green in
    front. Even cubes have no centres: they are turned so that the corner of white, red and green is
    at URF, with white up.
    """
    cube, names, n = result.cube, result.names, result.cube.n
    as_given = cube.arrangement == IN_ORDER
    rotation = IN_ORDER if as_given else _usual_rotation(cube, names)
    order = rotation.stickers(n)
    if n % 2:
        letters = [FACES[rotation.views.index(position)] for position in range(len(FACES))]
    else:
        letters = face_letters(names, n)
    by_letter = dict(zip(letters, names, strict=True))
    losses, least = cube.losses[order], result.facelet_margins[order]
    confidence = facelet_confidence(losses, result.total_margin, least)
    doubtful = [i for i, one in enumerate(confidence) if one <= max(DOUBTED, min(confidence))]
    return Reading(
        facelets="".join(letters[i] for i in cube.face_indices[order]),
        certain=result.certain,
        confidence=confidence,
        ambiguous=() if result.certain else tuple(doubtful),
        scheme=MappingProxyType({letter: by_letter[letter] for letter in FACES}),
        places=_places_of_single_faces(cube.arrangement.stickers(n)[order], images, n),
        advice="",
        as_given=as_given,
    )


def _usual_rotation(cube: NxNCube, names: Sequence[str]) -> FaceArrangement:
    """Return the rotation of the whole cube to its usual orientation."""
    n = cube.n
    if n % 2:
        usual = face_letters(names, n=2)
        wanted = tuple(usual.index(letter) for letter in FACES)
        return next(rotation for rotation in cube_rotations() if rotation.views == wanted)
    letters = cube.facelet_letters(names)
    corner = corner_facelets(n)[0]
    return next(
        rotation
        for rotation in cube_rotations()
        if [letters[i] for i in rotation.stickers(n)[corner]] == ["U", "R", "F"]
    )


def _places_of_single_faces(
    stickers: IntArray, images: Sequence[ImageFaces], n: int
) -> tuple[FacePlace, ...]:
    """Return where each face was found, by the sample that is at each of its facelets."""
    corner_cells = (0, n - 1, n * n - 1, n * (n - 1))
    places = []
    for letter, top_left in zip(FACES, stickers[:: n * n].tolist(), strict=True):
        index, cell = divmod(top_left, n * n)
        corners = images[index].views[0].rounded_corners(corner_cells.index(cell))
        places.append(FacePlace(letter, images[index].name, index, corners))
    return tuple(places)


def check_solved(reading: Reading, observations: Observations, decoded: DecodedCube) -> Reading:
    """Return a reading; one of a solved cube is certain only if each face has a single colour.

    The fitted colour model can absorb an error: a corner twisted in place contradicts only three of
    54 stickers. So a cube read as solved is checked again without the model.
    """
    if reading.facelets != SOLVED:
        return reading
    facelets = decoded.arrangement.facelets
    faces = facelets[:, 4] // 9
    samples = observations.samples
    nearest_faces = faces[nearest_face_median(samples.colours, samples.visibility)]
    mismatched = nearest_faces != faces[:, None]
    if not mismatched.any():
        return reading
    letters = list(SOLVED)
    for view, sticker in np.argwhere(mismatched):
        letters[facelets[view, sticker]] = FACES[nearest_faces[view, sticker]]
    where = " and ".join(
        reading.scheme[FACES[face]] for face in np.unique(faces[mismatched.any(axis=1)])
    )
    return replace(
        reading,
        certain=False,
        ambiguous=tuple(np.unique(facelets[mismatched]).tolist()),
        unconstrained_facelets="".join(letters),
        advice=f"The stickers of the {where} face do not all have the same colour: check whether "
        "it is solved, and photograph it again.",
    )


def nearest_face_median(colours: FloatArray, visibility: FloatArray) -> IntArray:
    """Return for each sticker (views x 9) the view whose median colour is nearest to its own.

    Each median is compared with more and with less glare on it than its view has, that of another
    view only with the first of them: with much glare any colour looks white. `colours`:
    views x 9 x 3, BGR 0..255; `visibility`: views x 9, 0..1. For a sticker of which less than half
    is visible it is the sticker's own view.
    """
    light = np.log(colours + LOG_OFFSET)
    glared = np.log(_glared(np.median(colours, axis=1)) + LOG_OFFSET)
    away = np.linalg.norm(light[:, :, None, None] - glared, axis=4)
    distances = away[..., : len(LESS_GLARE) + GLARES_OF_OTHERS].min(3)
    own = np.arange(len(colours))[:, None]
    stickers = np.arange(colours.shape[1])
    distances[own, stickers, own] = away[own, stickers, own].min(2)
    distances[:, :, (visibility == 0).all(axis=1)] = np.inf  # a face that no photo shows
    return np.asarray(
        np.where(visibility < MIN_COMPARED_VISIBILITY, own, distances.argmin(axis=2)), np.int64
    )


def _glared(colours: FloatArray) -> FloatArray:
    """Return colours (N x 3, BGR 0..255) with less and with more glare (N x strengths x 3)."""
    linear = (colours / 255) ** GAMMA
    white = linear[linear.min(1).argmax()]
    most_glare = (linear / white).min(1)
    strengths = np.concatenate(
        [-np.outer(most_glare, LESS_GLARE), np.tile(MORE_GLARE, (len(colours), 1))], axis=1
    )
    lit = np.clip(linear[:, None] + strengths[..., None] * white, 0, 1)
    return np.asarray(255 * lit ** (1 / GAMMA), float)

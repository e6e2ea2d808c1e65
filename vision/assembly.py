"""The reading that a decoded cube gives.

A cube of another size than 3x3x3 is written in its usual orientation, with white up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from solver.core.geometry import FACES
from vision.advice import advice
from vision.arrays import FloatArray, IntArray
from vision.checks import check_solved
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

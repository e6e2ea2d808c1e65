"""The reading that a decoded cube gives, checked if it is solved, and what to photograph again.

A cube of another size than 3x3x3 is written in its usual orientation, with white up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType

import numpy as np

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_space import lab_from_bgr
from vision.colour.illumination import CLIPPING_LEVEL
from vision.colour.scheme import USUAL_ORDER, ColourOrder
from vision.decode.arrangements import IN_ORDER, FaceArrangement, cube_rotations
from vision.decode.joint_estimation import FittedCube
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS, DecodedCube
from vision.decode.nxn_cube import NxNCube, face_letters
from vision.decode.observations import NO_IMAGE, Observations
from vision.decode.orbits import corner_facelets
from vision.detect.face import MIN_VISIBILITY, FacePlace
from vision.detect.photograph import ImageFaces
from vision.errors import RepeatedFaceError
from vision.facelet_indices import CORNER_CELLS
from vision.reading_result import Reading

# The probability that a reading is wrong is a logistic function of its total loss (natural
# logarithm of odds): 0.5 at EVEN_ODDS_LOSS, with the scale LOSS_SCALE. Fitted to cube-photos with
# changed brightness and white balance.
EVEN_ODDS_LOSS = 18.0
LOSS_SCALE = 2.5

# A sticker with at least this loss (natural logarithm of odds) contradicts the reading.
MIN_CONTRADICTION = 1.5
UNSURE = 0.05  # odds of a sticker's second most probable colour, above which it is doubtful
# The doubt about a hidden sticker, on the scale of losses and odds, for choosing the face to show.
HIDDEN_COST = 2
UNSEEN_ADVICE = (
    "Several cubes fit these photos, none of which shows the {0} face: add a photo of the {0} face."
)

# Added to brightness (0..255) before its logarithm is taken, to reduce the effect of noise in dark
# areas.
LOG_OFFSET = 12.0
MIN_COMPARED_VISIBILITY = 0.5  # a sticker with a smaller visibility (0..1) is not compared

# Two photos show the same face if the mean distance of their stickers is smaller than this (a and b
# of Lab; lightness is ignored, as the light may have changed).
MAX_CHROMA_DISTANCE = 9.0
MIN_COMPARABLE = 5  # of the nine stickers must not be clipped in both


def assemble_reading(
    observations: Observations, fitted: FittedCube, order: ColourOrder = USUAL_ORDER
) -> Reading:
    """Return the reading that a decoded cube gives, of whose colours an order is known."""
    decoded, names = fitted.decoded, fitted.colour_names
    scheme = tuple(names[colour] for colour in decoded.arrangement.position_colours)
    doubted = order.doubt(scheme)
    certain = decoded.is_certain and not doubted
    margins = decoded.facelet_margins - MARGIN_PER_LOSS * decoded.losses
    uncertain = (margins < CERTAIN_MARGIN) | (margins == margins.min())
    reading = Reading(
        facelets=decoded.facelets,
        certain=certain,
        confidence=facelet_confidence(decoded.losses, decoded.margin, decoded.facelet_margins),
        ambiguous=() if certain else tuple(np.flatnonzero(uncertain).tolist()),
        scheme=MappingProxyType(dict(zip(FACES, scheme, strict=True))),
        places=_face_places(observations, decoded),
        advice="",
        unconstrained_facelets="".join(FACES[i] for i in decoded.facelet_log_probs.argmax(1)),
    )
    if certain:
        return reading
    if doubted:
        return replace(reading, advice=doubted)
    hidden = observations.samples.visibility < MIN_VISIBILITY
    return replace(reading, advice=retake_advice(decoded, hidden, observations.image_names, scheme))


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
        corners = np.roll(observations.views[view].corners, -first, axis=0)
        places.append(
            FacePlace(
                FACES[position],
                observations.image_names[view],
                image_index[view],
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
            )
        )
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


def repeated_face(observations: Observations) -> RepeatedFaceError | None:
    """Return the error of two of the six faces that are the same one, in any rotation, or None."""
    views, images = observations.views, observations.samples.image_index
    firsts = [int(np.flatnonzero(observations.clusters.face_ids == face)[0]) for face in range(6)]
    shown = [view for view in firsts if images[view] != NO_IMAGE]
    for i, j in combinations(shown, 2):
        distance = min(
            _chroma_distance(np.rot90(views[i].colours, quarter_turns), views[j].colours)
            for quarter_turns in range(4)
        )
        if distance < MAX_CHROMA_DISTANCE and images[i] != images[j]:
            first, second = observations.image_names[i], observations.image_names[j]
            return RepeatedFaceError(
                f"{first!r} and {second!r} show the same face; "
                "replace one of them with a photo of the missing face"
            )
    return None


def _chroma_distance(ours: FloatArray, theirs: FloatArray) -> float:
    """Return the mean distance of two faces' colours (3 x 3 x 3, BGR 0..255) in a and b of Lab.

    Infinite if too many stickers are clipped, and so white, in both.
    """
    comparable = np.maximum(ours.min(2), theirs.min(2)) < CLIPPING_LEVEL
    if comparable.sum() < MIN_COMPARABLE:
        return np.inf
    a, b = np.moveaxis(lab_from_bgr(ours) - lab_from_bgr(theirs), 2, 0)[1:]
    return float(np.hypot(a, b)[comparable].mean())


def nearest_face_median(colours: FloatArray, visibility: FloatArray) -> IntArray:
    """Return for each sticker (views x 9) the view whose median colour is nearest to its own.

    `colours`: views x 9 x 3, BGR 0..255; `visibility`: views x 9, 0..1. For a sticker of which less
    than half is visible it is the sticker's own view.
    """
    light = np.log(colours + LOG_OFFSET)
    medians = np.median(light, axis=1)
    distances = np.linalg.norm(light[:, :, None] - medians[None, None], axis=3)
    distances[:, :, (visibility == 0).all(axis=1)] = np.inf  # a face that no photo shows
    own = np.arange(len(colours))[:, None]
    return np.asarray(
        np.where(visibility < MIN_COMPARED_VISIBILITY, own, distances.argmin(axis=2)), np.int64
    )


def retake_advice(
    decoded: DecodedCube,
    covered: BoolArray,
    image_names: Sequence[str],
    position_names: Sequence[str],
) -> str:
    """Return a text that says which face to photograph again, and why.

    `covered` (V x 9): the stickers of which too little is seen; `image_names` (V): of the photos;
    `position_names` (6): the names of the colours at U R F D L B.
    """
    facelets = decoded.arrangement.facelets
    log_probs, losses = decoded.facelet_log_probs, decoded.losses
    hidden = np.ones(54, bool)
    for view_facelets, is_covered in zip(facelets, covered, strict=True):
        hidden[view_facelets] &= is_covered
    sorted_log_probs = np.sort(log_probs, 1)
    runner_up_odds = np.exp(sorted_log_probs[:, -2] - sorted_log_probs[:, -1]) * ~hidden
    face_doubt = (losses + runner_up_odds + HIDDEN_COST * hidden).reshape(6, 9).sum(1)
    worst = int(face_doubt.argmax())
    if decoded.unseen_faces[worst]:
        return UNSEEN_ADVICE.format(position_names[worst])
    # the latest image of that face
    latest = int(np.flatnonzero(facelets[:, 4] // 9 == worst)[-1])
    shown = facelets[latest]
    face = f"Photograph the {position_names[worst]} face again ({image_names[latest]!r})"
    reasons = []
    if hidden[shown].any():
        reasons.append(f"{_describe_stickers(hidden[shown])} covered or in a highlight")
    contradicting = (losses[shown] > MIN_CONTRADICTION) & ~hidden[shown]
    if contradicting.any():
        seen = sorted({position_names[c] for c in log_probs[shown].argmax(1)[contradicting]})
        reasons.append(
            f"{_describe_stickers(contradicting)} seen as {' or '.join(seen)}, which fits no legal "
            "cube"
        )
    if reasons:
        return f"{face}: {'; '.join(reasons)}. Keep highlights, shadows and fingers off it."
    doubtful = runner_up_odds[shown] > UNSURE
    if doubtful.any():
        sticker = int(runner_up_odds[shown].argmax())
        first, second = np.argsort(-log_probs[shown[sticker]])[:2]
        return (
            f"{face}: {_describe_stickers(doubtful)} either {position_names[first]} or "
            f"{position_names[second]}. Use more even light."
        )
    return (
        "These photos fit several cubes, because single faces do not show how they are joined. "
        f"{face} with a neighbouring face in view, or turn any face once and start again."
    )


def _describe_stickers(which: BoolArray) -> str:
    """Return stickers named by row and column as the photo shows them, with "is" or "are"."""
    cells = [f"row {i // 3 + 1} column {i % 3 + 1}" for i in np.flatnonzero(which)]
    return (
        f"the sticker in {cells[0]} is"
        if len(cells) == 1
        else (f"the stickers in {', '.join(cells[:-1])} and {cells[-1]} are")
    )


@dataclass(frozen=True, slots=True)
class WrittenCube:
    """A cube as it is written.

    `facelets`: 6 n n face letters; `order` (6 n n): the facelet of the decoded cube at each of
    them; `scheme`: face letter -> colour name; `places`: where the faces were
    found.
    """

    facelets: str
    order: IntArray
    scheme: Mapping[str, str]
    places: tuple[FacePlace, ...]


def written_cube(
    cube: NxNCube, names: Sequence[str], images: Sequence[ImageFaces], *, turned: bool
) -> WrittenCube:
    """Return a cube as it was decoded or, if `turned`, with white up and green in front.

    `names`: of the colours at U R F D L B. Even cubes have no centres: they are turned so that the
    corner of white, red and green is at URF, with white up.
    """
    n = cube.n
    rotation = _usual_rotation(cube, names) if turned else IN_ORDER
    order = rotation.stickers(n)
    letters = "".join(cube.facelet_letters(names)[i] for i in order)
    if n % 2:
        moved = {FACES[old]: FACES[new] for new, old in enumerate(rotation.views)}
        letters = "".join(moved[letter] for letter in letters)
        scheme = {FACES[new]: names[old] for new, old in enumerate(rotation.views)}
    else:
        by_letter = dict(zip(face_letters(names, n), names, strict=True))
        scheme = {letter: by_letter[letter] for letter in FACES}
    places = _places_of_single_faces(cube.arrangement.stickers(n)[order], images, n)
    return WrittenCube(letters, order, MappingProxyType(scheme), places)


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
        corners = np.roll(images[index].views[0].corners, -corner_cells.index(cell), axis=0)
        places.append(
            FacePlace(
                letter,
                images[index].name,
                index,
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
            )
        )
    return tuple(places)

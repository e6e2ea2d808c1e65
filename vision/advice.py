"""What to photograph again, and why.

Where no sticker is in doubt several cubes may be: single faces do not show how they are joined, and
those of a cube that is a few turns from solved can be joined in several ways. A photo of a corner
shows how three are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, IntArray
from vision.colour.scheme import USUAL_SCHEME, KnownScheme, standard_colours
from vision.decode.bounds import ROUNDING, ScoredArrangements
from vision.decode.joint_estimation import FittedCube
from vision.decode.map_decoder import CERTAIN_MARGIN, DecodedCube, colour_codes, standard_rotation
from vision.decode.pieces import best_cube, is_legal
from vision.facelet_indices import cube_rotation

# A sticker with at least this loss (natural logarithm of odds) contradicts the reading.
MIN_CONTRADICTION = 1.5
UNSURE = 0.05  # odds of a sticker's second most probable colour, above which it is doubtful
# The doubt about a hidden sticker, on the scale of losses and odds, for choosing the face to show.
HIDDEN_COST = 2
MIN_SEVERAL = 2  # cubes
UNSEEN_ADVICE = (
    "Several cubes fit these photos, none of which shows the {0} face: add a photo of the {0} face."
)
TWO_CORNERS = (
    "Add two photos of opposite corners, with three faces each: they show how all are joined."
)
MANY_WAYS = (
    "No sticker is in doubt, but these faces can be joined in more ways than are compared. "
    f"{TWO_CORNERS}"
)
TWO_CAUSES = "Two things are in doubt. {0} {1}"

MAX_EXAMINED = 2000  # arrangements; it bounds the time
N_FACELETS = 54

# Cubes by their facelets, each with its colours (54); of some there are several schemes of colours.
Cubes = Mapping[str, Sequence[IntArray]]


def advice(
    fitted: FittedCube,
    covered: BoolArray,
    image_names: Sequence[str],
    position_names: Sequence[str],
    scheme: KnownScheme = USUAL_SCHEME,
) -> str:
    """Return a text that says what to photograph, and why; the arguments are as of `retake_advice`.

    `scheme` is what is known of the order of the colours. Where the faces fit together in several
    ways it says so, which explains an unusual order of the colours too; where stickers are in doubt
    besides, it says both.
    """
    decoded = fitted.decoded
    doubted = scheme.doubt(position_names)
    retake = doubted or retake_advice(decoded, covered, image_names, position_names)
    standard = standard_colours(fitted.colour_names, scheme.held)
    cubes = fitting_cubes(fitted.scored, decoded, standard)
    joined_alike = best_cube(decoded.facelet_log_probs)
    sticker_margin = joined_alike.log_prob - joined_alike.runner_up_log_prob
    is_in_doubt = sticker_margin < CERTAIN_MARGIN + decoded.losses.sum()
    if len(cubes) < MIN_SEVERAL:
        return retake if is_in_doubt or decoded.margin > 0 else MANY_WAYS
    joining = joining_advice(cubes, fitted.colour_names)
    return TWO_CAUSES.format(joining, retake) if is_in_doubt else joining


def joining_advice(cubes: Cubes, colour_names: Sequence[str]) -> str:
    """Return a text that says that photos fit several cubes, and which photo tells them apart."""
    face = telling_face(cubes)
    more = (
        TWO_CORNERS
        if face is None
        else f"Add one photo of any corner of the {colour_names[face]} face, with three faces in "
        "view: it shows which cube it is."
    )
    return (
        f"These photos fit {len(cubes)} different cubes, because single faces do not show how they "
        f"are joined. {more}"
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
    return f"No single sticker is in doubt. {face} in more even light, with a neighbour in view."


def _describe_stickers(which: BoolArray) -> str:
    """Return stickers named by row and column as the photo shows them, with "is" or "are"."""
    cells = [f"row {i // 3 + 1} column {i % 3 + 1}" for i in np.flatnonzero(which)]
    return (
        f"the sticker in {cells[0]} is"
        if len(cells) == 1
        else (f"the stickers in {', '.join(cells[:-1])} and {cells[-1]} are")
    )


def fitting_cubes(
    scored: ScoredArrangements, decoded: DecodedCube, standard_colours: Sequence[int]
) -> Cubes:
    """Return the legal cubes that the stickers make, each with its decoded colour.

    `standard_colours`: those that are at U R F D L B on most cubes; the cubes are turned so that
    the first is up and the third in front.
    """
    arrangements = scored.arrangements
    colours = np.empty(arrangements.facelets.shape[1:], np.int64)
    colours.ravel()[arrangements.representative_sticker.ravel()] = decoded.labels.ravel()
    indices = np.flatnonzero(scored.upper >= decoded.log_prob - ROUNDING)
    _, firsts = np.unique(colour_codes(arrangements.facelets[indices], colours), return_index=True)
    cubes: dict[str, list[IntArray]] = {}
    for index in indices[firsts[:MAX_EXAMINED]].tolist():
        arrangement = arrangements.for_representatives(index)
        cube = np.empty(N_FACELETS, np.int64)
        cube[arrangement.facelets] = colours
        if is_legal(np.argsort(arrangement.position_colours)[cube]):
            rotation = standard_rotation(arrangement.position_colours, standard_colours)
            turned = cube[np.argsort(rotation)]
            faces = np.argsort(turned[4::9])[turned]
            cubes.setdefault("".join(FACES[face] for face in faces), []).append(turned)
    return cubes


def telling_face(cubes: Cubes) -> int | None:
    """Return the colour of a face of which a photo of any corner shows which of some cubes it is.

    None where no face is such: two cubes have a corner there that looks alike, with its faces.
    """
    for face in range(len(FACES)):
        seen: set[bytes] = set()
        is_telling = True
        for alike in cubes.values():
            corners = {view for colours in alike for view in _corners_at(face, colours)}
            is_telling = is_telling and seen.isdisjoint(corners)
            seen |= corners
        if is_telling:
            return face
    return None


def _corners_at(face: int, colours: IntArray) -> Iterable[bytes]:
    """Yield what photos of the four corners of a face show: its stickers and its neighbours'."""
    up = int(np.flatnonzero(colours[4::9] == face)[0])
    for front in range(len(FACES)):
        if front not in (up, (up + 3) % len(FACES)):
            turned = colours[np.argsort(cube_rotation(up, front))]
            yield turned[: 3 * 9].tobytes()  # U, R and F

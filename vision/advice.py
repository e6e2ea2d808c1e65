"""Text that says which face to photograph again when a reading is not certain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import BoolArray
from vision.decode.map_decoder import DecodedCube
from vision.detect.face import FaceView

# A sticker that costs a reading this much (natural logarithm of odds) contradicts it.
MIN_CONTRADICTION = 1.5
UNSURE = 0.05  # odds of a sticker's second likeliest colour, above which it is hard to tell
HIDDEN_COST = 2  # what a hidden sticker counts, beside costs and odds, for the face to show again
MIRROR_ADVICE = (
    "The order of the colours is the mirror image of the usual one, so the photos are probably "
    "mirrored. Turn off mirroring in the camera app and photograph the cube again."
)


def retake_advice(
    decoded: DecodedCube,
    views: Sequence[FaceView],
    image_names: Sequence[str],
    position_names: Sequence[str],
) -> str:
    """Return a text that says which face to photograph again, and why.

    `views` (V) with the names of their photos; `position_names` (6): the names of the colours at
    U R F D L B.
    """
    facelets, table, loss = decoded.arrangement.facelets, decoded.facelet_log_probs, decoded.losses
    hidden = np.ones(54, bool)
    for view, places in zip(views, facelets, strict=True):
        hidden[places] &= view.hidden.ravel()
    spread = np.sort(table, 1)
    runner_up_odds = np.exp(spread[:, -2] - spread[:, -1]) * ~hidden
    face_doubt = (loss + runner_up_odds + HIDDEN_COST * hidden).reshape(6, 9).sum(1)
    worst = int(face_doubt.argmax())
    # the latest image of that face
    latest = int(np.flatnonzero(facelets[:, 4] // 9 == worst)[-1])
    shown = facelets[latest]
    face = f"Photograph the {position_names[worst]} face again ({image_names[latest]!r})"
    reasons = []
    if hidden[shown].any():
        reasons.append(f"{_describe_stickers(hidden[shown])} covered or in a highlight")
    contradicting = (loss[shown] > MIN_CONTRADICTION) & ~hidden[shown]
    if contradicting.any():
        seen = sorted({position_names[c] for c in table[shown].argmax(1)[contradicting]})
        reasons.append(
            f"{_describe_stickers(contradicting)} seen as {' or '.join(seen)}, which fits no legal "
            "cube"
        )
    if reasons:
        return f"{face}: {'; '.join(reasons)}. Keep highlights, shadows and fingers off it."
    doubtful = runner_up_odds[shown] > UNSURE
    if doubtful.any():
        sticker = int(runner_up_odds[shown].argmax())
        first, second = np.argsort(-table[shown[sticker]])[:2]
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
    places = [f"row {i // 3 + 1} column {i % 3 + 1}" for i in np.flatnonzero(which)]
    return (
        f"the sticker in {places[0]} is"
        if len(places) == 1
        else (f"the stickers in {', '.join(places[:-1])} and {places[-1]} are")
    )

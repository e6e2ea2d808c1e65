"""What to photograph again when a reading is not certain, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Flags, Floats
from vision.decode import Decoded
from vision.face import FaceView

# A sticker that costs a reading this much (natural logarithm of odds) contradicts it.
CONTRADICTION = 1.5

MIRROR_ADVICE = (
    "The colours run round this cube the wrong way, as if the photographs were mirrored. "
    "Switch the camera's mirroring off and photograph the cube again."
)


def advise(
    decoded: Decoded,
    scores: Floats,
    views: Sequence[FaceView],
    images: Sequence[str],
    names: Sequence[str],
) -> str:
    """Say which face to photograph again and why.

    `scores` (views x 9 x 6) are the samples' log probabilities; `images` tells each view's
    photograph, `names` each colour's name.
    """
    facelets = decoded.arrangement.facelets
    table = decoded.arrangement.scores(scores)
    cost = decoded.costs(scores)
    hidden = np.ones(54, bool)
    for view, places in zip(views, facelets, strict=True):
        hidden[places] &= view.hidden.ravel()
    spread = np.sort(table, 1)
    unsure = np.exp(spread[:, -2] - spread[:, -1]) * ~hidden
    doubt = (cost + unsure + 2 * hidden).reshape(6, 9).sum(1)
    worst = int(doubt.argmax())
    # the latest picture of that face
    latest = int(np.flatnonzero(facelets[:, 4] // 9 == worst)[-1])
    shown = facelets[latest]
    called = [names[c] for c in decoded.arrangement.centres]
    face = f"Photograph the {called[worst]} face again ({images[latest]!r})"
    reasons = []
    if hidden[shown].any():
        reasons.append(f"{_stickers(hidden[shown])} hidden or too much in a highlight")
    contradicting = (cost[shown] > CONTRADICTION) & ~hidden[shown]
    if contradicting.any():
        seen = sorted({called[c] for c in table[shown].argmax(1)[contradicting]})
        reasons.append(
            f"{_stickers(contradicting)} seen as {' or '.join(seen)}, but no cube that can exist "
            "fits that"
        )
    if reasons:
        return f"{face}: {'; '.join(reasons)}. Keep highlights, shadows and fingers off it."
    doubtful = unsure[shown] > 0.05
    if doubtful.any():
        sticker = int(unsure[shown].argmax())
        first, second = np.argsort(-table[shown[sticker]])[:2]
        return (
            f"{face}: {_stickers(doubtful)} hard to tell, {called[first]} or {called[second]}. "
            "Use more even light."
        )
    return (
        "Several cubes look exactly like these photographs, whichever way their faces belong "
        f"together. {face} together with a neighbouring face, or turn any face once and start over."
    )


def _stickers(which: Flags) -> str:
    """Name stickers by row and column as the photograph shows them."""
    places = [f"row {i // 3 + 1} column {i % 3 + 1}" for i in np.flatnonzero(which)]
    return (
        f"the sticker in {places[0]} is"
        if len(places) == 1
        else (f"the stickers in {', '.join(places[:-1])} and {places[-1]} are")
    )

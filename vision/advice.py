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
    "Switch the camera's mirroring off and photograph all six faces again."
)


def advise(
    decoded: Decoded,
    scores: Floats,
    views: Sequence[FaceView],
    images: Sequence[str],
    names: Sequence[str],
) -> str:
    """Say which face to photograph again and why.

    `scores` (views x 9 x 6) are the samples' log probabilities; `images` and `names` tell each
    view's photograph and the colour of its centre.
    """
    labels = decoded.labels
    chosen = np.take_along_axis(scores, labels[..., None], 2)[..., 0]
    cost = scores.max(2) - chosen
    hidden = np.array([view.hidden.ravel() for view in views])
    spread = np.sort(scores, 2)
    unsure = np.exp(spread[..., -2] - spread[..., -1]) * ~hidden
    worst = int((cost.sum(1) + unsure.sum(1) + 2 * hidden.sum(1)).argmax())
    face = f"Photograph the {names[worst]} face again ({images[worst]!r})"
    if hidden[worst].any():
        return f"{face}: {_stickers(hidden[worst])} hidden or too much in a highlight."
    if (cost[worst] > CONTRADICTION).any():
        contradicting = cost[worst] > CONTRADICTION
        seen = sorted({names[c] for c in scores[worst].argmax(1)[contradicting]})
        return (
            f"{face}: {_stickers(contradicting)} seen as {' or '.join(seen)}, but no cube that can "
            "exist fits that. Keep highlights, shadows and fingers off it."
        )
    doubtful = unsure[worst] > 0.05
    if doubtful.any():
        sticker = int(unsure[worst].argmax())
        first, second = np.argsort(-scores[worst, sticker])[:2]
        return (
            f"{face}: {_stickers(doubtful)} hard to tell, {names[first]} or {names[second]}. "
            "Use more even light."
        )
    return (
        "Several cubes look exactly like these six photographs, whichever way their faces belong "
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

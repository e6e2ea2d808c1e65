"""Labels of robot-photos that the pictures contradict, with the colours that the pictures show.

Found by looking at every sticker that is read differently from its label, and by comparing its
colour with those of other stickers of the same camera: a red one beside oranges, say. Stickers
that are read as they are labelled were not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping

# Of each picture, the initials that the stickers show, by their place in truth.json.
SHOWN: Mapping[str, Mapping[int, str]] = {
    "2302.jpg": {1: "R", 2: "R", 3: "R", 4: "R"},
    "2308.jpg": {8: "O"},
    "2368.jpg": {8: "O"},
    "4201.jpg": {12: "Y", 13: "Y"},
    "4221.jpg": {11: "Y"},
    "4243.jpg": {7: "O", 9: "O", 14: "W", 15: "W", 16: "W"},
    "4268.jpg": {16: "R", 17: "Y"},
    "4273.jpg": {13: "O", 14: "O"},
    "4319.jpg": {6: "R"},
    "4647.jpg": {3: "O"},
    "4803.jpg": {6: "Y", 7: "Y", 8: "Y", 9: "Y"},
}

COUNT = sum(map(len, SHOWN.values()))


def as_shown(picture: str, labels: str) -> str:
    """Return the labels of a picture's stickers with those put right that it contradicts."""
    shown = SHOWN.get(picture, {})
    return "".join(shown.get(index, label) for index, label in enumerate(labels))

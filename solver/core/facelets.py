"""The 54 facelets of a cube as text in Kociemba order, and the facelets of each corner and edge."""

from __future__ import annotations

from files.wording import counted
from solver.core.errors import FaceletError
from solver.core.geometry import FACELET_INDEX, FACES, FRAMES, Facelet, Vector

SOLVED = "".join(face * 9 for face in FACES)
# In a list of facelets: a sticker whose colour is not known.
UNKNOWN = "-"
CENTRES = tuple(range(4, 54, 9))

CORNER_NAMES = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
EDGE_NAMES = ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR")

COLOUR_NAMES = {
    "W": "white",
    "Y": "yellow",
    "R": "red",
    "O": "orange",
    "G": "green",
    "B": "blue",
}


def _position_facelets(name: str) -> tuple[int, ...]:
    """Return the facelets of the cubie place `name`, in the order of its letters."""
    normals = [FRAMES[face].normal for face in name]
    cubie = Vector(*(sum(parts) for parts in zip(*normals, strict=True)))
    return tuple(FACELET_INDEX[Facelet(cubie, normal)] for normal in normals)


# Clockwise from the U or D facelet; for edges the U or D facelet first, else the F or B one.
CORNERS: tuple[tuple[int, ...], ...] = tuple(_position_facelets(name) for name in CORNER_NAMES)
EDGES: tuple[tuple[int, ...], ...] = tuple(_position_facelets(name) for name in EDGE_NAMES)

# A facelet is named by its cubie's faces from its own on, clockwise: URF, RFU and FUR share one
# corner. The name says at once where a piece is and how it is turned. Centres have none.
STICKER_NAMES: dict[int, str] = {
    place[i]: "".join(FACES[facelet // 9] for facelet in place[i:] + place[:i])
    for place in (*CORNERS, *EDGES)
    for i in range(len(place))
}
FACELET_BY_NAME: dict[str, int] = {name: facelet for facelet, name in STICKER_NAMES.items()}


def facelet_name(index: int, size: int = 3) -> str:
    """Return the name of a facelet, face and number: U1 to B9, of a 4x4x4 U1 to B16."""
    return f"{FACES[index // size**2]}{index % size**2 + 1}"


# The index of each facelet by its name, U1 to B9.
FACELET_INDICES: dict[str, int] = {facelet_name(index): index for index in range(54)}


def letter_by_face(text: str) -> dict[str, str]:
    """Return face letter -> the letter that `text` uses for it, taken from its centres.

    Raises FaceletError where `text` is not 54 letters of an alphabet of six, with one centre each.
    """
    if len(text) != 54:
        raise FaceletError(
            f"{text!r} has {counted(len(text), 'facelet')}; a cube has 54: nine each of U R F D L "
            "B, each face row by row as seen from outside"
        )
    centres = [text[centre] for centre in CENTRES]
    repeated = sorted({letter for letter in centres if centres.count(letter) > 1})
    if repeated:
        raise FaceletError(
            f"{text!r}: the centres are {' '.join(centres)} and must all differ; "
            f"{' and '.join(repeated)} appears more than once. Check the six centres"
        )
    if unknown := {
        letter: text.index(letter) for letter in dict.fromkeys(text) if letter not in centres
    }:
        where = ", ".join(f"{letter!r} at {facelet_name(at)}" for letter, at in unknown.items())
        raise FaceletError(
            f"{text!r}: {where} is the colour of no centre; use the six letters of the centres "
            f"({' '.join(centres)})"
        )
    return dict(zip(FACES, centres, strict=True))


def normalise(text: str) -> str:
    """Return 54 facelets in any alphabet (such as W Y R O G B) as face letters.

    White space between faces is ignored. Raises FaceletError, see `letter_by_face`.
    """
    packed = "".join(text.split())
    faces = {ord(letter): face for face, letter in letter_by_face(packed).items()}
    return packed.translate(faces)


def colour_names(text: str) -> dict[str, str]:
    """Return face letter -> its name in messages about `text`: white, or U."""
    letters = letter_by_face("".join(text.split()))
    if set(letters.values()) == set(COLOUR_NAMES):
        return {face: COLOUR_NAMES[letter] for face, letter in letters.items()}
    return letters

"""Layer turns as text: WCA/SiGN for big cubes, and the notation of the polyhedra paper.

R turns the outer layer of a face clockwise, 3R the third one alone, Rw or r the outer two together,
3Rw or 3r the outer three, 2-4Rw or 2-4r the second to fourth; M E S the middle layer of an odd
cube; x y z the whole cube. Then comes nothing, 2 or '.

The paper writes an axis x y z and a layer: 0 and n the outer ones, m the middle one of an odd cube,
l and r with L the ones at L from either end (l is l1), and X Y Z with n for the whole cube; then
nothing, ' or d for double. Its turns are right-handed about the axis, so that xn is R'.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from solver.core.errors import NotationError
from solver.notation.move import MAX_TURNS, limited, numbered_layers, tokens
from solver.notation.wca import LAYERS, plain_moves
from solver.puzzles.nxn.layers import LayerTurn

# Face -> its axis, and whether it is at the axis' far end.
_FACES = {"L": (0, False), "R": (0, True), "D": (1, False), "U": (1, True)} | {
    "B": (2, False),
    "F": (2, True),
}
_NAMES = {place: face for face, place in _FACES.items()}
# A slice turns like this face, the whole cube like that one.
_SLICES = {"M": "L", "E": "D", "S": "F"}
_WHOLES = {"x": "R", "y": "U", "z": "F"}
_SUFFIXES = {"": 1, "2": 2, "'": 3, "2'": 2, "3": 3, "3'": 1}
_WRITTEN = {1: "", 2: "2", 3: "'"}
_SIGN = re.compile(
    rf"\s*{LAYERS}(?P<letter>[URFDLB]w?|[urfdlb]|[MESxyz])"
    r"(?P<suffix>2'|3'|2|3|')?(?=\s|$|[0-9URFDLBurfdlbMESxyz])"
)
_PAPER = re.compile(
    r"\s*(?:(?P<axis>[xyz])(?P<layer>0|m|n|[lr][0-9]{0,9})|(?P<whole>[XYZ])n)(?P<end>['d]?)"
)
_PAPER_SUFFIXES = {"": 1, "d": 2, "'": 3}
_PAPER_WRITTEN = {quarters: suffix for suffix, quarters in _PAPER_SUFFIXES.items()}
# No solution is longer: those of the paper's method have 8 n^2.2 turns.
_TURNS_A_FACELET = 20
_ADVICE = "write turns such as R, 3R', 2-4Rw2, x, or the paper's xn', yl2d, Zn"


def parse_layer_turns(text: str, n: int) -> tuple[LayerTurn, ...]:
    """Read turns of a cube of size n in either notation, a wide one as one for each layer.

    Raises NotationError that quotes what is none, or a layer that the cube does not have, and for
    more turns than any solution has.
    """
    text = plain_moves(text)
    words = text.split()
    if words and _PAPER.fullmatch(words[0]):
        turns = (_turn_of_paper_sign(match, n) for match in tokens(text, _PAPER, _ADVICE))
    else:
        turns = (
            turn for match in tokens(text, _SIGN, _ADVICE) for turn in _turns_of_sign(match, n)
        )
    return tuple(limited(turns, text, max(MAX_TURNS, _TURNS_A_FACELET * n * n)))


def _turns_of_sign(match: re.Match[str], n: int) -> list[LayerTurn]:
    letter, suffix = match["letter"], match["suffix"] or ""
    written = match[0].strip()
    face, layers = _layers(match, n, written)
    axis, is_far = _FACES[face]
    quarters = _SUFFIXES[suffix]
    right_handed = 4 - quarters if is_far else quarters
    if letter in _WHOLES:
        return [LayerTurn(axis, None, right_handed)]
    return [LayerTurn(axis, n - 1 - at if is_far else at, right_handed) for at in layers]


def _layers(match: re.Match[str], n: int, written: str) -> tuple[str, range]:
    """Return the face and the layers, counted from 0 at the face."""
    letter = match["letter"]
    if letter in _WHOLES or letter in _SLICES:
        if match["depth"] is not None:
            raise NotationError(f"{written!r}: {letter} takes no number before it; {_ADVICE}")
        if letter in _WHOLES:
            return _WHOLES[letter], range(0)
        if n % 2 == 0:
            raise NotationError(f"{written!r}: a cube of size {n} has no middle layer")
        return _SLICES[letter], range(n // 2, n // 2 + 1)
    return letter[0].upper(), numbered_layers(match, letter, n)


def _turn_of_paper_sign(match: re.Match[str], n: int) -> LayerTurn:
    quarters = _PAPER_SUFFIXES[match["end"]]
    if match["whole"]:
        return LayerTurn("XYZ".index(match["whole"]), None, quarters)
    return LayerTurn("xyz".index(match["axis"]), _paper_layer(match["layer"], n), quarters)


def _paper_layer(written: str, n: int) -> int:
    """Return the layer of table 14.1. Raises NotationError for one that the size does not have."""
    letter, number = written[0], int(written[1:] or 1)
    if letter == "m" and n % 2 == 0:
        raise NotationError(f"{written!r}: a cube of size {n} has no middle layer")
    if letter in "lr" and not 0 < number < n / 2:
        raise NotationError(
            f"{written!r}: in a cube of size {n}, l and r go with a number above 0 "
            f"and below {n / 2:g}"
        )
    layers = {"0": 0, "n": n - 1, "m": (n - 1) // 2, "l": number, "r": n - 1 - number}
    return layers[letter]


def write(turn: LayerTurn, n: int) -> str:
    """Write a turn of one layer, or of the whole cube, as the WCA and SiGN do."""
    if turn.layer is None:
        return "xyz"[turn.axis] + _WRITTEN[4 - turn.quarters]
    if n == 3 and turn.layer == 1:
        name = "MES"[turn.axis]
        return name + _WRITTEN[4 - turn.quarters if name == "S" else turn.quarters]
    is_far = 2 * turn.layer >= n
    depth = n - turn.layer if is_far else turn.layer + 1
    name = _NAMES[turn.axis, is_far]
    quarters = 4 - turn.quarters if is_far else turn.quarters
    return (str(depth) if depth > 1 else "") + name + _WRITTEN[quarters]


def write_wide(turns: Sequence[LayerTurn], n: int) -> str:
    """Write turns of neighbouring layers from a face on, alike, as one: Rw, 3Rw."""
    is_far = any(turn.layer == n - 1 for turn in turns)
    outer = write(LayerTurn(turns[0].axis, n - 1 if is_far else 0, turns[0].quarters), n)
    depth = str(len(turns)) if len(turns) > 2 else ""
    return f"{depth}{outer[0]}w{outer[1:]}"


def write_all(turns: Iterable[LayerTurn], n: int) -> tuple[str, ...]:
    """Write several turns."""
    return tuple(write(turn, n) for turn in turns)


def write_paper(turn: LayerTurn, n: int) -> str:
    """Write a turn as the polyhedra paper does, L after l and r where there is more than one."""
    suffix = _PAPER_WRITTEN[turn.quarters]
    if turn.layer is None:
        return "XYZ"[turn.axis] + "n" + suffix
    other = n - 1 - turn.layer
    near = min(turn.layer, other)
    number = str(near) if n > 5 else ""
    if near == 0:
        layer = "0" if turn.layer == 0 else "n"
    elif turn.layer == other:
        layer = "m"
    else:
        layer = ("l" if turn.layer < other else "r") + number
    return "xyz"[turn.axis] + layer + suffix

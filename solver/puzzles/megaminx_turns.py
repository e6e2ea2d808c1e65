"""The Megaminx in WCA notation: the dodecahedron that turns about its faces.

Scrambles are Pochmann's (WCA Regulations, 12d): R++ turns all but the layer of the face L by two
fifths, clockwise as seen from the right, D++ all but that of U, clockwise as seen from below; R--
and D-- are their inverses. Solutions are turns of faces: U F L BL BR R, below them FR FL DL B DR,
and D (the names of the player Twizzle), with 2, ' or 2'.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from solver.core.errors import NotationError
from solver.notation.move import limited
from solver.notation.wca import plain_moves
from solver.puzzles.polyhedra import polyhedron
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn
from solver.puzzles.polyhedra.solid import Vectors

_FIFTHS = 5
_OUTER, _MIDDLE = (1, 3), 2  # layers, from the end of an axis


class _Place(NamedTuple):
    """Where a face is: an axis, and whether it is at its end, from which layers count."""

    axis: int
    is_end: bool


# Around U clockwise from the front, then below each two neighbours the face beneath both.
_PLACES = {
    "U": _Place(2, True),
    "F": _Place(4, True),
    "L": _Place(3, False),
    "BL": _Place(5, True),
    "BR": _Place(1, True),
    "R": _Place(0, True),
    "FL": _Place(1, False),
    "DL": _Place(0, False),
    "B": _Place(4, False),
    "DR": _Place(3, True),
    "FR": _Place(5, False),
    "D": _Place(2, False),
}
FACES = tuple(_PLACES)
_TURN = re.compile(rf"({'|'.join(sorted(FACES, key=len, reverse=True))})([2-4]?)('?)")
_WIDE = re.compile(r"([RD])(\+\+|--)")
# The face whose layer stays, of a turn of all others.
_KEPT = {"R": "L", "D": "U"}
_ADVICE = (
    f"write a face of {' '.join(FACES)} with 2 or ' where wanted, or R++ R-- D++ D-- as in "
    "scrambles of the WCA"
)
_WRITTEN = {1: "", 2: "2", 3: "2'", 4: "'"}


class MegaminxTurn(NamedTuple):
    """A turn of a face by fifths, 1 to 4, clockwise for who looks at it."""

    face: str
    fifths: int

    def __str__(self) -> str:
        return self.face + _WRITTEN[self.fifths]


def shape() -> Polyhedron:
    """Return the Megaminx as a polyhedron."""
    return polyhedron.polyhedron("megaminx")


def parse(text: str) -> tuple[PolyhedronTurn, ...]:
    """Read turns in WCA notation, or in that of the polyhedra (1I, 2J').

    Raises NotationError, which quotes what is none.
    """
    words = limited(plain_moves(text).split(), text)
    return tuple(turn for word in words for turn in _parsed(word))


def _parsed(word: str) -> Iterator[PolyhedronTurn]:
    if wide := _WIDE.fullmatch(word):
        letter, way = wide.groups()
        kept = _PLACES[_KEPT[letter]]
        # As the kept face sees it, the others turn the other way.
        fifths = -2 if way == "++" else 2
        amount = (fifths if kept.is_end else -fifths) % _FIFTHS
        others = (_MIDDLE, _OUTER[kept.is_end])
        yield from (PolyhedronTurn(kept.axis, layer, amount) for layer in others)
    elif turn := _TURN.fullmatch(word):
        face, times, back = turn.groups()
        place = _PLACES[face]
        fifths = int(times or 1) * (-1 if back else 1)
        amount = (fifths if place.is_end else -fifths) % _FIFTHS
        yield PolyhedronTurn(place.axis, _OUTER[not place.is_end], amount)
    else:
        try:
            yield from polyhedron.parse(shape(), word)
        except NotationError:
            raise NotationError(f"{word!r} is not a turn of a Megaminx: {_ADVICE}") from None


def face_turns(turns: Iterable[PolyhedronTurn]) -> tuple[MegaminxTurn, ...]:
    """Return turns of faces that do what turns of all layers do, up to a turn of the whole.

    A middle layer that turns one way is the two outer ones that turn the other way, and the whole
    puzzle that turns: what follows is then made on other faces.
    """
    names = {place: face for face, place in _PLACES.items()}
    held = np.eye(3)  # from where the puzzle is held to where the turns of layers have it
    found: list[MegaminxTurn] = []
    for turn in turns:
        axis = shape().axes[turn.axis]
        is_middle = turn.layer == _MIDDLE
        for layer in _OUTER if is_middle else (turn.layer,):
            is_end = layer == _OUTER[0]
            fifths = (turn.amount if is_end != is_middle else -turn.amount) % _FIFTHS
            direction = held.T @ (axis.direction if is_end else -axis.direction)
            found.append(MegaminxTurn(names[_place_of(direction)], fifths))
        if is_middle:
            held = np.linalg.matrix_power(axis.rotation, turn.amount) @ held
    return _merged(found)


def _place_of(direction: Vectors) -> _Place:
    heights = [float(axis.direction @ direction) for axis in shape().axes]
    axis = int(np.argmax(np.abs(heights)))
    return _Place(axis, heights[axis] > 0)


def _merged(turns: Iterable[MegaminxTurn]) -> tuple[MegaminxTurn, ...]:
    """Return turns in which those of one face are one where they meet, across the opposite's."""
    done: list[MegaminxTurn] = []
    for turn in turns:
        # Opposite faces commute: a turn joins the last one of its face across those.
        at = len(done)
        while at and _PLACES[done[at - 1].face].axis == _PLACES[turn.face].axis:
            at -= 1
            if done[at].face == turn.face:
                break
        else:
            done.append(turn)
            continue
        fifths = (done[at].fifths + turn.fifths) % _FIFTHS
        done[at : at + 1] = [MegaminxTurn(turn.face, fifths)] if fifths else []
    return tuple(done)

"""The five basic operations of Shintani (2018), section 5, for each of the four sides.

Each is written down for one place, as Shintani has it, and made for the others by holding the cube
turned about its vertical axis: `side` quarter turns, so that E becomes S, S becomes W and so on.
Two of them have a mirror image, and those that cycle or twist go round either way.
"""

from __future__ import annotations

from solver.core.turn import Turn, inverse
from solver.notation import shintani

Turns = tuple[Turn, ...]

SIDES = range(4)
_AROUND = "RFLB"
_ACROSS = str.maketrans("RFLB", "FRBL")

_MOVE = shintani.parse("U1 E1 U3 E3 U3 S3 U1 S1")
_FLIP = shintani.parse("N3 E1 N1 E3 U3 E3 U1 E1")
_CORNERS = shintani.parse("W3N3E3N1W1N3E1N1")
_EDGES = shintani.parse("E1U1E3U1E1U2E3U2")
_TWIST = shintani.parse("E1U1E3U1E1U2E3 W3U3W1U3W3U2W1")


def move_two_edges(u_rotation: int = 0, from_east: bool = False) -> Turns:
    """Return the turns that take the edge at SU to SE, or the one at EU to ES.

    What was at SE moves up to the top layer; of the lower layers nothing else moves.
    """
    return _rotate_about_u(_mirror(_MOVE) if from_east else _MOVE, u_rotation)


def flip_two_edges(side: int = 0) -> Turns:
    """Return the turns that flip the edges at UN and UE and move them; the lower layers stay."""
    return _rotate_about_u(_FLIP, side)


def cycle_three_corners(side: int = 0, back: bool = False) -> Turns:
    """Return the turns that cycle the corners NWU, NEU and SWU; nothing else moves."""
    return _rotate_about_u(inverse(_CORNERS) if back else _CORNERS, side)


def cycle_three_edges(side: int = 0, back: bool = False) -> Turns:
    """Return the turns that cycle the edges UN, UE and US, unflipped; corners stay, some twist."""
    return _rotate_about_u(inverse(_EDGES) if back else _EDGES, side)


def turn_two_corners_inward(side: int = 0, outward: bool = False) -> Turns:
    """Return the turns that twist the corners NWU and SWU towards each other (RTCI), no more."""
    return _rotate_about_u(inverse(_TWIST) if outward else _TWIST, side)


def _rotate_about_u(turns: Turns, side: int) -> Turns:
    """Return turns of a cube that is rotated about its vertical axis by `side` quarter turns."""
    faces = {face: _AROUND[(i + side) % 4] for i, face in enumerate(_AROUND)}
    return tuple(Turn(faces.get(turn.face, turn.face), turn.quarter_turns) for turn in turns)


def _mirror(turns: Turns) -> Turns:
    """Return the mirror image that exchanges E and S."""
    return tuple(Turn(turn.face.translate(_ACROSS), 4 - turn.quarter_turns) for turn in turns)

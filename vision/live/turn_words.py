"""A turn in words, for a person who holds the cube and knows no letters; as the page says it."""

from __future__ import annotations

from solver.core.geometry import SIDES
from solver.core.turn import Turn

# Where a turn clockwise leads, as the person sees it, and where one anticlockwise does.
_WAYS = {
    "U": ("to the left", "to the right"),
    "R": ("up", "down"),
    "F": ("clockwise", "anticlockwise"),
    "D": ("to the right", "to the left"),
    "L": ("down", "up"),
    "B": ("so that its top goes left", "so that its top goes right"),
}


def turn_order(turn: Turn) -> str:
    """Return what to do: "turn the right face up"."""
    return f"turn {_face_and_way(turn)}"


def turn_made(turn: Turn) -> str:
    """Return what was done: "you turned the right face up"."""
    return f"you turned {_face_and_way(turn)}"


def _face_and_way(turn: Turn) -> str:
    clockwise, anticlockwise = _WAYS[turn.face]
    way = {1: clockwise, 2: "halfway round", 3: anticlockwise}[turn.quarter_turns]
    return f"the {SIDES[turn.face]} face {way}"

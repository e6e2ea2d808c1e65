"""A cube that somebody turns, as pages are told of it: a smart cube, or one in a film."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rokumen.show.watched_solves import solve_values
from rokumen.web.learning import colours
from solver.core.errors import CubeError
from solver.core.geometry import FACES
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.notation import Move, parse
from solver.notation.wca import print_move
from solver.reconstruction import reconstruct

_log = logging.getLogger(__name__)

# The page Learn holds the cube with yellow on top and green in front: half a turn around that axis.
_SEEN_FACES = "DLFURB"
_SEEN_LETTERS = str.maketrans("UDRL", "DULR")
_REVERSED_FAMILIES = frozenset("MExy")
_LETTERS_ON_PAGE = {colour: face for face, colour in colours().items()}


def seen_from_below(facelets: str) -> str:
    """Return the 54 facelets of a cube that is held upside down, the front face still in front."""
    faces = {face: facelets[9 * at : 9 * at + 9] for at, face in enumerate(FACES)}
    return "".join(faces[face][::-1] for face in _SEEN_FACES).translate(_SEEN_LETTERS)


def named_from_below(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return moves as they are named when the cube is held upside down, see `seen_from_below`."""
    return tuple(
        Move(
            move.family.translate(_SEEN_LETTERS),
            4 - move.quarter_turns if move.family in _REVERSED_FAMILIES else move.quarter_turns,
        )
        for move in moves
    )


def turn_from_below(turn: WatchedTurn) -> WatchedTurn:
    """Return a turn, and the cube after it, of a cube that is held upside down."""
    (move,) = named_from_below(parse(turn.turn).moves())
    return replace(turn, turn=print_move(move), facelets=seen_from_below(turn.facelets))


def lettered_on_page(facelets: str, colour_of: Mapping[str, str]) -> str:
    """Return the 54 facelets of a cube with the letters that the page Learn has for its colours.

    `colour_of`: the colour of each letter. The cube is held as before.
    """
    letters = {letter: _LETTERS_ON_PAGE[colour] for letter, colour in colour_of.items()}
    return "".join(letters[facelet] for facelet in facelets)


def turn_message(turn: WatchedTurn, seen: str, now: float) -> dict[str, Any]:
    """Return the JSON of a turn that is told at a time, on the clock of its own times.

    `seen`: the 54 facelets after it in the page's letters.
    """
    return {
        "turn": {
            "move": turn.turn,
            "start": turn.start,
            "end": turn.end,
            "age": now - turn.end,
            "certain": turn.certain,
        },
        "seen": seen,
    }


class SolveFollower:
    """Tells the steps of each solve when the cube is solved."""

    def __init__(self) -> None:
        self._start: Cube | None = None
        self._turns: list[WatchedTurn] = []

    def begin(self, start: Cube | None) -> None:
        """Begin with a cube, None where it is not known any more."""
        self._start, self._turns = start, []

    def see(self, turn: WatchedTurn) -> dict[str, Any]:
        """Return the JSON of a solve that a turn ends, empty after any other turn."""
        if self._start is None:
            return {}
        self._turns.append(turn)
        cube = Cube.from_facelets(turn.facelets)
        if not cube.is_solved():
            return {}
        start, turns = self._start, self._turns
        self.begin(cube)
        try:
            solves = reconstruct(start, turns)
        except CubeError as error:
            _log.warning("a solve is not told: %s", error)
            return {}
        return {"solve": solve_values(solves[-1])} if solves else {}

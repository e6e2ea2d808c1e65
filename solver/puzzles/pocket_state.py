"""The 2x2x2: positions, full distance tables in HTM and QTM, and the fewest turns.

The polyhedra paper (section 16) proposes to solve it by these. No sticker of a 2x2x2 says what its
face should be. The corner at DBL is taken as it is held, as if it were at home, and the other seven
are seen from it: any colour may lie opposite any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from files.wording import counted
from solver.core.errors import FaceletError, Fault, FaultKind, IllegalCubeError, NotationError
from solver.core.facelets import COLOUR_NAMES, CORNER_NAMES, CORNERS, SOLVED
from solver.core.geometry import FACES, OPPOSITE
from solver.core.legality import corner_faults
from solver.core.numbers import CORNER_CUBIES
from solver.core.turn import Turn, turned_facelets
from solver.cube import Cube
from solver.notation import parse
from solver.notation.printing import moves_text
from solver.search.distance_table import (
    CoordinateSpace,
    descend_to_goal,
    load_or_build,
)

FIXED = CORNER_NAMES.index("DBL")
MOVING = tuple(place for place in range(8) if place != FIXED)

# The 24 facelets among the 54 of the 3x3x3, in the same order: U R F D L B, row by row.
_CORNER_FACELETS = tuple(sorted(facelet for place in CORNERS for facelet in place))
_PLACES = tuple(tuple(_CORNER_FACELETS.index(facelet) for facelet in place) for place in CORNERS)
_WHOLE = frozenset({0, 1, 2})

Scheme = Mapping[str, str]


# A position: the numbers of the permutation of the seven corners beside the one at DBL, 0 to 5039,
# and of their twists, 0 to 728.
PocketState = tuple[int, int]


def read(text: str) -> PocketState:
    """Read a position.

    Raises NotationError or FaceletError for a text that is none, and IllegalCubeError with every
    fault where no turns lead to such a 2x2x2.
    """
    if _looks_like_facelets(text):
        return from_facelets("".join(text.split()))
    return from_facelets(facelets_after(scramble_turns(text)))


def _looks_like_facelets(text: str) -> bool:
    """Return whether a text is facelets, in one word or face by face, not a scramble."""
    packed = "".join(text.split())
    return packed.isalnum() and len(packed) >= 16 and max(map(len, text.split())) >= 4


def scramble_turns(text: str) -> tuple[Turn, ...]:
    """Read moves: turns of the six faces and of the whole, which is both of an axis' layers.

    Raises NotationError for a move that takes a middle layer.
    """
    turns: list[Turn] = []
    for move in parse(text, size=2).moves():
        turn = Turn(move.face, move.quarter_turns)
        if move.layers == _WHOLE:
            turns += turn, Turn(OPPOSITE[turn.face], 4 - turn.quarter_turns)
        elif len(move.layers) == 1 and 0 in move.layers:
            turns.append(turn)
        else:
            raise NotationError(
                f"{text!r}: {move.family} takes a middle layer, which a 2x2x2 does not have; "
                "turn U R F D L B, or the whole with x y z"
            )
    return tuple(turns)


def facelets_after(turns: Iterable[Turn]) -> str:
    """Return the 24 facelets of a solved 2x2x2 after some turns, as face letters."""
    whole = Cube.solved().apply(turns).facelets
    return "".join(whole[facelet] for facelet in _CORNER_FACELETS)


def is_solved_after(text: str, moves: str) -> bool:
    """Return whether moves leave a position with one colour on each face.

    The moves are made on the position as it is held, sticker by sticker.
    """
    held, letters = as_held(text), list(SOLVED)
    made = scramble_turns(moves)
    if _looks_like_facelets(text):
        for facelet, letter in zip(_CORNER_FACELETS, held, strict=True):
            letters[facelet] = letter
    else:
        made = (*scramble_turns(held), *made)
    whole = turned_facelets("".join(letters), made)
    seen = [whole[facelet] for facelet in _CORNER_FACELETS]
    return all(len(set(seen[i : i + 4])) == 1 for i in range(0, len(seen), 4))


def from_facelets(text: str) -> PocketState:
    """Read 24 facelets. Raises FaceletError, and IllegalCubeError with every fault."""
    letters = _letters(text)
    scheme = _scheme(text, letters)
    named = _in_face_letters(text, scheme)
    faults = _faults(named, scheme)
    if faults:
        raise IllegalCubeError(faults)
    seen = [CORNER_CUBIES[triple] for triple in _triples(named)]
    order = np.array([MOVING.index(seen[place][0]) for place in MOVING])
    twists = np.array([seen[place][1] for place in MOVING[:6]])
    return int(np.flatnonzero((order == _ORDERS).all(axis=1))[0]), int(twists @ _TWIST_BASE)


def as_held(text: str) -> str:
    """Return a position as the steps read it, held as it is: turns, or 24 facelets as face letters.

    Facelets in other letters are named so that the corner at DBL is at home. Raises as `read`.
    """
    if not _looks_like_facelets(text):
        return moves_text(scramble_turns(text))
    packed = "".join(text.split())
    from_facelets(packed)
    is_named = set(packed) == set(FACES) and not _faults(packed, _paired(FACES, FACES))
    return packed if is_named else _in_face_letters(packed, _scheme(packed, _letters(packed)))


def _letters(text: str) -> tuple[str, ...]:
    if len(text) != 24:
        raise FaceletError(
            f"{text!r} has {counted(len(text), 'facelet')}; a 2x2x2 has 24: four each of U R F D L "
            "B, each face row by row as seen from outside"
        )
    letters = tuple(sorted(set(text)))
    if len(letters) != 6:
        raise FaceletError(
            f"{text!r} is written in {len(letters)} letters ({' '.join(letters)}); "
            "use six, one for each colour"
        )
    return letters


def _triples(letters: str) -> list[str]:
    return ["".join(letters[facelet] for facelet in place) for place in _PLACES]


def _scheme(text: str, letters: tuple[str, ...]) -> Scheme:
    """Return the face of each letter, so that DBL is solved and most corners exist."""
    triples = _triples(text)

    def agreement(scheme: Scheme) -> int:
        seen = {
            CORNER_CUBIES.get(_in_face_letters(triple, scheme), (None, 0))[0] for triple in triples
        }
        return len(seen - {None})

    home = triples[FIXED]
    others = [letter for letter in letters if letter not in home]
    if len(others) == 3:
        best = max(
            (_paired("DBLURF", (*home, *rest)) for rest in permutations(others)), key=agreement
        )
        if agreement(best) == 8:
            return best
    return max((_paired(FACES, order) for order in permutations(letters)), key=agreement)


def _paired(faces: str, letters: Sequence[str]) -> Scheme:
    return dict(zip(letters, faces, strict=True))


def _in_face_letters(letters: str, scheme: Scheme) -> str:
    return "".join(scheme[letter] for letter in letters)


def _faults(named: str, scheme: Scheme) -> tuple[Fault, ...]:
    words = {face: letter for letter, face in scheme.items()}
    if set(scheme) == set(COLOUR_NAMES):
        words = {face: COLOUR_NAMES[letter] for letter, face in scheme.items()}
    whole = list(SOLVED)
    for facelet, letter in zip(_CORNER_FACELETS, named, strict=True):
        whole[facelet] = letter
    corners = tuple(
        replace(
            fault, facelets=tuple(_CORNER_FACELETS.index(facelet) for facelet in fault.facelets)
        )
        for fault in corner_faults("".join(whole), words)
    )
    counts = Counter(named)
    wrong = sorted(f"{counts[face]} {words[face]}" for face in FACES if counts[face] != 4)
    if not wrong:
        return corners
    message = f"{', '.join(wrong)} stickers where there must be four of each"
    return (Fault(FaultKind.COLOUR_COUNT, message), *corners)


# With the corner at DBL at rest, a turn of L, D or B is one of R, U or F and the whole turned.
TURNS: tuple[Turn, ...] = tuple(Turn(face, n) for face in "URF" for n in (1, 2, 3))
QUARTERS: tuple[Turn, ...] = tuple(turn for turn in TURNS if turn.quarter_turns != 2)
METRICS = {"htm": TURNS, "qtm": QUARTERS}

_ORDERS = np.array(list(permutations(range(7))))
_ORDER_BASE = 7 ** np.arange(6, -1, -1)
_TWIST_BASE = 3 ** np.arange(5, -1, -1)
# A new number for a new form of the file, so that old ones are not read.
_VERSION = 1


class MetricTable(NamedTuple):
    """A metric with the distance of each state."""

    turns: tuple[Turn, ...]
    coordinates: CoordinateSpace
    distances: NDArray[np.uint8]


@cache
def metric(name: str) -> MetricTable:
    """Return the table of a metric, htm or qtm; both are built where the cache has none."""
    turns = METRICS[name]
    tables = load_or_build(f"pocket-{_VERSION}", dict.fromkeys(METRICS, 5040 * 729), _build)
    return MetricTable(turns, _coordinates(turns), tables[name])


def _build() -> Mapping[str, NDArray[Any]]:
    # Only who builds a table waits for numba.
    from solver.search.distance_builder import build_distance_table

    return {name: build_distance_table(_coordinates(turns), [0]) for name, turns in METRICS.items()}


def _coordinates(turns: tuple[Turn, ...]) -> CoordinateSpace:
    ranks = np.zeros(7**7, np.int32)
    ranks[_ORDERS @ _ORDER_BASE] = np.arange(len(_ORDERS))
    digits = np.arange(729)[:, None] // _TWIST_BASE % 3
    twists = np.column_stack([digits, -digits.sum(axis=1) % 3])
    permuted, twisted = [], []
    for turn in turns:
        cube = Cube.solved().turn(turn)
        source = [MOVING.index(cube.corners[place]) for place in MOVING]
        change = [cube.corner_twists[place] for place in MOVING]
        permuted.append(ranks[_ORDERS[:, source] @ _ORDER_BASE])
        twisted.append(((twists[:, source] + change) % 3)[:, :6] @ _TWIST_BASE)
    return CoordinateSpace((np.column_stack(permuted), np.column_stack(twisted).astype(np.int32)))


def optimal_turns(state: PocketState, name: str) -> tuple[Turn, ...]:
    """Return the fewest turns of a metric that solve the state of these numbers."""
    chosen = metric(name)
    start = chosen.coordinates.index(state)
    return tuple(
        chosen.turns[i] for i in descend_to_goal(chosen.coordinates, chosen.distances, start)
    )

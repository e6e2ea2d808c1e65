"""A Pyraminx position from a scramble in WCA notation or from 36 stickers, with all faults."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from files.wording import quoted_part
from solver.core.errors import FaceletError, Fault, FaultKind, IllegalCubeError, NotationError
from solver.core.permutation import Permutation
from solver.notation.move import limited
from solver.notation.wca import plain_moves
from solver.puzzles.pyraminx_state import (
    CENTRES,
    EDGE_NAMES,
    EDGES,
    FACES,
    SOLVED,
    SOLVED_STATE,
    TIPS,
    VERTICES,
    PyraminxState,
    PyraminxTurn,
)

_MOVE = re.compile(r"([ULRBulrb])(2?)('?)")


def parse(text: str) -> tuple[PyraminxTurn, ...]:
    """Read turns. Raises NotationError that quotes what is none."""
    return tuple(limited(_turns(text), text))


def _turns(text: str) -> Iterator[PyraminxTurn]:
    at = 0
    packed = text.strip()
    while at < len(packed):
        match = _MOVE.match(packed, at)
        if match is None:
            raise NotationError(
                f"{quoted_part(packed[at:].split()[0], text)} is not a turn of a Pyraminx; "
                "write U L R B, u l r b for the tips, and ' for anticlockwise"
            )
        vertex, twice, back = match.groups()
        # Two thirds one way are one third the other.
        clockwise = bool(twice) == bool(back)
        yield PyraminxTurn(VERTICES.index(vertex.upper()), vertex.islower(), clockwise)
        at = match.end()
        while at < len(packed) and packed[at].isspace():
            at += 1


def read(text: str) -> PyraminxState:
    """Read a position.

    Raises NotationError or FaceletError for a text that is none, and IllegalCubeError with every
    fault where no turns lead to such a Pyraminx.
    """
    text = plain_moves(text)
    packed = "".join(text.split())
    if packed.isalnum() and len(packed) >= 24 and max(map(len, text.split())) >= 9:
        return from_stickers(packed)
    return SOLVED_STATE.apply(parse(text))


def from_stickers(text: str) -> PyraminxState:
    """Read 36 stickers. Raises FaceletError, and IllegalCubeError with every fault."""
    if len(text) != 36:
        raise FaceletError(
            f"{text!r} has {len(text)} stickers; a Pyraminx has 36: nine each of the faces "
            "F L R D, each row by row (1, 3, 5) from its top as seen from outside"
        )
    letters = sorted(set(text))
    if len(letters) != 4:
        raise FaceletError(
            f"{text!r} is written in {len(letters)} letters ({' '.join(letters)}); "
            "use four, one for each colour"
        )
    face_of = max(
        (dict(zip(order, FACES, strict=True)) for order in permutations(letters)),
        key=lambda scheme: _agreement([scheme[letter] for letter in text]),
    )
    seen = [face_of[letter] for letter in text]
    faults = _faults(seen, {face: letter for letter, face in face_of.items()})
    if faults:
        raise IllegalCubeError(faults)
    return PyraminxState.of_letters(seen)


def _cyclic_minimum(letters: Sequence[str], place: tuple[int, ...]) -> tuple[str, ...]:
    """Return the letters in a place, from the least on, so that turning it changes nothing."""
    there = tuple(letters[sticker] for sticker in place)
    return min(there[i:] + there[:i] for i in range(len(there)))


def _agreement(seen: Sequence[str]) -> int:
    """Return the number of pieces that a Pyraminx has, the centres, which say what is where, for
    more.
    """
    fixed = sum(
        _cyclic_minimum(seen, place) == _cyclic_minimum(SOLVED, place) for place in CENTRES + TIPS
    )
    edges = {_cyclic_minimum(SOLVED, place) for place in EDGES}
    return 10 * fixed + len(edges & {_cyclic_minimum(seen, place) for place in EDGES})


def _faults(seen: Sequence[str], words: Mapping[str, str]) -> tuple[Fault, ...]:
    pieces = [
        *_centre_and_tip_faults(seen, words, "centre", CENTRES),
        *_centre_and_tip_faults(seen, words, "tip", TIPS),
        *_edge_faults(seen, words),
    ]
    counts = Counter(seen)
    wrong = sorted(f"{counts[face]} {words[face]}" for face in FACES if counts[face] != 9)
    if wrong:
        message = f"{', '.join(wrong)} stickers where there must be nine of each"
        return (Fault(FaultKind.COLOUR_COUNT, message), *pieces)
    return tuple(pieces) or _parity_faults(PyraminxState.of_letters(seen))


def _colours(letters: Sequence[str], place: tuple[int, ...], words: Mapping[str, str]) -> str:
    return "-".join(words[letters[sticker]] for sticker in place)


def _centre_and_tip_faults(
    seen: Sequence[str], words: Mapping[str, str], noun: str, places: Sequence[tuple[int, ...]]
) -> list[Fault]:
    return [
        Fault(
            FaultKind.NO_SUCH_PIECE,
            f"the {noun} at {vertex} is {_colours(seen, place, words)}, and the other pieces say "
            f"that it is {_colours(SOLVED, place, words)}, clockwise from any of them",
            place,
        )
        for vertex, place in zip(VERTICES, places, strict=True)
        if _cyclic_minimum(seen, place) != _cyclic_minimum(SOLVED, place)
    ]


def _edge_faults(seen: Sequence[str], words: Mapping[str, str]) -> list[Fault]:
    faults = []
    homes = {_cyclic_minimum(SOLVED, place): place for place in EDGES}
    there = Counter(_cyclic_minimum(seen, place) for place in EDGES)
    for name, place in zip(EDGE_NAMES, EDGES, strict=True):
        if _cyclic_minimum(seen, place) not in homes:
            message = f"the edge at {name} is {_colours(seen, place, words)}, and no edge is"
            faults.append(Fault(FaultKind.NO_SUCH_PIECE, message, place))
    for letters, home in homes.items():
        if there[letters] != 1:
            repeated = there[letters] > 1
            kind = FaultKind.REPEATED_PIECE if repeated else FaultKind.MISSING_PIECE
            said = f"appears {there[letters]} times" if repeated else "is missing"
            faults.append(Fault(kind, f"the edge {_colours(SOLVED, home, words)} {said}"))
    return faults


def _parity_faults(state: PyraminxState) -> tuple[Fault, ...]:
    faults = []
    if sum(state.flips) % 2:
        faults.append(
            Fault(FaultKind.FLIPPED_EDGE, "an edge is flipped: flip any one back by hand")
        )
    if not Permutation(state.edges).is_even:
        faults.append(
            Fault(FaultKind.SWAPPED_PIECES, "two edges are swapped: exchange any two by hand")
        )
    return tuple(faults)

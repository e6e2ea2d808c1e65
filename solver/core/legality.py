"""All faults of 54 facelets (colour counts, pieces, orientation, parity), or the numbers of none.

All faults are found in one pass, in the manner of python-chess's `Status`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from files.wording import counted, listed
from solver.core.errors import FaceletError, Fault, FaultKind, IllegalCubeError
from solver.core.facelets import (
    CORNER_NAMES,
    CORNERS,
    EDGE_NAMES,
    EDGES,
    SOLVED,
    UNKNOWN,
    colour_names,
    facelet_name,
    normalise,
)
from solver.core.geometry import FACES
from solver.core.numbers import (
    FACELET_OF_NUMBER,
    Pieces,
    colours_from_numbers,
    facelets_from_colours,
    match_pieces,
    piece_at,
    pieces_at,
)
from solver.core.permutation import Permutation, is_even


@dataclass(frozen=True, slots=True)
class _Kind:
    """Corners or edges: their positions, and their names in messages."""

    noun: str
    names: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]


# What a cube can have of which not every sticker is known.
_FAULTS_OF_PIECES = {
    FaultKind.NO_SUCH_PIECE,
    FaultKind.MIRRORED_PIECE,
    FaultKind.REPEATED_PIECE,
}

_CORNERS = _Kind("corner", CORNER_NAMES, CORNERS)
_EDGES = _Kind("edge", EDGE_NAMES, EDGES)


class _PieceAtPosition(NamedTuple):
    """The cubie in one position (None for an unknown one) and its twist."""

    place: int
    cubie: int | None
    orientation: int


def faults_of(text: str) -> tuple[Fault, ...]:
    """Find every fault of 54 facelets in any alphabet; none means that the cube is legal.

    Raises FaceletError where the text is not well-formed.
    """
    facelets = normalise(text)
    return _faults(facelets, colour_names(text), match_pieces(facelets))


def faults_so_far(facelets: str, colour_names: dict[str, str]) -> tuple[Fault, ...]:
    """Find what is wrong with the stickers that are known of a cube, in face letters.

    "-" stands for one that is not known; without any these are all faults, as of `faults_of`.
    `colour_names` names the colours of the faces in messages.
    """
    names = {**colour_names, UNKNOWN: "unknown"}
    found = _faults(facelets, names, match_pieces(facelets))
    if UNKNOWN not in facelets:
        return found
    return tuple(
        fault
        for fault in found
        if fault.kind in _FAULTS_OF_PIECES
        and all(facelets[facelet] != UNKNOWN for facelet in fault.facelets)
    )


def numbers_from_facelets(text: str) -> tuple[int, ...]:
    """Return the 48 numbers of 54 facelets in any alphabet.

    Raises FaceletError where the text is not well-formed, and IllegalCubeError with every fault,
    among them each corner and edge that no piece matches.
    """
    numbers, _ = _legal_pieces(text)
    return tuple([number for number in numbers if number is not None])


def pieces_from_facelets(text: str) -> Pieces:
    """Return the corners and the edges of 54 facelets in any alphabet, as `pieces_at` does.

    Raises what `numbers_from_facelets` raises.
    """
    _, pieces = _legal_pieces(text)
    return pieces


def _legal_pieces(text: str) -> tuple[tuple[int | None, ...], Pieces]:
    """Return the numbers of a legal cube, and its pieces."""
    facelets = normalise(text)
    matched = match_pieces(facelets)
    if None not in matched and len(set(matched)) == len(matched):
        pieces = pieces_at(matched)
        if _can_be_solved(pieces):
            return matched, pieces
    raise IllegalCubeError(_faults(facelets, colour_names(text), matched))


def _can_be_solved(pieces: Pieces) -> bool:
    """Return whether turns lead to these pieces, each there once, without saying why not."""
    (corners, twists), (edges, flips) = (zip(*kind, strict=True) for kind in pieces)
    is_turned = sum(twists) % 3 or sum(flips) % 2
    return not is_turned and is_even(corners) == is_even(edges)


def numbers_from_colours(colours: Sequence[str]) -> tuple[int, ...]:
    """Return the 48 numbers of 48 colours (u l f r b d): singmaster2perm of mmays (2014).

    Raises FaceletError for a list of the wrong form, and IllegalCubeError with every fault.
    """
    return numbers_from_facelets(facelets_from_colours(colours))


def facelets_from_numbers(numbers: Sequence[int]) -> str:
    """Return the 54 facelets (face letters) of 48 numbers (mmays 2014).

    Raises FaceletError where they are not 1 to 48, each once, and IllegalCubeError, with every
    fault, where no legal cube has these numbers.
    """
    if sorted(numbers) != list(range(1, 49)):
        missing = sorted(set(range(1, 49)) - set(numbers))
        raise FaceletError(
            f"{counted(len(numbers), 'number')} that lack {missing or 'none'}: each of 1 to 48 "
            "must stand exactly once, in the order U L F R B D without the centres"
        )
    facelets = facelets_from_colours(colours_from_numbers(numbers))
    matched = numbers_from_facelets(facelets)
    apart = [place for place in range(48) if matched[place] != numbers[place]]
    if apart:
        listed = ", ".join(f"{numbers[place]} at {place + 1}" for place in apart)
        message = f"the stickers of one piece stand on several: look again at {listed}"
        where = tuple(FACELET_OF_NUMBER[place] for place in apart)
        raise IllegalCubeError((Fault(FaultKind.NO_SUCH_PIECE, message, where),))
    return facelets


def _faults(
    facelets: str, words: dict[str, str], matched: Sequence[int | None]
) -> tuple[Fault, ...]:
    corners = _identify_pieces(matched, _CORNERS)
    edges = _identify_pieces(matched, _EDGES)
    pieces = [
        *_piece_faults(facelets, words, _CORNERS, corners),
        *_piece_faults(facelets, words, _EDGES, edges),
    ]
    counts = _count_faults(facelets, words, pieces)
    turned = [*_orientation_faults(_CORNERS, corners), *_orientation_faults(_EDGES, edges)]
    return (*counts, *pieces, *turned, *_parity_faults(corners, edges))


def corner_faults(facelets: str, colour_names: dict[str, str]) -> tuple[Fault, ...]:
    """Find what is wrong with the corners alone, in face letters; `colour_names` names the
    colours.
    """
    corners = _identify_pieces(match_pieces(facelets), _CORNERS)
    pieces = _piece_faults(facelets, colour_names, _CORNERS, corners)
    return (*pieces, *_orientation_faults(_CORNERS, corners))


def _identify_pieces(numbers: Sequence[int | None], kind: _Kind) -> list[_PieceAtPosition]:
    found = [piece_at(facelets, numbers) or (None, 0) for facelets in kind.places]
    return [_PieceAtPosition(place, *piece) for place, piece in enumerate(found)]


def _piece_faults(
    facelets: str, colour_names: dict[str, str], kind: _Kind, seen: Sequence[_PieceAtPosition]
) -> list[Fault]:
    def piece_word(cubie: int) -> str:
        return "-".join(colour_names[SOLVED[f]] for f in kind.places[cubie])

    faults = [
        _impossible_piece(facelets, colour_names, kind, look.place)
        for look in seen
        if look.cubie is None
    ]
    found = Counter(look.cubie for look in seen)
    for cubie in range(len(kind.places)):
        if found[cubie] > 1:
            places = [look.place for look in seen if look.cubie == cubie]
            at = listed([kind.names[place] for place in places])
            times = "twice" if len(places) == 2 else f"{len(places)} times"
            faults.append(
                Fault(
                    FaultKind.REPEATED_PIECE,
                    f"the piece {piece_word(cubie)} appears {times}, at {at}",
                    tuple(f for place in places for f in kind.places[place]),
                )
            )
        elif not found[cubie]:
            faults.append(
                Fault(FaultKind.MISSING_PIECE, f"the piece {piece_word(cubie)} is missing")
            )
    return faults


def _impossible_piece(
    facelets: str, colour_names: dict[str, str], kind: _Kind, place: int
) -> Fault:
    letters = [facelets[f] for f in kind.places[place]]
    colours = "-".join(colour_names[letter] for letter in letters)
    at = f"the {kind.noun} at {kind.names[place]} is {colours}"
    where = kind.places[place]
    mirrored = any({SOLVED[f] for f in home} == set(letters) for home in kind.places)
    if mirrored and len(set(letters)) == len(letters):
        return Fault(
            FaultKind.MIRRORED_PIECE,
            f"{at}, which is a real piece seen in a mirror: two of its stickers are exchanged, "
            "or the picture is mirrored",
            where,
        )
    return Fault(FaultKind.NO_SUCH_PIECE, f"{at}, and no piece has these colours", where)


def _count_faults(
    facelets: str, colour_names: dict[str, str], piece_faults: Sequence[Fault]
) -> list[Fault]:
    counts = Counter(facelets)
    wrong = [face for face in FACES if counts[face] != 9]
    if not wrong:
        return []
    wrong_counts = listed([f"{counts[face]} {colour_names[face]}" for face in wrong])
    suspects = sorted({f for fault in piece_faults for f in fault.facelets if facelets[f] in wrong})
    again = ", ".join(facelet_name(f) for f in suspects)
    look = f"; look again at {again}" if suspects else ""
    return [
        Fault(
            FaultKind.COLOUR_COUNT,
            f"{wrong_counts} stickers where there must be nine of each{look}",
            tuple(suspects),
        )
    ]


def _orientation_faults(kind: _Kind, seen: Sequence[_PieceAtPosition]) -> list[Fault]:
    size = len(kind.places[0])
    if (
        any(look.cubie is None for look in seen)
        or not sum(look.orientation for look in seen) % size
    ):
        return []
    turned = [look.place for look in seen if look.orientation]
    fault, verb = (
        (FaultKind.TWISTED_CORNER, "twisted") if size == 3 else (FaultKind.FLIPPED_EDGE, "flipped")
    )
    if len(turned) == 1:
        name = kind.names[turned[0]]
        message = f"the {kind.noun} at {name} is {verb}"
        return [Fault(fault, message, kind.places[turned[0]])]
    where = listed([kind.names[place] for place in turned])
    if size == 3:
        excess = "clockwise" if sum(look.orientation for look in seen) % 3 == 1 else "anticlockwise"
        message = (
            f"a corner is twisted: the twists of {where} do not add up (one third too much "
            f"{excess}); turn one corner back by hand, or look again at these"
        )
    else:
        message = (
            f"an edge is flipped: an odd number of edges ({where}) is flipped; flip one back "
            "by hand, or look again at these"
        )
    return [Fault(fault, message, tuple(f for place in turned for f in kind.places[place]))]


def _parity_faults(
    corners: Sequence[_PieceAtPosition], edges: Sequence[_PieceAtPosition]
) -> list[Fault]:
    moved = [_permutation(corners), _permutation(edges)]
    if moved[0] is None or moved[1] is None or moved[0].is_even == moved[1].is_even:
        return []
    swaps = [
        (kind, cycle)
        for kind, permutation in zip((_CORNERS, _EDGES), moved, strict=True)
        if permutation is not None
        for cycle in permutation.cycles()
    ]
    if len(swaps) == 1 and len(swaps[0][1]) == 2:
        kind, cycle = swaps[0]
        where = listed([kind.names[place] for place in cycle])
        message = f"two pieces are swapped: the {kind.noun}s at {where}"
        return [
            Fault(
                FaultKind.SWAPPED_PIECES,
                message,
                tuple(f for place in cycle for f in kind.places[place]),
            )
        ]
    return [
        Fault(
            FaultKind.SWAPPED_PIECES,
            "two pieces are swapped (two corners or two edges): exchange any two by hand, "
            "or look again at pieces of like colours",
        )
    ]


def _permutation(seen: Sequence[_PieceAtPosition]) -> Permutation | None:
    cubies = [look.cubie for look in seen]
    if None in cubies or len(set(cubies)) < len(cubies):
        return None
    return Permutation(tuple(cubie for cubie in cubies if cubie is not None))

"""The fewest changes that make 54 facelets, some perhaps unknown, those of a legal cube.

A change paints one sticker, twists one corner, flips one edge or swaps two edges. The pieces are
placed by a shortest-path search over the places of one kind (Dijkstra): its cost is the number of
stickers to paint. What remains wrong between the kinds is made up for by at most three changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import reduce
from heapq import heappop, heappush
from typing import NamedTuple

from solver.core.errors import FaceletError
from solver.core.facelets import (
    CENTRES,
    CORNER_NAMES,
    CORNERS,
    EDGE_NAMES,
    EDGES,
    SOLVED,
    UNKNOWN,
    facelet_name,
)
from solver.core.geometry import FACES

# The cost of a change; of painting a sticker that is looked at, one less, to choose among equals.
_COST = 100
# What may be painted beyond the fewest, so that a change by hand is saved: one sticker. Other sums
# of one kind save two changes at most, so two more painted stickers are never better.
_MORE_PAINTED = 2 * _COST - 1


class Change(Enum):
    """What is done to a piece, as in "twist the corner URF"."""

    PAINT = "paint"
    TWIST = "twist"
    FLIP = "flip"
    SWAP = "swap"


class Repair(NamedTuple):
    """One change: what is done, and the face letters that these facelets show after it."""

    change: Change
    facelets: tuple[int, ...]
    letters: tuple[str, ...]


class _Piece(NamedTuple):
    cubie: int
    orientation: int


class _Placed(NamedTuple):
    """Which piece is in each place of one kind, and what painting the stickers for that costs."""

    cost: int
    pieces: tuple[_Piece, ...]


# Of a kind of pieces: whether their permutation is odd, and the sum of their orientations.
_Sums = tuple[int, int]


def repairs_of(facelets: str, looked_at: Collection[int] = ()) -> tuple[Repair, ...]:
    """Return the fewest changes, one after the other, that lead to a legal cube; none for one.

    `facelets`: 54 face letters with the six centres in their places, or "-" for a sticker that is
    not known: it may be of any colour. `looked_at`: the facelets that are likeliest to be wrong,
    which are changed rather than others. Raises FaceletError for another text.
    """
    _check(facelets)
    corners, edges = _placed(facelets, CORNERS, looked_at), _placed(facelets, EDGES, looked_at)
    chosen = min(
        ((corner, edge) for corner in corners for edge in edges),
        key=lambda pair: corners[pair[0]].cost + edges[pair[1]].cost + _COST * _turned(*pair),
    )
    (corner_parity, twist), (edge_parity, flip) = chosen
    placed = ((CORNERS, corners[chosen[0]]), (EDGES, edges[chosen[1]]))
    repairs = [repair for places, pieces in placed for repair in _paints(facelets, places, pieces)]
    repaired = reduce(repaired_by, repairs, facelets)
    if twist:
        place = _chosen(*placed[0], repaired, looked_at)
        repairs.append(_rotated(Change.TWIST, repaired, place, 3 - twist))
        repaired = repaired_by(repaired, repairs[-1])
    if flip:
        place = _chosen(*placed[1], repaired, looked_at)
        repairs.append(_rotated(Change.FLIP, repaired, place, 1))
        repaired = repaired_by(repaired, repairs[-1])
    if corner_parity != edge_parity:
        repairs.append(_swap(repaired, placed[0][1], placed[1][1]))
    return tuple(repairs)


def repaired_by(facelets: str, repair: Repair) -> str:
    """Return the facelets after a change."""
    letters = list(facelets)
    for facelet, letter in zip(repair.facelets, repair.letters, strict=True):
        letters[facelet] = letter
    return "".join(letters)


def describe_repair(repair: Repair, colours: Mapping[str, str]) -> str:
    """Return what is to be done, "paint F8 red"; `colours`: face letter -> name."""
    if repair.change is Change.PAINT:
        return f"paint {facelet_name(repair.facelets[0])} {colours[repair.letters[0]]}"
    if repair.change is Change.TWIST:
        return f"twist the corner {CORNER_NAMES[CORNERS.index(repair.facelets)]}"
    if repair.change is Change.FLIP:
        return f"flip the edge {EDGE_NAMES[EDGES.index(repair.facelets)]}"
    half = len(repair.facelets) // 2
    first, second = repair.facelets[:half], repair.facelets[half:]
    places, names, noun = (
        (EDGES, EDGE_NAMES, "edges") if half == 2 else (CORNERS, CORNER_NAMES, "corners")
    )
    return f"swap the {noun} {names[places.index(first)]} and {names[places.index(second)]}"


def _check(facelets: str) -> None:
    if len(facelets) != len(SOLVED) or set(facelets) - {*FACES, UNKNOWN}:
        raise FaceletError(
            f'{facelets!r} is not 54 of the letters {" ".join(FACES)}, or "-" for a sticker that '
            "is not known"
        )
    if "".join(facelets[centre] for centre in CENTRES) != FACES:
        raise FaceletError(f"{facelets!r}: the centres must be {' '.join(FACES)}, in this order")


def _turned(corner: _Sums, edge: _Sums) -> int:
    """Return how many pieces must be turned or swapped by hand for what does not fit."""
    return bool(corner[1]) + bool(edge[1]) + (corner[0] != edge[0])


def _placed(
    facelets: str, places: Sequence[tuple[int, ...]], looked_at: Collection[int]
) -> dict[_Sums, _Placed]:
    """Return the cheapest arrangement of one kind of pieces for each of its sums.

    Sums that cost too much to be chosen are left out.
    """
    size = len(places[0])
    costs = [_costs(facelets, place, places, looked_at) for place in places]
    least = [min(options.values()) for options in costs]
    queue: list[tuple[int, int, int, int, int, tuple[_Piece, ...]]] = [
        (sum(least), 0, 0, 0, 0, ()),
    ]
    seen = set()
    found: dict[_Sums, _Placed] = {}
    limit = None
    while queue and len(found) < 2 * size:
        bound, depth, taken, odd, turned, pieces = heappop(queue)
        if limit is not None and bound > limit:
            break
        if (taken, odd, turned) in seen:
            continue
        seen.add((taken, odd, turned))
        place = -depth
        if place == len(places):
            found[odd, turned] = _Placed(bound, pieces)
            limit = bound + _MORE_PAINTED if limit is None else limit
            continue
        for piece, cost in costs[place].items():
            at = bound + cost - least[place]
            if not taken >> piece.cubie & 1 and (limit is None or at <= limit):
                later = (taken >> piece.cubie + 1).bit_count()
                heappush(
                    queue,
                    (
                        at,
                        depth - 1,
                        taken | 1 << piece.cubie,
                        (odd + later) % 2,
                        (turned + piece.orientation) % size,
                        (*pieces, piece),
                    ),
                )
    return found


def _costs(
    facelets: str,
    place: tuple[int, ...],
    places: Sequence[tuple[int, ...]],
    looked_at: Collection[int],
) -> dict[_Piece, int]:
    """Return what painting a place costs for each piece in each rotation."""
    return {
        _Piece(cubie, orientation): sum(
            _COST - (facelet in looked_at)
            for facelet, wanted in zip(place, _letters(home, orientation), strict=True)
            if facelets[facelet] not in (wanted, UNKNOWN)
        )
        for cubie, home in enumerate(places)
        for orientation in range(len(home))
    }


def _letters(home: tuple[int, ...], orientation: int) -> list[str]:
    """Return what the facelets of a place show of the piece that belongs to `home`."""
    return [SOLVED[home[(i - orientation) % len(home)]] for i in range(len(home))]


def _paints(facelets: str, places: Sequence[tuple[int, ...]], placed: _Placed) -> list[Repair]:
    return [
        Repair(Change.PAINT, (facelet,), (letter,))
        for place, piece in zip(places, placed.pieces, strict=True)
        for facelet, letter in zip(
            place, _letters(places[piece.cubie], piece.orientation), strict=True
        )
        if facelets[facelet] not in (letter, UNKNOWN)
    ]


def _chosen(
    places: Sequence[tuple[int, ...]],
    placed: _Placed,
    facelets: str,
    looked_at: Collection[int],
) -> tuple[int, ...]:
    """Return the place whose piece is turned: one that is looked at, one that is turned, or any.

    All its stickers are known, since a piece with an unknown one fits in any rotation.
    """
    known = [
        (place, piece.orientation)
        for place, piece in zip(places, placed.pieces, strict=True)
        if all(facelets[facelet] != UNKNOWN for facelet in place)
    ]
    return max(known, key=lambda each: (bool({*each[0]} & {*looked_at}), bool(each[1])))[0]


def _rotated(change: Change, facelets: str, place: tuple[int, ...], steps: int) -> Repair:
    shown = [facelets[facelet] for facelet in place]
    return Repair(change, place, tuple(shown[(i - steps) % len(shown)] for i in range(len(shown))))


def _swap(facelets: str, corners: _Placed, edges: _Placed) -> Repair:
    """Return an exchange of two pieces: of the only two that are not at home, else of two edges."""
    first, second = EDGES[1], EDGES[0]
    for places, placed in ((CORNERS, corners), (EDGES, edges)):
        away = [place for place, piece in enumerate(placed.pieces) if piece.cubie != place]
        if len(away) == 2:
            first, second = (places[place] for place in away)
    shown = (*second, *first)
    return Repair(Change.SWAP, (*first, *second), tuple(facelets[facelet] for facelet in shown))

"""Positions as text: 6 n^2 facelets or a move sequence, with all faults of a cube."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from files.wording import listed
from solver.core.errors import (
    FaceletError,
    Fault,
    FaultKind,
    IllegalCubeError,
    NotationError,
    PuzzleError,
)
from solver.core.facelets import COLOUR_NAMES
from solver.core.geometry import FACES
from solver.cube import Cube
from solver.notation.cube_text import parse_facelets_or_turns
from solver.notation.shintani import is_listing
from solver.notation.wca import without_comments
from solver.notation.written_list import quoted
from solver.puzzles.nxn.layers import Colours, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import SIZE, Orbit, corner_orbit, cube_rotations, edge_orbit

_COLOUR_LETTERS = "WRGYOB"


def read(text: str, n: int) -> Colours:
    """Read a position of a cube of size n.

    Facelets go face by face, U R F D L B, row by row, as face letters or as W R G Y O B, with no
    turns between them. A 3x3x3 may be any other list of `rokumen solve` too.
    Anything else is read as turns from the solved cube. Raises NotationError
    for turns that are none, PuzzleError for too few or too many facelets, and IllegalCubeError with
    every fault for facelets that no turns lead to.
    """
    text = without_comments(text)
    if n == 3 and (len("".join(text.split())) != 54 or is_listing(text)):
        text = _facelets_of_list(text) or text
    packed = "".join(text.split())
    letters = next((kind for kind in (FACES, _COLOUR_LETTERS) if set(packed) <= set(kind)), None)
    if letters is None or len(packed) != 6 * n * n:
        if letters is not None and len(packed) > n * n and len(text.split()) <= 6:
            raise PuzzleError(
                f"{quoted(text)} has {len(packed)} facelets; a cube of size {n} has {6 * n * n}"
            )
        return geometry(n).apply(geometry(n).solved, parse_layer_turns(text, n))
    colours = np.array([letters.index(letter) for letter in packed], dtype=np.uint8)
    names = list(FACES) if letters == FACES else [COLOUR_NAMES[letter] for letter in letters]
    faults = tuple(_faults(colours, n, names))
    if faults:
        raise IllegalCubeError(faults)
    return colours


def _facelets_of_list(text: str) -> str | None:
    """Return the facelets of a list that only a 3x3x3 has, None for turns and for other texts.

    Such are 48 colours or numbers, and a listing of Shintani (2018). Raises IllegalCubeError.
    """
    try:
        found = parse_facelets_or_turns(text)
    except (FaceletError, NotationError):
        return None
    return Cube.from_facelets(found).facelets if isinstance(found, str) else None


def faults_of(facelets: str, n: int, names: Sequence[str]) -> tuple[Fault, ...]:
    """Find every fault of 6 n^2 facelets in face letters; none means that the cube is legal.

    `names`: what the colours of U R F D L B are called.
    """
    colours = np.array([FACES.index(letter) for letter in facelets], dtype=np.uint8)
    return tuple(_faults(colours, n, names))


def write(colours: Colours) -> str:
    """Write the facelets of a cube as face letters."""
    return "".join(FACES[colour] for colour in colours)


def outer_facelets(colours: Colours, n: int) -> str:
    """Return the facelets of the 3x3x3 that a reduced cube of size n is."""
    outer = (0, n // 2, n - 1)
    return write(colours.reshape(6, n, n)[:, outer][:, :, outer].ravel())


def is_solved(colours: Colours, n: int) -> bool:
    """Return whether each face is of one colour."""
    faces = colours.reshape(6, n * n)
    return bool((faces == faces[:, :1]).all())


def _faults(colours: Colours, n: int, names: Sequence[str]) -> Iterator[Fault]:
    """Return everything that is wrong with a cube."""
    counts = np.bincount(colours, minlength=6)
    many = [f"{count} {name}" for name, count in zip(names, counts, strict=True) if count != n * n]
    if many:
        yield Fault(
            FaultKind.COLOUR_COUNT,
            f"{listed(many)} stickers where there must be {n * n} of each",
        )
    seen = colours
    if n % 2:
        held = _oriented_by_centres(colours, n)
        if held is None:
            yield Fault(
                FaultKind.NO_SUCH_PIECE,
                "the middles of the faces are not those of a cube that is turned as a whole",
            )
            return
        seen = held
    yield from _inner_faults(seen, n, names)
    corner = _piece_positions(corner_orbit(n), seen)
    if corner is None:
        wrong = _wrong_pieces(corner_orbit(n), seen, n, names)
        yield Fault(FaultKind.NO_SUCH_PIECE, f"the corners are not the eight of a cube: {wrong}")
    elif _twist(corner_orbit(n), corner, n):
        yield Fault(FaultKind.TWISTED_CORNER, "one corner is twisted")
    for layer in range(1, n // 2):
        if _piece_positions(edge_orbit(n, layer), seen) is None:
            wrong = _wrong_pieces(edge_orbit(n, layer), seen, n, names)
            yield Fault(
                FaultKind.NO_SUCH_PIECE,
                f"the edge pieces {layer} from the corners are not the 24 of a cube: {wrong}",
            )
    if n % 2:
        orbit = edge_orbit(n, (n - 1) // 2)
        edge = _piece_positions(orbit, seen)
        if edge is None:
            wrong = _wrong_pieces(orbit, seen, n, names)
            message = f"the central edges are not the twelve of a cube: {wrong}"
            yield Fault(FaultKind.NO_SUCH_PIECE, message)
            return
        if _flip(orbit, edge, n):
            yield Fault(FaultKind.FLIPPED_EDGE, "one central edge is flipped")
        if corner is not None and _is_odd(corner_orbit(n), corner, n) != _is_odd(orbit, edge, n):
            yield Fault(FaultKind.SWAPPED_PIECES, "two corners or two central edges are swapped")


def _oriented_by_centres(colours: Colours, n: int) -> Colours | None:
    """Return the cube rotated so that its centres are solved, or None if that is impossible."""
    middle = np.arange(6) * n * n + n * n // 2
    for source in cube_rotations(n).source:
        if (colours[source[middle]] == np.arange(6)).all():
            held: Colours = colours[source]
            return held
    return None


def _inner_faults(colours: Colours, n: int, names: Sequence[str]) -> Iterator[Fault]:
    source = cube_rotations(n).source
    # Cells that a quarter turn of the face exchanges have the same pieces.
    seen: set[int] = set()
    for row in range(1, (n + 1) // 2):
        for column in range(1, n - 1 - row + n % 2):
            cell = row * n + column
            places = set(source[:, cell].tolist())
            if len(places) < SIZE or min(places) in seen:
                continue
            seen.add(min(places))
            counts = np.bincount(colours[source[:, cell]], minlength=6)
            wrong = np.flatnonzero(counts != 4)
            if len(wrong):
                many = listed([f"{counts[colour]} {names[colour]}" for colour in wrong.tolist()])
                yield Fault(
                    FaultKind.COLOUR_COUNT,
                    f"of the inner pieces that can be in row {row + 1}, column {column + 1} there "
                    f"are four of each colour, not {many}",
                )


def _wrong_pieces(orbit: Orbit, colours: Colours, n: int, names: Sequence[str]) -> str:
    """Return which pieces of an orbit there are not, or more or less often than on a cube."""
    there = _pieces(orbit, colours)
    known = _pieces(orbit, geometry(n).solved)
    wrong = []
    for piece in sorted({*there, *known}):
        name = "-".join(names[colour] for colour in piece)
        if piece not in known:
            wrong.append(f"none is {name}")
        elif piece not in there:
            wrong.append(f"{name} is missing")
        elif there[piece] > 1:
            wrong.append(f"{name} is there {there[piece]} times")
    return listed(wrong)


def _pieces(orbit: Orbit, colours: Colours) -> Counter[tuple[int, ...]]:
    """Return how often each piece is there, by its colours clockwise, the first face's first; those
    of a wing are in the order of its two stickers.
    """
    after = dict(zip(orbit.stickers.tolist(), orbit.partner.tolist(), strict=True))
    found: Counter[tuple[int, ...]] = Counter()
    for own in after:
        piece = [own]
        while (sticker := after[piece[-1]]) in after and sticker != own:
            piece.append(sticker)
        if sticker != own:
            found[int(colours[own]), int(colours[sticker])] += 1
        elif own == min(piece):
            seen = [int(colours[each]) for each in piece]
            found[min(tuple(seen[i:] + seen[:i]) for i in range(len(seen)))] += 1
    return found


def _piece_positions(orbit: Orbit, colours: Colours) -> NDArray[np.int64] | None:
    """Return where the pieces of an orbit are, None where they are not its pieces."""
    arrangement = orbit.arrangement(colours)
    if (np.sort(arrangement) != np.arange(SIZE)).any():
        return None
    return np.argsort(arrangement)


def _is_upright(orbit: Orbit, n: int) -> NDArray[np.bool_]:
    """Return a mask of the stickers on U and D, or on F and B for edges without one on U or D."""
    own, partner = orbit.stickers // (n * n), orbit.partner // (n * n)
    upright: NDArray[np.bool_] = np.isin(own, (0, 3)) | (
        np.isin(own, (2, 5)) & ~np.isin(partner, (0, 3))
    )
    return upright


def _twist(orbit: Orbit, where: NDArray[np.int64], n: int) -> int:
    upright = np.isin(orbit.stickers // (n * n), (0, 3))
    after = np.isin(orbit.partner // (n * n), (0, 3))
    turned = np.where(upright, 0, np.where(after, 2, 1))
    return int(turned[where[upright]].sum()) % 3


def _flip(orbit: Orbit, where: NDArray[np.int64], n: int) -> int:
    upright = _is_upright(orbit, n)
    return int((~upright[where[upright]]).sum()) % 2


def _is_odd(orbit: Orbit, where: NDArray[np.int64], n: int) -> bool:
    """Return whether the pieces are an odd permutation of their places."""
    places = geometry(n).places[orbit.stickers]
    piece = (places[:, 0] * n + places[:, 1]) * n + places[:, 2]
    homes, first = np.unique(piece, return_index=True)
    order = np.searchsorted(homes, piece[where[first]])
    return sum(int((order[:i] > order[i]).sum()) for i in range(len(order))) % 2 == 1

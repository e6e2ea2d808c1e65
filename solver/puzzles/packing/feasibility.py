"""Quick tests that prove that pieces cannot fill a box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.puzzles.packing.box import Box
from solver.puzzles.packing.pieces import Piece
from solver.puzzles.packing.polycube import ISOMETRIES, ROTATIONS, Cell


def infeasibility_reason(
    box: Box, pieces: Sequence[Piece], with_mirrors: bool = False
) -> str | None:
    """Return why the pieces cannot fill the box; None where no cheap reason is known."""
    volume = sum(len(piece.polycube.cells) for piece in pieces)
    if volume != box.volume:
        return f"the pieces have {volume} cubes, the box {box} has room for {box.volume}"
    motions = ISOMETRIES if with_mirrors else ROTATIONS
    reached: set[int] = set()
    for piece in pieces:
        places = {
            cell
            for orientation in piece.polycube.orientations(motions)
            for place in box.placements(orientation)
            for cell in place
        }
        if not places:
            size = "x".join(map(str, piece.polycube.size))
            return f"the piece {piece.name} is too large, however it lies: {size} in a box {box}"
        reached |= places
    unreached = [cell for cell in box.cells() if box.index(cell) not in reached]
    if unreached:
        return f"no piece reaches the cell {unreached[0]} without extending beyond the box {box}"
    return _by_colours(box, pieces)


def _by_colours(box: Box, pieces: Sequence[Piece]) -> str | None:
    """Return why a chessboard colouring rules the pieces out, or None."""
    wanted = abs(_surplus(box.cells()))
    each = [abs(_surplus(piece.polycube.cells)) for piece in pieces]
    sums = {0}
    for surplus in each:
        sums = {total + sign * surplus for total in sums for sign in (1, -1)}
    if wanted in sums:
        return None
    listed = ", ".join(f"{piece.name} {n}" for piece, n in zip(pieces, each, strict=True))
    return (
        f"coloured like a chessboard, the box {box} has {wanted} more cells of one colour than of "
        f"the other; the pieces' differences ({listed}) cannot add up to that"
    )


def _surplus(cells: Iterable[Cell]) -> int:
    return sum(1 if sum(cell) % 2 == 0 else -1 for cell in cells)

"""Avendia19's search, compiled and continued to its end, finds the packings of exact cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from papers.packing import SETS, Box, Piece, Polycube, pack
from papers.packing.pieces import ROTATIONS
from solver.search.compilation import compiled
from tests.support.documents import ROOT

BOX = Box(3, 3, 3)
NONE = -1
_MAX_SOLUTIONS = 100_000


def test_brute_force_finds_the_packings_of_exact_cover() -> None:
    slab = Piece("S", Polycube.of((x, y, 0) for x in range(3) for y in range(3)))
    tried, packings = pack_by_brute_force([slab] * 3)
    # Three distinguishable slabs have three directions and six orders.
    assert len(packings) == 3 * 6
    assert tried > len(packings)
    assert pack(BOX, [slab] * 3).copies == 3


@pytest.mark.thorough
def test_the_six_pieces_are_packed_as_often_with_far_fewer_placements() -> None:
    tried, packings = pack_by_brute_force(SETS["six"])
    found = pack(BOX, SETS["six"])
    assert len(packings) == found.copies == 144
    page = (ROOT / "docs" / "packing.md").read_text(encoding="utf-8")
    assert f"| every placement in order | {tried:,} | {len(packings)} |" in page
    assert f"| exact cover | {found.tried:,} | {found.copies} |" in page


def pack_by_brute_force(pieces: Sequence[Piece]) -> tuple[int, set[bytes]]:
    """Try every placement of each piece in order, as Avendia19 does, and find all solutions.

    Returns the number of placements tried and the distinct packings, each as the number of the
    piece in every cell. A piece that a rotation leaves unchanged gives a packing several times.
    """
    longest = max(len(piece.polycube.cells) for piece in pieces)
    turned = np.zeros((len(pieces), len(ROTATIONS), longest, 3), dtype=np.int64)
    for shape, piece in zip(turned, pieces, strict=True):
        for cells, rotation in zip(shape, ROTATIONS, strict=True):
            cells[: len(piece.polycube.cells)] = [
                rotation.move(cell) for cell in piece.polycube.cells
            ]
    sizes = np.array([len(piece.polycube.cells) for piece in pieces], dtype=np.int64)
    found_packings = np.zeros((_MAX_SOLUTIONS, BOX.volume), dtype=np.int8)
    box = np.full(BOX.volume, NONE, dtype=np.int8)
    at = np.zeros((len(pieces), 2), dtype=np.int64)
    lengths = np.array(BOX.lengths, dtype=np.int64)
    tried, found = _search(turned, sizes, lengths, box, at, found_packings)
    return int(tried), {found_packing.tobytes() for found_packing in found_packings[: int(found)]}


@compiled
def _search(turned: Any, sizes: Any, lengths: Any, box: Any, at: Any, found_packings: Any) -> Any:
    """Place the first piece in each orientation and free cell, then the next, until all are in."""
    pieces, rotations = turned.shape[0], turned.shape[1]
    tried, found, depth = 0, 0, 0
    at[0, 0] = at[0, 1] = 0
    while depth >= 0:
        if depth == pieces:
            if found < len(found_packings):
                for cell in range(len(box)):
                    found_packings[found, cell] = box[cell]
            found += 1
            depth -= 1
            _take_out(box, depth)
            continue
        rotation, cell = at[depth, 0], at[depth, 1]
        if rotation == rotations:
            depth -= 1
            if depth >= 0:
                _take_out(box, depth)
            continue
        at[depth, 1] += 1
        if at[depth, 1] == len(box):
            at[depth, 0] += 1
            at[depth, 1] = 0
        if box[cell] != NONE:
            continue
        tried += 1
        if _put(turned[depth, rotation], sizes[depth], lengths, box, cell, depth):
            depth += 1
            if depth < pieces:
                at[depth, 0] = at[depth, 1] = 0
    return tried, found


@compiled
def _put(cells: Any, size: Any, lengths: Any, box: Any, cell: Any, piece: Any) -> Any:
    """Place a piece with its first cube in a cell; return whether it fits."""
    x = cell % lengths[0] - cells[0, 0]
    y = cell // lengths[0] % lengths[1] - cells[0, 1]
    z = cell // (lengths[0] * lengths[1]) - cells[0, 2]
    for i in range(size):
        a, b, c = cells[i, 0] + x, cells[i, 1] + y, cells[i, 2] + z
        if a < 0 or b < 0 or c < 0 or a >= lengths[0] or b >= lengths[1] or c >= lengths[2]:
            return False
        if box[a + lengths[0] * (b + lengths[1] * c)] != NONE:
            return False
    for i in range(size):
        a, b, c = cells[i, 0] + x, cells[i, 1] + y, cells[i, 2] + z
        box[a + lengths[0] * (b + lengths[1] * c)] = piece
    return True


@compiled
def _take_out(box: Any, piece: Any) -> None:
    for cell in range(len(box)):
        if box[cell] == piece:
            box[cell] = NONE

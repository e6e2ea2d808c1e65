"""The packing benchmark: its two searches find the same packings."""

from __future__ import annotations

import pytest

from benchmarks.harness.progress import QUIET
from benchmarks.puzzles import packing
from benchmarks.puzzles.packing import pack_by_brute_force
from solver.core.errors import UnsolvedError
from solver.puzzles.packing import SETS, Piece, Polycube, pack
from solver.puzzles.packing.box import Box


def test_brute_force_finds_the_packings_of_exact_cover() -> None:
    slab = Piece("S", Polycube.of((x, y, 0) for x in range(3) for y in range(3)))
    tried, packings = pack_by_brute_force([slab] * 3)
    # Three distinguishable slabs have three directions and six orders.
    assert len(packings) == 3 * 6
    assert tried > len(packings)
    assert pack(Box(3, 3, 3), [slab] * 3).copies == 3


def test_different_packings_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "pack_by_brute_force", lambda pieces: (1, {b"one"}))
    with pytest.raises(UnsolvedError, match="found 144 packings, brute force 1"):
        list(packing.packing(QUIET))


def test_the_ratio_is_to_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {bytes([number]) for number in range(pack(Box(3, 3, 3), SETS["six"]).copies)}
    monkeypatch.setattr(packing, "pack_by_brute_force", lambda pieces: (9, found))
    slow, fast = packing.packing(QUIET)
    assert (slow.placements, slow.ratio, slow.packings) == (9, 1, fast.packings)
    assert fast.ratio == pytest.approx(slow.seconds / fast.seconds)

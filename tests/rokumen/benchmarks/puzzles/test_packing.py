"""The packing benchmark: its two searches find the same packings."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rokumen.benchmarks.puzzles import packing
from rokumen.benchmarks.puzzles.packing import PackingTiming, pack_by_brute_force, run, table
from rokumen.errors import UnsolvedError
from solver.puzzles.packing import SETS, PackingResult, Piece, Polycube, pack
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
        run(repeats=1)


def test_the_ratio_is_shown() -> None:
    rows = [PackingTiming("slow", 1_000_000, 144, 2.0), PackingTiming("quick", 1_000, 144, 0.01)]
    console = Console(record=True, width=120, file=StringIO())
    console.print(table(rows))
    shown = console.export_text()
    assert "1,000,000" in shown
    assert " 200 " in shown
    assert isinstance(pack(Box(3, 3, 3), SETS["six"][:1]), PackingResult)

"""Distance distribution of the 2x2x2 in HTM and QTM."""

from __future__ import annotations

import numpy as np
from rich.table import Table

from solver.puzzles.pocket.tables import METRICS, metric

# Polyhedra paper, section 16: all positions are reached within 14 (quarter) turns.
PUBLISHED_MAX = 14


def every_position() -> Table:
    """Return a table of the positions by their distance from solved, in turns."""
    counts = [np.bincount(metric(name).distances) for name in METRICS]
    shown = Table(
        "turns",
        "half turn = 1",
        "half turn = 2",
        title=f"all {counts[0].sum():,} positions (paper: at most {PUBLISHED_MAX} quarter turns)",
    )
    for column in shown.columns:
        column.justify = "right"
    for depth in range(max(map(len, counts))):
        at_depth = [f"{c[depth]:,}" if depth < len(c) else "" for c in counts]
        shown.add_row(str(depth), *at_depth)
    means = [f"{float(c @ np.arange(len(c)) / c.sum()):.3f}" for c in counts]
    shown.add_section()
    shown.add_row("mean", *means)
    return shown

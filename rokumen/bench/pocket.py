"""How far the 3,674,160 positions of the 2x2x2 are from solved, counted in both metrics."""

from __future__ import annotations

import numpy as np
from rich.table import Table

from solver.pocket.tables import METRICS, metric

# Seed 000, 16: all positions are reached within 14 (quarter) turns.
PAPER_MOST = 14


def every_position() -> Table:
    """Lay the positions out by the turns that they need."""
    counts = [np.bincount(metric(name).distances) for name in METRICS]
    shown = Table(
        "turns",
        "half turns as one",
        "as two",
        title=f"all {counts[0].sum():,} positions (the paper: at most {PAPER_MOST} quarter turns)",
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

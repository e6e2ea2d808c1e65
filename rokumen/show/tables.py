"""Where tables of figures are printed."""

from __future__ import annotations

from rich.console import Console

# Figures that are cut are none; a narrower terminal wraps the lines.
LEAST_WIDTH = 104


def wide_output() -> Console:
    """Give a console for stdout on which no table is squeezed together."""
    output = Console(highlight=False)
    output.width = max(output.width, LEAST_WIDTH)
    return output

"""Names of a solution's stages with plain words beside the abbreviations of speed cubing."""

from __future__ import annotations

# As the page Learn names these steps.
_IN_FULL = {
    "F2L": "First two layers (F2L)",
    "OLL": "Orient the last layer (OLL)",
    "PLL": "Permute the last layer (PLL)",
}


def in_full(stage: str) -> str:
    """Return a stage's name, such as "F2L 1: UR slot", with what its abbreviation stands for."""
    short, others = stage[:3], stage[3:]
    return _IN_FULL.get(short, short) + others

"""How much memory this process has taken."""

from __future__ import annotations

import sys


def peak_memory() -> int | None:
    """Give the most memory that was ever resident, in bytes; None where the system does not say."""
    try:
        import resource
    except ImportError:
        # Windows has no such module.
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def in_words(size: int | None) -> str:
    """Say a number of bytes."""
    return "unknown" if size is None else f"{size / 1e6:,.0f} MB"

"""Files of what was measured, replaced as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def replace_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file, in a folder that is made where there is none. Raises OSError."""
    new = path.with_suffix(".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    new.replace(path)

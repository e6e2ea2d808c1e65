"""Plug-in distributions of third parties, installed for a test."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.documents import ROOT, fenced

# The page's examples that are files of `examples`.
IN_FILES = ("drive", "mechanism", "method", "puzzle")


def documented_modules() -> dict[str, str]:
    """Return the examples of docs/extending.md, each by the last class or function in it."""
    files = [(ROOT / "examples" / f"own_{name}.py").read_text("utf-8") for name in IN_FILES]
    blocks = [*files, *fenced(ROOT / "docs" / "extending.md", "python")]
    named = [(re.findall(r"^(?:class|def) (\w+)", block, re.MULTILINE), block) for block in blocks]
    return {names[-1]: block for names, block in named if names}


def install(
    folder: Path, modules: dict[str, str], entry_points: str, *, name: str = "third-party"
) -> None:
    """Write modules, and a distribution with these entry points, into a folder of `sys.path`."""
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    metadata = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(entry_points)

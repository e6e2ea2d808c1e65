"""The tables that tests keep for the next run: each as long as what builds it is the same."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.support.structure import ROOT, Structure

# The modules that build the tables whose files begin so; the first prefix that fits counts. The
# tables of polyhedra are named after them.
BUILDERS: Mapping[str, Sequence[str]] = {
    "half-turns-": ("solver.search.half_turns",),
    "insertion-cycles-": ("solver.puzzles.insertion.cycles",),
    "megaminx-corners-": ("solver.puzzles.megaminx_blocks.corner_cycles",),
    "megaminx-": (
        "solver.puzzles.megaminx_blocks.stages",
        "solver.puzzles.megaminx_blocks.steps",
    ),
    "optimal-": ("solver.engines.optimal.tables",),
    "picture-": ("papers.polyhedra.picture_cubes.centres",),
    "pocket-": ("solver.puzzles.pocket_state",),
    "pyraminx-": ("solver.puzzles.pyraminx_state",),
    "reduction-": ("solver.puzzles.reduction.tables",),
    "skewb-": ("solver.puzzles.skewb",),
    "tsukuda-": ("solver.puzzles.tsukuda.tables",),
    "two-phase-": ("solver.search.phase_tables",),
    "": ("solver.puzzles.polyhedra.schreier_sims", "solver.puzzles.polyhedra.puzzle"),
}
DIGESTS = "digests.json"


def remove_stale(folder: Path, root: Path = ROOT) -> None:
    """Remove the tables of a folder whose builders have changed since they were built.

    The digest of a table is that of its builders and of all that they import, in a file beside it.
    """
    structure = Structure(root)
    digests = {prefix: _digest(structure, names) for prefix, names in BUILDERS.items()}
    folder.mkdir(parents=True, exist_ok=True)
    try:
        built = json.loads((folder / DIGESTS).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        built = {}
    for path in folder.iterdir():
        prefix = next(each for each in BUILDERS if path.name.startswith(each))
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.suffix in (".tables", ".bin") and built.get(prefix) != digests[prefix]:
            path.unlink(missing_ok=True)
    (folder / DIGESTS).write_text(json.dumps(digests), encoding="utf-8")


def _digest(structure: Structure, names: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for name in sorted(set(_with_imports(structure, names))):
        digest.update(f"{name}\n".encode() + structure.modules[name].read_bytes())
    return digest.hexdigest()


def _with_imports(structure: Structure, names: Sequence[str]) -> Iterator[str]:
    """Yield modules, and those of the packages that they import, each once."""
    waiting, seen = [*names], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += structure.imported_by(structure.modules[name])

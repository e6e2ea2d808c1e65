"""Figures of the structure of the sources: `python -m tests.support.structure [FOLDER]`.

`--draw SEED` prints forty functions of the product instead, for somebody to judge: whether the
place of each follows from its name, and whether it is understood at once.

Lines of the product, papers and benchmarks are those of tracked .py, .js, .css, .html, .c and .h
files and Makefiles, without what is vendored; pages of docs, pictures and data do not count. Words
of docs are those of its pages. Lines of tests
are those of tests' Python files. Files and folders are Python's outside of tests, docs and
examples, files without `__init__.py`. Options are counted command by command, without --verbose,
which all have.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
# In no wheel: what measures, and nothing imports.
BENCHMARKS = "benchmarks"
# The documents' methods, reached by entry points only.
PAPERS = "papers"
PACKAGES = (
    BENCHMARKS,
    PAPERS,
    "rokumen",
    "robot",
    "vision",
    "calibration",
    "firmware_sim",
    "solver",
    "drawing",
    "files",
)
PRODUCT = (*(each for each in PACKAGES if each not in (BENCHMARKS, PAPERS)), "firmware")
VENDORED = ("rokumen/web/static/vendored/",)
SOURCES = (".py", ".js", ".css", ".html", ".c", ".h")
SHORT = 60  # lines: a shorter file needs a reason

# The folders of each package from the top: a folder imports those after it. The files beside them
# are not ordered here, but for the two in ORDERED_FILES.
FOLDERS: Mapping[str, tuple[str, ...]] = {
    BENCHMARKS: (),
    PAPERS: (),
    "rokumen": (
        "extend",
        "cli",
        "web",
        "setup",
        "api",
        "show",
        "jobs",
        "devices",
        "smart_cubes",
        "storage",
        "errors",
    ),
    "robot": (
        "conformance",
        "execution",
        "control",
        "firmware",
        "drives",
        "link",
        "planning",
        "rigs",
    ),
    "vision": ("live", "film", "held", "decode", "detect", "colour", "capture"),
    "firmware_sim": ("boards", "drives", "camera", "physics"),
    "solver": ("puzzles", "engines", "notation", "search", "core"),
    "calibration": (),
    "drawing": (),
    "files": (),
}
# The public API is imported by `rokumen`, and `rokumen.errors` is beneath all folders.
ORDERED_FILES = {"rokumen": "api", "rokumen.errors": "errors"}

_OPTIONS = """
import json, click
from rokumen.cli.main import cli
found = []
def collect(command, context):
    found.extend(p.opts[0] for p in command.params if isinstance(p, click.Option))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            collect(inner, click.Context(inner, parent=context, info_name=name))
collect(cli, click.Context(cli))
# Every command has --verbose, declared once.
print(json.dumps([name for name in found if name not in ("-v", "--verbose")]))
"""
_PUBLIC = "import json, rokumen; print(json.dumps(sorted(rokumen.__all__)))"


class ClassDefinition(NamedTuple):
    """A class of the packages: its module, its name, and the last names of its bases."""

    module: str
    name: str
    bases: tuple[str, ...]


class Structure:
    """The modules of the packages in a folder: what they define, and what they import."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    @cached_property
    def tracked(self) -> list[str]:
        """The paths of all tracked files."""
        listed = subprocess.run(
            ["git", "ls-files"], cwd=self.root, capture_output=True, text=True, check=True
        ).stdout
        return [name for name in listed.splitlines() if (self.root / name).is_file()]

    @cached_property
    def modules(self) -> dict[str, Path]:
        """Every module of the packages by its dotted name."""
        return {
            module_name(file.relative_to(self.root)): file
            for package in PACKAGES
            for file in sorted((self.root / package).rglob("*.py"))
        }

    def statements(self, file: Path) -> list[ast.AST]:
        """Return all statements of a file, with those inside others, and handlers of exceptions."""
        return _statements(file)

    @cached_property
    def imports(self) -> dict[str, frozenset[str]]:
        """For each module those of the packages that it imports, also inside functions."""
        return {
            name: frozenset(self.imported_by(file)) - {name} for name, file in self.modules.items()
        }

    def imported_by(self, file: Path) -> set[str]:
        """Return the modules of the packages that a file imports."""
        found = set()
        for node in self.statements(file):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names if alias.name in self.modules}
            elif isinstance(node, ast.ImportFrom) and node.module in self.modules:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                submodules = inner & self.modules.keys()
                found |= submodules
                if len(submodules) < len(inner):
                    found.add(node.module)
        return found

    @cached_property
    def classes(self) -> list[ClassDefinition]:
        """All classes of the packages."""
        return [
            ClassDefinition(name, node.name, tuple(_last_name(base) for base in node.bases))
            for name, file in self.modules.items()
            for node in self.statements(file)
            if isinstance(node, ast.ClassDef)
        ]

    @property
    def renamed_imports(self) -> set[str]:
        """The imports of a name of the packages as another one, as they are written."""
        return {
            f"{name}: {node.module}.{alias.name} as {alias.asname}"
            for name, file in self.modules.items()
            for node in self.statements(file)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.asname and (node.module or "").split(".")[0] in PACKAGES
        }

    @property
    def namesakes(self) -> dict[str, list[str]]:
        """The modules of public classes that have one name, by name."""
        counts = Counter(each.name for each in self.classes)
        return {
            name: sorted(each.module for each in self.classes if each.name == name)
            for name, count in sorted(counts.items())
            if count > 1 and not name.startswith("_")
        }

    @property
    def exceptions(self) -> list[str]:
        """The names of the exception classes of the packages, each as often as it is defined."""
        known = {
            name
            for name, value in vars(builtins).items()
            if isinstance(value, type) and issubclass(value, BaseException)
        } | {"ClickException", "UsageError", "BadParameter", "HTTPException"}
        found: set[str] = set()
        while more := {each.name for each in self.classes if known & set(each.bases)} - found:
            found |= more
            known |= more
        return [each.name for each in self.classes if each.name in found]

    @cached_property
    def upward_imports(self) -> dict[tuple[str, str], list[str]]:
        """The imports from a folder of a package to one above it, by the two folders."""
        found: dict[tuple[str, str], list[str]] = {}
        for name, others in self.imports.items():
            for other in sorted(others):
                package, ours, theirs = name.split(".")[0], _folder(name), _folder(other)
                if other.split(".")[0] == package and ours and theirs:
                    order = FOLDERS[package]
                    if order.index(theirs) < order.index(ours):
                        found.setdefault((f"{package}/{ours}", f"{package}/{theirs}"), []).append(
                            f"{name} -> {other}"
                        )
        return found

    @property
    def python_files(self) -> list[Path]:
        """The Python files outside of tests, docs and examples, without `__init__.py`."""
        return [self.root / each for each in self._python() if not each.endswith("__init__.py")]

    def _python(self) -> Iterator[str]:
        return (
            each
            for each in self.tracked
            if each.endswith(".py") and not each.startswith(("tests/", "docs/", "examples/"))
        )

    @property
    def short_files(self) -> list[str]:
        """The paths of the Python files with fewer than SHORT lines."""
        return [
            file.relative_to(self.root).as_posix()
            for file in self.python_files
            if _lines(file) < SHORT
        ]

    def drawn_functions(self, seed: int, count: int = 40) -> list[str]:
        """Return places and names of functions of the product, drawn by a seed."""
        found = [
            f"{file.relative_to(self.root).as_posix()}:{node.lineno} {node.name}"
            for name, file in sorted(self.modules.items())
            if name.split(".")[0] in PRODUCT
            for node in self.statements(file)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        return sorted(Random(seed).sample(found, count))

    def circles(self) -> int:
        """Return in how many circles files include or import each other: of Python, and of C."""
        return _has_circle(self.imports) + _has_circle(self._includes())

    def _includes(self) -> dict[str, set[str]]:
        """Return which units of the firmware's C include which: `robot.c` and `robot.h` are one."""
        found: dict[str, set[str]] = {}
        for file in sorted((self.root / "firmware").glob("*.[ch]")):
            included = re.findall(r'^#include "(?:.*/)?(\w+)\.h"', file.read_text("utf-8"), re.M)
            found.setdefault(file.stem, set()).update(set(included) - {file.stem})
        return found

    def figures(self) -> dict[str, object]:
        """Return all figures by name, in the order in which they are printed."""
        own = [
            each
            for each in self.tracked
            if (each.endswith(SOURCES) or each.endswith("Makefile"))
            and not each.startswith(("tests/", *VENDORED))
        ]
        lengths = [_lines(file) for file in self.python_files]
        folders = {str(Path(each).parent) for each in self._python()}
        options, public = self._asked(_OPTIONS), self._asked(_PUBLIC)
        return {
            "lines of the product": self._lines_of(own, *PRODUCT),
            "lines of papers": self._lines_of(own, PAPERS),
            "lines of benchmarks": self._lines_of(own, BENCHMARKS),
            "lines of tests": sum(
                _lines(self.root / each)
                for each in self.tracked
                if each.startswith("tests/") and each.endswith(".py")
            ),
            "words of docs": sum(
                len((self.root / each).read_text("utf-8").split())
                for each in self.tracked
                if each.startswith("docs/") and each.endswith(".md")
            ),
            "Python files": len(lengths),
            f"of these with fewer than {SHORT} lines": len(self.short_files),
            "their median length": round(median(lengths)),
            "folders with Python": len(folders),
            "their depth": max(len(Path(each).parts) for each in folders),
            "options of the command line": len(options),
            "distinct ones": len(set(options)),
            "public names": len(public),
            "of these twins": len(set(public) & self.namesakes.keys()),
            "names of several classes": len(self.namesakes),
            "exception classes": len(self.exceptions),
            "upward imports inside packages": len(self.upward_imports),
            "circles among files": self.circles(),
        }

    def _lines_of(self, files: Sequence[str], *folders: str) -> int:
        """Return the lines of those of some files that lie in top-level folders."""
        return sum(_lines(self.root / each) for each in files if each.split("/")[0] in folders)

    def _asked(self, code: str) -> list[str]:
        """Return the list that a program prints which imports the packages of this folder."""
        environment = {**os.environ, "PYTHONPATH": str(self.root)}
        printed = subprocess.run(
            [sys.executable, "-c", code],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found: list[str] = json.loads(printed)
        return found


@cache
def _statements(file: Path) -> list[ast.AST]:
    return list(_inside(ast.parse(file.read_text(encoding="utf-8"))))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements inside a node, without expressions, which most nodes are."""
    for name in ("body", "orelse", "handlers", "finalbody", "cases"):
        for statement in getattr(node, name, ()):
            yield statement
            yield from _inside(statement)


def module_name(path: Path) -> str:
    """Return the dotted name of the module in a file, whose path is relative to the root."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if path.name == "__init__.py" else parts)


def _folder(module: str) -> str | None:
    """Return the folder of its package in which a module is; None for most files beside them."""
    package, *inner = module.split(".")
    if module in ORDERED_FILES:
        return ORDERED_FILES[module]
    return inner[0] if inner and inner[0] in FOLDERS[package] else None


def _last_name(base: ast.expr) -> str:
    if isinstance(base, ast.Subscript):
        return _last_name(base.value)
    return base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")


def _lines(file: Path) -> int:
    return file.read_text(encoding="utf-8").count("\n")


def _has_circle(graph: Mapping[str, frozenset[str] | set[str]]) -> bool:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError:
        return True
    return False


def main(arguments: Sequence[str]) -> None:
    """Print the figures of the folder that is named, or functions drawn by a seed."""
    if arguments[:1] == ["--draw"]:
        print(*Structure().drawn_functions(int(arguments[1])), sep="\n")
        return
    root = Path(arguments[0]) if arguments else ROOT
    for name, value in Structure(root.resolve()).figures().items():
        print(f"{name:36} {value:>8}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""What the shipped code imports is declared in pyproject.toml."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SHIPPED: list[str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def names(requirements: list[str]) -> set[str]:
    """Return the normalized names of the distributions that are required."""
    return {normalized(re.split(r"[^\w.-]", each)[0]) for each in requirements}


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


REQUIRED = names(PROJECT["project"]["dependencies"])
OPTIONAL = {
    name for extra in PROJECT["project"]["optional-dependencies"].values() for name in names(extra)
}


@dataclass(frozen=True)
class Import:
    """A third party's package that a file imports."""

    file: str
    package: str
    distributions: frozenset[str]
    in_function: bool


def imports(tree: ast.AST, in_function: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the top-level packages that a module imports, and whether inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], in_function) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], in_function
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue  # for the type checker alone
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from imports(node, in_function or function)


@pytest.fixture(scope="module")
def third_parties() -> set[Import]:
    """Return the third-party imports of the shipped code."""
    known = {*sys.stdlib_module_names, *SHIPPED}
    distributions = {
        package: frozenset(normalized(name) for name in names)
        for package, names in packages_distributions().items()
    }
    return {
        Import(
            str(file.relative_to(ROOT)), package, distributions.get(package, frozenset()), inside
        )
        for shipped in SHIPPED
        for file in (ROOT / shipped).rglob("*.py")
        # It runs on a LEGO hub.
        if file.name != "hub_program.py"
        for package, inside in imports(ast.parse(file.read_text(encoding="utf-8")))
        if package not in known
    }


def undeclared(imported: set[Import], declared: set[str]) -> set[Import]:
    """Return the imports of packages that no declared distribution has."""
    return {each for each in imported if not each.distributions & declared}


def test_modules_load_with_the_dependencies_alone(third_parties: set[Import]) -> None:
    at_once = {each for each in third_parties if not each.in_function}
    assert undeclared(at_once, REQUIRED) == set()


def test_functions_import_what_some_extra_declares(third_parties: set[Import]) -> None:
    assert undeclared(third_parties, REQUIRED | OPTIONAL) == set()


@pytest.mark.parametrize("name", ["click", "numpy", "rich"])
def test_a_dependency_that_is_not_declared_is_found(name: str, third_parties: set[Import]) -> None:
    found = undeclared(third_parties, (REQUIRED | OPTIONAL) - {name})
    assert {each.package for each in found} == {name}


def locked(file: str) -> dict[str, set[str]]:
    """Return the hashes of each version of a package in a lock file, as `numpy==2.4.6`."""
    text = (ROOT / file).read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+==[^ ]+).*((?:\n    .*)+)", text, re.MULTILINE)
    return {package: set(re.findall(r"sha256:\w+", hashes)) for package, hashes in entries}


def test_the_lock_for_use_has_every_dependency_and_nothing_else() -> None:
    build = PROJECT["dependency-groups"]["build"]
    waiting = [Requirement(each) for each in [*PROJECT["project"]["dependencies"], *build]]
    needed: set[str] = set()
    while waiting:
        each = waiting.pop()
        name = normalized(each.name)
        if name not in needed and (each.marker is None or each.marker.evaluate({"extra": ""})):
            needed.add(name)
            waiting += map(Requirement, requires(each.name) or ())
    assert names(list(locked("requirements.lock"))) == needed


def test_the_lock_for_development_has_what_that_for_use_has() -> None:
    development = locked("requirements-dev.lock")
    for package, hashes in locked("requirements.lock").items():
        assert development.get(package) == hashes, package
    peers = names(PROJECT["project"]["optional-dependencies"]["peers"])
    assert names(list(development)) >= OPTIONAL - peers

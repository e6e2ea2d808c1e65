"""Errors have a number, which stands in their text, on a page of the docs, and in JSON."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import rokumen
from robot.errors import JamError
from rokumen.errors import InputError
from rokumen.own_packages import PACKAGES
from tests.support.command_line import CommandResult
from tests.support.structure import ROOT, Structure

OURS = Structure()
FIRST_DIGIT = {
    "files": "1",
    "solver": "2",
    "vision": "3",
    "robot": "4",
    "calibration": "5",
    "firmware_sim": "6",
    "rokumen": "7",
    "drawing": "8",
}
_ROW = re.compile(r"\| (E\d{3}) \| `(\w+)` \| [^|]+\. \| [^|]+\. \|")


@cache
def classes() -> tuple[tuple[str, str, str], ...]:
    """Return the package, the name and the number ("" for none) of each class of errors."""
    return tuple(_classes())


def _classes() -> Iterator[tuple[str, str, str]]:
    for package in ("rokumen", *PACKAGES):
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in OURS.statements(file):
                if isinstance(node, ast.ClassDef) and re.fullmatch(r"[A-Z]\w*Error", node.name):
                    codes = [
                        each.value.value
                        for each in node.body
                        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
                        if ast.unparse(each.targets[0]) == "code"
                    ]
                    yield package, node.name, str(codes[0]) if codes else ""


def further_numbers() -> Iterator[tuple[str, str]]:
    """Yield the package and each number of an error that is one of a class of several."""
    for package in ("rokumen", *PACKAGES):
        for file in sorted((ROOT / package).rglob("*.py")):
            for code in re.findall(r'^[A-Z_]+ = "(E\d{3})"', file.read_text("utf-8"), re.MULTILINE):
                yield package, code


def test_every_class_has_a_number_of_its_package_and_stands_on_the_page() -> None:
    found = [each for each in classes() if each[1] not in ("NumberedError", "Error")]
    for package, name, code in found:
        assert re.fullmatch(rf"E{FIRST_DIGIT[package]}\d\d", code), (
            f"{name} has the number {code!r}"
        )
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    rows = _ROW.findall(page)
    assert len(rows) == page.count("| E")
    numbers = [code for code, _ in rows]
    assert numbers == sorted(set(numbers))
    further = {code: package for package, code in further_numbers()}
    for code, package in further.items():
        assert code.startswith(f"E{FIRST_DIGIT[package]}")
    assert {name for code, name in rows if code in further} <= {name for _, name, _ in found}
    assert [row for row in rows if row[0] not in further] == sorted(
        [("E100", "Error"), *((code, name) for _, name, code in found)]
    )
    assert further.keys() <= set(numbers)


def test_every_class_is_a_public_name_but_those_that_only_parts_see() -> None:
    inner = {
        # What all have in common, and errors of importing and of pySerial's ports.
        "NumberedError",
        "ForeignPackageError",
        "ServoSettingsError",
        # What a rule of the protocol finds, which conformance reports.
        "NotApplicableError",
        "ProtocolViolationError",
    }
    assert {name for _, name, _ in classes()} - set(rokumen.errors.__all__) == inner
    public = [getattr(rokumen.errors, name) for _, name, _ in classes() if name not in inner]
    assert all(issubclass(each, rokumen.errors.Error) for each in public)


def raw_reasons(file: Path) -> Iterator[str]:
    """Yield where an error of the system that is caught is put into a text as Python writes it."""
    for handler in OURS.statements(file):
        if not (isinstance(handler, ast.ExceptHandler) and handler.name and handler.type):
            continue
        if not re.search(r"\b(OSError|SerialException)\b", ast.unparse(handler.type)):
            continue
        for node in (each for part in handler.body for each in ast.walk(part)):
            shown = node.value if isinstance(node, ast.FormattedValue) else None
            if isinstance(node, ast.Call) and ast.unparse(node.func) in LOGGED:
                shown = node.args[-1]
            if isinstance(shown, ast.Name) and shown.id == handler.name:
                yield f"{file.relative_to(ROOT)}:{shown.lineno}"


LOGGED = ("str", "_log.info", "_log.warning", "_log.error")


def test_reasons_of_the_system_are_written_for_people() -> None:
    """`files.wording.reason` has no "[Errno 2]", and no path twice."""
    files = [file for package in ("rokumen", *PACKAGES) for file in (ROOT / package).rglob("*.py")]
    assert [place for file in files for place in raw_reasons(file)] == []


def test_the_number_ends_the_text_and_stands_there_once() -> None:
    inner = JamError("the left wrist jammed at 45°", "L", 45.0)
    outer = InputError(f"cannot go on: {inner}; try again")
    assert str(inner) == "the left wrist jammed at 45° [E431]"
    assert str(outer) == "cannot go on: the left wrist jammed at 45°; try again [E701]"
    assert outer.message == "cannot go on: the left wrist jammed at 45°; try again"
    assert str(pickle.loads(pickle.dumps(outer))) == str(outer)


@pytest.mark.parametrize(
    ("arguments", "status", "code", "words"),
    [
        (["solve", "R Q", "--json"], 2, "E203", "'Q'"),
        (["solve", "U" * 54, "--json"], 2, "E201", "centres"),
        (["solve", "R", "--json", "--method", "luck"], 2, "E211", "'luck'"),
        (["solve", "R", "--json", "--processes", "many"], 2, "E701", "'many'"),
        (["solve", "--json"], 2, "E701", "give a cube"),
        (["read", "no-such-file.png", "--json"], 2, "E701", "no-such-file.png"),
    ],
)
def test_with_json_an_error_is_an_object_on_stdout(
    rokumen: Callable[..., CommandResult], arguments: list[str], status: int, code: str, words: str
) -> None:
    result = rokumen(*arguments)
    assert result.status == status
    error = result.json()["error"]
    assert error["code"] == code
    assert words in error["message"]
    assert code not in error["message"]
    assert words in result.err


def test_without_json_an_error_is_on_stderr_alone(rokumen: Callable[..., CommandResult]) -> None:
    result = rokumen("solve", "R Q")
    assert result.out == ""
    assert result.err.rstrip().endswith("[E203]")

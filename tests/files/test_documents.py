"""Whatever a TOML or JSON file holds, the error is a ValueError that quotes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.documents import optional, read_json, read_toml, require


def test_nested_brackets_are_no_document(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_json(path)
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_toml(path)


def test_a_value_of_an_allowed_type_is_returned() -> None:
    table = {"text": "x", "number": 3, "nothing": None, "yes": True}
    assert require(table, "text", str) == "x"
    assert require(table, "number", float) == 3
    assert require(table, "nothing", str, None) is None
    assert optional(table, "nothing", None, str) is None
    assert optional(table, "missing", 7, int) == 7
    assert require(table, "yes", bool) is True


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (True, int, "key = True must be a whole number"),
        (2.0, int, "key = 2.0 must be a whole number"),
        (float("nan"), float, "key = nan must be a finite number"),
        (10**400, float, "must be a finite number"),
        ("3", float, "key = '3' must be a finite number"),
        (None, str, "key = None must be a text"),
        ([1], dict, r"key = \[1\] must be a table"),
    ],
)
def test_a_value_of_another_type_is_quoted(value: object, kind: type, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        require({"key": value}, "key", kind)
    with pytest.raises(ValueError, match="key is missing"):
        require({}, "key", kind)

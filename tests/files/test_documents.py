"""Whatever a TOML or JSON file holds, the error is a ValueError that quotes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.access import open_text, read_text
from files.documents import optional, read_json, read_toml, require


def test_nested_brackets_are_no_document(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_json(path)
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_toml(path)


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_text("a = 1\n", encoding="utf-8-sig")
    assert read_toml(path) == {"a": 1}
    assert read_text(path) == "a = 1\n"
    with open_text(path) as file:
        assert file.read() == "a = 1\n"
    path.write_text("[1]", encoding="utf-8-sig")
    assert read_json(path) == [1]
    # Of what follows the first, each is a character.
    path.write_text("\ufeff\ufeffa")
    assert read_text(path) == "\ufeffa"


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

"""Whatever a TOML or JSON file holds, the error is a ValueError that quotes it.

What is written as JSON can be read by every reader.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.access import FileError, open_text, read_text
from files.documents import (
    MAX_TOML_BYTES,
    optional,
    parse_json,
    read_json,
    read_toml,
    require,
    strict_json,
)
from tests.support.cases import for_each


def test_nested_brackets_are_no_document(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested more than 50 deep"):
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


@pytest.mark.parametrize(
    "number", ["1e999", "-1e999", "1E+309", "NaN", "Infinity", "-Infinity", "9" * 400]
)
def test_a_number_that_no_float_holds_is_no_json(number: str) -> None:
    for text in (number, f"[{number}]", f'{{"a": [{{"b": {number}}}]}}'):
        with pytest.raises(ValueError, match="is no finite number; write one from"):
            parse_json(text)


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**300), 10**300))
def test_a_finite_number_is_read_as_it_is(number: float) -> None:
    assert parse_json(json.dumps([number])) == [number]


@pytest.mark.parametrize("depth", [50, 51])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_lists_and_objects_are_nested_fifty_deep_at_most(
    depth: int, opening: str, closing: str
) -> None:
    text = opening * (depth - 1) + (opening + closing if opening == "[" else "{}")
    text += closing * (depth - 1)
    if depth == 50:
        parse_json(text)
    else:
        with pytest.raises(ValueError, match="nested more than 50 deep; write fewer"):
            parse_json(text)


KEYS = [
    "{} = 1",
    "[{}]",
    "[[{}]]",
    "x = {{ {} = 1 }}",
    '"=".{} = 1',
    "x = [{{ a = {{ {} = 1 }} }}]",
]


@for_each("part", ["a", "'b c'", '"d\\"."', "1"])
@for_each("line", KEYS)
def test_a_key_of_many_parts_is_no_toml(tmp_path: Path, line: str, part: str) -> None:
    # So many of one kind that a reading in quadratic time would take minutes.
    many = 100_000 if part == "a" else 1_000
    path = tmp_path / "it.toml"
    path.write_text(f"# a comment\n{line.format(' . '.join([part] * 20))}\n")
    read_toml(path)
    path.write_text(f"# a comment\n{line.format('.'.join([part] * many))}\n")
    with pytest.raises(ValueError, match=r"line 2, .* has a key of more than 30 parts; write few"):
        read_toml(path)


def test_values_with_many_points_are_toml(tmp_path: Path) -> None:
    path = tmp_path / "it.toml"
    lens = [number / 8 for number in range(200)]
    words = '"' + "a. b. " * 50 + '"'
    path.write_text(f"lens = {lens}\nwords = {words}  # {'. ' * 50}\n")
    assert read_toml(path)["lens"] == lens


def test_a_toml_of_more_than_a_megabyte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "it.toml"
    path.write_text("#" * (MAX_TOML_BYTES + 1))
    with pytest.raises(FileError, match=f"such a file may have {MAX_TOML_BYTES} at most"):
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


texts = st.text(st.characters())
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=8,
)


def refuse(constant: str) -> None:
    raise AssertionError(constant)


@given(values)
def test_any_values_become_strict_json(value: Any) -> None:
    json.loads(strict_json(value).encode(), parse_constant=refuse)


def test_only_what_json_does_not_have_is_changed() -> None:
    assert strict_json({"a": ["é", 1.5, None], "b": "\U0001f600"}) == (
        '{"a": ["é", 1.5, null], "b": "\U0001f600"}'
    )
    given = {"\ud800": ("\udcff", "\U0001f600"), "b": [float("nan"), float("-inf"), 0.1]}
    assert strict_json(given) == '{"\ufffd": ["\ufffd", "\U0001f600"], "b": [null, null, 0.1]}'

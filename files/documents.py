"""Reads TOML and JSON files, and checks the types of the values in them.

Whatever a file holds, the errors are OSError and ValueError.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from reprlib import repr as short_repr
from typing import Any

from files.access import MAX_TEXT_BYTES, read_text


def read_toml(path: Path, limit: int = MAX_TEXT_BYTES) -> dict[str, Any]:
    """Return the content of a TOML file. Raises OSError, and ValueError for what is no TOML."""
    text = read_text(path, limit)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested too deeply") from None


def read_json(path: Path, limit: int = MAX_TEXT_BYTES) -> Any:
    """Return the content of a JSON file. Raises OSError, and ValueError for what is no JSON."""
    return parse_json(read_text(path, limit))


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises ValueError for what is no JSON."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested too deeply") from None


_WORDS: Mapping[type | None, str] = {
    None: "null",
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a finite number",
    list: "a list",
    dict: "a table",
}


def require(table: Mapping[str, Any], key: str, *kinds: type | None) -> Any:
    """Return the value of a key, which must be of one of these types; None stands for null.

    Whole numbers are also of the type float; true and false are no numbers. Raises ValueError,
    which quotes key and value and says what is allowed.
    """
    allowed = " or ".join(_WORDS[kind] for kind in kinds)
    if key not in table:
        raise ValueError(f"{key} is missing; it must be {allowed}")
    value = table[key]
    if not any(_is_of(value, kind) for kind in kinds):
        raise ValueError(f"{key} = {short_repr(value)} must be {allowed}")
    return value


def optional(table: Mapping[str, Any], key: str, default: Any, *kinds: type | None) -> Any:
    """Return the value of a key as `require` does, or `default` where the key is missing.

    A default of None allows null.
    """
    if key not in table:
        return default
    return require(table, key, *kinds, *((None,) if default is None else ()))


def is_finite_number(value: object) -> bool:
    """Return whether a value is a number that a float can hold; true and false are none."""
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) <= sys.float_info.max
    )


def _is_of(value: object, kind: type | None) -> bool:
    if kind is None:
        return value is None
    if kind is float:
        return is_finite_number(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)

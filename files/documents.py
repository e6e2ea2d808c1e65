"""Reads TOML and JSON files, checks the types of the values in them, and writes strict JSON.

Whatever a file holds, the errors are OSError and ValueError.
"""

from __future__ import annotations

import json
import math
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from reprlib import repr as short_repr
from typing import Any

from files.access import MAX_TEXT_BYTES, read_text

# A megabyte of TOML takes some seconds to read, as much of JSON some milliseconds.
MAX_TOML_BYTES = 1024 * 1024
MAX_KEY_PARTS = 30  # of a key of TOML such as a.b.c
MAX_DEPTH = 50  # of nested lists and objects in JSON
# Every float has fewer before its point, and so many whole numbers have no other use.
_MAX_DIGITS = 308
# Each alternative takes what it has begun to the end of the line: none is looked at twice.
_TOML_TOKEN = re.compile(
    r"""(?P<part>[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*+"?|'[^']*+'?)"""
    r"""|(?P<dot>\.)|(?P<space>[ \t]++)|(?P<other>.)"""
)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file. Raises OSError, and ValueError for what is no TOML.

    Raises ValueError for a key of more than MAX_KEY_PARTS too: the time that it takes to read grows
    with the square of its parts.
    """
    text = read_text(path, MAX_TOML_BYTES)
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") >= MAX_KEY_PARTS and _parts_of_longest_key(line) > MAX_KEY_PARTS:
            raise ValueError(
                f"line {number}, {line[:40]!r}..., has a key of more than {MAX_KEY_PARTS} parts; "
                "write fewer dots in it"
            )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested too deeply") from None


_NAMED_KEY = re.compile(r"(?:\[(?P<table>[\w.:+ -]+)\] )?(?P<key>[\w.:+-]+)(?: \d+)* = ")
_TABLE_LINE = re.compile(r"\s*\[+\s*(?P<name>[^\]]+?)\s*\]+\s*(?:#.*)?$")
_KEY_LINE = re.compile(r"""\s*["']?(?P<key>[\w.:+ -]+?)["']?\s*=""")


def with_line(message: str, path: Path) -> str:
    """Return a message of what is wrong in a TOML file with the line before it, if it is found.

    The message begins with `[table] key = value`, as those of `files.records` do, or names both.
    """
    named = _NAMED_KEY.match(message)
    if named is None:
        return message
    try:
        lines = read_text(path, MAX_TOML_BYTES).split("\n")
    except (OSError, ValueError):
        return message
    wanted = f"{named['table']}.{named['key']}" if named["table"] else named["key"]
    table, counts = "", dict[str, int]()
    for number, line in enumerate(lines, 1):
        if header := _TABLE_LINE.match(line):
            table = header["name"]
            if line.lstrip().startswith("[["):
                counts[table] = counts.get(table, 0) + 1
                table = f"{table} {counts[table]}"
        elif key := _KEY_LINE.match(line):
            whole = f"{table}.{key['key']}" if table else key["key"]
            # The value of a key may be a table, in a line of its own.
            if wanted == whole or wanted.startswith(f"{whole}."):
                return f"line {number}: {message}"
    return message


def _parts_of_longest_key(line: str) -> int:
    """Return the most parts with dots between them in a line of TOML; values count as keys."""
    longest = parts = 0
    follows_dot = False
    for found in _TOML_TOKEN.finditer(line):
        if found["part"]:
            parts = parts + 1 if follows_dot else 1
            longest = max(longest, parts)
        elif found["other"]:
            parts = 0
        if not found["space"]:
            follows_dot = bool(found["dot"])
    return longest


def read_json(path: Path, limit: int = MAX_TEXT_BYTES) -> Any:
    """Return the content of a JSON file. Raises OSError, and ValueError for what is no JSON."""
    return parse_json(read_text(path, limit))


def parse_json(text: str | bytes, max_depth: int = MAX_DEPTH) -> Any:
    """Return the value of a JSON text (RFC 8259). Everything from outside is read by this.

    Raises ValueError for what is no JSON, as NaN and Infinity, for a number that a float cannot
    hold, as 1e999, and for lists or objects nested more than `max_depth` levels deep.
    """
    try:
        value = _DECODER.decode(text if isinstance(text, str) else text.decode("utf-8"))
    except RecursionError:
        raise ValueError(_too_deep(max_depth)) from None
    level = [value]
    for _ in range(max_depth):
        level = [child for each in level for child in _children(each)]
        if not level:
            break
    else:
        raise ValueError(_too_deep(max_depth))
    return value


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep(levels: int) -> str:
    return f"brackets are nested more than {levels} deep; write fewer"


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(_not_finite(text))
    return number


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError(_not_finite(text))
    return int(text)


def _reject_constant(constant: str) -> None:
    raise ValueError(_not_finite(constant))


def _not_finite(text: str) -> str:
    return f"{short_repr(text)} is no finite number; write one from -1e308 to 1e308"


_DECODER = json.JSONDecoder(parse_float=_finite, parse_int=_whole, parse_constant=_reject_constant)


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


def strict_json(values: Any) -> str:
    """Return the values as one line of JSON (RFC 8259), which every reader accepts, in UTF-8.

    Python's `json` also writes NaN, Infinity and lone surrogates, which browsers refuse.

    A number that is not finite becomes null, and a lone surrogate U+FFFD. Raises TypeError for
    values that JSON does not have.
    """
    try:
        text = _dumped(values)
        text.encode()
    except ValueError:
        return _dumped(_cleaned(values))
    return text


def without_surrogates(text: str) -> str:
    """Return the text with U+FFFD for each lone surrogate, so that UTF-8 can encode it."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _dumped(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


def _cleaned(values: Any) -> Any:
    if isinstance(values, str):
        return without_surrogates(values)
    if isinstance(values, float):
        return values if math.isfinite(values) else None
    if isinstance(values, Mapping):
        return {_cleaned(key): _cleaned(value) for key, value in values.items()}
    if isinstance(values, list | tuple):
        return [_cleaned(value) for value in values]
    return values

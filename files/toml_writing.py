"""Writes TOML: of values of data classes, and of tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from files.records import entries_of, record_table

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Tables from this depth on are written in one line.
_INLINE_DEPTH = 3


def toml_text(record: Any, *heading: str, **tables: Mapping[str, Any]) -> str:
    """Return a value of a data class as the text of a TOML file, with the help of its fields.

    `heading`: lines of comment at its start; `tables`: others, after those of the record. What is
    None or an empty table is left out. Raises ValueError for a lone surrogate.
    """
    comments = {each.key: each.bounds.help for each in entries_of(type(record))}
    table = {**record_table(record), **tables}
    return _text({key: each for key, each in table.items() if each != {}}, comments, heading)


def table_text(
    table: Mapping[str, Any], *heading: str, comments: Mapping[str, str] | None = None
) -> str:
    """Return a table as the text of a TOML file, as `toml_text` does, with all empty tables.

    `comments`: what follows a key, by its path from the top, such as `servo.pulses`.
    """
    return _text(table, comments or {}, heading)


def _text(table: Mapping[str, Any], comments: Mapping[str, str], heading: Iterable[str]) -> str:
    lines = [*(f"# {line}" for line in heading), *_toml_lines(table, comments, "")]
    return "\n".join([*lines, ""])


def _toml_lines(table: Mapping[str, Any], comments: Mapping[str, str], name: str) -> Iterator[str]:
    """Yield the lines of a table of this name: its values first, then the tables in it."""
    inner = {}
    for key, value in table.items():
        path = f"{name}.{_toml_key(key)}" if name else _toml_key(key)
        comment = f"  # {comments[path]}" if comments.get(path) else ""
        is_inline = path.count(".") + 1 >= _INLINE_DEPTH
        if isinstance(value, Mapping) and not is_inline:
            inner[path, comment] = [value]
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            inner[path, comment] = value
        elif value is not None and not (value == [] and not comment):
            yield f"{_toml_key(key)} = {_toml_value(value)}{comment}"
    for (path, comment), tables in inner.items():
        heading = f"[[{path}]]" if isinstance(table.get(path), list) else f"[{path}]"
        for each in tables:
            lines = list(_toml_lines(each, comments, path))
            if not lines or lines[0]:
                yield from ("", f"{heading}{comment}")
            yield from lines


def _toml_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _toml_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{ "
            + ", ".join(f"{_toml_key(key)} = {_toml_value(each)}" for key, each in value.items())
            + " }"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def _quoted(text: str) -> str:
    """Return a text as a TOML string in quotes. Raises ValueError for a lone surrogate."""
    text.encode()
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

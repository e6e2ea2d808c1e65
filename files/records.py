"""Frozen data classes as tables of TOML and JSON, as queries of URLs, and as texts.

The annotation of a field says what it may have: str, bool, int, float, Path, a Literal, another
such class, `tuple[T, ...]`, `tuple[T, T]`, `Mapping[str, T]`, or one of several types such as
`T | None`; `files.bounds` says what else. Whatever is read, the errors are ValueErrors that quote
the key and the value and say what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from reprlib import repr as short_repr
from types import UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)
from urllib.parse import parse_qsl

from files.bounds import FieldBounds
from files.documents import is_finite_number

R = TypeVar("R")

_DIGITS = re.compile(r"[+-]?[0-9]{1,20}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")
_WORDS = {
    str: ("a text", "texts"),
    Path: ("a text", "texts"),
    bool: ("true or false", "values true or false"),
    int: ("a whole number", "whole numbers"),
    float: ("a finite number", "finite numbers"),
}
_TABLE_WORDS = ("a table", "tables")


_UNBOUNDED = FieldBounds()


class Entry(NamedTuple):
    """A field of a data class: its name, its type without None, its default and its bounds.

    `default`: MISSING where a value must be given; `allows_none`: whether None, in JSON null, is a
    value too.
    """

    name: str
    type: Any
    default: Any = MISSING
    bounds: FieldBounds = _UNBOUNDED
    allows_none: bool = False

    @property
    def key(self) -> str:
        """Return its name in a table, after a dot where that lies in another table."""
        return self.bounds.key or self.name

    @property
    def allowed(self) -> str:
        """Return in words which values it may have."""
        if self.bounds.choices:
            return f"one of {', '.join(str(each) for each in self.bounds.choices if each != '')}"
        return " or ".join(self._words_of(kind) for kind in _options(self.type))

    def _words_of(self, kind: Any) -> str:
        is_table = is_dataclass(kind) or get_origin(kind) in (Mapping, Literal)
        return _words(kind)[0] + ("" if is_table else self.bounds.words)

    def read(self, value: Any, table: str = "") -> Any:
        """Return a value of TOML or JSON, in a table of this name, as the field has it.

        Raises ValueError.
        """
        if value is None and self.allows_none:
            return None
        try:
            return _converted(self.type, self.bounds, value, _joined(table, self.key))
        except _MismatchError:
            outer, _, key = self.key.rpartition(".")
            raise ValueError(
                f"{_prefix(_joined(table, outer))}{key} = {short_repr(value)} must be "
                f"{self.allowed}"
            ) from None

    def parse(self, text: str) -> Any:
        """Return the value that a text says: a number, true or false, or the text itself.

        Raises ValueError.
        """
        value: Any = text
        if self.type is bool:
            value = {"true": True, "false": False}.get(text, text)
        elif self.type is int and _DIGITS.fullmatch(text):
            value = int(text)
        elif self.type is float and _DECIMAL.fullmatch(text):
            value = float(text)
        return self.read(value)


def entries_of(kind: type[Any]) -> tuple[Entry, ...]:
    """Return the entries of a data class, in the order of its fields."""
    return _entries_of(cast("Hashable", kind))


@cache
def _entries_of(kind: Any) -> tuple[Entry, ...]:
    types = get_type_hints(kind)
    found = []
    for each in fields(kind):
        options = _options(types[each.name])
        kinds = [option for option in options if option is not type(None)]
        default = each.default if each.default_factory is MISSING else each.default_factory()
        found.append(
            Entry(
                each.name,
                kinds[0] if len(kinds) == 1 else Union[tuple(kinds)],  # noqa: UP007 (of a list)
                default,
                each.metadata.get("bounds", _UNBOUNDED),
                type(None) in options,
            )
        )
    return tuple(found)


def read_record(kind: type[R], table: Mapping[str, Any], name: str = "", /, **given: Any) -> R:
    """Return a table of TOML or JSON, called `name` in messages, as a value of a data class.

    `given`: fields that the table does not have. Raises ValueError, also for an unknown key.
    """
    if not isinstance(table, Mapping):
        raise ValueError(f"{_prefix(name)}{short_repr(table)} must be a table")  # noqa: TRY004
    entries = [each for each in entries_of(kind) if each.name not in given]
    _refuse_unknown(table, [each.key for each in entries if each.bounds.is_stored], name)
    values = dict(given)
    for each in entries:
        value = _look_up(table, each.key)
        if value is not MISSING:
            values[each.name] = each.read(value, name)
        elif each.default is MISSING:
            raise ValueError(f"{_prefix(name)}{each.key} is missing; it must be {each.allowed}")
    return kind(**values)


def read_query(kind: type[R], query: str, /, **given: Any) -> R:
    """Return the query of a URL as a value of a data class; tuples are keys that are repeated.

    Raises ValueError.
    """
    entries = {each.key: each for each in entries_of(kind) if each.name not in given}
    values = dict(given)
    for key, text in parse_qsl(query, keep_blank_values=True):
        _refuse_unknown({key: text}, list(entries), "")
        each = entries[key]
        if get_origin(each.type) is tuple:
            item = each._replace(type=get_args(each.type)[0])
            values[each.name] = (*values.get(each.name, ()), item.parse(text))
        else:
            values[each.name] = each.parse(text)
    return kind(**values)


def check_record(record: Any) -> None:
    """Raise ValueError where a field of a data class has a value that it may not have."""
    for each in entries_of(type(record)):
        each.read(getattr(record, each.name))


def record_table(record: Any) -> dict[str, Any]:
    """Return a value of a data class as the table of JSON that `read_record` reads."""
    table: dict[str, Any] = {}
    for each in entries_of(type(record)):
        if each.bounds.is_stored:
            *outer, key = each.key.split(".")
            inner = table
            for name in outer:
                inner = inner.setdefault(name, {})
            inner[key] = _plain(getattr(record, each.name))
    return table


class _MismatchError(ValueError):
    """A value that is not of the type of its field, or not within its bounds."""


def _converted(kind: Any, bounds: FieldBounds, value: Any, name: str) -> Any:
    """Return a value read from TOML or JSON, converted to the type `kind`.

    Raises _MismatchError for a value of another type, ValueError for one that is out of bounds.
    """
    if len(options := _options(kind)) > 1:
        return _converted_to_first(options, bounds, value, name)
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise _MismatchError
        return value
    if is_dataclass(kind):
        record = cast("type[Any]", kind)
        return value if isinstance(value, record) else read_record(record, _table(value), name)
    if get_origin(kind) is Mapping:
        item = Entry("", get_args(kind)[1], bounds=bounds._replace(key="", help=""))
        return {
            key: item._replace(name=key).read(each, name) for key, each in _table(value).items()
        }
    if get_origin(kind) is tuple:
        kinds = _item_kinds(kind, value)
        return tuple(
            _converted(one, bounds, each, f"{name} {number}")
            for number, (one, each) in enumerate(zip(kinds, value, strict=True), 1)
        )
    if not _is_of(kind, value) or not bounds.hold(value):
        raise _MismatchError
    return kind(value)


def _converted_to_first(kinds: Sequence[Any], bounds: FieldBounds, value: Any, name: str) -> Any:
    """Return a value as of the first of several types that it fits. Raises as `_converted`."""
    for kind in kinds:
        with suppress(_MismatchError):
            return _converted(kind, bounds, value, name)
    raise _MismatchError


def _options(kind: Any) -> Sequence[Any]:
    """Return the types of a union, or the only one."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _MismatchError
    return value


def _item_kinds(kind: Any, value: Any) -> Sequence[Any]:
    """Return the type of each item of a list that is read as a tuple of a type."""
    kinds = get_args(kind)
    if not isinstance(value, list | tuple):
        raise _MismatchError
    if kinds[-1] is ...:
        return [kinds[0]] * len(value)
    if len(kinds) != len(value):
        raise _MismatchError
    return kinds


def _is_of(kind: Any, value: Any) -> bool:
    if kind is float:
        return is_finite_number(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str | Path if kind is Path else kind)


def _words(kind: Any) -> tuple[str, str]:
    """Return what values of a type are called: one, and several."""
    if get_origin(kind) is Literal:
        return (" or ".join(get_args(kind)),) * 2
    if get_origin(kind) is not tuple:
        return _WORDS.get(kind, _TABLE_WORDS)
    kinds = get_args(kind)
    count = "" if kinds[-1] is ... else f"{len(kinds)} "
    words = f"of {count}{_words(kinds[0])[1]}"
    return f"a list {words}", f"lists {words}"


def _refuse_unknown(table: Mapping[str, Any], keys: Sequence[str], name: str) -> None:
    outer = {key.partition(".")[0] for key in keys if "." in key}
    for key, value in table.items():
        if key in outer:
            if not isinstance(value, Mapping):
                raise ValueError(f"{_prefix(name)}{key} = {short_repr(value)} must be a table")
            inner = [each.partition(".")[2] for each in keys if each.startswith(f"{key}.")]
            _refuse_unknown(value, inner, _joined(name, key))
        elif key not in keys:
            known = dict.fromkeys(each.partition(".")[0] for each in keys)
            raise ValueError(f"{_prefix(name)}unknown key {key!r}; known: {', '.join(known)}")


def _look_up(table: Mapping[str, Any], key: str) -> Any:
    first, _, rest = key.partition(".")
    value = table.get(first, MISSING)
    return _look_up(value, rest) if rest and isinstance(value, Mapping) else value


def _joined(*names: str) -> str:
    return ".".join(name for name in names if name)


def _prefix(table: str) -> str:
    return f"[{table}] " if table else ""


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return record_table(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Path) else value

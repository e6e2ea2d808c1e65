"""A table of a rig file, of which every value is checked as it is taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from reprlib import repr as short_repr
from typing import Any

from files.documents import optional


class Section:
    """One table, called `name` in messages. Every method raises ValueError, which quotes the value.

    Each value that is taken becomes a known key; `finish` refuses all others.
    """

    def __init__(self, name: str, values: object) -> None:
        if not isinstance(values, dict):
            raise ValueError(f"{name} = {short_repr(values)} must be a table")  # noqa: TRY004
        self.name = name
        self._values: Mapping[str, Any] = values
        self._known: list[str] = []

    def number(self, key: str, default: float, least: float, most: float) -> float:
        """Return a number from `least` to `most`."""
        value = float(self._take(key, default, float))
        if not least <= value <= most:
            raise ValueError(f"{self.name} {key} = {value:g} must be from {least:g} to {most:g}")
        return value

    def number_each(
        self, key: str, names: Sequence[str], default: float, least: float, most: float
    ) -> tuple[float, ...]:
        """Return a number for each name: of a table with them, or one number for all."""
        if not isinstance(self._values.get(key), dict):
            return (self.number(key, default, least, most),) * len(names)
        table = Section(f"{self.name} {key}", self._take(key, {}, dict))
        found = tuple(table.number(name, default, least, most) for name in names)
        table.finish()
        return found

    def text(self, key: str, default: str) -> str:
        """Return a text."""
        return str(self._take(key, default, str))

    def choice(self, key: str, default: str, choices: Collection[str]) -> str:
        """Return one of several words."""
        value = self.text(key, default)
        if value not in choices:
            raise ValueError(f"{self.name} {key} = {value!r} must be one of {', '.join(choices)}")
        return value

    def whole_numbers(self, key: str, default: Collection[int]) -> tuple[int, ...]:
        """Return a list of whole numbers, without any twice."""
        values = self._take(key, list(default), list)
        whole = all(isinstance(each, int) and not isinstance(each, bool) for each in values)
        if not whole or not values or len(set(values)) < len(values):
            raise ValueError(
                f"{self.name} {key} = {short_repr(values)} must be a list of different whole "
                "numbers"
            )
        return tuple(values)

    def texts(self, key: str, default: Collection[str]) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self._take(key, list(default), list)
        if not all(isinstance(each, str) for each in values):
            raise ValueError(f"{self.name} {key} = {short_repr(values)} must be a list of texts")
        return tuple(values)

    def is_text(self, key: str) -> bool:
        """Return True if a key has a text."""
        return isinstance(self._values.get(key), str)

    def section(self, key: str) -> Section:
        """Return a table within this one, empty where it is missing."""
        self._known.append(key)
        return Section(f"[{key}]", self._values.get(key, {}))

    def sections(self, key: str) -> list[Section]:
        """Return the tables of a list, `[[key]]`; none where it is missing."""
        tables = self._take(key, [], list)
        return [Section(f"[[{key}]] {number}:", each) for number, each in enumerate(tables, 1)]

    def finish(self) -> None:
        """Raise ValueError for a key that was not taken."""
        for key in self._values:
            if key not in self._known:
                raise ValueError(
                    f"{self.name} has the unknown key {key!r}; known: {', '.join(self._known)}"
                )

    def _take(self, key: str, default: object, kind: type) -> Any:
        self._known.append(key)
        try:
            return optional(self._values, key, default, kind)
        except ValueError as error:
            raise ValueError(f"{self.name} {error}") from error

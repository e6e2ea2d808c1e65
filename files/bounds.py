"""What a field of a data class may have: it is declared once, by `entry`.

`files.records` reads and writes such classes; commands have an option for a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, field
from typing import Any, NamedTuple

from files.documents import is_finite_number


class FieldBounds(NamedTuple):
    """What a field may have beside what its type says, and its help in one line.

    `above`: numbers must be greater than it; `choices`: all values, empty if there are others;
    `key`: the name in a table where it is another one, such as `robot.port` for `port` in [robot];
    `is_stored`: whether tables have the field; `metavar`: what a command's help shows as its value;
    `is_rare`: whether the help has its option under "More options".
    """

    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    choices: tuple[str | int, ...] = ()
    help: str = ""
    key: str = ""
    is_stored: bool = True
    metavar: str = ""
    is_rare: bool = False

    @property
    def words(self) -> str:
        """Return the bounds of a number in words, as they follow its type."""
        if self.minimum is not None and self.maximum is not None:
            return f" from {self.minimum:g} to {self.maximum:g}"
        words = "".join(
            f" {word} {limit:g}"
            for word, limit in (("above", self.above), ("of at least", self.minimum))
            if limit is not None
        )
        return words if self.maximum is None else f"{words} of at most {self.maximum:g}"

    def hold(self, value: Any) -> bool:
        """Return whether a text or a number is within the bounds."""
        if self.choices:
            return value in self.choices
        if not is_finite_number(value):
            return True
        return (
            (self.minimum is None or value >= self.minimum)
            and (self.maximum is None or value <= self.maximum)
            and (self.above is None or value > self.above)
        )


def entry(
    default: Any = MISSING,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    above: float | None = None,
    choices: Sequence[str | int] = (),
    help: str = "",  # noqa: A002 (as in click)
    key: str = "",
    is_stored: bool = True,
    metavar: str = "",
    is_rare: bool = False,
) -> Any:
    """Make a field of a data class with its bounds. A default of {} is made anew for each value."""
    bounds = FieldBounds(
        minimum=minimum,
        maximum=maximum,
        above=above,
        choices=tuple(choices),
        help=help,
        key=key,
        is_stored=is_stored,
        metavar=metavar,
        is_rare=is_rare,
    )
    if default == {}:
        return field(default_factory=dict, metadata={"bounds": bounds})
    return field(default=default, metadata={"bounds": bounds})

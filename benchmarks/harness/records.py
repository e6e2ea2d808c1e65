"""Records: what benchmarks yield. Their fields say how a table shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

_COLUMN = "column"


class Record:
    """Base class of the records of a benchmark, which are frozen dataclasses.

    A field made by `column` is a column of the table of all records of its class; every field is in
    the JSON object.
    """

    __slots__ = ()
    # The name of the list of these records in the JSON object.
    key: ClassVar[str]
    # Of the table, each a format of the options: "{cubes} random cubes".
    title: ClassVar[str] = ""
    caption: ClassVar[str] = ""
    # Whether each record is a column of its table, headed by its first field.
    is_column: ClassVar[bool] = False
    # A format of the record, which is then shown as a line of text and not in a table.
    sentence: ClassVar[str] = ""
    # The name of the row of the published values.
    published_by: ClassVar[str] = "published"

    @property
    def is_good(self) -> bool:
        """Return whether the benchmark is passed; the exit status is 1 if a record is not good."""
        return True

    @classmethod
    def plot(cls, records: Sequence[Any], figure: Figure) -> None:
        """Plot all records of this class, which gives the command the option `--draw`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Column:
    """How a table shows a field.

    `shown` is the format of the value (".1f"), or of the whole record ("{right} of {cubes}"). Of a
    mapping each key is a column, with its name after the title.
    """

    title: str
    shown: str
    published: object


def column(title: str, shown: str = "", *, published: object = None, default: Any = MISSING) -> Any:
    """Return a field of a record that is a column, perhaps with the published value."""
    return field(default=default, metadata={_COLUMN: Column(title, shown, published)})


def not_shown() -> Any:
    """Return a field of a record that is in JSON only."""
    return field()


def columns_of(kind: type[Record]) -> Iterator[tuple[Field[Any], Column]]:
    """Yield the fields of a class of records that are columns."""
    for each in fields(kind):  # type: ignore[arg-type]  # records are dataclasses
        if _COLUMN in each.metadata:
            yield each, each.metadata[_COLUMN]


def cells(record: Record) -> dict[tuple[str, str], str]:
    """Return what a table shows of a record, by field and, of a mapping, key."""
    texts: dict[tuple[str, str], str] = {}
    for each, how in columns_of(type(record)):
        value = getattr(record, each.name)
        if isinstance(value, Mapping):
            texts |= {(each.name, str(key)): cell(value[key], how.shown) for key in value}
        elif "{" in how.shown and value is not None:
            texts[each.name, ""] = text_of(record, how.shown)
        else:
            texts[each.name, ""] = cell(value, how.shown)
    return texts


def cell(value: object, shown: str) -> str:
    """Return a value as a table shows it: nothing for None, and names separated by commas."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return format(value, shown)


def text_of(record: Record, shown: str) -> str:
    """Return a format, filled in with the attributes of a record."""
    return shown.format_map(_Attributes(record))


class _Attributes(dict[str, object]):
    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record

    def __missing__(self, name: str) -> object:
        return getattr(self._record, name)


@dataclass(frozen=True, slots=True)
class Criterion(Record):
    """One figure beside what is wanted: at least `least`, or at most `most`."""

    key = "figures"
    title = "figures beside what is wanted"

    name: str = column("")
    value: float = column("value", "g")
    wanted: str = column("wanted")
    is_reached: bool = column("reached")

    @property
    def is_good(self) -> bool:
        """Return whether the figure is as it is wanted."""
        return self.is_reached

    @classmethod
    def at_least(cls, name: str, value: float, least: float) -> Self:
        """Return a figure that is wanted not to be smaller."""
        return cls(name, value, f"at least {least:g}", value >= least)

    @classmethod
    def at_most(cls, name: str, value: float, most: float) -> Self:
        """Return a figure that is wanted not to be larger."""
        wanted = f"at most {most:g}" if most else "0"
        return cls(name, value, wanted, value <= most)

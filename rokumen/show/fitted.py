"""Tables and lists on stdout that fit the terminal: wrapped by words, and never cut off.

What does not go to a terminal is as wide as it needs.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

# rich is imported in the functions, since `aligned` does not need it.
if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

_WIDEST = 1000  # of a table in a file, in characters
_NARROWEST = 20  # of wrapped words beside a name
_INDENT = "    "  # of words below a name


class _Size(NamedTuple):
    """The widths of a column's longest word, and of its longest line."""

    words: int
    line: int


def print_table(table: Table) -> None:
    """Print a table; where even its words are too wide for the terminal, row by row as a list."""
    from rich.console import Console

    console = Console(highlight=False)
    sizes = [_size(console, column) for column in table.columns]
    spare = _WIDEST
    if console.is_terminal:
        words = sum(size.words for size in sizes)
        spare = console.width - words - _around(console, table, sizes)
        if spare < 0:
            table.collapse_padding = True
            spare = console.width - words - _around(console, table, sizes)
    if spare < 0:
        print("\n".join(_as_list(table)))
        return
    for column, size in sorted(zip(table.columns, sizes, strict=True), key=_need):
        given = min(size.line - size.words, spare)
        column.width = size.words + given
        spare -= given
    console.width = console.width if console.is_terminal else _width(console, table)
    console.print(table)


def aligned(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of names and, as the last of each, a text: in a terminal wrapped by words.

    The texts stand below the names where there is no room beside them.
    """
    rows = list(rows)
    widths = [max(map(len, names)) for names in zip(*(row[:-1] for row in rows), strict=True)]
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    lines = []
    for *names, text in rows:
        start = "".join(
            f"{name:<{width}}  " for name, width in zip(names, widths, strict=True) if width
        )
        if not columns:
            lines.append(f"{start}{text}".rstrip())
            continue
        room = columns - len(start)
        if room < min(len(text), _NARROWEST):
            lines.append(start.rstrip())
            start, room = _INDENT, columns - len(_INDENT)
        parts = wrap(text, max(room, 1), break_long_words=False, break_on_hyphens=False)
        lines.append(f"{start}{parts[0] if parts else ''}".rstrip())
        lines += [f"{'':<{len(start)}}{part}" for part in parts[1:]]
    return "\n".join(lines)


def paragraph(text: str) -> str:
    """Return a text, wrapped by words in a terminal."""
    return aligned([(text,)])


def _need(of_column: tuple[Column, _Size]) -> int:
    _, size = of_column
    return size.line - size.words


def _size(console: Console, column: Column) -> _Size:
    texts = [_text(column.header), *map(_text, column.cells)]
    wide = console.options.update(width=_WIDEST)
    sizes = [console.measure(text, options=wide) for text in texts]
    return _Size(max(size.minimum for size in sizes), max(size.maximum for size in sizes))


def _around(console: Console, table: Table, sizes: Sequence[_Size]) -> int:
    """Return the width of what rich puts between and around the columns."""
    return _width(console, table) - sum(size.line for size in sizes)


def _width(console: Console, table: Table) -> int:
    return console.measure(table, options=console.options.update(width=_WIDEST)).maximum


def _text(cell: object) -> Text:
    from rich.text import Text

    return cell if isinstance(cell, Text) else Text.from_markup(str(cell))


def _as_list(table: Table) -> Iterator[str]:
    """Yield each row as lines, a column each, with an empty line after it."""
    if table.title:
        yield _text(table.title).plain
    titles = [_text(column.header).plain for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        filled = [(t, _text(c).plain) for t, c in zip(titles, row, strict=True) if str(c)]
        yield f"{aligned(filled)}\n"
    if table.caption:
        yield _text(table.caption).plain

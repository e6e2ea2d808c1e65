"""Tables, lines of text, JSON and plots of the records of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.table import Table

from benchmarks.harness.kept import as_values
from benchmarks.harness.records import Record, cell, cells, columns_of, text_of
from drawing.canvas import checked_suffix
from rokumen.cli.output import print_json
from rokumen.errors import InputError
from rokumen.show.fitted import print_table

_DOTS_PER_INCH = 120


def print_records(records: Sequence[Record], options: Mapping[str, Any]) -> None:
    """Print a table or the lines of each class of records, in the order in which they came."""
    kinds: dict[type[Record], None] = dict.fromkeys(type(record) for record in records)
    for kind in kinds:
        of_kind = [record for record in records if type(record) is kind]
        if kind.sentence:
            for record in of_kind:
                click.echo(text_of(record, kind.sentence))
        elif any(columns_of(kind)):
            print_table(table(of_kind, options))


def table(records: Sequence[Record], options: Mapping[str, Any]) -> Table:
    """Return the table of records of one class, with the published values first.

    A column without any value is left out.
    """
    kind = type(records[0])
    named = {each.name: how for each, how in columns_of(kind)}
    texts = {each.name for each, _ in columns_of(kind) if each.type in ("str", "str | None")}
    rows = [*_published(kind), *map(cells, records)]
    places = [
        place
        for place in dict.fromkeys(place for row in rows for place in row)
        if any(row.get(place) for row in rows)
    ]
    lines = [
        [f"{named[name].title} {key}".strip(), *(row.get((name, key), "") for row in rows)]
        for name, key in places
    ]
    are_texts = [name in texts for name, _ in places]
    if kind.is_column:
        are_texts = [True] + [False] * len(rows)
    else:
        lines = [list(line) for line in zip(*lines, strict=True)]
    heading, *body = lines
    shown = Table(title=_filled(kind.title, options), caption=_filled(kind.caption, options))
    for title, is_text in zip(heading, are_texts, strict=True):
        shown.add_column(escape(title), justify="left" if is_text else "right")
    for line in body:
        shown.add_row(*map(escape, line))
    return shown


def _published(kind: type[Record]) -> Iterator[dict[tuple[str, str], str]]:
    """Yield the row of the published values, if there are any."""
    (first, _), *_ = columns_of(kind)
    published = {
        (each.name, ""): cell(how.published, "" if isinstance(how.published, str) else how.shown)
        for each, how in columns_of(kind)
        if how.published is not None
    }
    if published:
        yield {(first.name, ""): kind.published_by} | published


def _filled(text: str, options: Mapping[str, Any]) -> str | None:
    return escape(text.format_map(options)) or None


def print_as_json(
    kinds: Sequence[type[Record]], records: Sequence[Record], options: Mapping[str, Any]
) -> None:
    """Print one JSON object: the options, and the records of each class under its key."""
    values = {name: str(each) if isinstance(each, Path) else each for name, each in options.items()}
    lists = {
        kind.key: [as_values(record) for record in records if type(record) is kind]
        for kind in kinds
    }
    print_json(values | lists)


def check_plot(path: Path) -> None:
    """Raise InputError if no plot can be drawn to this file."""
    checked_suffix(path, ".svg", ".png")
    if find_spec("matplotlib") is None:
        raise InputError("--draw needs matplotlib: pip install 'rokumen[plots]'")


def draw_plot(kind: type[Record], records: Sequence[Record], path: Path) -> None:
    """Draw the plot of a class of records as SVG or PNG."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    kind.plot([record for record in records if type(record) is kind], figure)
    figure.savefig(path, dpi=_DOTS_PER_INCH)

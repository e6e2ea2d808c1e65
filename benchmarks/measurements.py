"""`python -m benchmarks measurements`: docs/measurements.md, from the JSON of other benchmarks.

Each measurement is a file of docs/measurements: the command that prints its JSON, the date, the
commit, and that JSON. What a person wrote down of campaigns of hours stands in the last part of the
page, which stays as it is.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from benchmarks.harness.command import record_kinds
from benchmarks.harness.records import Record, columns_of, text_of
from benchmarks.harness.tables import table
from files.access import read_text
from files.documents import parse_json, require
from files.records import read_record
from rokumen.errors import InputError

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "measurements.md"
FOLDER = ROOT / "docs" / "measurements"
# The heading of the part of the page that is not generated.
RECORDED = "## Recorded campaigns"

_MAX_BYTES = 1024 * 1024

# The command line of each measurement: what takes minutes at most on two cores.
MEASURED: Mapping[str, str] = {
    "lengths": "lengths 2x2x2 3x3x3 pyraminx --states 50",
    "lengths-nxn": "lengths 4x4x4 5x5x5 6x6x6 7x7x7 --method tsukuda --states 10",
    "lengths-reduction": "lengths 4x4x4 --method reduction --seconds 1 --states 10",
    "engines": "engines --cubes 20",
    "six-faces": "reading --part six-faces --part solved-cubes --part robot-sets",
    "faces": "faces",
    "scan": "scan",
}

_HEAD = """\
# Measurements

The figures of the benchmarks, in one place. Each table below is made from the `--json` of its
command; `make measurements` measures all of them again and writes this page, and
`python -m benchmarks measurements NAME` one of them. They are of few cubes, on two processor cores
that other programs used too: what is drawn by a seed is repeatable, times are not. Benchmarks that
read photographs need the [evaluation data](references.md#evaluation-data) (`ROKUMEN_DATA`). What
took hours is [recorded](#recorded-campaigns) at the end.
"""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a benchmark printed: its command line, the date and the commit, and its JSON object."""

    command: str
    date: str
    commit: str
    result: Mapping[str, Any]


@click.command("measurements")
@click.argument("names", nargs=-1, metavar="[NAME]...")
def command(names: Sequence[str]) -> None:
    """Measure what docs/measurements.md shows, all or each NAME, and write the page."""
    unknown = sorted(set(names) - set(MEASURED))
    if unknown:
        raise InputError(
            f"there is no measurement {unknown[0]!r}; name some of {', '.join(MEASURED)}"
        )
    for name in names or MEASURED:
        click.echo(f"{name}: python -m benchmarks {MEASURED[name]}", err=True)
        document = asdict(_measured(MEASURED[name]))
        text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


def _measured(line: str) -> Measurement:
    """Run a benchmark, and return what it printed. Raises InputError where it measured nothing."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *shlex.split(line), "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    result = parse_json(done.stdout or "{}")
    if not result or "error" in result:
        raise InputError(
            f"python -m benchmarks {line} measured nothing: {done.stdout or 'see above'}"
        )
    # Where the data lies on this computer is nothing that a reader needs.
    result.pop("data", None)
    today = datetime.now(UTC).date().isoformat()
    return Measurement(line, today, _commit(), result)


def _commit() -> str:
    """Return the commit of the sources, and whether they were changed since; pages do not count."""
    changed = _git("status", "--porcelain", "--", ".", ":!docs", ":!*.md")
    return _git("rev-parse", "--short", "HEAD") + (", changed" if changed else "")


def _git(*arguments: str) -> str:
    command_line = ["git", *arguments]
    done = subprocess.run(command_line, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def stored() -> Iterator[tuple[str, Measurement]]:
    """Yield the name of each measurement, and what was measured last."""
    for name in MEASURED:
        text = read_text(FOLDER / f"{name}.json", _MAX_BYTES)
        document = parse_json(text)
        yield (
            name,
            Measurement(
                require(document, "command", str),
                require(document, "date", str),
                require(document, "commit", str),
                require(document, "result", dict),
            ),
        )


def page() -> str:
    """Return the page: the tables of the stored measurements, and the part that stays."""
    _, heading, recorded = PAGE.read_text(encoding="utf-8").partition(RECORDED)
    tables = (section(name, measurement) for name, measurement in stored())
    return "\n".join([_HEAD, *tables, heading + recorded])


def section(name: str, measurement: Measurement) -> str:
    """Return the heading, the command and the tables of a measurement, as Markdown."""
    # Imported here, since that module lists this one's command.
    from benchmarks.command import BENCHES

    bench = BENCHES[shlex.split(measurement.command)[0]].function()
    result = dict(measurement.result)
    lines = [
        f"## {name}",
        "",
        f"`python -m benchmarks {measurement.command}`, {measurement.date}, "
        f"commit {measurement.commit}",
        "",
    ]
    for kind in record_kinds(bench):
        records = [read_record(kind, each) for each in result.pop(kind.key, ())]
        if shown := list(_shown(kind, records, measurement.result) if records else ()):
            lines += [*shown, ""]
    return "\n".join(lines)


def _shown(
    kind: type[Record], records: Sequence[Record], options: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the lines that show records of one class: sentences, or a table with its title."""
    if kind.sentence:
        yield from (f"- {text_of(record, kind.sentence)}" for record in records)
    elif any(columns_of(kind)):
        made = table(records, options)
        if made.title:
            yield f"{_plain(made.title)}:"
            yield ""
        yield _row([_plain(each.header) for each in made.columns])
        rules = ("---:" if each.justify == "right" else "---" for each in made.columns)
        yield f"|{'|'.join(rules)}|"
        for cells in zip(*(each.cells for each in made.columns), strict=True):
            yield _row([_plain(each) for each in cells])


def _plain(markup: object) -> str:
    return Text.from_markup(str(markup)).plain.replace("|", "\\|").replace("\n", " ")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"

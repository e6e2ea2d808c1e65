"""The command of a benchmark, made from the signature and the records of its function.

A benchmark is a function that yields records. Its parameters are the options of the command;
parameters of the types `Progress` and `Kept` get what shows progress and the records of `--keep`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

import click

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import FILE, Option, declared, hints_of
from benchmarks.harness.progress import Progress, TerminalProgress
from benchmarks.harness.records import Record
from benchmarks.harness.tables import (
    check_plot,
    draw_plot,
    print_as_json,
    print_records,
)
from rokumen import exit_status
from rokumen.cli.output import verbose_option
from rokumen.errors import InputError

Bench = Callable[..., Iterator[Record]]


def command_of(name: str, bench: Bench) -> click.Command:
    """Return the command of a benchmark; its help is the docstring of the function."""
    kinds = record_kinds(bench)
    found = list(declared(bench))
    parameters = [parameter for parameter, _ in found]
    if _name_of(bench, Kept):
        parameters.append(
            click.Option(
                ["--keep"],
                type=FILE,
                metavar="FILE",
                help="Keep what is measured in this file; what is there is not measured again.",
            )
        )
    if any(map(_has_plot, kinds)):
        parameters.append(
            click.Option(["--draw"], type=click.Path(path_type=Path), help="Plot: .svg or .png.")
        )
    parameters += [
        click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object."),
        verbose_option(),
    ]
    described = {parameter.name or "": option for parameter, option in found}
    return click.Command(
        name,
        params=parameters,
        help=inspect.getdoc(bench),
        callback=_Run(bench, kinds, described),
    )


def record_kinds(bench: Bench) -> tuple[type[Record], ...]:
    """Return the classes of the records that a benchmark yields, from its result's type."""
    (yielded,) = get_args(hints_of(bench)["return"])
    return get_args(yielded) if get_origin(yielded) is UnionType else (yielded,)


def _name_of(bench: Bench, kind: type) -> str | None:
    """Return the name of the parameter of a type, None if there is none."""
    return next((name for name, hint in hints_of(bench).items() if hint is kind), None)


def _has_plot(kind: type[Record]) -> bool:
    return kind.plot.__func__ is not Record.plot.__func__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class _Run:
    """Runs a benchmark with the values of its options, and shows its records."""

    bench: Bench
    kinds: tuple[type[Record], ...]
    options: Mapping[str, Option]

    def __call__(
        self,
        as_json: bool,
        keep: Path | None = None,
        draw: Path | None = None,
        **values: Any,
    ) -> int:
        if draw is not None:
            self._check_excluded(values)
            check_plot(draw)
        given = dict(values)
        if kept := _name_of(self.bench, Kept):
            given[kept] = Kept(keep)
        with ExitStack() as stack:
            if progress := _name_of(self.bench, Progress):
                given[progress] = stack.enter_context(TerminalProgress())
            records = list(self.bench(**given))
        if as_json:
            print_as_json(self.kinds, records, values)
        else:
            print_records(records, values)
        if draw is not None:
            draw_plot(next(filter(_has_plot, self.kinds)), records, draw)
        good = all(record.is_good for record in records)
        return exit_status.DONE if good else exit_status.FAILURE

    def _check_excluded(self, values: Mapping[str, Any]) -> None:
        for name, option in self.options.items():
            if option.excludes == "draw" and values[name]:
                flag = "--" + name.replace("_", "-")
                raise InputError(f"there is nothing to draw: leave out {flag} or --draw")

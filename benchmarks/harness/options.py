"""The options of a benchmark's command, declared in the signature of its function."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import click

from rokumen.cli.parameters import SEED, WORKERS, WholeNumber


@dataclass(frozen=True, slots=True)
class Option:
    """How a parameter is given on the command line; its type and default are the parameter's own.

    `flag` is the option's name where it is not the parameter's, `usual` the default in words, and
    `excludes` an option that cannot be given too. A tuple is an option that may be repeated, or
    with `is_argument` the arguments of the command.
    """

    help: str = ""
    kind: click.ParamType[Any] | None = None
    flag: str = ""
    usual: str = ""
    metavar: str | None = None
    variable: str | None = None
    excludes: str = ""
    is_argument: bool = False


CORES = os.cpu_count() or 1
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

Seed = Annotated[int, Option("Seed of all that is random.", SEED)]
Count = Annotated[int, Option(kind=WholeNumber(1))]
Cubes = Annotated[int, Option("Number of cubes.", WholeNumber(1))]
Processes = Annotated[int, Option("Number of processes.", WORKERS, usual="all cores")]
Data = Annotated[
    Path,
    Option("Folder of the evaluation data (docs/references.md).", FOLDER, variable="ROKUMEN_DATA"),
]


def hints_of(bench: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters and of the result of a benchmark's function."""
    return get_type_hints(bench, include_extras=True)


def declared(bench: Callable[..., Any]) -> Iterator[tuple[click.Parameter, Option]]:
    """Yield the parameters of the command of a benchmark, in the order of the function's."""
    hints = hints_of(bench)
    for name, parameter in inspect.signature(bench).parameters.items():
        found = [each for each in get_args(hints[name]) if isinstance(each, Option)]
        if found:
            has_many = get_origin(get_args(hints[name])[0]) is tuple
            yield _parameter(name, parameter.default, found[0], has_many), found[0]


def _parameter(name: str, default: Any, option: Option, has_many: bool) -> click.Parameter:
    if option.is_argument:
        return click.Argument([name], nargs=-1, metavar=option.metavar, type=option.kind)
    flag = option.flag or "--" + name.replace("_", "-")
    is_switch = isinstance(default, bool)
    is_required = default is inspect.Parameter.empty
    # An option without a default is one that is not given: no default is told to click.
    given = {} if is_required or has_many else {"default": default}
    return click.Option(
        [flag, name],
        type=option.kind,
        required=is_required,
        is_flag=is_switch,
        multiple=has_many,
        help=option.help or None,
        show_default=option.usual or not (is_switch or has_many or default is None),
        metavar=option.metavar,
        envvar=option.variable,
        show_envvar=option.variable is not None,
        **given,
    )

"""Parameters of commands: numbers, options from fields of data classes, checks of what was given.

Numbers are ASCII digits, finite, and within bounds.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin

import click

from files.documents import is_finite_number
from files.records import Entry, entries_of
from rokumen.cli.lazy_group import setting_name
from rokumen.errors import InputError
from rokumen.storage.settings import OptionCheck

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class RareOption(click.Option):
    """An option that the help lists under "More options"."""


class LongCommand(click.Command):
    """A command with many options, of which the help lists the rare ones last.

    `renamed`: old names of options, and what is written instead.
    """

    def __init__(self, *args: Any, renamed: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._renamed = renamed or {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments. Raises UsageError, which says what has become of an old option."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            if name in self._renamed:
                words = f"no option {name!r}; it is now `{self._renamed[name]}`"
                raise click.UsageError(words, ctx) from error
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, the rare ones under a heading of their own."""
        usual: list[tuple[str, str]] = []
        rare: list[tuple[str, str]] = []
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is not None:
                (rare if isinstance(each, RareOption) else usual).append(record)
        for heading, records in (("Options", usual), ("More options", rare)):
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def options_of(kind: type[Any], without: Collection[str], **others: Decorator) -> Decorator:
    """Return a decorator that adds an option to a command for each field of a data class.

    But for the fields `without`. `others`: the decorators of fields whose options read more than a
    value, by name.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for each in reversed([each for each in entries_of(kind) if each.name not in without]):
            add = others.get(each.name)
            command = (
                add(command) if add else click.option(*_names(each), **settings(each))(command)
            )
        return command

    return decorate


def option_of(kind: type[Any], name: str, **changes: Any) -> Decorator:
    """Return the option of one field of a data class, with other settings of `click.option`."""
    (each,) = [entry for entry in entries_of(kind) if entry.name == name]
    return click.option(*_names(each), **{**settings(each), **changes})


def optional_options(kinds: Mapping[str, type[Any]]) -> tuple[click.Option, ...]:
    """Return an option for each name of a field of some data classes, None where it is not given.

    The keys of `kinds` say in the help whose option it is. Where fields of one name differ, the
    option takes what any of them does, and has the help of the first that has one.
    """
    found: dict[str, list[tuple[str, Entry]]] = {}
    for owner, kind in kinds.items():
        for each in entries_of(kind):
            found.setdefault(each.name, []).append((owner, each))
    return tuple(map(_shared_option, found.values()))


def _shared_option(shared: Iterable[tuple[str, Entry]]) -> click.Option:
    owners, entries = zip(*shared, strict=True)
    bounds = [each.bounds for each in entries]
    widest = bounds[0]._replace(
        minimum=_widest(min, [each.minimum for each in bounds]),
        maximum=_widest(max, [each.maximum for each in bounds]),
        choices=tuple(dict.fromkeys(choice for each in bounds for choice in each.choices)),
    )
    first: Entry = entries[0]._replace(bounds=widest)
    words = next((each.help for each in bounds if each.help), "")
    return click.Option(
        _names(first),
        **{
            **settings(first),
            "default": None,
            "show_default": False,
            "help": f"{', '.join(owners)}: {words}{_default_words(entries)}",
        },
    )


def _widest(choose: Callable[..., float], limits: list[float | None]) -> float | None:
    known = [limit for limit in limits if limit is not None]
    return choose(known) if len(known) == len(limits) else None


def _default_words(entries: Iterable[Entry]) -> str:
    """Return the default in brackets where it is the same for all, and says something."""
    defaults = {each.default for each in entries}
    (default,) = defaults if len(defaults) == 1 else (None,)
    return "" if default is None or default is False else f" [{default}]"


def settings(entry: Entry) -> dict[str, Any]:
    """Return the settings of `click.option` for a field: type, bounds, default and help."""
    bounds = entry.bounds
    found: dict[str, Any] = {"default": entry.default, "help": bounds.help or None}
    if bounds.metavar:
        found["metavar"] = bounds.metavar
    if bounds.is_rare:
        found["cls"] = RareOption
    if entry.type is bool:
        if entry.default is None:
            return found
        return {**found, "is_flag": True, **({"flag_value": False} if entry.default else {})}
    if get_origin(entry.type) is tuple:
        item = entry._replace(type=get_args(entry.type)[0])
        return {**found, "multiple": True, "type": _type(item)}
    return {**found, "type": _type(entry)}


def _names(entry: Entry) -> list[str]:
    """Return the names of an option, and of its parameter.

    A flag that is on has --no-NAME, and one that is neither on nor off both names.
    """
    word = entry.name.replace("_", "-")
    if entry.type is bool and entry.default is None:
        return [f"--{word}/--no-{word}", entry.name]
    is_on = entry.type is bool and entry.default
    return [f"--{'no-' if is_on else ''}{word}", entry.name]


def _type(entry: Entry) -> click.ParamType[Any]:
    """Return the type of a parameter with the bounds of a field."""
    bounds = entry.bounds
    least = -math.inf if bounds.minimum is None else bounds.minimum
    most = math.inf if bounds.maximum is None else bounds.maximum
    if bounds.choices:
        return click.Choice([str(each) for each in bounds.choices])
    if entry.type is int:
        return WholeNumber(
            round(max(least, -MAX_COUNT)), MAX_COUNT if bounds.maximum is None else round(most)
        )
    if entry.type is float:
        return Number(float(least), float(most))
    return click.Path(path_type=Path) if entry.type is Path else click.STRING


def check_one_given(values: Mapping[str, object]) -> None:
    """Check that exactly one of some arguments was given; the others are None.

    The keys say what they are. Raises InputError.
    """
    given = [name for name, value in values.items() if value is not None]
    if not given:
        raise InputError(f"give {' or '.join(values)}")
    if len(given) > 1:
        raise InputError(f"give {' or '.join(values)}, not both")


def option_checks(command: click.Command) -> Mapping[str, tuple[str, OptionCheck]]:
    """Return the options of a command by the words of its settings.

    Each has the name by which the command takes it, and a function that raises ValueError for a
    wrong value.
    """
    return {
        setting_name(parameter): (parameter.name, partial(_check, parameter))
        for parameter in command.params
        if parameter.name is not None
    }


def _check(parameter: click.Parameter, value: object) -> None:
    if parameter.multiple or parameter.nargs != 1:
        if not isinstance(value, list):
            raise ValueError(f"it must be a list, of which each is {_kind(parameter)}")
        values: list[object] = value
    else:
        values = [value]
    for each in values:
        if not _is_typed(parameter, each):
            raise ValueError(f"it must be {_kind(parameter)}")
        try:
            parameter.type.convert(each, parameter, None)
        except click.BadParameter as error:
            raise ValueError(error.message) from error


def _is_typed(parameter: click.Parameter, value: object) -> bool:
    if isinstance(parameter.type, Pace) and isinstance(value, str):
        return True
    match _kind(parameter):
        case "true or false":
            return isinstance(value, bool)
        case "a whole number":
            return isinstance(value, int) and not isinstance(value, bool)
        case "a finite number":
            return is_finite_number(value)
        case _:
            return isinstance(value, str)


def _kind(parameter: click.Parameter) -> str:
    """Return what the TOML value of a parameter must be, in words."""
    if isinstance(parameter.type, click.types.BoolParamType):
        return "true or false"
    if isinstance(parameter.type, click.types.IntParamType):
        return "a whole number"
    if isinstance(parameter.type, click.types.FloatParamType):
        return "a finite number"
    return "a text in quotes"


_DIGITS = re.compile(r"[+-]?[0-9]{1,20}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")
MAX_COUNT = 1_000_000_000


PACES = {"fast": 60.0, "real": 1.0}


class WholeNumber(click.types.IntParamType):
    """A whole number from `min` to `max`."""

    def __init__(self, min: int, max: int = MAX_COUNT) -> None:  # noqa: A002 (as in click)
        self.min, self.max = min, max

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        """Return what the help shows as the value of an option; an argument has its own name."""
        return "N" if isinstance(param, click.Option) else None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Raises click.BadParameter for anything else."""
        is_text = isinstance(value, str)
        if not (_DIGITS.fullmatch(value) if is_text else type(value) is int):
            self.fail(f"{str(value)[:40]!r} is not a whole number of at most 20 digits", param, ctx)
        return int(_within(self, int(value), param, ctx))


class Number(click.types.FloatParamType):
    """A finite number from `min` to `max`."""

    def __init__(self, min: float, max: float) -> None:  # noqa: A002 (as in click)
        self.min, self.max = min, max

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        """Return what the help shows as the value of an option; an argument has its own name."""
        return "NUMBER" if isinstance(param, click.Option) else None

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Raises click.BadParameter for anything else."""
        is_text = isinstance(value, str)
        if not (_DECIMAL.fullmatch(value) if is_text else _is_finite(value)):
            self.fail(f"{str(value)[:40]!r} is not a number", param, ctx)
        return _within(self, float(value), param, ctx)


class Pace(Number):
    """A multiple of a real robot's speed, or a name of one."""

    example = "real"

    def __init__(self) -> None:
        super().__init__(0.1, 1000)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return what the help shows as the value."""
        return f"{'|'.join(PACES)}|FACTOR"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the multiple. Raises click.BadParameter for anything else."""
        named = PACES.get(value) if isinstance(value, str) else None
        return super().convert(value if named is None else named, param, ctx)


def _within(
    kind: WholeNumber | Number,
    value: float,
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> float:
    """Return a number that is within the bounds of its type. Raises click.BadParameter."""
    if not kind.min <= value <= kind.max:
        shown, least, most = (
            str(each) if isinstance(each, int) else f"{each:.12g}"
            for each in (value, kind.min, kind.max)
        )
        kind.fail(f"{shown} is not from {least} to {most}", param, ctx)
    return value


def _is_finite(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and math.isfinite(value))


SEED = WholeNumber(0, 2**63 - 1)
WORKERS = WholeNumber(1, max(256, os.cpu_count() or 1))  # processes or threads
SECONDS = Number(0, 1_000_000)

"""Checks the values of the settings file as strictly as TOML types them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import click

from files.documents import is_finite_number
from rokumen.storage.settings import OptionCheck


def option_checks(command: click.Command) -> Mapping[str, OptionCheck]:
    """Return for each option of a command a function that raises ValueError for a wrong value."""
    return {
        parameter.name: partial(_check, parameter)
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

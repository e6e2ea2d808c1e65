"""Numbers as values of options: ASCII digits, finite, and within bounds."""

from __future__ import annotations

import math
import os
import re
from typing import Any

import click

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

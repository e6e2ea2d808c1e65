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


class WholeNumber(click.IntRange):
    """A whole number from `min` to `max`."""

    def __init__(self, min: int, max: int = MAX_COUNT) -> None:  # noqa: A002 (as in click)
        super().__init__(min, max)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Raises click.BadParameter for anything else."""
        is_text = isinstance(value, str)
        if not (_DIGITS.fullmatch(value) if is_text else type(value) is int):
            self.fail(f"{str(value)[:40]!r} is not a whole number of at most 20 digits", param, ctx)
        return int(super().convert(value, param, ctx))


class Number(click.FloatRange):
    """A finite number from `min` to `max`."""

    def __init__(self, min: float, max: float) -> None:  # noqa: A002 (as in click)
        super().__init__(min, max)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Raises click.BadParameter for anything else."""
        is_text = isinstance(value, str)
        if not (_DECIMAL.fullmatch(value) if is_text else _is_finite(value)):
            self.fail(f"{str(value)[:40]!r} is not a number", param, ctx)
        return float(super().convert(value, param, ctx))


def _is_finite(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and math.isfinite(value))


SEED = WholeNumber(0, 2**63 - 1)
WORKERS = WholeNumber(1, max(256, os.cpu_count() or 1))  # processes or threads
SECONDS = Number(0, 1_000_000)
EFFORT = WholeNumber(0, 10_000)  # beam width

"""The options that say which colours a cube has at U R F D L B, and whether a camera mirrors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from vision.colour.scheme import ColourOrder, parse_scheme


class _Scheme(click.ParamType[tuple[str, ...]]):
    """The colours at U R F D L B, such as WRGYOB."""

    name = "scheme"
    example = "WRGYOB"

    def convert(
        self,
        value: str | tuple[str, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, ...]:
        """Return the names of the colours. Raises click.BadParameter for anything else."""
        if isinstance(value, tuple):
            return value
        try:
            return parse_scheme(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def order_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `scheme` and `not_mirrored` to a command, of which `order_of` makes a ColourOrder."""
    command = click.option(
        "--not-mirrored",
        is_flag=True,
        help="The camera does not mirror: a reversed order of colours is the cube's own.",
    )(command)
    return click.option(
        "--scheme",
        type=_Scheme(),
        metavar=_Scheme.example,
        help="The colours of U R F D L B, of a cube that has its own [the usual ones].",
    )(command)


def order_of(scheme: tuple[str, ...] | None, not_mirrored: bool) -> ColourOrder:
    """Return what a user says of the order of the colours."""
    return ColourOrder(scheme, not not_mirrored)

"""The option `--fix` of `rokumen read`: stickers whose colour the user says."""

from __future__ import annotations

import re

import click

import rokumen
from rokumen.errors import InputError

# A name of a colour may be any word: profiles have their own.
_FIX = re.compile(r"\s*([URFDLBurfdlb][1-9])\s*[=:]\s*([^=:]{1,40}?)\s*")


class StickerColour(click.ParamType[tuple[str, str]]):
    """A sticker and its colour, such as R7=red."""

    name = "sticker=colour"

    def convert(
        self,
        value: str | tuple[str, str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, str]:
        """Return the sticker and the colour. Raises click.BadParameter for anything else."""
        if isinstance(value, tuple):
            return value
        written = _FIX.fullmatch(value)
        if written is None:
            self.fail(
                f"{value!r} is not a sticker and its colour: write R7=red; stickers are U1 to B9, "
                "row by row as in the unfolded cube",
                param,
                ctx,
            )
        return written[1].upper(), written[2].lower()


def fixed(
    reading: rokumen.Reading | rokumen.NxNReading, fixes: tuple[tuple[str, str], ...]
) -> rokumen.Reading | rokumen.NxNReading:
    """Return a reading with the colours that the user says.

    Raises InputError for a colour that the cube does not have, and for another size than 3x3x3.
    """
    if not fixes:
        return reading
    if isinstance(reading, rokumen.NxNReading):
        raise InputError(f"--fix is for the 3x3x3; this is a {'x'.join([str(reading.size)] * 3)}")
    try:
        return reading.corrected(dict(fixes))
    except ValueError as error:
        raise InputError(f"--fix {error}") from error

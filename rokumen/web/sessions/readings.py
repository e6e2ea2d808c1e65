"""What a page is sent of a reading, and what it says of the order of the cube's colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from files.documents import require
from rokumen.api.encoding import reading_as_json
from vision.colour.scheme import USUAL_SCHEME, KnownScheme, parse_scheme, written_scheme
from vision.reading_result import Reading

# What the page calls the part in which the order is said, and the options of commands that it is in
# place of, as advice names them.
_PART = "“Colours in another order”"
_OPTIONS = re.compile(r"add (--not-mirrored, or )?--scheme [\w,]+")
_SCHEME_OPTION = "check --scheme"


def scheme_of(command: Mapping[str, Any]) -> KnownScheme:
    """Return the order that a page says: `scheme`, "" for the usual one, and `not_mirrored`.

    A command without them says nothing of it. Raises ValueError that quotes a bad scheme.
    """
    if not command.keys() & {"scheme", "not_mirrored"}:
        return USUAL_SCHEME
    scheme = require(command, "scheme", str)
    may_be_mirrored = not require(command, "not_mirrored", bool)
    return KnownScheme(parse_scheme(scheme) if scheme else None, may_be_mirrored)


def encode_reading(reading: Reading, seconds: float, scheme: KnownScheme) -> dict[str, Any]:
    """Return the JSON of a reading; that of a size without `faults` or `numbers` has none.

    `scheme`: what was said of the order of the colours.
    """
    document = reading_as_json(replace(reading, seconds=seconds))
    return {
        "faults": [],
        **document,
        "advice": on_page(reading.advice),
        "scheme": dict(reading.scheme),
        "doubted_order": _doubted_scheme(reading, scheme),
    }


def _doubted_scheme(reading: Reading, scheme: KnownScheme) -> str:
    """Return the order that was read, written, if it is in doubt, "" otherwise.

    It is what the page says, as `scheme`, if it is the cube's own.
    """
    seen = tuple(reading.scheme.values())
    return written_scheme(seen) if scheme.doubt(seen) else ""


def on_page(advice: str) -> str:
    """Return advice with the part of the page in place of the options of a command."""
    return _OPTIONS.sub(f"say so under {_PART}.", advice).replace(_SCHEME_OPTION, f"check {_PART}")

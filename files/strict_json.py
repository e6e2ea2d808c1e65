"""Strict JSON (RFC 8259), which every reader accepts, of any values.

Python's `json` also writes NaN, Infinity and lone surrogates, which browsers and other readers
refuse.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def strict_json(values: Any) -> str:
    """Return the values as one line of JSON that UTF-8 can encode.

    A number that is not finite becomes null, and a lone surrogate U+FFFD. Raises TypeError for
    values that JSON does not have.
    """
    try:
        text = _dumped(values)
        text.encode()
    except ValueError:
        return _dumped(_cleaned(values))
    return text


def without_surrogates(text: str) -> str:
    """Return the text with U+FFFD for each lone surrogate, so that UTF-8 can encode it."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _dumped(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


def _cleaned(values: Any) -> Any:
    if isinstance(values, str):
        return without_surrogates(values)
    if isinstance(values, float):
        return values if math.isfinite(values) else None
    if isinstance(values, Mapping):
        return {_cleaned(key): _cleaned(value) for key, value in values.items()}
    if isinstance(values, list | tuple):
        return [_cleaned(value) for value in values]
    return values

"""Marks most variants of a test, so that `make test` runs some of them and CI all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thorough_but(kept: Iterable[object], values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize`: those that are kept, and the others marked as thorough."""
    return _marked_but(kept, values, pytest.mark.thorough)


def slow_but(kept: Iterable[object], values: Iterable[Any]) -> list[Any]:
    """Return values as `thorough_but`, the others marked as slow."""
    return _marked_but(kept, values, pytest.mark.slow)


def _marked_but(
    kept: Iterable[object], values: Iterable[Any], mark: pytest.MarkDecorator
) -> list[Any]:
    at_once = list(kept)
    marked = [each if each in at_once else pytest.param(each, marks=mark) for each in values]
    assert any(each in at_once for each in marked), f"none of {at_once} is there"
    return marked

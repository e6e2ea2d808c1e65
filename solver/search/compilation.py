"""Numba decorators with the options that all search kernels share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

# Kernels allocate no arrays, so the counting of references to arrays (`_nrt`) is switched off: done
# at every call it would take several times as long as the search.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a part of a search that makes no arrays, slices of other arrays included."""
    jitted: Function = njit(**_OPTIONS)(function)
    return jitted


def inlined(function: Function) -> Function:
    """Compile a part of a search into whatever calls it."""
    made: Function = njit(**_OPTIONS, inline="always")(function)
    return made

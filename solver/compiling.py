"""How the parts of a search are compiled: by numba at the first use, and kept beside the code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

# The searches work in arrays that they are given and make none, so nothing has to count references
# to them (`_nrt`): done at every call, that takes several times as long as the search itself.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a part of a search that makes no arrays, slices of other arrays included."""
    made: Function = njit(**_OPTIONS)(function)
    return made


def inlined(function: Function) -> Function:
    """Compile a part of a search into whatever calls it."""
    made: Function = njit(**_OPTIONS, inline="always")(function)
    return made

"""Numba decorators with the options that all search kernels share, and when they compile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypeVar

from numba import njit

from files.folders import cache_folder
from files.locks import holding

# Kernels allocate no arrays, so the counting of references to arrays (`_nrt`) is switched off: done
# at every call it would take several times as long as the search. No kernel is passed to another.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True}

_INNER: dict[str, Any] = {"no_cpython_wrapper": True}

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a part of a search that makes no arrays, slices of other arrays included."""
    jitted: Function = njit(**_OPTIONS)(function)
    return jitted


def compiled_inner(function: Function) -> Function:
    """Compile a part of a search like `compiled` that only compiled functions call.

    To compile what converts arguments of Python, tuples of many arrays, often takes longer than to
    compile the function itself.
    """
    jitted: Function = njit(**_OPTIONS, **_INNER)(function)
    return jitted


def compiled_inner_with_slices(function: Function) -> Function:
    """Compile a part of a search like `compiled_inner` that makes slices of arrays."""
    jitted: Function = njit(**(_OPTIONS | _INNER | {"_nrt": True}))(function)
    return jitted


def inlined(function: Function) -> Function:
    """Compile a part of a search into whatever calls it."""
    made: Function = njit(**_OPTIONS, inline="always")(function)
    return made


@contextmanager
def compiling(name: str) -> Iterator[None]:
    """Wait while another process compiles the kernels of this name: what it compiles is stored.

    Where the cache folder cannot be written there is no waiting.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            folder = cache_folder()
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(holding(folder / f"{name}.lock"))
        yield

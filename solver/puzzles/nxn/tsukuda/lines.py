"""Compiled copying of one line of values, for the searches of the steps."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from solver.search.compilation import compiled_inner


@compiled_inner
def copy_line(line: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy all values of a line.

    `target[:] = line` would do the same, but with the text of an error for lines of different
    lengths, which takes longer to compile than a search.
    """
    for i in range(len(line)):
        target[i] = line[i]

"""Iterative deepening: intervals of cost one after another, searched by one thread or several."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

# How a call of a compiled search ends: it has used its nodes, has found solutions, or is done.
PAUSED, FOUND, EXHAUSTED = 0, 1, 2

_REPORT_SECONDS = 0.25

T = TypeVar("T")


class SharedIterator(Generic[T]):
    """An iterator from which several threads take elements."""

    def __init__(self, elements: Iterator[T]) -> None:
        self._elements = elements
        self._lock = threading.Lock()

    def __iter__(self) -> SharedIterator[T]:
        return self

    def __next__(self) -> T:
        with self._lock:
            return next(self._elements)


def levels(
    starts: Sequence[tuple[T, int]], step: int, bound: NDArray[np.int64]
) -> Iterator[tuple[T, int, int]]:
    """Yield what is to be searched: a start, and the costs (more than, at most) of its paths.

    Each start comes with the least cost of a path; an interval below that is left out. Every
    interval is `step` wide. It ends when paths would cost more than `bound[0]`, which may fall
    meanwhile.
    """
    for level in count():
        high = level * step
        for start, least in starts:
            if high - step >= bound[0]:
                return
            if least <= high:
                yield start, high - step, high


def run(
    work: Callable[[], None],
    threads: int,
    stop: Callable[[], None],
    report: Callable[[], None] = lambda: None,
) -> None:
    """Run `work` in several threads until all have returned.

    `report` is called at least every _REPORT_SECONDS. If a thread raises, or the user interrupts,
    `stop` is called to make the others return, and the exception is raised.
    """
    with ThreadPoolExecutor(threads) as pool:
        try:
            working = {pool.submit(work) for _ in range(threads)}
            while working:
                done, working = wait(working, _REPORT_SECONDS)
                for each in done:
                    each.result()
                report()
        except BaseException:
            stop()
            raise

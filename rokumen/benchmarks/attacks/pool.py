"""The processes in which attacks are made."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.pool import Pool

import cv2


@contextmanager
def new_processes(count: int, environment: Mapping[str, str]) -> Iterator[Pool]:
    """Yield some new processes: one that is forked beside threads may wait for a lock for ever.

    `environment` is added to that of this process.
    """
    with get_context("spawn").Pool(count, _begin, (dict(environment),)) as pool:
        yield pool


def _begin(environment: dict[str, str]) -> None:
    os.environ.update(environment)
    # What is forked from here has none of OpenCV's threads, and would wait for them.
    cv2.setNumThreads(1)

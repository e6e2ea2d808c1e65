"""Cubes of 2x2x2 to 7x7x7: photographed in a robot, drawn, and with samples that are off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean

import numpy as np

from rokumen.benchmarks.support.sized_cubes import (
    SizedOutcome,
    random_facelets,
    read_sampled,
)
from rokumen.benchmarks.support.table_rows import TableRow

NOISY_SIZES = (2, 4, 5)
NOISY_PER_SIZE = 25  # cubes
NOISE = 25.0  # grey levels (standard deviation) by which each channel of a sample is off


def noisy_rows(seed: int) -> Iterator[TableRow]:
    """Yield how cubes whose samples are off are read, half of them with a wrong sticker."""
    for n in NOISY_SIZES:
        yield from certainty_rows(f"noisy {n}x{n}x{n}", noisy_outcomes(n, NOISY_PER_SIZE, seed))


def noisy_outcomes(n: int, count: int, seed: int) -> Iterator[SizedOutcome]:
    """Yield the readings of random cubes with noisy samples, each also with a wrong sticker."""
    for number in range(count):
        facelets = random_facelets(n, 1000 * seed + number)
        for wrong_stickers in (0, 1):
            rng = np.random.default_rng([seed, number, wrong_stickers])
            yield read_sampled(facelets, NOISE, wrong_stickers, rng)


def certainty_rows(title: str, outcomes: Iterable[SizedOutcome]) -> Iterator[TableRow]:
    """Yield how many cubes are read right, and how many of them with certainty."""
    read = list(outcomes)
    right = sum(outcome.is_right for outcome in read)
    sure = sum(outcome.is_right and outcome.is_certain for outcome in read)
    wrong = sum(outcome.is_certain and not outcome.is_right for outcome in read)
    yield TableRow(f"{title}: right, right and certain", f"{right}, {sure} of {len(read)}")
    yield TableRow(f"{title}: wrong and certain", f"{wrong}", "0")


def sized_rows(title: str, outcomes: Iterable[SizedOutcome]) -> Iterator[TableRow]:
    """Yield how many cubes of several sizes are read right, their size unsaid."""
    read = list(outcomes)
    right = sum(outcome.is_right for outcome in read)
    sure = sum(outcome.is_right and outcome.is_certain for outcome in read)
    wrong = sum(outcome.is_certain and not outcome.is_right for outcome in read)
    seconds = [outcome.seconds for outcome in read]
    yield TableRow(f"{title}: right", f"{right} of {len(read)}", f"{len(read)}")
    yield TableRow(f"{title}: right and certain", f"{sure} of {len(read)}")
    yield TableRow(f"{title}: wrong and certain", f"{wrong}", "0")
    yield TableRow(
        f"{title}: seconds, mean and slowest", f"{fmean(seconds):.2f}, {max(seconds):.2f}", "2"
    )

"""Breadth-first construction of the pattern database in place, two bits a state.

Meanwhile a state is 3 while it is unseen, 2 when it was found last, 1 when it was found in the
round before, and 0 when it was found earlier. After the rounds up to `near` + 1 the numbers are
those of the database; what remains is to mark 2 among the unseen.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.search import coordinates
from solver.search.phase_distance import trailing_zeros
from solver.search.phase_tables import SOLVED
from solver.search.pruning import Progress, SymmetryClasses
from solver.symmetry import UD_SYMMETRIES

CLASS_BIT, SYMMETRY_BIT = 15, 11
_CHANGE = (1 << SYMMETRY_BIT) - 1
_ROW_BYTES = coordinates.FLIPS // 4
_CLASSES_A_TASK = 32
# Approximate share of the work in each round: the last ones have nearly all the states.
_FIRST_ROUNDS, _LAST_ROUNDS = 0.01, (0.2, 0.7)

Array = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SliceClasses:
    """The classes of the placings of the slice's edges under the 16 symmetries of an axis.

    `of[placing]` is class << 15 | symmetry << 11 | change: the symmetry takes the placing to its
    class's representative, and flips to `flip_image[symmetry, flip] ^ change`. The symmetries of
    `stabilisers[class]`, bit by bit, leave the representative as it is and change the flips as
    `changes[class, symmetry]` says.
    """

    of: Array
    representatives: Array
    stabilisers: Array
    changes: Array
    flip_image: Array

    @classmethod
    def from_images(cls, images: Array) -> SliceClasses:
        """Compute the classes from the images of all placings under symmetries: 16 x placings."""
        classes = SymmetryClasses.from_images(images)
        flip_image, changes = _flips()
        symmetries = (classes.class_and_symmetry & 15).astype(np.int64)
        change = changes[symmetries, np.arange(coordinates.EDGE_ARRANGEMENTS) // coordinates.ORDERS]
        numbers = (classes.class_and_symmetry >> 4).astype(np.int64)
        return cls(
            numbers << CLASS_BIT | symmetries << SYMMETRY_BIT | change,
            classes.representatives,
            classes.stabilisers,
            changes[:, classes.representatives // coordinates.ORDERS].T.copy(),
            flip_image,
        )


def slice_conjugates() -> Array:
    """Return the placing of the slice's edges as the symmetries show it: 16 x placings."""
    home = coordinates.ARRANGEMENT_POSITIONS[SOLVED.slice_sorted]
    images = []
    for symmetry in UD_SYMMETRIES:
        targets = np.array(symmetry.edges)
        image = np.empty_like(coordinates.ARRANGEMENT_POSITIONS)
        image[:, targets[home] - home[0]] = targets[coordinates.ARRANGEMENT_POSITIONS]
        images.append(coordinates.edge_arrangement_rank(image))
    return np.stack(images)


def set_images() -> Array:
    """Return the images of the set of the slice's places, without the order of its edges."""
    return slice_conjugates() // coordinates.ORDERS * coordinates.ORDERS


def _flips() -> tuple[Array, Array]:
    """Return the flips as symmetries show them, and what the slice's places change: 16 x slices."""
    images = (
        coordinates.flip_slice_conjugates().reshape(16, coordinates.SLICES, coordinates.FLIPS)
        % coordinates.FLIPS
    )
    return images[:, 0] ^ images[:, 0, :1], images[:, :, 0].copy()


def build_pattern_database(
    placings: SliceClasses, near: int, progress: Progress
) -> NDArray[np.uint8]:
    """Build the database on all cores, flat: classes x twists x a quarter of the flips."""
    rows = len(placings.representatives) * coordinates.TWISTS
    table = np.full((rows, _ROW_BYTES), 255, dtype=np.uint8)
    words = table.view(np.uint64)
    home = int(placings.of[SOLVED.slice_sorted]) >> CLASS_BIT
    table[home * coordinates.TWISTS + SOLVED.twist, 0] = 0b11111101
    small = (
        placings.of,
        coordinates.edge_arrangement_moves()[placings.representatives],
        coordinates.twist_moves().astype(np.int16),
        coordinates.twist_conjugates().astype(np.int16),
        coordinates.flip_moves().astype(np.int16),
        placings.flip_image.astype(np.int16),
    )
    same = (placings.stabilisers, placings.changes)
    rounds = [*[_FIRST_ROUNDS] * near, *_LAST_ROUNDS]
    parts = os.cpu_count() or 1
    starts = range(0, len(placings.representatives), _CLASSES_A_TASK)
    done = 0.0
    with ThreadPoolExecutor(parts) as pool:
        for number, work in enumerate(rounds):
            for start in starts:
                end = min(start + _CLASSES_A_TASK, len(placings.representatives))

                def task(part: int, start: int = start, end: int = end) -> None:
                    _expand(table, words, *small, *same, start, end, part, parts)

                list(pool.map(task, range(parts)))
                done += work / len(starts)
                progress(done / sum(rounds))
            if number <= near:
                list(pool.map(_next_round, np.array_split(words, parts)))
    return table.ravel()


@njit(cache=True, nogil=True)
def _next_round(words):  # type: ignore[no-untyped-def]
    """Replace 2 by 1 and 1 by 0; 0 and 3 stay."""
    high, low = np.uint64(0xAAAAAAAAAAAAAAAA), np.uint64(0x5555555555555555)
    one = np.uint64(1)
    for row in range(words.shape[0]):
        for i in range(words.shape[1]):
            word = words[row, i]
            words[row, i] = (word & (word << one) & high) | ((word >> one) & low)


@njit(cache=True, nogil=True)
def _class_moves(placing_class, moved, flip_move, flip_image, row_class, where, flips):  # type: ignore[no-untyped-def]
    """Return for each turn the class and symmetry it leads a class to, and what becomes of
    flips.
    """
    for turn in range(18):
        to = placing_class[moved[row_class, turn]]
        where[turn, 0] = to >> CLASS_BIT
        symmetry = where[turn, 1] = to >> SYMMETRY_BIT & 15
        change = to & _CHANGE
        for flip in range(flip_move.shape[0]):
            flips[turn, flip] = flip_image[symmetry, flip_move[flip, turn]] ^ change


@njit(cache=True, nogil=True)
def _expand(  # type: ignore[no-untyped-def]
    table, words, placing_class, moved, twist_move, twist_image, flip_move, flip_image,
    stabilisers, changes, first, last, part, parts,
):  # fmt: skip
    """Mark with 2 the states that one turn reaches from those marked 1, in one part's classes.

    Each part writes to classes of its own, so that no two threads change one byte.
    """
    low = np.uint64(0x5555555555555555)
    where = np.empty((18, 2), dtype=np.int64)
    flips = np.empty((18, flip_move.shape[0]), dtype=np.int16)
    found = np.empty(flip_move.shape[0], dtype=np.int64)
    for row_class in range(first, last):
        _class_moves(placing_class, moved, flip_move, flip_image, row_class, where, flips)
        for twist in range(twist_move.shape[0]):
            row = row_class * twist_move.shape[0] + twist
            count = 0
            for i in range(words.shape[1]):
                other = words[row, i] ^ low
                ones = ~(other | other >> np.uint64(1)) & low
                while ones != np.uint64(0):
                    found[count] = 32 * i + (np.int64(trailing_zeros(ones)) >> 1)
                    ones &= ones - np.uint64(1)
                    count += 1
            if count == 0:
                continue
            for turn in range(18):
                to_class = where[turn, 0]
                if to_class % parts != part:
                    continue
                to_twist = twist_image[where[turn, 1], twist_move[twist, turn]]
                to_row = to_class * twist_move.shape[0] + to_twist
                if stabilisers[to_class] == 1:
                    _mark_unseen(table[to_row], flips[turn], found, count)
                    continue
                for i in range(count):
                    flip = flips[turn, found[i]]
                    if table[to_row, flip >> 2] >> 2 * (flip & 3) & 3 == 3:
                        _mark(
                            table, to_class, to_twist, flip, twist_image, flip_image,
                            stabilisers, changes,
                        )  # fmt: skip


@njit(cache=True, nogil=True)
def _mark_unseen(row, images, found, count):  # type: ignore[no-untyped-def]
    """Mark the images of the found flips 2 in a row if they are 3.

    There is no branch, since no processor could predict it.
    """
    for i in range(count):
        image = np.int64(images[found[i]])
        shift = 2 * (image & 3)
        here = np.int64(row[image >> 2])
        is_unseen = (here & here >> 1) >> shift & 1
        row[image >> 2] = np.uint8(here ^ is_unseen << shift)


@njit(cache=True, nogil=True)
def _mark(table, row_class, twist, flip, twist_image, flip_image, stabilisers, changes):  # type: ignore[no-untyped-def]
    """Mark a state and all symmetric ones 2, if they are 3 or 2."""
    for symmetry in range(16):
        if stabilisers[row_class] >> symmetry & 1:
            row = row_class * twist_image.shape[1] + twist_image[symmetry, twist]
            image = np.int64(flip_image[symmetry, flip] ^ changes[row_class, symmetry])
            table[row, image >> 2] &= np.uint8(255 - (1 << 2 * (image & 3)))

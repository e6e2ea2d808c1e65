"""Counting the legal cubes that fit what is seen, by going through them one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.cube import Cube
from solver.errors import CubeError
from solver.facelets import CORNERS, EDGES
from solver.geometry import FACES

HIDDEN = "?"


def fitting_cubes(seen: str) -> set[str]:
    """All legal cubes with the letters of `seen`; "?" stands for a hidden sticker."""
    places = [p for p in (*CORNERS, *EDGES) if any(seen[i] == HIDDEN for i in p)]
    shown = {_name([seen[i] for i in p]) for p in (*CORNERS, *EDGES) if p not in places}
    free = [p for p in (*CORNERS, *EDGES) if _name([FACES[i // 9] for i in p]) not in shown]
    letters = list(seen)
    for face, letter in enumerate(FACES):
        letters[9 * face + 4] = letter
    return {cube for cube in _filled(letters, places, free) if _legal(cube)}


def _filled(
    letters: list[str], places: Sequence[tuple[int, ...]], free: Sequence[tuple[int, ...]]
) -> Iterator[str]:
    if not places:
        yield "".join(letters)
        return
    place, *rest = places
    for piece in free:
        if len(piece) != len(place):
            continue
        for twist in range(len(piece)):
            shown = [FACES[piece[(j - twist) % len(piece)] // 9] for j in range(len(piece))]
            if all(letters[i] in (HIDDEN, c) for i, c in zip(place, shown, strict=True)):
                filled = letters.copy()
                for i, c in zip(place, shown, strict=True):
                    filled[i] = c
                yield from _filled(filled, rest, [p for p in free if p != piece])


def _name(letters: Sequence[str]) -> str:
    return "".join(sorted(letters))


def _legal(facelets: str) -> bool:
    try:
        Cube.from_facelets(facelets)
    except CubeError:
        return False
    return True

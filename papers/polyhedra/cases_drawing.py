"""Drawing of the cases of a method: the cube before each, only the pieces that it is about in
colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from drawing.canvas import save_drawing
from drawing.palette import PAINT, WESTERN
from papers.polyhedra.tsukuda.case_lists import StepCase
from solver.core.facelets import CORNERS, EDGES, STICKER_NAMES
from solver.core.geometry import FACES
from solver.core.turn import Turns
from solver.cube_drawing import Panel, draw_panels
from solver.encodings import effect_on_stickers
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from solver.puzzles.nxn.layers import geometry

# What a step is not about.
_GREY = "#9a9a9a"


def draw_cases(cases: Iterable[tuple[str, str, Sequence[str], str]], path: Path) -> None:
    """Draw cases, each with a title, a name, the paints of its cube and its moves.

    Raises DrawingError for a file that is not .svg or .png, and for one that cannot be written.
    """
    save_drawing(draw_panels([Panel(*case) for case in cases]), path)


def paints_of_pieces(before: Turns, pieces: Iterable[str], rotation: int) -> list[str]:
    """Return the paints of a 3x3x3 after some turns: of these pieces, the centres, and what is of
    the colour of U where all pieces below are given.

    The cube is drawn as it is held before it is rotated by so many quarters.
    """
    names = {frozenset(piece) for piece in pieces}
    shown = {
        facelet
        for place in (*CORNERS, *EDGES)
        for facelet in place
        if frozenset(STICKER_NAMES[facelet]) in names
    }
    shown |= {9 * face + 4 for face in range(6)}
    if sum("D" in name for name in names) == 8:
        shown |= set(range(9))
    paints = [_GREY] * 54
    for home, facelet in enumerate(effect_on_stickers(before)):
        if home in shown:
            paints[facelet] = PAINT[WESTERN[FACES[home // 9]]]
    held = SLOT_VIEWPOINTS[-rotation % 4]
    return [paints[facelet] for facelet in held.to_cube]


def paints_of_stickers(case: StepCase) -> list[str]:
    """Return the paints of the cube before a case: its stickers and, in odd sizes, the centres."""
    n = case.model
    before = [turn.inverse() for turn in reversed(case.turns)]
    homes = geometry(n).apply(np.arange(6 * n * n), before)
    shown = set(case.stickers)
    if n % 2:
        shown |= {face * n * n + n * n // 2 for face in range(6)}
    return [
        PAINT[WESTERN[FACES[home // (n * n)]]] if home in shown else _GREY
        for home in homes.tolist()
    ]

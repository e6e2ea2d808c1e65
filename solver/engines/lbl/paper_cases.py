"""The cases of `lbl-paper`, stage by stage: what each is about, and its sequence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.core.turn import Turns
from solver.encodings import CROSS, LAST_LAYER, SLOTS
from solver.engines.case_tables import load_cases
from solver.engines.lbl.paper import cross_cases

_FIRST_PAIR = SLOTS["FR"]
_OTHER_PIECES = tuple(piece for name, pair in SLOTS.items() if name != "FR" for piece in pair)


class PaperCase(NamedTuple):
    """A case of a stage: where pieces are, its name, a rotation of the whole cube before it, and
    its sequence.

    `pieces` are those that it is about, and those that stay, by their names.
    """

    stage: str
    where: str
    name: str
    rotation: int
    algorithm: Turns
    pieces: tuple[str, ...]


def paper_cases() -> Iterator[PaperCase]:
    """Yield all cases: 43 of the cross, 8 of a corner, 96 of a pair, 58 of OLL and 22 of PLL."""
    yield from _cross()
    kept = CROSS
    for stage, table, pieces in (
        ("corner", "paper_corner", (*kept, _FIRST_PAIR[0])),
        ("pair", "paper_pair", (*kept, *_FIRST_PAIR)),
        ("OLL", "paper_oll", (*kept, *_FIRST_PAIR, *_OTHER_PIECES)),
        ("PLL", "paper_pll", (*kept, *_FIRST_PAIR, *_OTHER_PIECES, *LAST_LAYER)),
    ):
        for case in load_cases(table).values():
            yield PaperCase(stage, case.key, case.name, 0, case.algorithm, pieces)


def _cross() -> Iterator[PaperCase]:
    """Yield the sequences of the cross, each with how many edges may be placed when it is used."""
    numbers: dict[tuple[str, int, Turns], list[int]] = {}
    for placed, cases in enumerate(cross_cases()):
        for case in cases.values():
            if case.rotation or case.algorithm:
                numbers.setdefault((case.edge, case.rotation, case.algorithm), []).append(placed)
    for (edge, rotation, algorithm), when in sorted(numbers.items(), key=lambda one: one[1]):
        count = ", ".join(map(str, when))
        kept = CROSS[4 - max(when) :] if max(when) else ()
        yield PaperCase("cross", edge, f"{count} placed", rotation, algorithm, ("DF", *kept))

"""The LBL method of the polyhedra paper, section 14.2, in the paper's order and with its cases.

The cross is on D. Its edges and then the four slots are solved in a fixed order, the corner of a
slot first; then OLL and PLL. Nothing is searched or chosen, and no turns are merged where two steps
meet: each step is looked up, as in the paper's program. The paper prints no sequences. Here those
of the slots and the last layer are the shortest as the paper counts turns, of tables that
`generate_tables` makes, and those of the cross the shortest in turns by any angle.

Of the cross (14.2.1) the cube is held so that the place of the next edge is in front: those of DF,
DR, DB and DL, one after the other. Which sequence places an edge depends on where it is and on how
many are placed already. The paper has 43 sequences. Here one that preserves more edges is used for
fewer too where it is no longer, and this leaves 43. For the first edge only the centre of the
bottom matters: any place of the cross will do for it, and on the bottom it is placed by rotating
the whole cube. A turn of the bottom at the end, where needed, aligns the four edges with the other
centres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from solver.core.facelets import EDGE_NAMES, FACELET_BY_NAME, STICKER_NAMES
from solver.core.turn import Turn, htm, layer_quarters
from solver.cube import Cube
from solver.encodings import (
    BOTTOM,
    CROSS,
    LAST_LAYER,
    PAIRS,
    SLOTS,
    TOP,
    PackedState,
    bytes_of,
    stickers_of,
    turn_bytes,
)
from solver.engines.case_tables import Algorithm, load_cases
from solver.engines.engine import Engine, EngineOptions
from solver.engines.lbl import explanations, last_layer, without_search
from solver.engines.lbl.explanations import LblStep, Reason, explain_corner, explain_part, stages_of
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from solver.engines.lbl.without_search import slot_steps
from solver.solution import CubeSolution

STAGE = "Cross: D"
# The shortest as the paper counts turns, which `generate_tables` makes.
CASE_TABLES = Path(__file__).with_name("case_tables.bin")
SLOT_TABLES = without_search.SlotTables("paper_corner", "paper_pair", CASE_TABLES)
TOP_TABLES = last_layer.TwoLookTables("paper_oll", "paper_pll", layer_quarters, CASE_TABLES)
# The places that are filled when this many edges are placed, seen with the next place in front.
_PLACED = ("-", "DL", "DB+DL", "DR+DB+DL")
_EDGES = tuple(name for place in EDGE_NAMES for name in (place, place[::-1]))


class CrossCase(NamedTuple):
    """What to do about an edge at `edge`, seen with the place of DF in front.

    The whole cube is rotated by `rotation` quarters, so that another side is in front (only for the
    first edge); then `algorithm` is done.
    """

    edge: str
    rotation: int
    algorithm: Algorithm


def cross_steps(state: PackedState) -> tuple[LblStep, ...]:
    """Return the steps that solve the cross on D: four edges, and a turn of D where needed."""
    steps: list[LblStep] = []
    offset = 0
    for number, cases in enumerate(cross_cases()):
        side = SLOT_VIEWPOINTS[(number + offset) % 4]
        case = cases[STICKER_NAMES[side.to_view[state[BOTTOM][number]]]]
        offset += case.rotation
        held = SLOT_VIEWPOINTS[(number + offset) % 4]
        step = LblStep(
            STAGE, f"edge {number + 1}: {case.edge}", held, case.algorithm, _reason(case)
        )
        steps.append(step)
        state = turn_bytes(state, step.moves)
    if offset:
        turn = (Turn("D", 4 - offset),)
        steps.append(
            LblStep(
                STAGE,
                "the whole cross",
                SLOT_VIEWPOINTS[0],
                turn,
                explanations.OF_TURNED_CROSS,
            )
        )
    return tuple(steps)


def _reason(case: CrossCase) -> Reason:
    if case.rotation:
        return Reason("the edge is the first, so that any place of the cross will do for it")
    return Reason("the edge that goes to {} is at {}", ("DF", case.edge))


@cache
def cross_cases() -> tuple[dict[str, CrossCase], ...]:
    """Return for 0 to 3 placed edges the case of each position of the next one, by its name."""
    algorithms = {key: case.algorithm for key, case in load_cases("cross_edges").items()}
    return cases_of_cross(algorithms, htm)


def cases_of_cross(
    algorithms: Mapping[str, Algorithm], length: Callable[[Algorithm], int]
) -> tuple[dict[str, CrossCase], ...]:
    """Return the same for a table of sequences, each the shortest by its `length`."""
    found: list[dict[str, CrossCase]] = []
    for placed in reversed(_PLACED):
        cases = {}
        for edge in _EDGES:
            algorithm = algorithms.get(f"{edge} {placed}")
            if algorithm is not None:
                # One that preserves more edges is used for fewer too, if it is as short.
                same = (each[edge] for each in found if edge in each)
                own = CrossCase(edge, 0, algorithm)
                as_short = (each for each in same if length(each.algorithm) == length(algorithm))
                cases[edge] = next(as_short, own)
        found.append(cases)
    *later, first = found
    anywhere = {
        edge: min(
            (case, *_at_other_places(edge, algorithms)), key=lambda way: length(way.algorithm)
        )
        for edge, case in first.items()
    }
    return anywhere, *reversed(later)


def _at_other_places(edge: str, algorithms: Mapping[str, Algorithm]) -> Iterator[CrossCase]:
    """Yield the ways to bring the first edge to another place of the cross."""
    for rotation in (1, 2, 3):
        seen = STICKER_NAMES[SLOT_VIEWPOINTS[rotation].to_view[FACELET_BY_NAME[edge]]]
        yield CrossCase(edge, rotation, algorithms[f"{seen} -"])


def paper_steps(cube: Cube) -> tuple[LblStep, ...]:
    """Return the steps of the paper's method for a legal cube."""
    state = bytes_of(stickers_of(cube))
    cross = cross_steps(state)
    state = _after(state, cross)
    pairs: list[LblStep] = []
    for slot in range(4):
        filled = slot_steps(slot, state[PAIRS[slot]], slot + 1, explain_corner, SLOT_TABLES)
        pairs += filled
        state = _after(state, filled)
    ending = [
        LblStep(
            part.stage, part.case, SLOT_VIEWPOINTS[part.side], part.algorithm, explain_part(part)
        )
        for part in last_layer.two_look(state[TOP], TOP_TABLES)
    ]
    return *cross, *pairs, *ending


def quarter_turns(cube: Cube) -> int:
    """Return the turns of the paper's method for a legal cube, as the paper counts them."""
    return sum(layer_quarters(step.moves) for step in paper_steps(cube))


def _after(state: PackedState, done: tuple[LblStep, ...]) -> PackedState:
    return turn_bytes(state, chain.from_iterable(step.moves for step in done))


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
    algorithm: Algorithm
    pieces: tuple[str, ...]


def paper_cases() -> Iterator[PaperCase]:
    """Yield all cases: 43 of the cross, 8 of a corner, 96 of a pair, 58 of OLL and 22 of PLL."""
    yield from _cross_sequences()
    kept = CROSS
    for stage, table, pieces in (
        ("corner", "paper_corner", (*kept, _FIRST_PAIR[0])),
        ("pair", "paper_pair", (*kept, *_FIRST_PAIR)),
        ("OLL", "paper_oll", (*kept, *_FIRST_PAIR, *_OTHER_PIECES)),
        ("PLL", "paper_pll", (*kept, *_FIRST_PAIR, *_OTHER_PIECES, *LAST_LAYER)),
    ):
        for case in load_cases(table, CASE_TABLES).values():
            yield PaperCase(stage, case.key, case.name, 0, case.algorithm, pieces)


def _cross_sequences() -> Iterator[PaperCase]:
    """Yield the sequences of the cross, each with how many edges may be placed when it is used."""
    numbers: dict[tuple[str, int, Algorithm], list[int]] = {}
    for placed, cases in enumerate(cross_cases()):
        for case in cases.values():
            if case.rotation or case.algorithm:
                numbers.setdefault((case.edge, case.rotation, case.algorithm), []).append(placed)
    for (edge, rotation, algorithm), when in sorted(numbers.items(), key=lambda one: one[1]):
        count = ", ".join(map(str, when))
        kept = CROSS[4 - max(when) :] if max(when) else ()
        yield PaperCase("cross", edge, f"{count} placed", rotation, algorithm, ("DF", *kept))


class PaperLblEngine(Engine[EngineOptions]):
    """The LBL method of the polyhedra paper. It has no options."""

    name = "lbl-paper"
    options = EngineOptions

    def solve(self, cube: Cube, options: EngineOptions) -> CubeSolution:
        """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL."""
        return CubeSolution(cube, self.name, stages_of(paper_steps(cube)))

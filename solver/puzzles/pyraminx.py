"""The Pyraminx as a Puzzle: in the fewest turns, or by the steps of the polyhedra paper (14.4).

The paper solves the tips and centres one by one, then the three edges of its face I in the order
(0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1), by a sequence of at most 7 turns for each of 12 places.
Then one sequence of 9 turns flips two of the last three edges, and one of 11 turns, or its inverse,
cycles them. The paper does not print these two: in `solve_as_published` they are sequences of the
same lengths that change nothing else, found by a search. In `solve_by_steps` each sequence is the
shortest, and unless the face and the order are given, those are taken that need the fewest turns.
Turns are counted as in the paper: a wrong tip costs one turn, and so does a turn of a layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from types import MappingProxyType

from solver.core.errors import UnsolvedError
from solver.core.turn import generator_of
from solver.notation.wca import plain_moves
from solver.puzzles.polyhedra.layered import CornerPuzzle
from solver.puzzles.pyraminx_position import parse, read
from solver.puzzles.pyraminx_state import (
    EDGE_NAMES,
    LAYER_TURNS,
    SOLVED_STATE,
    VERTICES,
    PyraminxState,
    PyraminxTurn,
    base_edges,
    clockwise,
    coordinates_of,
    distances_of,
    edge_coordinates,
    edge_index,
    full_coordinates,
    state_of,
    tables,
)
from solver.search.distance_table import descend_to_goal
from solver.solution import Solution, Stage

Turns = tuple[PyraminxTurn, ...]
Stages = tuple[Stage[PyraminxTurn], ...]
# The vertex opposite the face that is built, and its edges in the order in which they are placed.
BuildOrder = tuple[int, tuple[int, ...]]

BUILD_ORDERS: tuple[BuildOrder, ...] = tuple(
    (apex, order) for apex in range(4) for order in permutations(base_edges(apex))
)


def solve_by_steps(state: PyraminxState, orders: Sequence[BuildOrder] = BUILD_ORDERS) -> Stages:
    """Solve a state, stage by stage, in the fewest turns with one of these build orders."""
    tips, centres = tip_turns(state), centre_turns(state)
    start = state.apply((*tips, *centres))
    best = min((tuple(_edges(start, *way)) for way in orders), key=count_turns)
    return Stage("Tips", tips), Stage("Centres", centres), *best


def centre_turns(state: PyraminxState) -> Turns:
    """Return the turns that orient each centre, once its tip is aligned with it."""
    return tuple(
        PyraminxTurn(vertex, False, thirds == 2)
        for vertex, thirds in enumerate(state.centres)
        if thirds
    )


def inverse(turns: Turns) -> Turns:
    """Return the turns that undo some turns."""
    return tuple(turn.inverse() for turn in reversed(turns))


def count_turns(stages: Stages) -> int:
    """Return the number of turns of some stages."""
    return sum(len(stage.turns) for stage in stages)


def tip_turns(state: PyraminxState) -> Turns:
    """Return the turns that align each tip with its centre."""
    thirds = [(tip - c) % 3 for tip, c in zip(state.tips, state.centres, strict=True)]
    return tuple(PyraminxTurn(vertex, True, by == 2) for vertex, by in enumerate(thirds) if by)


def _edges(
    state: PyraminxState, apex: int, order: tuple[int, ...]
) -> Iterator[Stage[PyraminxTurn]]:
    for stage in base_edge_stages(state, order):
        yield stage
        state = state.apply(stage.turns)
    turns = min((shortest(layer * state) for layer in layer_rotations(apex)), key=len)
    yield Stage(f"Flip at {VERTICES[apex]}", turns)
    yield Stage(f"Cycle at {VERTICES[apex]}", shortest(state.apply(turns)))


def base_edge_stages(state: PyraminxState, order: tuple[int, ...]) -> Iterator[Stage[PyraminxTurn]]:
    """Yield for each edge of a face, in this order, the fewest turns that place it and preserve the
    centres and the edges before it.
    """
    placed: tuple[int, ...] = ()
    for edge in order:
        placed = tuple(sorted((*placed, edge)))
        found = distances_of(placed)
        start = edge_index(state, placed)
        turns = _turns(descend_to_goal(edge_coordinates(len(placed)), found, start))
        yield Stage(f"Edge {EDGE_NAMES[edge]}", turns)
        state = state.apply(turns)


def layer_rotations(apex: int) -> Iterator[PyraminxState]:
    """Yield the states in which a layer's three edges are rotated by no, one or two thirds."""
    for count in range(3):
        went = SOLVED_STATE.apply([PyraminxTurn(apex, False, True)] * count)
        yield PyraminxState(went.edges, went.flips, SOLVED_STATE.centres, SOLVED_STATE.tips)


def shortest(state: PyraminxState) -> Turns:
    """Return the fewest turns of layers that solve a state up to its tips."""
    everything = full_coordinates()
    start = everything.index(coordinates_of(state))
    return _turns(descend_to_goal(everything, tables()["all"], start))


def _turns(way: tuple[int, ...]) -> Turns:
    return tuple(LAYER_TURNS[move] for move in way)


# The vertex opposite the face I, and the face's edges in the order in which they are placed.
APEX = 0
EDGE_ORDER = tuple(map(EDGE_NAMES.index, ("LR", "RB", "LB")))

# Flips the edges UL and UR.
FLIP = parse("L U L' U' L R' L R L")
# Cycles the edges UL, UR and UB as a turn of their layer does.
CYCLE = parse("R U R' U R U' R' U R U R'")


def solve_as_published(state: PyraminxState) -> Stages:
    """Solve a state, stage by stage, as the paper does."""
    prepared = (Stage("Tips", tip_turns(state)), Stage("Centres", centre_turns(state)))
    state = _after(state, prepared)
    base = tuple(base_edge_stages(state, EDGE_ORDER))
    state = _after(state, base)
    flip = _first_reaching(state, ((), *_views(FLIP)), _is_oriented)
    state = state.apply(flip)
    cycle = _first_reaching(state, ((), CYCLE, inverse(CYCLE)), _has_edges_in_place)
    return *prepared, *base, Stage("Flip at U", flip), Stage("Cycle at U", cycle)


def _after(state: PyraminxState, stages: Stages) -> PyraminxState:
    return state.apply(turn for stage in stages for turn in stage.turns)


def _first_reaching(
    state: PyraminxState, sequences: Iterable[Turns], goal: Callable[[PyraminxState], bool]
) -> Turns:
    """Return the first of some sequences after which a state fulfils a condition."""
    return next(turns for turns in sequences if goal(state.apply(turns)))


def _views(sequence: Turns) -> Iterator[Turns]:
    """Yield a sequence seen with each of the three sides of U in front."""
    around = clockwise(APEX).targets
    for _ in range(3):
        yield sequence
        sequence = tuple(turn._replace(vertex=around[turn.vertex]) for turn in sequence)


def _is_oriented(state: PyraminxState) -> bool:
    """Return whether the edges at U are as one of the three rotations of their layer has them."""
    rotated = (layer * state for layer in layer_rotations(APEX))
    return any(_has_edges_in_place(each) and not any(each.flips) for each in rotated)


def _has_edges_in_place(state: PyraminxState) -> bool:
    return state.edges == SOLVED_STATE.edges


class Pyraminx(CornerPuzzle):
    """The Pyraminx: in the fewest turns, or by the polyhedra paper's steps (section 14.4).

    `paper` has the paper's fixed order and the lengths of its sequences; `steps` the shortest
    sequences and the best order.
    """

    methods = ("optimal", "steps", "paper")
    # As the tetrahedron is drawn: above, in front on the left and right, behind.
    layers = MappingProxyType(
        {"U": "1I 2I", "L": "1L 2L", "R": "1J 2J", "B": "1K 2K"}
        | {"u": "1I", "l": "1L", "r": "1J", "b": "1K"}
    )

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the distances, or build them, and compile what follows them."""
        optimal(state_of(0, 0, 0, (0, 0, 0, 0)))

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return the turns to a random position, each of the 75,582,720 equally likely, and the
        turns that lead there.
        """
        drawn = random_state(generator_of(seed))
        turns = [turn for stage in optimal(drawn) for turn in stage.turns]
        return " ".join(str(turn.inverse()) for turn in reversed(turns))

    def parse(self, text: str) -> str:
        """Return a scramble or 36 stickers (F L R D, row by row). Raises CubeError."""
        read(text)
        return text

    def solve(self, state: str, method: str | None = None) -> Solution[PyraminxTurn]:
        """Solve a scramble or 36 stickers (F L R D, row by row)."""
        chosen = self.choose_method(method)
        solve = {
            "optimal": optimal,
            "steps": solve_by_steps,
            "paper": solve_as_published,
        }[chosen]
        return Solution(state, chosen, solve(read(state)))

    def thirds(self, text: str) -> Iterable[str]:
        """Read turns, as they are written. Raises NotationError, which quotes what is none."""
        return map(str, parse(plain_moves(text)))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether turns leave every piece of a state in its place."""
        return read(state).apply(parse(moves)) == SOLVED_STATE

    def draw(self, state: str, path: str | Path) -> None:
        """Draw a scramble or 36 stickers (F L R D, row by row)."""
        solution = tuple(turn for stage in optimal(read(state)) for turn in stage.turns)
        if read(state).apply(solution) != SOLVED_STATE:
            raise UnsolvedError(
                f"{state!r} is drawn by what solves it, and what was found does not; report it"
            )
        super().draw(" ".join(map(str, inverse(solution))), path)


def optimal(state: PyraminxState) -> Stages:
    """Return a solution of the fewest turns: the tips, then the rest.

    The two do not depend on each other: turns of layers do not turn tips against the centres below
    them, and a tip's turn moves nothing else.
    """
    return Stage("Tips", tip_turns(state)), Stage("Layers", shortest(state))


def random_state(rng: Random) -> PyraminxState:
    """Return a random state, each equally likely."""
    tips = tuple(rng.randrange(3) for _ in range(4))
    return state_of(rng.randrange(360), rng.randrange(32), rng.randrange(81), tips)

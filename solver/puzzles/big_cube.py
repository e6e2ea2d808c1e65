"""n x n x n cubes, n from 2 to 128, and the Tsukuda method (polyhedra paper, 3.1, 14.1).

The package `tsukuda` solves them step by step, `reduction` in few moves, or as a person does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from drawing.palette import PAINT, WESTERN
from solver.core.errors import PuzzleError, UnsolvedError
from solver.core.geometry import FACES
from solver.core.turn import generator_of
from solver.cube import Cube
from solver.cube_drawing import draw_cube_into
from solver.engines import registry
from solver.engines.engine import read_options
from solver.engines.options import ReductionOptions
from solver.puzzles.families import CUBE_SIZES
from solver.puzzles.nxn import position
from solver.puzzles.nxn.layers import Colours, LayerStage, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all
from solver.puzzles.reduction import reduction
from solver.puzzles.reduction.steps_by_hand import solve_by_hand
from solver.puzzles.registry import Puzzle
from solver.puzzles.tsukuda import steps, tables
from solver.solution import Solution, Stage

# As many random turns as in the paper; on big cubes more, so that every layer is turned often.
_SCRAMBLE_LENGTH = 100
_TURNS_A_LAYER = 10
# Steps that only part what one sequence can do are taken together, or each for itself as a person
# takes them.
METHODS = {"tsukuda": steps.COMBINED_STEPS, "tsukuda-steps": steps.SEPARATE_STEPS}
# Few moves, by a search, for some sizes.
REDUCTION = "reduction"
_REDUCED_BY_DEFAULT = (4, 5)
# Centres, edges, then a 3x3x3, as a person does it, for sizes that are sold.
BY_HAND = "reduction-steps"
_SIZES_BY_HAND = range(4, 12)


@dataclass(frozen=True, slots=True)
class BigCube(Puzzle):
    """A cube of size n as a puzzle."""

    n: int
    needs_tables = True

    @property
    def name(self) -> str:
        """Return the name of the puzzle."""
        return f"{self.n}x{self.n}x{self.n}"

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods, the default first.

        That is `reduction` for the sizes where its first solution is never longer than that of
        `tsukuda`, and not much slower.
        """
        if self.n not in reduction.SIZES:
            return self.step_methods
        if self.n in _REDUCED_BY_DEFAULT:
            return (REDUCTION, *self.step_methods)
        return (*self.step_methods, REDUCTION)

    @property
    def step_methods(self) -> tuple[str, ...]:
        """Return the names of the methods by steps, which `solve_colours` knows."""
        by_hand = (BY_HAND,) if self.n in _SIZES_BY_HAND else ()
        return (*METHODS, *by_hand)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return random turns of single layers.

        100 as published, from size 11 on 10 times the size.
        """
        count = max(_SCRAMBLE_LENGTH, _TURNS_A_LAYER * self.n)
        return " ".join(write_all(random_turns(generator_of(seed), self.n, count), self.n))

    def parse(self, text: str) -> str:
        """Return a state that can be read: see `position.read`. Raises CubeError."""
        position.read(text, self.n)
        return text

    def prepare(self, progress: Callable[[float], None]) -> None:
        """Load the tables of the default method, or build them."""
        self.prepare_for(self.methods[0], {}, progress)

    def prepare_for(
        self, method: str, options: Mapping[str, object], progress: Callable[[float], None]
    ) -> None:
        """Load the tables of a method, or build them."""
        if method == REDUCTION:
            reduction.prepare(self.n, read_options(REDUCTION, ReductionOptions, options), progress)
        elif method == BY_HAND:
            registry.prepare("lbl", progress)
        else:
            tables.prepare(self.n, progress)

    def solve(self, state: str, method: str | None = None) -> Solution[object]:
        """Solve a state: see `position.read`. Raises a CubeError that quotes what is wrong."""
        chosen = self.choose_method(method)
        if chosen == REDUCTION:
            *_, best = self.improve(state, chosen, {})
            return best
        stages = self.solve_colours(position.read(state, self.n), chosen)
        written = tuple(Stage(each.name, write_all(each.turns, self.n)) for each in stages)
        return Solution(state, chosen, written, counted=steps.count_turns(stages))

    def improve(
        self, state: str, method: str, options: Mapping[str, object]
    ) -> Iterator[Solution[object]]:
        """Yield solutions, each shorter than the one before: by `reduction`, for its time limit."""
        if method != REDUCTION:
            yield from Puzzle.improve(self, state, method, options)
            return
        chosen = read_options(REDUCTION, ReductionOptions, options)
        for found in reduction.solutions(position.read(state, self.n), self.n, chosen):
            yield Solution(state, method, found.written(), counts=found.counts)

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether moves leave each face of a state in one colour."""
        turns = parse_layer_turns(moves, self.n)
        return self._is_solved_after(position.read(state, self.n), turns)

    def draw(self, state: str, path: str | Path) -> None:
        """Draw all six faces of a state: see `position.read`."""
        colours = position.read(state, self.n)
        draw_cube_into(Path(path), [PAINT[WESTERN[FACES[colour]]] for colour in colours])

    def solve_colours(self, colours: Colours, method: str) -> tuple[LayerStage, ...]:
        """Return the stages by a method of steps.

        Raises UnsolvedError for turns that do not solve it.
        """
        if method == BY_HAND:
            stages = solve_by_hand(colours, self.n)
        else:
            stages = steps.solve(colours, self.n, METHODS[method])
        if not self._is_solved_after(colours, [t for stage in stages for t in stage.turns]):
            raise UnsolvedError(
                f"what {method!r} found does not solve this {self.name}, and is not given out; "
                "report it, with the command and this message"
            )
        return stages

    def _is_solved_after(self, colours: Colours, turns: Iterable[LayerTurn]) -> bool:
        return position.is_solved(geometry(self.n).apply(colours, turns), self.n)


class RubiksCube(BigCube):
    """The 3x3x3 as a puzzle: its methods are the engines, then those of cubes of any size."""

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods, the default first."""
        engines = (each for each in registry.method_names() if each not in METHODS)
        return (*engines, *METHODS)

    def prepare_for(
        self, method: str, options: Mapping[str, object], progress: Callable[[float], None]
    ) -> None:
        """Load the tables of a method, or build them."""
        if method in METHODS:
            super().prepare_for(method, options, progress)
        else:
            registry.prepare(method, progress, **options)

    def solve(self, state: str, method: str | None = None) -> Solution[object]:
        """Solve a state: see `position.read`. Raises a CubeError that quotes what is wrong."""
        chosen = self.choose_method(method)
        if chosen in METHODS:
            return super().solve(state, chosen)
        return next(self.improve(state, chosen, {}))

    def improve(
        self, state: str, method: str, options: Mapping[str, object]
    ) -> Iterator[Solution[object]]:
        """Yield the solution by a method, of an engine as the engine gives it."""
        if method in METHODS:
            yield from super().improve(state, method, options)
            return
        facelets = "".join(FACES[colour] for colour in position.read(state, self.n))
        yield registry.solve(Cube.parse(facelets), method, **options)


def random_turns(rng: Random, n: int, count: int) -> tuple[LayerTurn, ...]:
    """Return random turns of single layers, none of the same layer as the one before it."""
    drawn: list[LayerTurn] = []
    while len(drawn) < count:
        turn = LayerTurn(rng.randrange(3), rng.randrange(n), rng.randrange(1, 4))
        before = drawn[-1] if drawn else None
        if before is None or (before.axis, before.layer) != (turn.axis, turn.layer):
            drawn.append(turn)
    return tuple(drawn)


def puzzle(name: str) -> BigCube:
    """Make the puzzle `name`, such as 7x7x7. Raises PuzzleError for a size that is not offered."""
    n = int(name.split("x")[0])
    if n not in CUBE_SIZES:
        least, most = CUBE_SIZES[0], CUBE_SIZES[-1]
        raise PuzzleError(f"{name!r}: cubes of {least}x{least}x{least} to {most}x{most}x{most}")
    return RubiksCube(n) if n == 3 else BigCube(n)

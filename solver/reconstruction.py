"""Solves among the turns that were watched: their steps, times and turns as reconstructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from solver.core.errors import CubeError
from solver.core.facelets import UNKNOWN
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.engines.beginner_course import seen_facelets
from solver.notation import Move, parse, print_algorithm, resolve
from solver.notation.algorithm import Algorithm, inverse
from solver.notation.player_link import player_link
from solver.solve_steps import solve_steps

# Of a cube that is scrambled and solved in one go, the scramble has at most so many turns.
_LONGEST_SCRAMBLE = 45
_INSPECTION = "Inspection"
_WHOLE_CUBE = "xyz"


@dataclass(frozen=True, slots=True)
class TimedStep:
    """A step of a solve, with the turns that were made in it.

    `pause`: the seconds from the end of the step before to its first turn; `seconds`: those to the
    end of its last turn, the pause among them. Before the first step the clock stands still.
    `shortest`: see `solver.solve_steps.SolveStep`.
    """

    name: str
    turns: tuple[WatchedTurn, ...]
    pause: float
    seconds: float
    shortest: int | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return its moves; two equal quarter turns in a row are a half turn."""
        moves: list[Move] = []
        for same, group in groupby(_move(turn) for turn in self.turns):
            quarters = len(list(group)) * same.quarter_turns
            if same.quarter_turns == 2:
                moves += [same] * (quarters // 2)
            else:
                moves += [Move(same.family, 2)] * (quarters // (2 * same.quarter_turns))
                moves += [same] * (quarters // same.quarter_turns % 2)
        return tuple(moves)

    @property
    def count(self) -> int:
        """Return the number of its moves, those of the whole cube left out."""
        return sum(move.family not in _WHOLE_CUBE for move in self.moves)

    @property
    def turns_per_second(self) -> float | None:
        """Return its moves by its seconds, None if it took none."""
        return self.count / self.seconds if self.seconds else None

    @property
    def line(self) -> str:
        """Return its line in a reconstruction: the moves, and the name as a comment."""
        return f"{print_algorithm(Algorithm(self.moves))} // {self.name}".strip()


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """A solve that was watched: the cube before it as it was held then, and its steps.

    `is_solved`: whether it came to its end; raises UnsolvedError where its moves do not lead there.
    """

    start: Cube
    steps: tuple[TimedStep, ...]
    is_solved: bool

    def __post_init__(self) -> None:
        if self.is_solved:
            self.start.require_solved_by(resolve(parse(self.text).moves()).turns)

    @property
    def seconds(self) -> float:
        """Return the seconds from the first turn of a layer to the end of the last one."""
        return sum(step.seconds for step in self.steps)

    @property
    def count(self) -> int:
        """Return the number of moves, those of the whole cube left out."""
        return sum(step.count for step in self.steps)

    @property
    def text(self) -> str:
        """Return it as sites of reconstructions have it: a line a step, its name as a comment."""
        return "\n".join(step.line for step in self.steps)

    @property
    def link(self) -> str:
        """Return a link to a page (alpha.twizzle.net) that plays it in 3D."""
        moves = tuple(move for step in self.steps for move in step.moves)
        return player_link(self.text, print_algorithm(Algorithm(inverse(moves))))

    @property
    def table(self) -> list[tuple[str, ...]]:
        """Return a row for each turn, as CSV has it, below one of titles: its step and times."""
        rows: list[tuple[str, ...]] = [("step", "turn", "start", "end", "certain")]
        for step in self.steps:
            for turn in step.turns:
                times = (f"{turn.start:.3f}", f"{turn.end:.3f}")
                rows.append((step.name, turn.turn, *times, "yes" if turn.certain else "no"))
        return rows


def reconstruct(
    start: Cube, turns: Sequence[WatchedTurn], scrambled: int = 0
) -> tuple[Reconstruction, ...]:
    """Return the solves among turns that were watched, each up to the solved cube.

    `start` is the cube before the first turn, as it is held then; with the first `scrambled` turns
    it was scrambled. Where another scramble comes before a solve, this begins after the longest
    pause between two of the first 45 turns of layers. A solve that is not finished is the last one,
    if it is known to have begun; so is one that ends with turns that were missed in a gap, after
    which the cube is known again. Raises CubeError where turns are missing that no gap explains, so
    that they do not lead to the cube that was seen.
    """
    found: list[Reconstruction] = []
    for before, part in _between_gaps(start, turns):
        watched = _Watched.of(before, part)
        solves = (watched.solve(begin, end) for begin, end in watched.solves(scrambled))
        found += (solve for solve in solves if solve is not None)
        scrambled = 0
    return tuple(found)


def _between_gaps(
    start: Cube, turns: Sequence[WatchedTurn]
) -> Iterator[tuple[Cube, Sequence[WatchedTurn]]]:
    """Yield the turns between gaps that miss some, and the cube before them, as it is held."""
    begin = 0
    for number, turn in enumerate(turns):
        if not turn.after_gap or UNKNOWN in turn.facelets:
            continue
        before = _before(turn)
        last = turns[number - 1].facelets if number else start.facelets
        if UNKNOWN in last or Cube.from_facelets(last) != before:
            yield start, turns[begin:number]
            start, begin = before, number
    yield start, turns[begin:]


def _before(turn: WatchedTurn) -> Cube:
    """Return the cube before a turn, as it is held then."""
    undone = resolve(inverse((_move(turn),)))
    return _as_held(Cube.from_facelets(turn.facelets).apply(undone.turns), undone.orientation)


@dataclass(frozen=True, slots=True)
class _Watched:
    """Turns, each also as outer turns of a cube whose centres rest, and the cubes between them.

    `cubes` and `held` have one item more than the turns: the cube, and how it is held.
    """

    turns: Sequence[WatchedTurn]
    outer: Sequence[Sequence[Turn]]
    cubes: Sequence[Cube]
    held: Sequence[Orientation]

    @classmethod
    def of(cls, start: Cube, turns: Sequence[WatchedTurn]) -> _Watched:
        """Return turns that begin with a cube. Raises CubeError where some are missing."""
        cubes, held = [start], [Orientation.identity()]
        outer: list[Sequence[Turn]] = []
        for turn in turns:
            resolved = resolve([_move(turn)], held[-1])
            outer.append(resolved.turns)
            cubes.append(cubes[-1].apply(resolved.turns))
            held.append(resolved.orientation)
            if UNKNOWN not in turn.facelets and Cube.from_facelets(turn.facelets) != _as_held(
                cubes[-1], held[-1]
            ):
                raise CubeError(
                    f"the turns up to {turn.end:.3f} s do not lead to the cube that was seen then: "
                    "some are missing, so that there are no steps"
                )
        return cls(turns, outer, cubes, held)

    def solves(self, begin: int) -> Iterator[tuple[int, int]]:
        """Yield the number of the first turn of each solve, and of the first one after it."""
        while begin < len(self.turns):
            end = self._when_solved(begin)
            if not self.cubes[begin].is_solved():
                yield begin, end
            elif self.cubes[end].is_solved() and len(self._layers(begin, end)) > 1:
                yield self._after_scramble(begin, end), end
            begin = end

    def _when_solved(self, begin: int) -> int:
        """Return before which turn the cube is solved for the first time again, or the last."""
        for number in range(begin + 1, len(self.cubes)):
            if self.cubes[number].is_solved() and not self.cubes[number - 1].is_solved():
                return number
        return len(self.turns)

    def _after_scramble(self, begin: int, end: int) -> int:
        """Return the number of the turn after the longest pause between two turns of layers."""
        layers = self._layers(begin, end)
        pairs = list(pairwise(layers))[:_LONGEST_SCRAMBLE]
        last, _ = max(pairs, key=lambda each: self.turns[each[1]].start - self.turns[each[0]].end)
        return last + 1

    def _layers(self, begin: int, end: int) -> list[int]:
        """Return the numbers of turns that are not of the whole cube."""
        return [number for number in range(begin, end) if self.outer[number]]

    def solve(self, begin: int, end: int) -> Reconstruction | None:
        """Return the solve of some turns; None if no step of it was done."""
        layers = self._layers(begin, end)
        found = solve_steps(self.cubes[begin], self.outer[begin:end])
        if not found:
            return None
        steps = []
        if layers[0] > begin:
            inspection = tuple(self.turns[begin : layers[0]])
            steps.append(TimedStep(_INSPECTION, inspection, 0.0, 0.0, None))
        ended = self.turns[layers[0]].start
        for step in found:
            numbers = range(max(begin + step.begin, layers[0]), begin + step.end)
            first = next(number for number in numbers if self.outer[number])
            part = tuple(self.turns[number] for number in numbers)
            pause = max(self.turns[first].start - ended, 0.0)
            steps.append(TimedStep(step.name, part, pause, part[-1].end - ended, step.shortest))
            ended = part[-1].end
        start = _as_held(self.cubes[begin], self.held[begin])
        return Reconstruction(start, tuple(steps), self.cubes[end].is_solved())


def _as_held(cube: Cube, held: Orientation) -> Cube:
    """Return a cube as the person sees it who holds it so: what is in front is F."""
    return Cube.from_facelets(seen_facelets(cube.facelets, held))


def _move(turn: WatchedTurn) -> Move:
    (move,) = parse(turn.turn).moves()
    return move

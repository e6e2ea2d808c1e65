"""Solutions of all puzzles, stage by stage, and the merging of turns of the 3x3x3 across stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from solver.core.turn import MergingT, Turn, cancel_turns, htm, inverse, merge_parts, qtm
from solver.cube import Cube
from solver.notation.player_link import player_link
from solver.notation.printing import moves_text

if TYPE_CHECKING:
    from drawing.canvas import Drawing


TurnT_co = TypeVar("TurnT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Stage(Generic[TurnT_co]):
    """A step of a method by its name, with its turns (none where the step was done already).

    The turns are those of a cube, or of another puzzle the texts of its own notation. `note` says
    why this is done, with the cube's own faces, and `hold` how to hold the cube, as in "D below, F
    in front"; either is empty where the method has nothing to say.
    """

    name: str
    turns: tuple[TurnT_co, ...]
    note: str = ""
    hold: str = ""

    @property
    def moves(self) -> str:
        """Return the turns in the notation of the puzzle, WCA for the 3x3x3."""
        return " ".join(map(str, self.turns))


@dataclass(frozen=True, slots=True)
class Solution(Generic[TurnT_co]):
    """The turns that solve a position of a puzzle by a method, stage by stage.

    `counted`: how many turns they are as is usual for the puzzle, where not each is one; `counts`
    are what they are in other ways, by name; `seconds`: how long the solving took, 0 where nobody
    measured it; `puzzle`: the name of a puzzle that is loaded by name.
    """

    position: Cube | str
    method: str
    stages: tuple[Stage[TurnT_co], ...]
    counted: int | None = field(default=None, kw_only=True)
    counts: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    seconds: float = field(default=0.0, compare=False, kw_only=True)
    puzzle: str = field(default="", kw_only=True)

    @property
    def turns(self) -> tuple[TurnT_co, ...]:
        """Return all turns in order."""
        return tuple(turn for stage in self.stages for turn in stage.turns)

    @property
    def moves(self) -> str:
        """Return all turns in order, in the notation of the puzzle."""
        return " ".join(stage.moves for stage in self.stages if stage.turns)

    @property
    def length(self) -> int:
        """Return the number of turns, as is usual for the puzzle."""
        return len(self.turns) if self.counted is None else self.counted

    def __str__(self) -> str:
        """Return the moves."""
        return self.moves


@dataclass(frozen=True, slots=True)
class CubeSolution(Solution[Turn]):
    """The turns that solve a 3x3x3, stage by stage, or lead it to another `goal`.

    Raises UnsolvedError for turns that do not: there is no such solution, whoever found it.
    `proven`: whether it was proved that no solution has fewer turns; `goal_turns` lead from the
    solved cube to the goal.
    """

    position: Cube
    proven: bool = field(default=False, kw_only=True)
    goal_turns: tuple[Turn, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        self.cube.require_solved_by((*self.turns, *inverse(self.goal_turns)))

    @property
    def cube(self) -> Cube:
        """Return the cube that is solved."""
        return self.position

    @property
    def goal(self) -> Cube:
        """Return the state that the turns lead to: the solved cube, or another one."""
        return Cube.solved().apply(self.goal_turns)

    @property
    def htm(self) -> int:
        """Return the number of turns, a half turn as one."""
        return htm(self.turns)

    @property
    def qtm(self) -> int:
        """Return the number of quarter turns, a half turn as two."""
        return qtm(self.turns)

    @property
    def link(self) -> str:
        """Return a link to a page (alpha.twizzle.net) that plays the solution in 3D."""
        lines = [f"{stage.moves} // {stage.name}" for stage in self.stages if stage.turns]
        setup = cancel_turns((*self.goal_turns, *inverse(self.turns)))
        return player_link("\n".join(lines), moves_text(setup))

    def draw(self, path: str | Path) -> None:
        """Draw the cube before each stage, and its moves, into a .svg or .png file.

        Raises ValueError for another file.
        """
        from drawing.canvas import save_drawing

        save_drawing(self._drawing(), Path(path))

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows in place of the text."""
        from drawing.canvas import svg

        return svg(self._drawing()).decode()

    def _drawing(self) -> Drawing:
        from drawing.palette import PAINT, WESTERN
        from solver.cube_drawing import Panel, draw_panels

        panels, cube = [], self.cube
        for stage in self.stages:
            paints = [PAINT[WESTERN[letter]] for letter in cube.facelets]
            panels.append(Panel(stage.name, "", paints, stage.moves))
            cube = cube.apply(stage.turns)
        return draw_panels(panels)


def merge_across_stages(stages: Iterable[Stage[MergingT]]) -> tuple[Stage[MergingT], ...]:
    """Merge turns across stages, as `merge_parts` does: the goal of a stage may hold only later."""
    stages = list(stages)
    merged = merge_parts(stage.turns for stage in stages)
    return tuple(replace(stage, turns=own) for stage, own in zip(stages, merged, strict=True))

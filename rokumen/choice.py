"""Which solution of a cube a robot is to turn: the user's method, or the fastest motion."""

from __future__ import annotations

from dataclasses import dataclass

from robot.motion import Holding
from robot.rig import Rig
from rokumen.errors import InputError
from solver.cube import Cube
from solver.engine import (
    DEFAULT_METHOD,
    Solution,
    Stage,
    engine_of_several,
    gives_several,
    option_names,
    solve,
)

# The name of the method where the planner chooses the turns.
FASTEST = "fastest"
# How many solutions of one method compete, and how many ways LBL follows to find them: more than
# it usually does, since the fastest are seldom among the shortest.
COMPETITORS = 400
LBL_EFFORT = 500


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user asked for.

    `method` is an engine, None for the usual one. With `fastest` the rig's time decides: among the
    solutions of `method`, or among all if none is named, found in `time_limit` seconds (None: the
    usual ones). Raises InputError for a time limit without `fastest`.
    """

    method: str | None = None
    fastest: bool = False
    time_limit: float | None = None

    def __post_init__(self) -> None:
        if self.time_limit is not None and not self.fastest:
            raise InputError(
                f"--time-limit {self.time_limit:g} is for --fastest, which is not asked for"
            )

    @property
    def engine(self) -> str:
        """Name the engine that looks for the solutions."""
        return self.method or ("two-phase" if self.fastest else DEFAULT_METHOD)

    def solution(self, cube: Cube, rig: Rig, start: Holding) -> Solution:
        """Solve a legal cube that the rig holds like this. Raises MethodError."""
        if not self.fastest:
            return solve(cube, self.method or DEFAULT_METHOD)
        # Its search is heavy to load, and nothing else needs it.
        from robot.fastest import TIME_LIMIT, fastest_solution, quickest

        if self.method is not None:
            found = self._competitors(cube, self.method)
            return found[quickest(rig, [solution.moves for solution in found], start)]
        seconds = TIME_LIMIT if self.time_limit is None else self.time_limit
        turns = fastest_solution(rig, cube, start, seconds)
        return Solution(cube, FASTEST, (Stage("Fastest motion", turns),))

    def _competitors(self, cube: Cube, method: str) -> tuple[Solution, ...]:
        if not gives_several(method):
            return (solve(cube, method),)
        known = option_names(method)
        options: dict[str, object] = {}
        if "effort" in known:
            options["effort"] = LBL_EFFORT
        if "time_limit" in known:
            options["time_limit"] = self.time_limit
        return engine_of_several(method, COMPETITORS, **options)(cube)

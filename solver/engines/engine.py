"""The interface of engines: options with bounds, solving, tables, several solutions, proofs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from files.bounds import entry
from files.records import check_record
from files.wording import counted
from solver.core.errors import MethodError
from solver.core.turn import Turn
from solver.cube import Cube
from solver.notation.printing import moves_text
from solver.solution import CubeSolution


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """State of a proof: no solution has `excluded` turns or fewer, the shortest known is `best`.

    `lookups` states were looked up for it in `seconds`.
    """

    best: tuple[Turn, ...]
    excluded: int
    lookups: int = 0
    seconds: float = 0.0

    @property
    def is_done(self) -> bool:
        """Return whether the best solution is a shortest one."""
        return self.excluded == len(self.best) - 1

    def describe_unfinished(self) -> str:
        """Return what a proof that was stopped has found and excluded."""
        return (
            f"{counted(len(self.best), 'turn')}: {moves_text(self.best)}\n"
            f"(no solution has {self.excluded} turns or fewer)"
        )


Progress = Callable[[float], None]

ProofCallback = Callable[[ProofProgress], None]


def option(
    default: Any,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: tuple[str, ...] = (),
    help: str = "",  # noqa: A002 (as in click)
    metavar: str = "",
) -> Any:
    """Make a field of EngineOptions, with its bounds, or all values that it can have.

    `help`: what `rokumen solve --help` says of it; `metavar`: how this names its value.
    """
    return entry(
        default, minimum=minimum, maximum=maximum, choices=choices, help=help, metavar=metavar
    )


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The options of an engine: none here, in derived data classes a field each.

    Each field has a default and is made by `option`. Options of one meaning have one name in all
    engines: `effort`, `time_limit` (seconds a cube), `threads`. Raises MethodError for a value of
    another type than the field's or out of its bounds.
    """

    def __post_init__(self) -> None:
        try:
            check_record(self)
        except ValueError as error:
            raise MethodError(str(error)) from error


OptionsT = TypeVar("OptionsT", bound=EngineOptions)


def read_options(method: str, options: type[OptionsT], given: Mapping[str, Any]) -> OptionsT:
    """Return a method's options from their names and values. Raises MethodError for a wrong one."""
    unknown = given.keys() - {each.name for each in fields(options)}
    if unknown:
        names = ", ".join(map(repr, sorted(unknown)))
        raise MethodError(f"the method {method!r} has no option {names}")
    return options(**given)


class Engine(ABC, Generic[OptionsT]):
    """A method that solves the 3x3x3: its `name`, and the class of its `options`."""

    name: str
    options: type[OptionsT]

    @abstractmethod
    def solve(self, cube: Cube, options: OptionsT) -> CubeSolution:
        """Return a solution of a legal cube. Raises a CubeError that says why there is none."""

    def prepare(self, options: OptionsT, progress: Progress) -> None:
        """Load, or build and store, the tables that `solve` needs with these options.

        `progress` is called with the share that is built, from 0 to 1, where something is.
        """

    def prepare_for(self, cube: Cube, options: OptionsT, progress: Progress) -> None:
        """Load or build tables as `prepare`, but none that this legal cube does not need."""
        self.prepare(options, progress)

    def tables(self) -> Mapping[str, int]:
        """Return the tables that the engine keeps on the disk, by name, with their sizes in bytes.

        The sizes are rounded, and those for the default options. Without tables there is nothing
        to prepare.
        """
        return {}

    def read_options(self, given: Mapping[str, object]) -> OptionsT:
        """Return options from their names and values. Raises MethodError for a wrong one."""
        return read_options(self.name, self.options, given)


class MultiSolutionEngine(Engine[OptionsT]):
    """An engine that finds several solutions of one cube."""

    @abstractmethod
    def solve_all(self, cube: Cube, count: int, options: OptionsT) -> tuple[CubeSolution, ...]:
        """Return up to `count` solutions of a legal cube, all different, the best first."""


class ProvingEngine(Engine[OptionsT]):
    """An engine that proves its solution to be a shortest one, which can take hours."""

    @abstractmethod
    def prove(self, cube: Cube, options: OptionsT, watch: ProofCallback) -> CubeSolution:
        """Solve as `solve`, and call `watch` with how far the proof is, some times a second."""

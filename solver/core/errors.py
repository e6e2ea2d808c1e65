"""What can be wrong with a cube, with a text about one, or with a way to solve it.

CubeError
├── FaceletError       a text that is not 54 facelets, 48 colours or 48 numbers at all
├── IllegalCubeError   well-formed, but no legal cube looks like this; has every fault
├── NotationError      a text that is no sequence of moves
└── PuzzleError        a puzzle that does not exist, or a method or position that it does not have

SolveError
├── UnsolvedError      turns that do not solve what they were found for
└── MethodError        an engine that does not exist, or an option that it does not have
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from files.errors import Error


class CubeError(Error, ValueError):
    """The root of the errors about cubes and about texts that describe them.

    `faults`: all that is wrong with a cube that cannot exist, empty for other errors.
    """

    code = "E200"

    faults: tuple[Fault, ...] = ()


class SolveError(Error, ValueError):
    """The root of the errors of solving: a cube cannot be solved as it was asked."""

    code = "E210"


class FaceletError(CubeError):
    """The text has the wrong length, the wrong letters or centres that do not differ."""

    code = "E201"


class IllegalCubeError(CubeError):
    """No sequence of turns leads to this cube; `faults` says everything that is wrong with it."""

    code = "E202"

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("this cube cannot exist: " + "; ".join(str(fault) for fault in faults))

    def __reduce__(self) -> tuple[type[IllegalCubeError], tuple[tuple[Fault, ...]]]:
        # Pickling passes the faults, so that another process can rebuild the error.
        return type(self), (self.faults,)


class NotationError(CubeError):
    """The text cannot be read as moves."""

    code = "E203"


class TimeLimitError(SolveError):
    """The time is over before a solution is proven to be a shortest one.

    `best`: the moves of the shortest solution so far.
    """

    code = "E212"

    def __init__(self, message: str, best: str) -> None:
        super().__init__(message)
        self.best = best


class NoSolutionError(SolveError):
    """No solution as short as wanted was found in time."""

    code = "E213"


class UnsolvedError(SolveError):
    """Turns were found that do not solve the cube or puzzle; they are not given out."""

    code = "E214"


class MethodError(SolveError):
    """No engine has this name, or the engine has no such option or ability."""

    code = "E211"


class PuzzleError(CubeError):
    """No puzzle has this name, or it has no such method or position."""

    code = "E205"


class FaultKind(Enum):
    """The kinds of fault, from the stickers to the whole."""

    COLOUR_COUNT = "colour count"
    NO_SUCH_PIECE = "no such piece"
    MIRRORED_PIECE = "mirrored piece"
    REPEATED_PIECE = "repeated piece"
    MISSING_PIECE = "missing piece"
    TWISTED_CORNER = "twisted corner"
    FLIPPED_EDGE = "flipped edge"
    SWAPPED_PIECES = "swapped pieces"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong; `facelets` are the indices to look at again."""

    kind: FaultKind
    message: str
    facelets: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.message

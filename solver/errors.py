"""What can be wrong with a cube or with a text about one.

CubeError
├── FaceletError       a text that is not 54 facelets or 48 numbers at all
├── IllegalCubeError   well-formed, but no cube can look like this; carries every fault
├── NotationError      a text that is no sequence of moves
├── MethodError        an engine that does not exist, or an option that it does not have
└── PuzzleError        a puzzle that does not exist, or a method or position that it does not have
"""

from __future__ import annotations

from solver.fault import Fault


class CubeError(ValueError):
    """The root of this package's errors."""


class FaceletError(CubeError):
    """The text has the wrong length, the wrong letters or centres that do not differ."""


class IllegalCubeError(CubeError):
    """No sequence of turns leads to this cube; `faults` says everything that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("this cube cannot exist: " + "; ".join(str(fault) for fault in faults))

    def __reduce__(self) -> tuple[type[IllegalCubeError], tuple[tuple[Fault, ...]]]:
        # Made anew from its faults where it comes from another process.
        return type(self), (self.faults,)


class NotationError(CubeError):
    """The text cannot be read as moves."""


class MethodError(CubeError):
    """No engine has this name, or it cannot be asked like this."""


class PuzzleError(CubeError):
    """No puzzle has this name, or it cannot be asked like this."""

"""Exceptions raised by the simulator.

SimulatorError
├── FaultError a text that is not a fault
├── AddressError     a port that cannot be opened or served
├── BoardError       a real board's program, or what runs it, is missing or breaks
└── StateFileError   a saved state that cannot be read
"""

from __future__ import annotations

from files.errors import Error


class SimulatorError(Error):
    """The root of this package's errors."""


class FaultError(SimulatorError, ValueError):
    """The text is not a fault that can be injected."""


class AddressError(SimulatorError, OSError):
    """The port cannot be opened or served."""


class BoardError(SimulatorError, RuntimeError):
    """The board's program, or what runs it, is missing or breaks."""


class StateFileError(SimulatorError, ValueError):
    """The saved state cannot be read."""

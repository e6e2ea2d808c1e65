"""Exceptions raised by the simulator.

SimulatorError
├── OptionError      an option, a fault or an address that is not allowed or cannot be had
├── BoardError       a real board's program, or what runs it, is missing or breaks
└── StateFileError   a saved state that cannot be read
"""

from __future__ import annotations

from files.errors import Error


class SimulatorError(Error):
    """The root of this package's errors."""


class OptionError(SimulatorError, ValueError):
    """An option has a value that is not allowed, does not fit another one, or cannot be had."""


class BoardError(SimulatorError, RuntimeError):
    """The board's program, or what runs it, is missing or breaks."""


class StateFileError(SimulatorError, ValueError):
    """The saved state cannot be read."""

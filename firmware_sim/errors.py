"""Exceptions raised by the simulator.

SimulatorError   a board's program or a saved state that cannot be used
└── OptionError  an option, a fault or an address that is not allowed or cannot be had
"""

from __future__ import annotations

from files.errors import Error


class SimulatorError(Error):
    """The root of this package's errors: the simulator cannot start, or cannot go on."""

    code = "E600"


class OptionError(SimulatorError, ValueError):
    """An option has a value that is not allowed, does not fit another one, or cannot be had."""

    code = "E601"

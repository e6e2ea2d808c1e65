"""What can be wrong with a Maestro.

MaestroError             the board does not do what it should (also an OSError)
MaestroSettingsError     its settings cannot be read, or say something that cannot be
"""

from __future__ import annotations

from serial import SerialException


class MaestroError(SerialException):
    """The board does not answer, or reports an error."""


class MaestroSettingsError(SerialException):
    """The settings cannot be read, or say something that cannot be."""

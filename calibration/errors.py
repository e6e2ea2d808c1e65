"""Exceptions of measuring and of storing profiles.

CalibrationError
├── ColourCalibrationError   the pictures do not determine the six colours
├── LensCalibrationError     the pictures of the board do not determine the lens
├── GripperCalibrationError    the grippers do not move as the rig's description says
└── CalibrationFileError    a profile's file cannot be read or written
"""

from __future__ import annotations

from files.errors import Error, ProfileError


class CalibrationError(Error):
    """The root of this package's errors; the message says what to do."""


class ColourCalibrationError(CalibrationError):
    """The pictures do not determine the six colours of the cube."""


class LensCalibrationError(CalibrationError):
    """The pictures of the board do not determine the lens."""


class GripperCalibrationError(CalibrationError):
    """The grippers do not move as the rig's description says."""


class CalibrationFileError(CalibrationError, ProfileError):
    """A profile's file cannot be read or written."""

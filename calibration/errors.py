"""Exceptions of measuring and of storing profiles.

CalibrationError
├── GripperCalibrationError    the grippers do not move as the rig's description says
└── CalibrationFileError    a profile's file cannot be read or written
"""

from __future__ import annotations

from files.errors import Error, ProfileError

COLOURS = "E501"  # a CalibrationError: the pictures do not determine the six colours of the cube


class CalibrationError(Error):
    """The root of this package's errors; the message says what to do.

    Itself it says that the pictures of the board do not determine the lens.
    """

    code = "E500"


class GripperCalibrationError(CalibrationError):
    """The grippers do not move as the rig's description says."""

    code = "E502"


class CalibrationFileError(CalibrationError, ProfileError):
    """A profile's file cannot be read or written."""

    code = "E503"

"""What can go wrong when something is measured and stored.

CalibrationError
├── UnclearColoursError   the pictures do not tell the six colours
├── UnclearBoardError     the pictures of the board do not tell the lens
├── UnclearMotionError    the hands do not move as the rig's description says
└── ProfileError          a profile's file cannot be read or written
"""

from __future__ import annotations


class CalibrationError(Exception):
    """The root of this package's errors; the message says what to do."""


class UnclearColoursError(CalibrationError):
    """The pictures do not tell the six colours of the cube."""


class UnclearBoardError(CalibrationError):
    """The pictures of the board do not tell the lens."""


class UnclearMotionError(CalibrationError):
    """The hands do not move as the rig's description says."""


class ProfileError(CalibrationError):
    """A profile's file cannot be read or written."""

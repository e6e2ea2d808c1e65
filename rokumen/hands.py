"""What a person is to do with their hands when the robot has stopped safely."""

from __future__ import annotations

from robot.errors import (
    EndlessError,
    GaveUpError,
    LinkError,
    MotionError,
    OfflineError,
    PortError,
    RebootedError,
    RefusedError,
    SilentError,
    SlipError,
    StoppedError,
    VersionError,
)
from rokumen.errors import UnreadableError
from vision.errors import CameraError, VisionError

HELD = "The robot stands still and holds the cube; leave it in the hands."
STILL = "The robot stands still, its hands closed."
UNKNOWN = "The robot stands still, its hands as they are; leave the cube in them."


def what_to_do(error: BaseException | None) -> str:
    """Say, for what the robot stopped at, where it stands and what to do before resuming."""
    match error:
        case StoppedError():
            return f"{UNKNOWN} Resume when nobody's fingers are near them."
        case OfflineError():
            return f"{HELD} Look at the servos' supply and at the cable of this axis."
        case SlipError() | GaveUpError(__cause__=SlipError()):
            return f"{HELD} Look at this hand: its jaws must lie on the cube. Press it home."
        case GaveUpError() | MotionError() if not isinstance(error, RefusedError):
            return (
                f"{HELD} Look at {_hand(error)}: take out what stands in its way, and with your "
                "fingers turn every layer that stands crooked to the nearer side."
            )
        case RebootedError():
            return (
                f"{UNKNOWN} A robot restarts when its supply is too weak or its plug is loose; "
                "look at both. Layers may stand crooked; it straightens those that its hands hold."
            )
        case EndlessError():
            return f"{UNKNOWN} Switch the robot off and on; it need not be emptied."
        case VersionError():
            return f"{UNKNOWN} Update the older of the two, the board or rokumen."
        case SilentError() | PortError() | LinkError():
            return f"{UNKNOWN} A motion in hand ends, or stops by itself. Look at cable and switch."
        case CameraError():
            return f"{HELD} Look at the camera: its cable, its plug, its lens."
        case UnreadableError() | VisionError():
            return (
                f"{STILL} Look at the cube: if a piece has come out, press it in again (any way "
                "round that fits, or as the message says); if it has fallen, put it back with "
                "white up and green in front; else leave it in the hands. Keep highlights and "
                "shadows off it."
            )
    return UNKNOWN


def _hand(error: MotionError) -> str:
    if not error.axis:
        return "the hands"
    return f"hand{'s' if ' and ' in error.axis else ''} {error.axis}"

"""Instructions to the operator for each reason of a safe stop."""

from __future__ import annotations

import robot.errors
import vision.errors
from robot.errors import (
    CommandRejectedError,
    DriveError,
    JournalError,
    LinkError,
    MotionError,
    PortError,
    RebootedError,
    RetriesExhaustedError,
    ServoOfflineError,
    SlipError,
    StoppedError,
    VersionError,
)
from robot.rigs.command import gripper_name
from rokumen.devices.scanner import Sighting
from solver.core.errors import Fault
from vision.errors import CameraError, VisionError
from vision.reading_result import Reading

# What is known of a robot that has stopped: what it was told, and what a camera has seen.
NOT_LOOKED = Sighting()
STANDS_STILL = "The robot stands still, its grippers as they were last commanded."
LEAVE_CUBE = "Leave a cube that is in them there."


def operator_advice(error: BaseException | None, seen: Sighting = NOT_LOOKED) -> str:
    """Return the state of the stopped robot and what to do before resuming, for an error.

    `seen`: what its cameras have seen of the cube.
    """
    return " ".join(filter(None, (STANDS_STILL, seen.words, LEAVE_CUBE, _remedy(error))))


def _remedy(error: BaseException | None) -> str:
    match error:
        case StoppedError():
            return "Resume when nobody's fingers are near the grippers."
        case ServoOfflineError():
            return "Look at the servos' supply and at the cable of this one."
        case MotionError(code=robot.errors.OTHER_POSE):
            return (
                f"Compare the limits and pulses of {_hand(error)} in the board's settings with "
                "those that its positions need; `rokumen robot jog` moves each."
            )
        case SlipError() | RetriesExhaustedError(__cause__=SlipError()):
            return (
                "Look at this gripper: its jaws must lie on the cube. Press the cube in, and turn "
                "every misaligned layer to the nearer side."
            )
        case RetriesExhaustedError(lacks_torque=True):
            return (
                "Turn each layer by hand: if that is hard, loosen the cube, or take one that turns "
                "easily; if it is not, the servos have too little torque: look at the volts and "
                "amperes of their supply, and whether something stands in the way of "
                f"{_hand(error)}. Then turn every misaligned layer to the nearer side."
            )
        case RetriesExhaustedError() | MotionError() if not isinstance(error, CommandRejectedError):
            return (
                f"Look at {_hand(error)}: take out what stands in its way, and with your fingers "
                "turn every misaligned layer to the nearer side."
            )
        case RebootedError():
            return (
                "A robot restarts when its supply is too weak or its plug is loose; look at both. "
                "Layers may stand crooked; it straightens those that its grippers hold."
            )
        case LinkError(code=robot.errors.ENDLESS_MOTION):
            return "Switch the robot off and on; the cube may stay in it."
        case JournalError():
            return "Free some space on the disk of its journal."
        case VersionError():
            return "Flash the firmware of this version."
        case LinkError() | PortError() | DriveError():
            return "A motion in progress ends, or stops by itself. Look at cable and switch."
        case CameraError():
            return "Look at the camera: its cable, its plug, its lens."
        case VisionError(code=vision.errors.OTHER_CUBE):
            return (
                "Look at the picture of the camera: it must be live, and show the cube in this "
                "robot."
            )
        case VisionError():
            return (
                "Look at the cube: if a piece has come out, press it in again (any way round that "
                "fits, or as the message says); if it has fallen, put it back with white up and "
                "green in front. Keep highlights and shadows off it."
            )
    return ""


def _hand(error: MotionError) -> str:
    if not error.axis:
        return "the grippers"
    return " and ".join(f"the {gripper_name(name)}" for name in error.axis.split(" and "))


def explain_uncertainty(reading: Reading) -> str:
    """Return why a reading is not certain: what is wrong with the cube, or what to show again."""
    faults = reading.faults_as_seen
    if not faults:
        return f"the camera cannot read the cube with certainty: {reading.advice_to_camera}"
    wrong = "; ".join(_with_colours(fault, reading) for fault in faults)
    return f"the cube cannot be as the camera sees it: {wrong}. {reading.advice_to_camera}".rstrip()


def _with_colours(fault: Fault, reading: Reading) -> str:
    """Return a fault of one piece with the piece's colours, which do not depend on orientation."""
    if len(fault.facelets) not in (2, 3):
        return str(fault)
    letters = [reading.unconstrained_facelets[facelet] for facelet in fault.facelets]
    return f"{fault} (it is {'-'.join(reading.scheme.get(face, face) for face in letters)})"

"""Test by camera whether a gripper holds its layer when closed and releases it when open.

The other gripper holds the cube all the time. A gripper that holds turns its layer by a quarter;
then it opens, and the other one carries the cube to the camera, which sees the layer's own face
turned or unchanged. A turned layer is turned back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from calibration.errors import GripperCalibrationError
from calibration.gripper_timings import MotionLink
from calibration.wrist_angles import (
    LOG_OFFSET,
    CaptureImage,
    Presentation,
    PresentationTour,
    are_different_faces,
    find_presented_face,
    presentation_tours,
)
from robot.rigs.command import CLOSED, OPEN, Command, Grip, Home, Move, gripper_name
from robot.rigs.rig import FaceTurn, Rig
from robot.servos.servo_settings import ServoSettingsError
from solver.core.orientation import Orientation
from vision.detect.face import FaceView

# A layer misaligned by more (degrees) was neither turned nor left unchanged.
MAX_MISALIGNMENT = 5.0
# Least difference of two pictures of a face (mean of logarithms of 0..255) to distinguish them.
MIN_FACE_DIFFERENCE = 0.08
QUARTER = 90

CLOSING_STEP = 0.03  # precision of the opening at which a gripper begins to hold
OPENING_STEP = 0.05  # step by which a gripper is opened wider
MAX_OVERTRAVEL = 0.15  # limit beyond the settings' closed and open pulses
CLOSED_MARGIN = 0.03  # how much tighter than required closed is stored
OPEN_MARGIN = 0.1  # how much wider than required open is stored, at least

JawTest = Callable[[float], bool]


@dataclass(frozen=True, slots=True)
class GripTest:
    """The commands that test a gripper.

    `own_face` brings the layer's own face before the camera in the other gripper, `opposite_face`
    the
    face across from it; both start from home, and `return_commands` leads to there but for the open
    gripper.
    """

    gripper: str
    own_face: Presentation
    opposite_face: Presentation
    return_commands: tuple[Command, ...]


def grip_tests(rig: Rig) -> Iterator[GripTest]:
    """Yield the test of each gripper of a rig; nothing for rigs whose grippers cannot be tested."""
    for tour in presentation_tours(rig):
        release = tour.visits[0].commands[0]
        assert isinstance(release, Grip)
        ((gripper, _),) = release.targets
        for turn in rig.steps(rig.home):
            match turn.command, turn.effects:
                case Move(targets=((axis, degrees),)), (FaceTurn(position=position),) if (
                    axis == gripper and degrees == QUARTER
                ):
                    yield _trial(gripper, position, tour)


def _trial(gripper: str, position: str, tour: PresentationTour) -> GripTest:
    visits = [
        Presentation(
            (visit.commands[-1],), visit.detent, visit.rotation_position, visit.camera_position
        )
        for visit in tour.visits
    ]
    visits.sort(key=lambda visit: _presented_position(visit) != position)
    back = tuple(command for command in tour.return_commands if not isinstance(command, Grip))
    return GripTest(gripper, visits[0], visits[-1], back)


def _presented_position(visit: Presentation) -> str:
    """Return the position whose face a visit brings before the camera."""
    quarters = int(visit.detent.split()[1]) // QUARTER
    return (
        Orientation.identity()
        .rotated(visit.rotation_position, quarters)
        .face_at(visit.camera_position)
    )


def test_release(link: MotionLink, trial: GripTest, capture: CaptureImage) -> FaceView | None:
    """Open the gripper and carry the cube about in the other one; gives the layer's own face.

    None if the cube did not move along or is not seen. The gripper stays open.
    """
    link.execute(Home())
    link.execute(_grip(trial, OPEN))
    try:
        first, second = (
            _present(link, visit, capture) for visit in (trial.opposite_face, trial.own_face)
        )
    except GripperCalibrationError:
        return None
    finally:
        _perform(link, *trial.return_commands)
    return second if are_different_faces(first, second) else None


def check_face_is_asymmetric(trial: GripTest, face: FaceView) -> None:
    """Raise GripperCalibrationError if a face would look the same with its layer turned."""
    if min(_rotation_differences(face, face)[1:]) < 2 * MIN_FACE_DIFFERENCE:
        raise GripperCalibrationError(
            f"the face before the {gripper_name(trial.gripper)} looks the same when it is turned, "
            "so that the camera cannot tell whether the gripper holds it. Put a scrambled cube in"
        )


def test_grip(
    link: MotionLink, trial: GripTest, capture: CaptureImage, before: FaceView
) -> float | None:
    """Close the gripper, make a quarter turn, open it, and measure the layer with the camera.

    `before`: the layer's face as it was. Returns the layer's deviation (degrees) from the quarter
    turn, or None if it did not turn. The gripper is open at the end. Raises GripperCalibrationError
    if the layer is neither turned nor unchanged; it then stays so.
    """
    link.execute(Home())
    _perform(link, _wrist(trial, QUARTER), _grip(trial, OPEN), _wrist(trial, 0))
    after = _present_and_return(link, trial, capture)
    return _misalignment(before, after) if _is_turned(trial, before, after) else None


def undo_grip_test(
    link: MotionLink, trial: GripTest, capture: CaptureImage, before: FaceView
) -> None:
    """Undo the turn of `test_grip`, with a gripper that certainly holds; it is open at the end.

    Closing aligns a layer that is slightly misaligned. Raises GripperCalibrationError
    where the layer is not seen as it was `before`.
    """
    link.execute(Home())
    _perform(link, _grip(trial, OPEN), _wrist(trial, QUARTER), _grip(trial, CLOSED))
    _perform(link, _wrist(trial, 0), _grip(trial, OPEN))
    if _is_turned(trial, before, _present_and_return(link, trial, capture)):
        raise GripperCalibrationError(
            f"the {gripper_name(trial.gripper)} turned its layer and did not turn it back. The "
            "gripper stands open, the other one holds the cube"
        )


def _wrist(trial: GripTest, degrees: int) -> Move:
    return Move(((trial.gripper, degrees),))


def _grip(trial: GripTest, position: str) -> Grip:
    return Grip(((trial.gripper, position),))


def _present_and_return(link: MotionLink, trial: GripTest, capture: CaptureImage) -> FaceView:
    try:
        return _present(link, trial.own_face, capture)
    finally:
        _perform(link, *trial.return_commands)


def _present(link: MotionLink, visit: Presentation, capture: CaptureImage) -> FaceView:
    _perform(link, *visit.commands)
    return find_presented_face(capture(visit.camera_position), visit)


def _perform(link: MotionLink, *commands: Command) -> None:
    for command in commands:
        link.execute(command)


def _is_turned(trial: GripTest, before: FaceView, after: FaceView) -> bool:
    """Distinguish a face that is turned clockwise from one that is as it was."""
    deviation = _misalignment(before, after)
    apart = _rotation_differences(before, after)
    same, clockwise = apart[0], apart[3]
    if (
        abs(deviation) > MAX_MISALIGNMENT
        or abs(same - clockwise) < MIN_FACE_DIFFERENCE
        or min(apart) < min(apart[::3])
    ):
        raise GripperCalibrationError(
            f"the {gripper_name(trial.gripper)} turned its layer only partly: the camera sees it "
            f"misaligned by {deviation:+.0f}°. The gripper is open, the other one holds the cube. "
            "Align the layer by gripper. Is something loose, or does the wrist not come to ±90° "
            "(calibrate without --jaws first)?"
        )
    return bool(clockwise < same)


def _rotation_differences(before: FaceView, after: FaceView) -> list[float]:
    """Return how much a face differs from what it was, turned by 0 to 3 quarters against the
    clock."""
    was, now = (np.log(face.colours + LOG_OFFSET) for face in (before, after))
    return [float(np.abs(np.rot90(was, quarters) - now).mean()) for quarters in range(4)]


def _misalignment(before: FaceView, after: FaceView) -> float:
    """Return the degrees by which a face is misaligned, compared with before."""
    return (_image_angle(after) - _image_angle(before) + QUARTER / 2) % QUARTER - QUARTER / 2


def _image_angle(face: FaceView) -> float:
    right, down = face.corners[1] - face.corners[0]
    return float(np.degrees(np.arctan2(down, right)))


@dataclass(frozen=True, slots=True)
class JawLimits:
    """Result for a gripper: the openings to store, and the widest one at which it held."""

    closed: float
    open: float
    widest_holding: float


def find_open(releases: JawTest) -> float:
    """Return an opening that releases: the settings' own, or the first of small steps wider.

    Raises ServoSettingsError if none does.
    """
    for step in range(int(MAX_OVERTRAVEL / OPENING_STEP + 1e-9) + 1):
        if releases(1 + step * OPENING_STEP):
            return 1 + step * OPENING_STEP
    raise ServoSettingsError(
        "the gripper does not release at its open pulse, nor up to "
        f"{MAX_OVERTRAVEL:.0%} of its travel wider, which is the limit. Or the camera does not see "
        "the cube when the other gripper shows it. Refit the jaws on their servo, or set a wider "
        "pulse for open"
    )


def find_closed(holds: JawTest, opening: float) -> JawLimits:
    """Return the closed opening of a gripper that releases at `opening`.

    From the tightest opening that is allowed by small steps to the first one that does not hold, so
    that the layer never lags far behind jaws that are too wide for it; a gripper that holds when
    it is
    all but open need not be followed so far. Raises ServoSettingsError where the tightest place
    does not hold.
    """
    held = (
        opening - CLOSING_STEP if holds(opening - CLOSING_STEP) else _widest_holding(holds, opening)
    )
    wider = opening if opening == 1 else opening + OPENING_STEP
    return JawLimits(
        closed=max(held - CLOSED_MARGIN, -MAX_OVERTRAVEL),
        open=min(max(wider, held + CLOSING_STEP + OPEN_MARGIN), 1 + MAX_OVERTRAVEL),
        widest_holding=held,
    )


def _widest_holding(holds: JawTest, opening: float) -> float:
    place = -MAX_OVERTRAVEL
    if not holds(place):
        raise ServoSettingsError(
            "the gripper does not hold at its closed pulse, nor "
            f"{MAX_OVERTRAVEL:.0%} of its travel tighter, which is the limit. Refit the jaws on "
            "their servo, or set a tighter pulse for closed"
        )
    while place + CLOSING_STEP < opening and holds(place + CLOSING_STEP):
        place = round(place + CLOSING_STEP, 6)
    return place

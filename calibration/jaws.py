"""Whether a hand holds the cube's layer, and whether it lets go: tried, and seen by the camera.

The other hand holds the cube all the time. A hand that holds turns its layer by a quarter; then it
lets go, and the other one carries the cube before the camera, which sees the layer's own face
turned or as it was. What was turned is turned back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration.errors import UnclearMotionError
from calibration.grippers import Hands
from calibration.wrists import DARK, Looking, Tour, Visit, seen_face, showed_others, tours
from robot.command import CLOSED, OPEN, Command, Grip, Home, Move
from robot.rig import Rig, Turned
from solver.orientation import Orientation
from vision.face import FaceView

# A layer so far out of line (degrees) was neither turned nor left alone.
MOST_CROOKED = 5.0
# So much must two pictures of a face (mean of logarithms of 0..255) differ to be told apart.
APART = 0.08
QUARTER = 90


@dataclass(frozen=True, slots=True)
class Trial:
    """How a hand is tried.

    `shows` brings the layer's own face before the camera in the other hand, `other` the face
    across from it; both start from home, and `back` leads to there but for the open hand.
    """

    hand: str
    shows: Visit
    other: Visit
    back: tuple[Command, ...]


def trials(rig: Rig) -> Iterator[Trial]:
    """Yield how each hand of a rig can be tried; nothing for rigs whose hands cannot."""
    for tour in tours(rig):
        release = tour.visits[0].commands[0]
        assert isinstance(release, Grip)
        ((hand, _),) = release.targets
        for turn in rig.steps(rig.home):
            match turn.command, turn.effects:
                case Move(targets=((axis, degrees),)), (Turned(position=position),) if (
                    axis == hand and degrees == QUARTER
                ):
                    yield _trial(hand, position, tour)


def _trial(hand: str, position: str, tour: Tour) -> Trial:
    visits = [
        Visit((visit.commands[-1],), visit.place, visit.about, visit.seen) for visit in tour.visits
    ]
    visits.sort(key=lambda visit: _shown(visit) != position)
    back = tuple(command for command in tour.back if not isinstance(command, Grip))
    return Trial(hand, visits[0], visits[-1], back)


def _shown(visit: Visit) -> str:
    """Name the position whose face a visit brings to where it is seen."""
    quarters = int(visit.place.split()[1]) // QUARTER
    return Orientation.identity().rotated(visit.about, quarters).face_at(visit.seen)


def lets_go(hands: Hands, trial: Trial, look: Looking) -> FaceView | None:
    """Open the hand and carry the cube about in the other one; gives the layer's own face.

    None where the cube did not go along or is not seen. The hand stays open.
    """
    hands.perform(Home())
    hands.perform(_grip(trial, OPEN))
    try:
        first, second = (_visited(hands, visit, look) for visit in (trial.other, trial.shows))
    except UnclearMotionError:
        return None
    finally:
        _do(hands, *trial.back)
    return second if showed_others(first, second) else None


def check_face(trial: Trial, face: FaceView) -> None:
    """Raise UnclearMotionError where a face would look the same with its layer turned."""
    if min(_apart(face, face)[1:]) < 2 * APART:
        raise UnclearMotionError(
            f"the face before hand {trial.hand} looks the same when it is turned, so that the "
            "camera cannot tell whether the hand holds it. Put a scrambled cube in"
        )


def turn_layer(hands: Hands, trial: Trial, look: Looking, before: FaceView) -> float | None:
    """Close the hand, make a quarter turn, let go, and see what became of the layer.

    `before`: the layer's face as it was. Gives by how many degrees the layer then stands beside the
    quarter turn, or None where it was left alone. The hand is open at the end. Raises
    UnclearMotionError where the layer is neither turned nor left alone, which then stays so.
    """
    hands.perform(Home())
    _do(hands, _wrist(trial, QUARTER), _grip(trial, OPEN), _wrist(trial, 0))
    after = _looked(hands, trial, look)
    return _beside(before, after) if _is_turned(trial, before, after) else None


def turn_layer_back(hands: Hands, trial: Trial, look: Looking, before: FaceView) -> None:
    """Undo what `turn_layer` did, with a hand that surely holds; it is open at the end.

    Closing presses a layer straight that stands a little beside. Raises UnclearMotionError where
    the layer is not seen as it was `before`.
    """
    hands.perform(Home())
    _do(hands, _grip(trial, OPEN), _wrist(trial, QUARTER), _grip(trial, CLOSED))
    _do(hands, _wrist(trial, 0), _grip(trial, OPEN))
    if _is_turned(trial, before, _looked(hands, trial, look)):
        raise UnclearMotionError(
            f"hand {trial.hand} turned its layer and did not turn it back. The hand stands open, "
            "the other one holds the cube"
        )


def _wrist(trial: Trial, degrees: int) -> Move:
    return Move(((trial.hand, degrees),))


def _grip(trial: Trial, position: str) -> Grip:
    return Grip(((trial.hand, position),))


def _looked(hands: Hands, trial: Trial, look: Looking) -> FaceView:
    try:
        return _visited(hands, trial.shows, look)
    finally:
        _do(hands, *trial.back)


def _visited(hands: Hands, visit: Visit, look: Looking) -> FaceView:
    _do(hands, *visit.commands)
    return seen_face(look(visit.seen), visit)


def _do(hands: Hands, *commands: Command) -> None:
    for command in commands:
        hands.perform(command)


def _is_turned(trial: Trial, before: FaceView, after: FaceView) -> bool:
    """Tell a face that is turned clockwise from one that is as it was."""
    crooked = _beside(before, after)
    apart = _apart(before, after)
    same, clockwise = apart[0], apart[3]
    if abs(crooked) > MOST_CROOKED or abs(same - clockwise) < APART or min(apart) < min(apart[::3]):
        raise UnclearMotionError(
            f"hand {trial.hand} took its layer along only part of the way: it is seen "
            f"{crooked:+.0f}° out of line. The hand stands open, the other one holds the cube. Put "
            "the layer straight by hand. Is something loose, or does the wrist not come to ±90° "
            "(calibrate without --jaws first)?"
        )
    return bool(clockwise < same)


def _apart(before: FaceView, after: FaceView) -> list[float]:
    """Say how much a face differs from what it was, turned by 0 to 3 quarters against the clock."""
    was, now = (np.log(face.colours + DARK) for face in (before, after))
    return [float(np.abs(np.rot90(was, quarters) - now).mean()) for quarters in range(4)]


def _beside(before: FaceView, after: FaceView) -> float:
    """Say by how many degrees a face is out of line with what it was."""
    return (_slope(after) - _slope(before) + QUARTER / 2) % QUARTER - QUARTER / 2


def _slope(face: FaceView) -> float:
    right, down = face.corners[1] - face.corners[0]
    return float(np.degrees(np.arctan2(down, right)))

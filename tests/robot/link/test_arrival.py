"""Somebody looks after each motion: what is seen elsewhere is a jam, and is tried again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from robot.errors import JamError, MotionError
from robot.execution.recovery import FailedAttempt, attempts
from robot.link.arrival import Agrees, Observation, Stuck, check_arrival
from robot.link.session import Link
from robot.rigs.command import Arrival, Command, Grip, Home, Load, Move, Pose
from rokumen.devices.serial_schemes import register

TURN = Move((("L", 90),))
LET_GO = Grip((("L", "open"),))


class Witness:
    """Sees things, one after the other, and then that all is well."""

    def __init__(self, *seen: Observation) -> None:
        self.commands: list[str] = []
        self._seen = list(seen)

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        self.commands.append(str(command))
        return self._seen.pop(0) if self._seen else Agrees()


@pytest.fixture
def link() -> Iterator[Link]:
    register("sim://")
    with Link("sim://two-gripper?feedback=false") as link:
        link.execute(Home())
        yield link


@pytest.mark.parametrize(
    ("command", "seen", "words"),
    [
        (
            TURN,
            Stuck("axis", "L", 37.0),
            "sees the left wrist at about +37°, and not at +90°",
        ),
        (TURN, Stuck("axis", "R"), "the camera sees that the right wrist is not at 0°"),
    ],
)
def test_a_jam_says_what_was_seen(link: Link, command: Move, seen: Stuck, words: str) -> None:
    with link.observed_by(Witness(seen)), pytest.raises(JamError, match=re.escape(words)) as error:
        link.execute(command)
    assert (error.value.axis, error.value.at) == (seen.name, seen.at)
    # Nobody looks any more.
    link.execute(Home())


@pytest.mark.parametrize(
    ("command", "pose", "words"),
    [
        (TURN, Pose((80, 0), ("closed", "closed")), "the left wrist stands at +80°"),
        (TURN, Pose((84, 0), ("closed", "closed")), "the left wrist stands at +84°"),
        (Home(), Pose((0, -45), ("closed", "closed")), "the right wrist stands at -45°"),
        (Home(), Pose((0, 0), ("closed", "open")), "the right gripper is open"),
        (LET_GO, Pose((0, 0), ("closed", "closed")), "the left gripper is closed"),
    ],
)
def test_a_robot_that_says_another_pose_than_commanded_has_not_arrived(
    link: Link, command: Command, pose: Pose, words: str
) -> None:
    with pytest.raises(MotionError, match=re.escape(f"the robot says that {words}")) as error:
        check_arrival(link.rig, command, pose)
    assert error.value.code == "E433"


def test_an_angle_within_the_precision_of_a_servo_is_accepted(link: Link) -> None:
    check_arrival(link.rig, TURN, Pose((86.5, 0), ("closed", "closed")))


def test_a_wrist_that_is_seen_elsewhere_goes_back_and_turns_again(link: Link) -> None:
    witness, before = Witness(Stuck("axis", "L", 37.0)), link.pose()
    with link.observed_by(witness):
        failed, arrived = attempts(link, TURN, before)
    assert isinstance(failed, FailedAttempt)
    assert failed.next_step is not None
    assert isinstance(arrived, Arrival)
    assert witness.commands == ["L to +90°", "L to +0°", "L open", "L closed", "L to +90°"]


def test_jaws_that_are_seen_elsewhere_go_back_and_try_again(link: Link) -> None:
    witness, before = Witness(Stuck("gripper", "L")), link.pose()
    with link.observed_by(witness):
        failed, arrived = attempts(link, LET_GO, before)
    assert isinstance(failed, FailedAttempt)
    assert "the camera sees that the left gripper is not open" in str(failed.error)
    assert isinstance(arrived, Arrival)
    assert witness.commands == ["L open", "L closed", "L open"]

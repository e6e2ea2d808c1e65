"""Whether a camera looks while the next motion begins: not one that is slower than the motion."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from firmware_sim.physics.state import PhysicalState
from robot.link.arrival import Agrees, Stuck
from robot.rigs.command import CLOSED, OPEN, Command, Grip, MotionCommand, Move, Pose
from robot.rigs.rig import Step
from rokumen.devices.camera_observer import CameraObserver
from solver.cube import Cube
from tests.support.moving_robot import FACE, RENDERER, RIG, moved
from vision.capture.frame import Frame

OPENING, CLOSING = Grip((("L", OPEN),)), Grip((("L", CLOSED),))
TURN, BACK = Move((("L", 90),)), Move((("L", 0),))


@dataclass
class SeenRobot:
    """A robot before a camera, whose pictures show it when a share of a motion is done."""

    shares: dict[type[Command], float]
    state: PhysicalState
    pose: Pose = RIG.home
    begun: Step | None = None

    def __post_init__(self) -> None:
        self.observer = CameraObserver(RIG, self.take, self.take_at_once)

    def take(self) -> Frame:
        return Frame(RENDERER.render(self.state), 0.0, "0")

    def take_at_once(self) -> Frame:
        if self.begun is None:
            return self.take()
        share = self.shares[type(self.begun.command)]
        return Frame(RENDERER.render(moved(self.state, self.begun, share)), 0.0, "0")

    def begin(self, command: MotionCommand) -> None:
        self.begun = RIG.step(self.pose, command)
        self.observer.watch_start(command)

    def end(self) -> None:
        assert self.begun is not None
        self.state, self.pose = moved(self.state, self.begun, 1.0), self.begun.after
        self.begun = None


def scanned(shares: dict[type[Command], float]) -> SeenRobot:
    """Return a robot that has moved jaws and a wrist, after which the cube was read."""
    robot = SeenRobot(shares, PhysicalState.at_home(RIG.home, Cube.random(1)))
    robot.observer.observe(CLOSING, robot.pose)
    for command in (OPENING, TURN, BACK, CLOSING):
        robot.begin(command)
        robot.end()
        robot.observer.observe(command, robot.pose)
    robot.observer.learn_faces([FACE], robot.take())
    return robot


@pytest.mark.parametrize("grip", [0.0, 0.6])
@pytest.mark.parametrize("move", [0.0, 0.6])
def test_nobody_looks_during_motions_that_a_picture_shows_already(grip: float, move: float) -> None:
    robot = scanned({Grip: grip, Move: move})
    assert robot.observer.can_look_during(robot.pose, OPENING) == (not grip)
    assert robot.observer.can_look_during(robot.pose, TURN) == (not move)


def test_a_picture_that_shows_what_began_after_it_is_the_last_one_of_its_kind() -> None:
    robot = scanned({Grip: 0.0, Move: 0.0})
    robot.begin(OPENING)
    robot.end()
    robot.shares[Move] = 0.6
    robot.begin(TURN)
    assert isinstance(robot.observer.observe_during(OPENING, robot.pose, TURN), Stuck)
    robot.begun = None
    assert isinstance(robot.observer.observe(OPENING, robot.pose), Agrees)
    assert not robot.observer.can_look_during(robot.pose, TURN)
    assert robot.observer.can_look_during(robot.pose, CLOSING)

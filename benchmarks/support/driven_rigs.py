"""Rigs whose servos hang behind a drive with emulated electronics, and move a simulated cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.support.emulated_drives import DriveScene
from firmware_sim.drives.simulated_servos import rig_settings
from firmware_sim.physics.jaws import USUAL_CONTACT, USUAL_JAWS
from firmware_sim.physics.servo import HOBBY_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.drives.drive import Drive
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.actuators import Completed
from robot.rigs.command import (
    CLOSED,
    WIDEST_PULSES,
    Grip,
    Home,
    MotionCommand,
)
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import ServoSettings
from solver.core.turn import Turn, inverse, parse_turns
from solver.cube import Cube

_POLL_SECONDS = 0.01
# What the setup stores where nobody knows better: no pulse is on its way any more.
_SETTLE_SECONDS = 0.15
# Those that solve the cube.
_TURNS = parse_turns("R U2 F' D L B2")
# No motion takes as long.
_MOST_POLLS = 3000


def settings_for(rig: Rig, channels: Sequence[int]) -> ServoSettings:
    """Return the settings of a rig whose servos are on channels, as the setup leaves them."""
    settings = rig_settings(rig, USUAL_JAWS, channels)
    return replace(settings, settle=_SETTLE_SECONDS, limits=WIDEST_PULSES)


class DrivenRig:
    """The servos and the cube of a robot behind a drive, which follow the places of its scene.

    They are of the kind `servo`: ideal ones where the scene's own are no ideal ones already.
    """

    def __init__(
        self, scene: DriveScene, rig_name: str, cube: Cube, servo: ServoModel = HOBBY_SERVO
    ) -> None:
        self.rig = load_rig(rig_name)
        self.scene = scene
        self.memory = PulseMemory()
        self.drive, self.servos = self.reopened()
        at_home = PhysicalState.at_home(self.rig.home, cube)
        self.mechanics = ServoMechanics(self.rig, scene.clock, at_home, servo, USUAL_CONTACT)
        scene.clock.devices.append(self._follow)

    def reopened(self) -> tuple[Drive, DriveServos]:
        """Open the drive as a program does that begins, and return it with its servos."""
        self.scene.limits = WIDEST_PULSES
        drive = self.scene.opened()
        settings = settings_for(self.rig, [each.number for each in drive.info.channels])
        self.drive, self.servos = drive, DriveServos(drive, settings, self.memory)
        return self.drive, self.servos

    @property
    def channels(self) -> tuple[int, ...]:
        """Return the channels of the servos, axes first."""
        return tuple(servo.channel for servo in self.servos.settings.servos)

    def _follow(self) -> None:
        # How hard jaws press is seen by what they are told, not by where they stand.
        places, told = self.scene.places(), self.scene.outputs()
        axes = len(self.rig.axes)
        pulses = [places[channel] for channel in self.channels[:axes]]
        pulses += [told[channel] for channel in self.channels[axes:]]
        self.mechanics.follow(pulses, self.scene.clock.now())

    def execute(self, command: MotionCommand) -> None:
        """Execute a command to its end. Raises DriveError."""
        self.servos.start(command)
        for _ in range(_MOST_POLLS):
            outcome = self.servos.poll()
            if outcome is not None:
                assert isinstance(outcome, Completed), outcome
                return
            self.scene.clock.sleep(_POLL_SECONDS)
        raise AssertionError(f"{command} never ended")

    def wait(self, seconds: float) -> None:
        """Let time pass with the polls of a program. Raises DriveError."""
        end = self.scene.clock.now() + seconds
        while self.scene.clock.now() < end:
            self.scene.clock.sleep(_POLL_SECONDS)
            self.servos.poll()

    def hold(self) -> None:
        """Close all grippers on the cube."""
        for gripper in self.rig.grippers:
            self.execute(Grip(((gripper, CLOSED),)))

    def make(self, turns: Sequence[Turn]) -> Iterator[bool]:
        """Make the plan of turns from home; yield of each action whether its pose was reached."""
        plan = plan_turns(self.rig, turns, home_state(self.rig))
        pose = plan.start.pose
        for action in plan.commands:
            for motion in self.rig.servo_travel.motions(pose, (action.command,)):
                assert not isinstance(motion, Home)
                self.execute(motion)
            pose = action.after.pose
            yield self.servos.read().pose == pose


def is_solved_behind(scene: DriveScene, rig_name: str) -> bool:
    """Return whether a rig on a drive solves a cube of six turns, without an accident."""
    try:
        robot = DrivenRig(scene, rig_name, Cube.solved().apply(inverse(_TURNS)))
        robot.hold()
        reached = all(robot.make(_TURNS))
        return reached and not robot.mechanics.accidents and robot.mechanics.state().is_solved()
    finally:
        scene.end()

"""A scripted person who sets the jaws of a simulated robot up, as `rokumen setup` asks.

The person sees whether jaws touch the cube, and whether it falls; no figure of the simulator is
read. What they stop at becomes what the setup stores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.physics.cube_forces import Forces
from firmware_sim.physics.jaws import UNTOLD_JAWS, JawContact, JawPulses
from firmware_sim.physics.servo import ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.command import (
    CLOSED,
    CONTACT,
    GRIP_OPENINGS,
    OPEN,
    USUAL_PULSE_PER_DEGREE,
    Grip,
    Home,
    Jog,
    MotionCommand,
)
from robot.rigs.registry import DEFAULT_RIG, load_rig
from rokumen.setup.cube import holding_alone
from rokumen.setup.servos import closed_beyond, closed_further, first_servos
from rokumen.setup.tools import HOLD_SECONDS, REST_BEGINS_SECONDS
from rokumen.storage.robots import Servo
from solver.cube import Cube

# From here on the jaws close by steps, in microseconds: until they touch the cube, then, a step
# back, by smaller ones.
_NEAR, _STEPS = 1250, (25, 5, 1)
# Who has closed the jaws so often by a degree more has servos that hold no cube.
_MOST_TRIALS = 40
# When what jaws do is looked at after they were jogged, in seconds.
_LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Person:
    """One who stops so many degrees after the jaws first touch the cube; before it if negative."""

    name: str
    late: float = 0.0


FIRST_TOUCH = Person("at the first touch")
TEN_MICROSECONDS_EARLY = Person("10 µs early", -10 / USUAL_PULSE_PER_DEGREE)
THREE_DEGREES_LATE = Person("3 degrees late", 3.0)
PERSONS = (FIRST_TOUCH, TEN_MICROSECONDS_EARLY, THREE_DEGREES_LATE)


@dataclass(frozen=True, slots=True)
class SetUp:
    """What a person has found: the servo of the jaws, and how often the cube fell into the hand."""

    servo: Servo
    falls: int

    @property
    def pulses(self) -> JawPulses:
        """Return what the robot is told of its jaws."""
        return JawPulses(self.servo.pulses[CLOSED], self.servo.pulses[CONTACT])


def set_up_jaws(
    person: Person,
    servo: Servo,
    touches: Callable[[int], bool],
    falls: Callable[[Servo], bool],
) -> SetUp | None:
    """Return what a person finds for the servo of jaws, None if no place holds the cube.

    `touches(pulse)` brings the jaws to a pulse and looks whether they touch the cube, `falls` lets
    go of one that jaws with a servo's pulses hold.
    """
    pulse = _NEAR
    for step in _STEPS:
        while not touches(pulse):
            pulse -= step
        touches(pulse := pulse + step)
    pulse -= _STEPS[-1]
    servo = closed_beyond(servo, round(pulse - person.late * USUAL_PULSE_PER_DEGREE))
    for trials in range(_MOST_TRIALS):
        if not falls(servo):
            return SetUp(servo, trials)
        servo = closed_further(servo)
    return None


class PlainJaws:
    """Jaws of the plain simulator, which the person sets up; each trial is of a new robot."""

    def __init__(self, servo: ServoModel, jaws: JawContact, forces: Forces) -> None:
        self._physics = servo, jaws, forces
        self._rig = load_rig(DEFAULT_RIG)
        self._gripper = self._rig.grippers[0]
        self._open = self.robot(UNTOLD_JAWS)
        self._open.execute(Grip(((self._gripper, OPEN),)))

    def robot(self, pulses: JawPulses) -> PlainRobot:
        """Return a robot that is told these pulses, with a solved cube at home."""
        return PlainRobot(*self._physics, pulses)

    def set_up(self, person: Person) -> SetUp | None:
        """Return what a person finds, see `set_up_jaws`."""
        (servo,) = (each for each in first_servos(self._rig) if each.actuator == "gripper:L")
        return set_up_jaws(person, servo, self._touches, self._falls)

    def _touches(self, pulse: int) -> bool:
        robot = self._open
        now = robot.servos.pulse("gripper", self._gripper)
        robot.servos.jog(Jog("gripper", self._gripper, pulse - now))
        robot.finish()
        robot.wait(_LOOK_SECONDS)
        opening = robot.mechanics.state().openings[self._rig.grippers.index(self._gripper)]
        return opening == GRIP_OPENINGS[CLOSED]

    def _falls(self, servo: Servo) -> bool:
        robot = self.robot(SetUp(servo, 0).pulses)
        robot.close()
        return not all(robot.holds_alone(name, HOLD_SECONDS) for name in self._rig.grippers)


class PlainRobot:
    """A robot of the plain simulator without a link, in virtual time."""

    def __init__(
        self, servo: ServoModel, jaws: JawContact, forces: Forces, pulses: JawPulses
    ) -> None:
        self.rig, self.clock = load_rig(DEFAULT_RIG), VirtualClock()
        state = PhysicalState.at_home(self.rig.home, Cube.solved())
        self.mechanics = ServoMechanics(self.rig, self.clock, state, servo, jaws, forces=forces)
        self.servos = SimulatedServos(self.mechanics, pulses)

    def execute(self, command: MotionCommand) -> None:
        """Execute a command to its end."""
        self.servos.start(command)
        self.finish()

    def finish(self) -> None:
        """Wait until what was started has ended."""
        while self.servos.poll() is None:
            wake = self.servos.next_wakeup()
            assert wake is not None
            self.clock.sleep(wake - self.clock.now())

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.sleep(seconds)
        self.servos.advance()

    def holds_alone(self, gripper: str, seconds: float) -> bool:
        """Return whether a gripper holds the cube alone, at rest, for a time; home it then.

        Before, the jaws have been at rest: pressed again they rest elsewhere, by friction.
        """
        self.rest(REST_BEGINS_SECONDS)
        for command in holding_alone(self.rig, gripper):
            self.execute(command)
        self.rest(seconds)
        if self.mechanics.state().dropped:
            return False
        for back in self.rig.homing_commands(self.servos.read().pose):
            assert not isinstance(back, Home)
            self.execute(back)
        return True

    def close(self) -> None:
        """Open each gripper, and close it on the cube: friction makes that another place."""
        for gripper in self.rig.grippers:
            for position in (OPEN, CLOSED):
                self.execute(Grip(((gripper, position),)))

    def rest(self, seconds: float) -> None:
        """Let the jaws relax, and time pass."""
        self.servos.relax()
        self.wait(seconds)

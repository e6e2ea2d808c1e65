"""The motions of a robot in this process: which is in progress, how it ended, the known pose."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from robot.clock import Clock
from robot.errors import CommandRejectedError, RebootedError, StoppedError
from robot.firmware.motion_rules import (
    HOMING_TRIES,
    MotionSequence,
    ServoMotion,
    broken_rule,
    is_for,
    motions_only,
    servo_fault,
)
from robot.firmware.servo_settings import ServoSettings
from robot.link.protocol import StopLevel
from robot.rigs.actuators import Completed, MotionOutcome, ServoDriver, Slipped, Stalled
from robot.rigs.command import (
    CLOSED,
    Command,
    Enable,
    Grip,
    Home,
    Jog,
    Load,
    MotionCommand,
    Move,
    Pose,
    PulseQuestion,
    Regrip,
)
from robot.rules import Rule

LOST_POWER = (
    "the robot's servos have lost their power, or its board has restarted; its pose is unknown"
)


@dataclass(frozen=True, slots=True)
class Stopped:
    """The motion was stopped; `name` is an actuator that it moved."""

    name: str


@dataclass(frozen=True, slots=True)
class EndedMotion:
    """How a motion has ended, and the pose then."""

    how: MotionOutcome | Stopped
    pose: Pose


class ControlledServos(ServoDriver, Protocol):
    """Servos of a robot: those of a drive, or the simulator's, which measure where they stand."""

    @property
    def name(self) -> str:
        """Return the name of the electronics."""
        ...

    @property
    def feedback(self) -> tuple[str, ...]:
        """Return what is measured of the pose that `read` returns."""
        ...

    @property
    def settings(self) -> ServoSettings:
        """Return the rig, the channels of its servos, and when closed jaws relax."""
        ...

    @property
    def clock(self) -> Clock:
        """Return the clock by which the servos move."""
        ...

    @property
    def rests(self) -> bool:
        """Return True if closed jaws relax at rest."""
        ...

    @property
    def stopped_by(self) -> str:
        """Return why the servos have stopped by themselves since `halt`, "" where they have not."""
        ...

    def finish_relaxing(self) -> None:
        """Wait until jaws are relaxed that began to."""
        ...

    def close(self) -> None:
        """Release the electronics."""
        ...


class MotionController:
    """Moves servos by the rules of their rig; it starts with an unknown pose.

    What it refuses it refuses with CommandRejectedError, and with StoppedError after a stop or a
    motion that failed, until `clear`. RebootedError ends its use: a motion or a question has found
    that servos have lost their power. Closed jaws relax after each motion as the settings say. Its
    methods are for one thread; each raises DriveError if the drive does.
    """

    def __init__(self, servos: ControlledServos, clock: Clock) -> None:
        """Control servos, whose `next_wakeup` is by a clock."""
        self.servos = servos
        self.clock = clock
        self._rig = servos.settings.rig
        self._fault: Rule | None = None
        # Of the stop in force, and what was reached of it.
        self._level = self.level = StopLevel.HOLD
        self._known_pose: Pose | None = None  # until it has homed
        self._motion: MotionSequence | None = None
        self._ended: EndedMotion | None = None
        # Whether the drive has stopped by itself, because it heard nothing of this program.
        self.has_stopped_in_silence = False
        # When closed jaws relax; not where a person has set the pulse of a servo.
        self._rests_at = math.inf

    @property
    def can(self) -> tuple[str, ...]:
        """Return which optional commands it knows, as `robot.link.connection.RobotInfo` does."""
        can_load = bool(self._rig.loading_commands(self._rig.home))
        return tuple(verb for verb in self.servos.can if verb != "load" or can_load)

    @property
    def actuator(self) -> str:
        """Return the name of an actuator that is being moved, "" for none."""
        return self._motion.actuator if self._motion else ""

    def start(self, command: Command | Load) -> None:
        """Start a motion, or refuse it."""
        self._check_command(command)
        self._refuse_if_busy()
        self._refuse_if_stopped()
        if self._has_lost_power():
            raise RebootedError(LOST_POWER)
        if isinstance(command, Home):
            self._start_home()
        elif isinstance(command, Load):
            self._start_parts(self._rig.loading_commands(self.servos.read().pose))
        elif rule := broken_rule(self._rig, self._known_pose, command):
            raise _rejected(rule)
        else:
            assert self._known_pose is not None
            motions = self._rig.servo_travel.motions(self._known_pose, (command,))
            self._start_commands(motions_only(motions), retries=0)

    def start_servo(self, command: Jog | Enable) -> None:
        """Start the motion of one servo, or refuse it. Its pose is unknown then until HOME."""
        self._check_servo(command)
        self._refuse_if_busy()
        self._refuse_if_stopped()
        if self._known_pose is not None and CLOSED in self._known_pose.grips:
            raise _rejected(Rule.CUBE_HELD)
        pulse = self.servos.pulse(command.kind, command.name)
        if fault := servo_fault(command, pulse, self.servos.pulse_limits):
            raise _rejected(fault[1])
        self._known_pose = None
        if isinstance(command, Enable) and pulse:
            self._ended = EndedMotion(Completed(0.0), self.servos.read().pose)
        else:
            self._start(command, retries=0)

    def outcome(self) -> EndedMotion | None:
        """Return, once, how the last motion ended; None before that."""
        ended, self._ended = self._ended, None
        return ended

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none. Moves nothing."""
        self._check_servo(PulseQuestion(kind, name))
        self._refuse_if_busy()
        return self.servos.pulse(kind, name)

    def pose(self) -> Pose:
        """Return where the servos are."""
        if self._motion is None and self._has_lost_power():
            raise RebootedError(LOST_POWER)
        return self.servos.read().pose

    def clear(self) -> Pose:
        """Allow motions again after an error or a stop; return the pose."""
        if not self._motion:
            self._fault, self.has_stopped_in_silence = None, False
            self._level = self.level = StopLevel.HOLD
        return self.servos.read().pose

    def off(self) -> Pose:
        """Take the power from all servos; return the pose, which is unknown until HOME."""
        self._refuse_if_busy()
        self.servos.unpower()
        self._known_pose = None
        return self.servos.read().pose

    def stop(self, level: StopLevel) -> None:
        """Stop all servos, and bring the stop in force to a level.

        `self.level` is the level that is reached: HOLD where jaws know no place to relax to.
        """
        if self._level is StopLevel.HOLD:
            self.servos.halt()
        if self._motion:
            self._end(Stopped(self._motion.actuator), Rule.STOPPED)
        self._fault = Rule.STOPPED
        if level.rank <= self._level.rank:
            return
        self._level, self._rests_at = level, math.inf
        if level is StopLevel.OFF:
            self.servos.unpower()
            self._known_pose = None
            self.level = level
        elif self.servos.relax():
            self.level = level

    def advance(self) -> None:
        """Do what is due by now: steps of the motion, its end, rest."""
        self.servos.advance()
        if why := self.servos.stopped_by:
            self.has_stopped_in_silence = why == "silence"
            self.stop(StopLevel.HOLD)
        if self._motion is not None:
            self._poll(self._motion)
        if self.clock.now() >= self._rests_at:
            self.rest_now()

    def rest_now(self) -> None:
        """Let closed jaws relax that are to do so, now or later."""
        if self._rests_at < math.inf:
            self._rests_at = math.inf
            self.servos.relax()

    def next_wakeup(self) -> float:
        """Return when, by the clock, `advance` has something to do; infinity for never."""
        wakeup = self.servos.next_wakeup()
        return min(math.inf if wakeup is None else wakeup, self._rests_at)

    def has_restarted(self) -> bool:
        """Return True if an error of the drive comes from servos that have lost their power."""
        try:
            return self._has_lost_power()
        except OSError:
            return False

    def _has_lost_power(self) -> bool:
        return self._known_pose is not None and not self.servos.has_power

    def _check_command(self, command: Command | Load) -> None:
        """Refuse what is no command of this robot."""
        if isinstance(command, Load) and "load" not in self.can:
            raise CommandRejectedError("the robot rejected the command: its rig cannot load")
        if isinstance(command, Regrip) and "overlap" not in self.can:
            raise CommandRejectedError("the robot rejected the command: its motions cannot overlap")
        if isinstance(command, MotionCommand) and not self._actuators_exist(command):
            raise _rejected(Rule.UNKNOWN_ACTUATOR)
        if isinstance(command, Move | Regrip):
            for share in (command.speed, command.torque):
                if not 1 <= share <= 100:
                    raise CommandRejectedError(
                        f"the robot rejected the command: {share} percent is not from 1 to 100"
                    )

    def _check_servo(self, command: Jog | PulseQuestion | Enable) -> None:
        """Refuse a servo that this robot does not have, and a step that is too long."""
        if not is_for(self._rig, command):
            raise CommandRejectedError(
                f"the robot rejected the command: {command}: no such actuator, or too long a step"
            )

    def _refuse_if_busy(self) -> None:
        if self._motion:
            raise CommandRejectedError(
                "the robot rejected the command: another motion is in progress"
            )

    def _refuse_if_stopped(self) -> None:
        if self._fault is not None:
            raise StoppedError(f"the robot was stopped ({self._fault.words})")

    def _actuators_exist(self, command: MotionCommand) -> bool:
        known = self._rig.grippers if isinstance(command, Grip) else self._rig.axes
        regripped = command.grippers if isinstance(command, Regrip) else ()
        are_grippers = all(name in self._rig.grippers for name in regripped)
        names = [name for name, _ in command.targets]
        return are_grippers and bool(names) and all(name in known for name in names)

    def _start_home(self) -> None:
        failure = self.servos.find_home()
        if failure is not None:
            self._end(failure, Rule.JAMMED)
            return
        pose = self.servos.read().pose
        commands = self._rig.homing_commands(pose)
        self._start_parts(self._rig.servo_travel.motions(pose, commands))

    def _start_parts(self, commands: tuple[Command, ...]) -> None:
        parts = motions_only(commands)
        if not parts and not self.servos.has_power:
            # A motion gives the motors power, also where nothing has to move.
            angle = round(self.servos.read().pose.angles[0])
            parts = (Move(((self._rig.axes[0], angle),)),)
        self._start_commands(parts, retries=HOMING_TRIES - 1)

    def _start_commands(self, commands: tuple[MotionCommand, ...], *, retries: int) -> None:
        if commands:
            self._start(*commands, retries=retries)
        else:
            self._end(Completed(0.0))

    def _start(self, first: ServoMotion, *rest: MotionCommand, retries: int) -> None:
        self._rests_at = math.inf
        self._motion = MotionSequence(self.servos, first, *rest, retries=retries)

    def _poll(self, motion: MotionSequence) -> None:
        """End a motion that has ended."""
        outcome = motion.poll()
        if isinstance(outcome, Completed):
            if self._has_lost_power():
                raise RebootedError(LOST_POWER)
            self._end(outcome)
        elif outcome is not None:
            is_stuck = isinstance(outcome, Stalled | Slipped)
            if not is_stuck:
                self.servos.halt()
            self._end(outcome, Rule.JAMMED if is_stuck else Rule.FAILED)

    def _end(self, how: MotionOutcome | Stopped, fault: Rule | None = None) -> None:
        """End the motion: the robot is at rest, unless a person moved a servo."""
        by_hand = self._motion and isinstance(self._motion.current, Jog | Enable)
        rest = self.servos.settings.rest
        self._rests_at = self.clock.now() + rest if rest and not by_hand else math.inf
        self._motion, self._fault = None, fault
        pose = self.servos.read().pose
        if self._known_pose is not None or not (by_hand or fault):
            self._known_pose = pose
        self._ended = EndedMotion(how, pose)


def _rejected(rule: Rule) -> CommandRejectedError:
    return CommandRejectedError(f"the robot rejected the command: {rule.words}")

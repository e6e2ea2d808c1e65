"""The motions of a robot in this process: which is in progress, how it ended, the known pose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from robot.clock import Clock
from robot.control.refusals import check_command, check_servo, check_servo_motion, rejected
from robot.errors import (
    CommandRejectedError,
    ForbiddenCommandError,
    RebootedError,
    StoppedError,
)
from robot.link.protocol import StopLevel
from robot.rigs.actuators import Completed, MotionOutcome, Slipped, Stalled
from robot.rigs.command import (
    Command,
    Enable,
    Home,
    Jog,
    Load,
    MotionCommand,
    Move,
    Pose,
    PulseQuestion,
)
from robot.rules import Rule
from robot.servos.drive_servos import DriveServos
from robot.servos.motion_rules import (
    HOMING_TRIES,
    MotionSequence,
    ServoMotion,
    broken_rule,
    motions_only,
)

LOST_POWER = (
    "the robot's servos have lost their power, or its board has restarted; its pose is unknown"
)

# Why a drive stops where nobody has asked for it: it heard nothing, or noise was a stop to it.
_UNASKED = ("silence", "host")


@dataclass(frozen=True, slots=True)
class Stopped:
    """The motion was stopped; `name` is an actuator that it moved."""

    name: str


@dataclass(frozen=True, slots=True)
class NotBegun:
    """The motion waited for the end of another one, and was not begun."""


@dataclass(frozen=True, slots=True)
class EndedMotion:
    """How a motion has ended, the pose then, and for how many seconds its servos settle still."""

    how: MotionOutcome | Stopped | NotBegun
    pose: Pose
    unsettled: float = 0.0


@dataclass(frozen=True, slots=True)
class _Following:
    """What begins once the motion in progress has ended as commanded.

    `tolerance`: for how long into it the servos of that motion may still settle, in seconds.
    """

    command: MotionCommand
    settling: float
    tolerance: float


class MotionController:
    """Moves servos by the rules of their rig; it starts with an unknown pose.

    It has one command besides that of the motion in progress. This begins once the motion has ended
    as commanded, and its servos have settled as far as the one touches what the other has moved.

    What it refuses it refuses with CommandRejectedError, and with StoppedError after a stop or a
    motion that failed, until `clear`. RebootedError ends its use: a motion or a question has found
    that servos have lost their power. Closed jaws relax after each motion as the settings say. Its
    methods are for one thread; each raises DriveError if the drive does.
    """

    def __init__(self, servos: DriveServos, clock: Clock) -> None:
        """Control servos, whose `next_wakeup` is by a clock."""
        self.servos = servos
        self.clock = clock
        self._rig = servos.settings.rig
        self._fault: Rule | None = None
        # Of the stop in force, and what was reached of it.
        self._level = self.level = StopLevel.HOLD
        self._known_pose: Pose | None = None  # until it has homed
        self._motion: MotionSequence | None = None
        self._ended: list[EndedMotion] = []
        # The command in progress, and the pose to which it leads; None where that is not known.
        self._moving: MotionCommand | None = None
        self._leads_to: Pose | None = None
        # How long its servos need after their drive says that they have settled, in seconds.
        self._settling = 0.0
        # Whether somebody waits for it who looks at it then.
        self._is_looked_at = False
        self._next: _Following | None = None
        # When that may begin, and from when on all servos stand still, by the clock.
        self._next_at, self._still_at = math.inf, 0.0
        # Whether the drive has stopped in silence, or by noise on its line: nobody wanted it.
        self.has_stopped_unasked = False
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

    def start(self, command: Command | Load, settling: float = 0.0) -> None:
        """Start a motion, or refuse it.

        `settling`: the seconds that its servos need after their drive says that they have settled.
        """
        check_command(self._rig, self.can, command)
        self._refuse_if_busy()
        self._refuse_if_stopped()
        if self._has_lost_power():
            raise RebootedError(LOST_POWER)
        self._moving, self._leads_to, self._settling = None, None, 0.0
        self._is_looked_at = False
        if isinstance(command, Home):
            self._leads_to = self._rig.home
            self._start_home()
        elif isinstance(command, Load):
            self._start_parts(self._rig.loading_commands(self.servos.read().pose))
        elif rule := broken_rule(self._rig, self._known_pose, command):
            raise rejected(rule)
        else:
            self._start_motion(command, settling)

    def follow(self, command: MotionCommand, settling: float = 0.0) -> None:
        """Start a motion once the one in progress has ended as commanded, or refuse it.

        Where that one ends otherwise, or has done so, this one ends as NotBegun.
        """
        check_command(self._rig, self.can, command)
        if self._next is not None:
            raise CommandRejectedError(
                "the robot rejected the command: another command waits already"
            )
        if self._fault is not None:
            self._ended.append(EndedMotion(NotBegun(), self.servos.read().pose))
            return
        pose = self._leads_to if self._motion else self._known_pose
        if rule := broken_rule(self._rig, pose, command):
            raise rejected(rule)
        assert pose is not None
        tolerance = 0.0
        if self._moving is not None:
            tolerance = self._rig.tolerated_settling(self._moving, pose, command)
        self._next = _Following(command, settling, tolerance / self.servos.settings.pace)
        if not self._motion:
            begin = self._still_at - self._next.tolerance - self.servos.lead_s
            self._next_at = max(self.clock.now(), begin)

    def end_unsettled(self) -> None:
        """End the motion in progress while its servos settle still: somebody looks at them then."""
        self._is_looked_at = True

    def start_servo(self, command: Jog | Enable) -> None:
        """Start the motion of one servo, or refuse it. Its pose is unknown then until HOME."""
        check_servo(self._rig, command)
        self._refuse_if_busy()
        self._refuse_if_stopped()
        pulse = self.servos.pulse(command.kind, command.name)
        check_servo_motion(self._known_pose, command, pulse, self.servos.pulse_limits)
        self._known_pose = None
        if isinstance(command, Enable) and pulse:
            self._ended.append(EndedMotion(Completed(0.0), self.servos.read().pose))
        else:
            self._moving, self._leads_to, self._settling = None, None, 0.0
            self._start(command, retries=0)

    def outcomes(self) -> Sequence[EndedMotion]:
        """Return, once, how motions ended, in the order in which they were commanded.

        While servos settle before what waits, the motion that moved them has not ended.
        """
        if self._next is not None and self._motion is None:
            return ()
        ended, self._ended = self._ended, []
        return ended

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none. Moves nothing."""
        check_servo(self._rig, PulseQuestion(kind, name))
        self._refuse_if_busy()
        return self.servos.pulse(kind, name)

    def pose(self) -> Pose:
        """Return where the servos are."""
        if self._motion is None and self._has_lost_power():
            raise RebootedError(LOST_POWER)
        return self.servos.read().pose

    def clear(self) -> Pose:
        """Allow motions again after an error or a stop; return the pose."""
        if not self._is_busy:
            self._fault, self.has_stopped_unasked = None, False
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
        self._drop_next()
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
            self.has_stopped_unasked = why in _UNASKED
            self.stop(StopLevel.HOLD)
        if self._motion is not None:
            self._poll(self._motion)
        if self._next is not None and self.clock.now() >= self._next_at:
            self._begin(self._next)
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
        return min(math.inf if wakeup is None else wakeup, self._rests_at, self._next_at)

    def has_restarted(self) -> bool:
        """Return True if an error of the drive comes from servos that have lost their power."""
        try:
            return self._has_lost_power()
        except OSError:
            return False

    def _has_lost_power(self) -> bool:
        return self._known_pose is not None and not self.servos.has_power

    @property
    def _is_busy(self) -> bool:
        return self._motion is not None or self._next is not None

    def _refuse_if_busy(self) -> None:
        if self._is_busy:
            raise CommandRejectedError(
                "the robot rejected the command: another motion is in progress"
            )

    def _refuse_if_stopped(self) -> None:
        if self._fault is not None:
            raise StoppedError(f"the robot was stopped ({self._fault.words})")

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

    def _start_motion(self, command: MotionCommand, settling: float) -> None:
        """Start a motion that breaks no rule from the known pose."""
        assert self._known_pose is not None
        self._moving, self._settling, self._is_looked_at = command, settling, False
        with suppress(ForbiddenCommandError):
            self._leads_to = self._rig.step(self._known_pose, command).after
        motions = self._rig.servo_travel.motions(self._known_pose, (command,))
        self._start_commands(motions_only(motions), retries=0)

    def _begin(self, following: _Following) -> None:
        """Begin the motion that waited; its rules are those of the pose that was reached."""
        if self._has_lost_power():
            raise RebootedError(LOST_POWER)
        if broken_rule(self._rig, self._known_pose, following.command):
            self._drop_next()
            return
        self._next, self._next_at, self._leads_to = None, math.inf, None
        self._start_motion(following.command, following.settling)

    def _drop_next(self) -> None:
        """Do not begin what waits."""
        if self._next is not None:
            self._next, self._next_at = None, math.inf
            self._ended.append(EndedMotion(NotBegun(), self.servos.read().pose))

    def _settle(self, unsettled: float) -> None:
        """Note that a motion has ended whose servos settle for some seconds more.

        What waits gets to the drive while they do, for the time that its line needs.
        """
        now, earlier = self.clock.now(), self._still_at
        self._still_at = now + unsettled + self._settling
        if self._next is not None:
            begin = self._still_at - self._next.tolerance - self.servos.lead_s
            self._next_at = max(now, begin, earlier)
            self._rests_at = math.inf

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
        outcome, unsettled = motion.poll(), 0.0
        if outcome is None and motion.is_at_last_command:
            unsettled = self.servos.unsettled_seconds
            if unsettled < math.inf and unsettled <= self._tolerated:
                outcome = motion.completed_by(self.servos.end_settling())
        if isinstance(outcome, Completed):
            if self._has_lost_power():
                raise RebootedError(LOST_POWER)
            self._end(outcome, unsettled=unsettled)
            self._settle(unsettled)
        elif outcome is not None:
            is_stuck = isinstance(outcome, Stalled | Slipped)
            if not is_stuck:
                self.servos.halt()
            self._end(outcome, Rule.JAMMED if is_stuck else Rule.FAILED)
            self._drop_next()

    @property
    def _tolerated(self) -> float:
        """Return for how many seconds servos may settle after the end of the present motion."""
        if self._next is not None:
            return self._next.tolerance + self.servos.lead_s - self._settling
        return math.inf if self._is_looked_at else 0.0

    def _end(
        self,
        how: MotionOutcome | Stopped,
        fault: Rule | None = None,
        unsettled: float = 0.0,
    ) -> None:
        """End the motion: the robot is at rest, unless a person moved a servo."""
        by_hand = self._motion and isinstance(self._motion.current, Jog | Enable)
        rest = self.servos.settings.rest
        self._rests_at = self.clock.now() + rest if rest and not by_hand else math.inf
        self._motion, self._fault = None, fault
        pose = self.servos.read().pose
        if self._known_pose is not None or not (by_hand or fault):
            self._known_pose = pose
        self._ended.append(EndedMotion(how, pose, max(unsettled, 0.0)))

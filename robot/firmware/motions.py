"""The motions of the robot: which is in progress, how the last one ended, and the known pose."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robot.clock import Clock
from robot.errors import FrameError
from robot.firmware.drive_servos import DriveServos
from robot.firmware.line_session import LinkLayer
from robot.firmware.motion_rules import (
    HOMING_TRIES,
    MotionSequence,
    ServoMotion,
    broken_rule,
    motions_only,
    servo_fault,
)
from robot.link.protocol import (
    BUSY_PERIOD_SECONDS,
    Message,
    StopLevel,
    fields_to_command,
    pose_to_text,
)
from robot.rigs.actuators import Completed, Offline, Slipped, Stalled, Undervoltage
from robot.rigs.command import (
    CLOSED,
    Command,
    Enable,
    Fields,
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
from robot.rigs.rig import Rig
from robot.rules import Rule

HEARTBEAT_SECONDS = 2.0

IDLE, JAMMED, STOPPED, FAILED = "idle", "jammed", "stopped", "failed"
_RULES = {JAMMED: Rule.JAMMED, STOPPED: Rule.STOPPED, FAILED: Rule.FAILED}


@dataclass(slots=True)
class _ActiveCommand:
    """A motion command in progress: its servo commands, and when `busy` is due.

    `stopped` is the reason of a stop, "" without one, and `level` its level.
    """

    seq: int
    segments: MotionSequence
    busy_at: float
    stopped: str = ""
    level: StopLevel = StopLevel.HOLD


class Motions:
    """The motions of a robot since it booted; it starts with an unknown pose.

    Replies and events go out through the link. Closed jaws relax `rest` seconds after a motion, 0:
    never.
    """

    def __init__(
        self, rig: Rig, servos: DriveServos, clock: Clock, link: LinkLayer, rest: float
    ) -> None:
        self._rig = rig
        self._servos = servos
        self._clock = clock
        self._link = link
        self._state = IDLE
        # Of the stop in force, and what the robot says of it.
        self._level = StopLevel.HOLD
        self.level_fields: Fields = ()
        self._known_pose: Pose | None = None  # until it has homed
        self._motion: _ActiveCommand | None = None
        self._rest = rest
        # When closed jaws relax; not where a person has set the pulse of a servo.
        self._rests_at = math.inf

    @property
    def moving(self) -> bool:
        """Return True while a motion is in progress, or its motors still brake."""
        return self._motion is not None

    @property
    def state_text(self) -> str:
        """Return the state as the host reads it."""
        if self._motion:
            return "moving"
        if self._state == IDLE and self._known_pose is None:
            return "unhomed"
        return self._state

    @property
    def pose_text(self) -> str:
        """Return where the servos are, as the host reads it."""
        pose = self._servos.read().pose
        return pose_to_text(pose, self._rig.axes, self._rig.grippers)

    def clear(self) -> None:
        """Allow motions again after an error or a stop."""
        if not self._motion:
            self._state = IDLE
            self._level, self.level_fields = StopLevel.HOLD, ()

    def forget_pose(self) -> None:
        """Allow no motion but homing: the actuators may be anywhere."""
        self._known_pose = None

    def refuse_by_hand(self, seq: int) -> bool:
        """Return True after refusing what is done by hand.

        It must not be done in a motion, after a stop, or with a cube in the jaws.
        """
        if self._motion:
            self._link.reply_error(seq, "BUSY")
        elif self._state != IDLE:
            self._link.reply_refused(seq, "STOPPED", _RULES[self._state])
        elif self._known_pose is not None and CLOSED in self._known_pose.grips:
            self._link.reply_refused(seq, "POSE", Rule.CUBE_HELD)
        else:
            return False
        return True

    def advance(self) -> None:
        """Handle what is due by now: the end of the motion, `busy`, the heartbeat."""
        self._servos.advance()
        self._update()
        now, motion = self._clock.now(), self._motion
        if now >= self._rests_at:
            self.rest_now()
        if motion is None or motion.stopped:
            return  # the motors stand still, or are braking
        if now >= self._link.last_heard + HEARTBEAT_SECONDS:
            self.stop("silence")
        elif now >= motion.busy_at:
            motion.busy_at = now + BUSY_PERIOD_SECONDS
            self._link.reply(motion.seq, "busy", (("pct", f"{motion.segments.percent():.0f}"),))

    def rest_now(self) -> None:
        """Let closed jaws relax that are to do so, now or later."""
        if self._rests_at < math.inf:
            self._rests_at = math.inf
            self._servos.relax()

    def next_wakeups(self) -> list[float | None]:
        """Return when `advance` has something to do; None for what only comes after input."""
        times = [self._servos.next_wakeup()]
        if self._rests_at < math.inf:
            times += [self._rests_at]
        if self._motion and not self._motion.stopped:
            times += [self._motion.busy_at, self._link.last_heard + HEARTBEAT_SECONDS]
        elif self._motion and self._servos.is_stopped():
            # Time goes on: the motors may have come to rest since `advance`.
            times += [self._clock.now()]
        return times

    def execute(self, message: Message) -> None:
        """Start a motion, or refuse it."""
        try:
            command = fields_to_command(message.verb, message.fields)
        except FrameError:
            self._link.reply_error(message.seq, "ARGUMENT")
            return
        if isinstance(command, MotionCommand) and not self._actuators_exist(command):
            self._link.reply_refused(message.seq, "ARGUMENT", Rule.UNKNOWN_ACTUATOR)
        elif self._motion:
            self._link.reply_error(message.seq, "BUSY")
        elif self._state != IDLE:
            self._link.reply_refused(message.seq, "STOPPED", _RULES[self._state])
        elif isinstance(command, Home):
            self._execute_home(message.seq)
        elif isinstance(command, Load):
            self._start_parts(message.seq, self._rig.loading_commands(self._servos.read().pose))
        elif rule := broken_rule(self._rig, self._known_pose, command):
            self._link.reply_refused(message.seq, "POSE", rule)
        else:
            assert self._known_pose is not None
            motions = self._rig.servo_travel.motions(self._known_pose, (command,))
            self._start_commands(message.seq, motions_only(motions), retries=0)

    def answer_pulse(self, seq: int, question: PulseQuestion) -> None:
        """Say which pulse a servo gets now; nothing moves, and the pose stays known."""
        if self._motion:
            self._link.reply_error(seq, "BUSY")
        else:
            self._link.reply(seq, "done", self._servo_fields(question))

    def execute_servo(self, seq: int, command: Jog | Enable) -> None:
        """Start the motion of one servo, or refuse it. Its pose is unknown then until HOME."""
        if self.refuse_by_hand(seq):
            return
        pulse = self._servos.pulse(command.kind, command.name)
        if fault := servo_fault(command, pulse, self._servos.pulse_limits):
            self._link.reply_refused(seq, *fault)
            return
        self.forget_pose()
        if isinstance(command, Enable) and pulse:
            self._link.reply(seq, "ack")
            self._finish(seq, 0.0, command)
        else:
            self._start(seq, command, retries=0)

    def stop(self, reason: str, level: StopLevel = StopLevel.HOLD) -> None:
        """Halt all motors; the host hears of it once they stand still, and then of the level."""
        if self._level is StopLevel.HOLD:
            self._servos.halt()
        if self._motion:
            self._motion.stopped = self._motion.stopped or reason
            self._motion.level = max(level, self._motion.level, key=lambda each: each.rank)
            self._update()
        else:
            if self._state != STOPPED or reason == "button":
                self._state = STOPPED
                self._link.send_event("ESTOP", (("why", reason),))
            self._raise_to(level)

    def _raise_to(self, level: StopLevel) -> None:
        """Bring the stop in force to a higher level, and say which one that is."""
        if level.rank <= self._level.rank:
            return
        self._level, self._rests_at = level, math.inf
        if level.word not in self._servos.can or not self._apply(level):
            level = StopLevel.HOLD
        self.level_fields = (("level", level.word),)
        self._link.send_event("ESTOP", (("why", "host"), *self.level_fields))

    def _apply(self, level: StopLevel) -> bool:
        if level is StopLevel.RELAX:
            return self._servos.relax()
        self._servos.unpower()
        self.forget_pose()
        return True

    def _execute_home(self, seq: int) -> None:
        failure = self._servos.find_home()
        pose = self._servos.read().pose
        if failure is not None:
            self._state = JAMMED
            self._link.reply_error(seq, "JAM", *self._position_fields(failure.axis, pose))
            return
        commands = self._rig.homing_commands(pose)
        self._start_parts(seq, self._rig.servo_travel.motions(pose, commands))

    def _start_parts(self, seq: int, commands: tuple[Command, ...]) -> None:
        parts = motions_only(commands)
        if not parts and not self._servos.has_power:
            # A motion gives the motors power, also where nothing has to move.
            angle = round(self._servos.read().pose.angles[0])
            parts = (Move(((self._rig.axes[0], angle),)),)
        self._start_commands(seq, parts, retries=HOMING_TRIES - 1)

    def _actuators_exist(self, command: MotionCommand) -> bool:
        known = self._rig.grippers if isinstance(command, Grip) else self._rig.axes
        regripped = command.grippers if isinstance(command, Regrip) else ()
        are_grippers = all(name in self._rig.grippers for name in regripped)
        return are_grippers and all(name in known for name, _ in command.targets)

    def _start_commands(
        self, seq: int, commands: tuple[MotionCommand, ...], *, retries: int
    ) -> None:
        if commands:
            self._start(seq, *commands, retries=retries)
        else:
            self._link.reply(seq, "ack")
            self._end()
            self._finish(seq, 0.0, None)

    def _start(self, seq: int, first: ServoMotion, *rest: MotionCommand, retries: int) -> None:
        self._link.reply(seq, "ack")
        busy_at = self._clock.now() + BUSY_PERIOD_SECONDS
        segments = MotionSequence(self._servos, first, *rest, retries=retries)
        self._motion = _ActiveCommand(seq, segments, busy_at)
        self._rests_at = math.inf

    def _update(self) -> None:
        motion = self._motion
        if motion is None:
            return
        if motion.stopped:
            if self._servos.is_stopped():
                self._report_stop(motion)
            return
        match motion.segments.poll():
            case None:
                pass
            case Stalled() as stalled:
                load = ("load", f"{stalled.load:.2f}")
                self._abort("JAM", JAMMED, stalled.axis, load)
            case Slipped() as slipped:
                self._abort("SLIP", JAMMED, slipped.gripper)
            case Offline() as offline:
                self._abort("OFFLINE", FAILED, offline.axis)
            case Undervoltage() as starved:
                self._servos.halt()
                self._link.send_event("BROWNOUT", (("volts", f"{starved.volts:.1f}"),))
                self._abort("OFFLINE", FAILED, starved.axis, ("why", "brownout"))
            case Completed() as arrived:
                self._end()
                self._finish(motion.seq, arrived.seconds, motion.segments.current)

    def _end(self) -> None:
        """End the motion: the robot is at rest, unless a person moved a servo."""
        by_hand = self._motion and isinstance(self._motion.segments.current, Jog | Enable)
        self._rests_at = self._clock.now() + self._rest if self._rest and not by_hand else math.inf
        self._motion = None

    def _finish(self, seq: int, took: float, last: ServoMotion | None) -> None:
        """Reply that a motion has ended, whose last part was `last`."""
        fields: Fields = (("pose", self.pose_text),)
        if isinstance(last, Jog | Enable):
            fields = self._servo_fields(last)
        else:
            self._known_pose = self._servos.read().pose
        self._link.reply(seq, "done", (*fields, ("took", f"{took:.3f}")))

    def _servo_fields(self, servo: Jog | Enable | PulseQuestion) -> Fields:
        pulse = self._servos.pulse(servo.kind, servo.name)
        return (("us", str(pulse)), ("pose", self.pose_text))

    def _abort(self, code: str, state: str, name: str, *more: tuple[str, str]) -> None:
        """End the current motion with an error of the actuator `name`."""
        motion = self._motion
        assert motion is not None
        self._end()
        self._state = state
        pose = self._servos.read().pose
        if self._known_pose is not None:
            self._known_pose = pose
        self._link.reply_error(motion.seq, code, *self._position_fields(name, pose), *more)

    def _position_fields(self, name: str, pose: Pose) -> Fields:
        if name not in self._rig.axes:
            return (("axis", name),)
        return (("axis", name), ("at", f"{pose.angles[self._rig.axes.index(name)]:+.1f}"))

    def _report_stop(self, motion: _ActiveCommand) -> None:
        """End a stopped motion once all motors stand still."""
        name = motion.segments.actuator
        where = self._position_fields(name, self._servos.read().pose)
        self._abort("STOPPED", STOPPED, name)
        self._link.send_event("ESTOP", (*where, ("why", motion.stopped)))
        self._raise_to(motion.level)

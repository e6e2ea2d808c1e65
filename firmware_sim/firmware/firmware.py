"""The robot's side of the wire protocol as a state machine (no threads, no port).

Bytes come in through `receive`, lines go out through `read_output`, and time passes in `advance`,
to be called when `next_wakeup` says so. It knows the mechanism only through its servo driver.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from random import Random

from firmware_sim.firmware.constants import VERBS as CONSTANT_VERBS
from firmware_sim.firmware.constants import StoredConstants, parse_constant
from firmware_sim.firmware.line_session import LinkLayer
from firmware_sim.firmware.motion_rules import MotionSequence, parse_jog, violated_rule
from robot.clock import Clock
from robot.errors import FrameError
from robot.link.protocol import (
    BUSY_PERIOD_SECONDS,
    STATUS,
    STOP,
    VERSION,
    Fields,
    Message,
    fields_to_command,
    pose_to_text,
)
from robot.rigs.actuators import (
    Completed,
    JogRangeError,
    Offline,
    ServoDriver,
    Slipped,
    Stalled,
    Undervoltage,
)
from robot.rigs.command import (
    CLOSED,
    Command,
    Grip,
    Home,
    Jog,
    Load,
    Move,
    Pose,
)
from robot.rigs.rig import Rig

NAME = "rokumen-sim/0.1.0"
HEARTBEAT_SECONDS = 2.0
HOMING_TRIES = 3
MOTION_VERBS = ("HOME", "LOAD", "MOVE", "GRIP")

# Optional commands, which HELLO announces.
OPTIONAL_VERBS = ("load", "off", "jog")

IDLE, JAMMED, STOPPED, FAILED = "idle", "jammed", "stopped", "failed"


@dataclass(slots=True)
class _ActiveCommand:
    """A motion command in progress: its servo commands, and when `busy` is due.

    `stopped` is the reason of a stop, "" without one.
    """

    seq: int
    segments: MotionSequence
    busy_at: float
    stopped: str = ""


_log = logging.getLogger(__name__)


class Firmware:
    """The state machine. `entropy` gives each boot its epoch; `feedback` names what is measured.

    `constants`: those that the host may change, None for a firmware that keeps none.
    """

    def __init__(
        self,
        rig: Rig,
        servos: ServoDriver,
        clock: Clock,
        entropy: Random,
        *,
        name: str = NAME,
        feedback: str = "angle,load",
        constants: StoredConstants | None = None,
    ) -> None:
        self._constants = constants
        self._rig = rig
        self._name = name
        self._feedback = feedback
        self._servos = servos
        can_load = bool(rig.loading_commands(rig.home))
        self._can = tuple(verb for verb in servos.can if verb != "load" or can_load)
        self._clock = clock
        self._entropy = entropy
        self._epoch = ""
        self.reboot()

    def reboot(self, *, send_boot_event: bool = True) -> None:
        """Restart, as after a loss of power: motors halt and all state is lost."""
        _log.info("the robot reboots; BOOT is sent: %s", send_boot_event)
        self._servos.halt()
        self._epoch = self._new_epoch()
        self._state = IDLE
        self._known_pose: Pose | None = None  # until it has homed
        self._motion: _ActiveCommand | None = None
        self._link = LinkLayer(self._clock)
        if send_boot_event:
            self._link.send_event("BOOT", (("epoch", self._epoch),))

    def press_button(self) -> None:
        """Stop at once, because a person has pressed the robot's own button."""
        self.advance()
        self._stop("button")

    def receive(self, data: bytes) -> None:
        """Process received bytes."""
        self.advance()
        for byte in data:
            if byte == STOP[0]:
                self._link.last_heard = self._clock.now()
                self._stop("host")
            elif byte == STATUS[0]:
                self._link.last_heard = self._clock.now()
                self._link.reply(0, "status", self._status())
            elif command := self._link.receive_byte(byte):
                self._execute(command)
        self.advance()

    def advance(self) -> None:
        """Handle what is due by now: ends of motions, `busy`, the heartbeat, repeated events."""
        self._update_motion()
        now, motion = self._clock.now(), self._motion
        if motion and motion.stopped:
            pass  # the motors are braking
        elif motion and now >= self._link.last_heard + HEARTBEAT_SECONDS:
            self._stop("silence")
        elif motion and now >= motion.busy_at:
            motion.busy_at = now + BUSY_PERIOD_SECONDS
            self._link.reply(motion.seq, "busy", (("pct", f"{motion.segments.percent():.0f}"),))
        self._link.resend_due_events()

    def read_output(self) -> list[bytes]:
        """Return, once, the lines that are to go out, in order."""
        return self._link.read_output()

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        times = [self._link.next_resend_time(), self._servos.next_wakeup()]
        if self._motion and not self._motion.stopped:
            times += [self._motion.busy_at, self._link.last_heard + HEARTBEAT_SECONDS]
        return min((time for time in times if time is not None), default=None)

    def _new_epoch(self) -> str:
        epoch = self._epoch
        while epoch == self._epoch:
            epoch = f"{self._entropy.randrange(1 << 16):04X}"
        return epoch

    def _reply_error(self, seq: int, code: str, *fields: tuple[str, str]) -> None:
        self._link.reply(seq, "err", (("code", code), *fields))

    def _execute(self, message: Message) -> None:
        keys = [key for key, _ in message.fields]
        if message.verb.lower() in OPTIONAL_VERBS and message.verb.lower() not in self._can:
            self._reply_error(message.seq, "UNKNOWN")
        elif message.verb in MOTION_VERBS and len(set(keys)) == len(keys):
            self._execute_motion(message)
        elif message.verb == "HELLO" and keys == ["proto"]:
            self._hello(message)
        elif message.verb in ("POSE", "CLEAR") and not keys:
            if message.verb == "CLEAR" and not self._motion:
                self._state = IDLE
            self._link.reply(message.seq, "done", (("pose", self._pose_text()),))
        elif message.verb == "OFF" and not keys:
            self._switch_off(message)
        elif message.verb == "JOG":
            self._jog(message)
        elif message.verb in CONSTANT_VERBS and self._constants is not None:
            self._use_constants(message, self._constants)
        elif message.verb in (*MOTION_VERBS, "HELLO", "POSE", "CLEAR", "OFF"):
            self._reply_error(message.seq, "ARGUMENT")
        else:
            self._reply_error(message.seq, "UNKNOWN")

    def _switch_off(self, message: Message) -> None:
        if self._motion:
            self._reply_error(message.seq, "BUSY")
            return
        self._servos.unpower()
        self._known_pose = None
        self._link.reply(message.seq, "done", (("pose", self._pose_text()),))

    def _use_constants(self, message: Message, constants: StoredConstants) -> None:
        try:
            command = parse_constant(message.verb, message.fields)
        except FrameError:
            self._reply_error(message.seq, "ARGUMENT")
            return
        if command.changes and self._refuses_by_hand(message.seq):
            return
        verb, fields = constants.execute(command)
        if (verb, fields) == ("done", ()):
            # Stored: the pulses of a pose are others now, and nothing moves before HOME.
            self._switch_off(message)
        else:
            self._link.reply(message.seq, verb, fields)

    def _refuses_by_hand(self, seq: int) -> bool:
        """Refuse what must not be done in a motion, after a stop, or with a cube in the jaws."""
        if self._motion:
            self._reply_error(seq, "BUSY")
        elif self._state != IDLE:
            self._reply_error(seq, "STOPPED", ("why", f"{self._state}-CLEAR-first"))
        elif self._known_pose is not None and CLOSED in self._known_pose.grips:
            self._reply_error(seq, "POSE", ("why", "LOAD-or-OFF-first"))
        else:
            return False
        return True

    def _jog(self, message: Message) -> None:
        try:
            jog = parse_jog(self._rig, message.fields)
        except FrameError:
            self._reply_error(message.seq, "ARGUMENT")
            return
        if not self._refuses_by_hand(message.seq):
            self._start_jog(message.seq, jog)

    def _start_jog(self, seq: int, jog: Jog) -> None:
        try:
            pulse = self._servos.jog(jog)
        except JogRangeError:
            self._reply_error(seq, "ARGUMENT", ("why", "beyond-the-pulses-of-a-servo"))
            return
        self._known_pose = None
        self._link.reply(seq, "done", (("us", str(pulse)), ("pose", self._pose_text())))

    def _hello(self, message: Message) -> None:
        if message.get("proto") != str(VERSION):
            self._reply_error(message.seq, "PROTO", ("proto", str(VERSION)))
            return
        self._link.drop_events("BOOT")
        fields: Fields = (
            ("proto", str(VERSION)),
            ("firmware", self._name),
            ("rig", self._rig.name),
            ("epoch", self._epoch),
            ("feedback", self._feedback),
            ("heartbeat", f"{HEARTBEAT_SECONDS}"),
        )
        if self._can:
            fields = (*fields, ("can", ",".join(self._can)))
        if self._constants is not None:
            fields = (*fields, ("constants", self._constants.version))
        self._link.reply(message.seq, "done", fields)

    def _execute_motion(self, message: Message) -> None:
        try:
            command = fields_to_command(message.verb, message.fields)
        except FrameError:
            self._reply_error(message.seq, "ARGUMENT")
            return
        if isinstance(command, Move | Grip) and not self._actuators_exist(command):
            self._reply_error(message.seq, "ARGUMENT", ("why", "no-such-actuator"))
        elif self._motion:
            self._reply_error(message.seq, "BUSY")
        elif self._state != IDLE:
            self._reply_error(message.seq, "STOPPED", ("why", f"{self._state}-CLEAR-first"))
        elif isinstance(command, Home):
            home_failure = self._servos.find_home()
            if home_failure is not None:
                self._state = JAMMED
                self._reply_error(
                    message.seq,
                    "JAM",
                    *self._position_fields(home_failure.axis, self._servos.read().pose),
                )
                return
            pose = self._servos.read().pose
            commands = self._rig.homing_commands(pose)
            self._start_parts(message.seq, self._rig.servo_motions(pose, commands))
        elif isinstance(command, Load):
            self._start_parts(message.seq, self._rig.loading_commands(self._servos.read().pose))
        elif (reason := violated_rule(self._rig, self._known_pose, command)) is not None:
            self._reply_error(message.seq, "POSE", ("why", reason))
        else:
            assert self._known_pose is not None
            motions = self._rig.servo_motions(self._known_pose, (command,))
            self._start(message.seq, _motions_only(motions), retries=0)

    def _start_parts(self, seq: int, commands: tuple[Command, ...]) -> None:
        parts = _motions_only(commands)
        if not parts and not self._servos.has_power:
            # A motion gives the motors power, also where nothing has to move.
            angle = round(self._servos.read().pose.angles[0])
            parts = (Move(((self._rig.axes[0], angle),)),)
        self._start(seq, parts, retries=HOMING_TRIES - 1)

    def _actuators_exist(self, command: Move | Grip) -> bool:
        known = self._rig.axes if isinstance(command, Move) else self._rig.grippers
        return all(name in known for name, _ in command.targets)

    def _start(self, seq: int, commands: tuple[Move | Grip, ...], *, retries: int) -> None:
        self._link.reply(seq, "ack")
        if not commands:
            self._finish_motion(seq, 0.0)
            return
        busy_at = self._clock.now() + BUSY_PERIOD_SECONDS
        segments = MotionSequence(self._servos, *commands, retries=retries)
        self._motion = _ActiveCommand(seq, segments, busy_at)

    def _update_motion(self) -> None:
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
                self._abort_motion("JAM", JAMMED, stalled.axis, load)
            case Slipped() as slipped:
                self._abort_motion("SLIP", JAMMED, slipped.gripper)
            case Offline() as offline:
                self._abort_motion("OFFLINE", FAILED, offline.axis)
            case Undervoltage() as starved:
                self._servos.halt()
                self._link.send_event("BROWNOUT", (("volts", f"{starved.volts:.1f}"),))
                self._abort_motion("OFFLINE", FAILED, starved.axis, ("why", "brownout"))
            case Completed() as arrived:
                self._motion = None
                self._finish_motion(motion.seq, arrived.seconds)

    def _finish_motion(self, seq: int, took: float) -> None:
        self._known_pose = self._servos.read().pose
        self._link.reply(seq, "done", (("pose", self._pose_text()), ("took", f"{took:.3f}")))

    def _abort_motion(self, code: str, state: str, name: str, *more: tuple[str, str]) -> None:
        """End the current motion with an error of the actuator `name`."""
        motion = self._motion
        assert motion is not None
        self._motion = None
        self._state = state
        pose = self._servos.read().pose
        if self._known_pose is not None:
            self._known_pose = pose
        self._reply_error(motion.seq, code, *self._position_fields(name, pose), *more)

    def _position_fields(self, name: str, pose: Pose) -> Fields:
        if name not in self._rig.axes:
            return (("axis", name),)
        return (("axis", name), ("at", f"{pose.angles[self._rig.axes.index(name)]:+.1f}"))

    def _stop(self, reason: str) -> None:
        self._servos.halt()
        if self._motion:
            self._motion.stopped = self._motion.stopped or reason
            self._update_motion()
        elif self._state != STOPPED or reason == "button":
            self._state = STOPPED
            self._link.send_event("ESTOP", (("why", reason),))

    def _report_stop(self, motion: _ActiveCommand) -> None:
        """End a stopped motion once all motors stand still."""
        name = motion.segments.current.targets[0][0]
        where = self._position_fields(name, self._servos.read().pose)
        self._abort_motion("STOPPED", STOPPED, name)
        self._link.send_event("ESTOP", (*where, ("why", motion.stopped)))

    def _status(self) -> Fields:
        if self._motion:
            state = "moving"
        elif self._state == IDLE and self._known_pose is None:
            state = "unhomed"
        else:
            state = self._state
        return (
            ("state", state),
            ("last", str(self._link.last_seq)),
            ("epoch", self._epoch),
            ("pose", self._pose_text()),
        )

    def _pose_text(self) -> str:
        pose = self._servos.read().pose
        return pose_to_text(pose, self._rig.axes, self._rig.grippers)


def _motions_only(commands: tuple[Command, ...]) -> tuple[Move | Grip, ...]:
    return tuple(command for command in commands if isinstance(command, Move | Grip))

"""The robot's side of docs/protocol.md: a state machine without threads, ports or sleeping.

Bytes come in through `receive`, lines go out through `take`, and time passes in `advance`, to be
called when `next_wake` says so. What it believes about the mechanism it has from its servos.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from firmware_sim.conversation import Conversation
from firmware_sim.rules import broken_rule
from firmware_sim.segments import Segments
from firmware_sim.servos import Arrived, Offline, Servos, Slipped, Stalled, Starved
from robot.clock import Clock
from robot.command import Grip, Home, Move, Pose
from robot.errors import FrameError
from robot.protocol import (
    BUSY_SECONDS,
    STATUS,
    STOP,
    VERSION,
    Fields,
    Message,
    fields_to_command,
    pose_to_text,
)
from robot.rig import Rig

NAME = "rokumen-sim/0.1.0"
HEARTBEAT_SECONDS = 2.0
HOMING_TRIES = 3
MOTIONS = ("HOME", "MOVE", "GRIP")

IDLE, JAMMED, STOPPED, FAILED = "idle", "jammed", "stopped", "failed"


@dataclass(slots=True)
class _Motion:
    """A motion command at work: what the servos are to do, and when to say `busy`.

    `stopped` says why it has been told to stop, "" while it has not.
    """

    seq: int
    segments: Segments
    busy_at: float
    stopped: str = ""


class Firmware:
    """The state machine. `entropy` gives each boot its epoch; `feedback` is what servos measure."""

    def __init__(
        self,
        rig: Rig,
        servos: Servos,
        clock: Clock,
        entropy: Random,
        *,
        name: str = NAME,
        feedback: str = "angle,load",
    ) -> None:
        self._rig = rig
        self._name = name
        self._feedback = feedback
        self._servos = servos
        self._clock = clock
        self._entropy = entropy
        self._epoch = ""
        self.reboot()

    def reboot(self, *, silently: bool = False) -> None:
        """Start again, as after a loss of power: motors halt, everything known is forgotten.

        `silently` leaves the BOOT event out.
        """
        self._servos.halt()
        self._epoch = self._new_epoch()
        self._state = IDLE
        self._belief: Pose | None = None  # until it has homed
        self._motion: _Motion | None = None
        self._talk = Conversation(self._clock)
        if not silently:
            self._talk.tell("BOOT", (("epoch", self._epoch),))

    def press_button(self) -> None:
        """Stop at once, because a person has pressed the robot's own button."""
        self.advance()
        self._stop("button")

    def receive(self, data: bytes) -> None:
        """Read what came over the wire."""
        self.advance()
        for byte in data:
            if byte == STOP[0]:
                self._talk.heard_at = self._clock.now()
                self._stop("host")
            elif byte == STATUS[0]:
                self._talk.heard_at = self._clock.now()
                self._talk.answer(0, "status", self._status())
            elif command := self._talk.read(byte):
                self._carry_out(command)
        self.advance()

    def advance(self) -> None:
        """Do what time has brought: ends of motions, `busy`, the heartbeat, events again."""
        self._follow_motion()
        now, motion = self._clock.now(), self._motion
        if motion and motion.stopped:
            pass  # it will stand in a moment
        elif motion and now >= self._talk.heard_at + HEARTBEAT_SECONDS:
            self._stop("silence")
        elif motion and now >= motion.busy_at:
            motion.busy_at = now + BUSY_SECONDS
            self._talk.answer(motion.seq, "busy", (("pct", f"{motion.segments.percent():.0f}"),))
        self._talk.repeat_events()

    def take(self) -> list[bytes]:
        """Give, once, the lines that are to go out, in order."""
        return self._talk.take()

    def next_wake(self) -> float | None:
        """Say when, by the clock, `advance` is needed next; None if only input can do anything."""
        times = [self._talk.next_repeat(), self._servos.next_wake()]
        if self._motion and not self._motion.stopped:
            times += [self._motion.busy_at, self._talk.heard_at + HEARTBEAT_SECONDS]
        return min((time for time in times if time is not None), default=None)

    def _new_epoch(self) -> str:
        epoch = self._epoch
        while epoch == self._epoch:
            epoch = f"{self._entropy.randrange(1 << 16):04X}"
        return epoch

    def _refuse(self, seq: int, code: str, *fields: tuple[str, str]) -> None:
        self._talk.answer(seq, "err", (("code", code), *fields))

    def _carry_out(self, said: Message) -> None:
        keys = [key for key, _ in said.fields]
        if said.verb in MOTIONS and len(set(keys)) == len(keys):
            self._begin(said)
        elif said.verb == "HELLO" and keys == ["proto"]:
            self._hello(said)
        elif said.verb in ("POSE", "CLEAR") and not keys:
            if said.verb == "CLEAR" and not self._motion:
                self._state = IDLE
            self._talk.answer(said.seq, "done", (("pose", self._pose_text()),))
        elif said.verb in (*MOTIONS, "HELLO", "POSE", "CLEAR"):
            self._refuse(said.seq, "ARGUMENT")
        else:
            self._refuse(said.seq, "UNKNOWN")

    def _hello(self, said: Message) -> None:
        if said.get("proto") != str(VERSION):
            self._refuse(said.seq, "PROTO", ("proto", str(VERSION)))
            return
        self._talk.silence("BOOT")
        fields = (
            ("proto", str(VERSION)),
            ("firmware", self._name),
            ("rig", self._rig.name),
            ("epoch", self._epoch),
            ("feedback", self._feedback),
            ("heartbeat", f"{HEARTBEAT_SECONDS}"),
        )
        self._talk.answer(said.seq, "done", fields)

    def _begin(self, said: Message) -> None:
        try:
            command = fields_to_command(said.verb, said.fields)
        except FrameError:
            self._refuse(said.seq, "ARGUMENT")
            return
        if isinstance(command, Move | Grip) and not self._names_known(command):
            self._refuse(said.seq, "ARGUMENT", ("why", "no-such-actuator"))
        elif self._motion:
            self._refuse(said.seq, "BUSY")
        elif self._state != IDLE:
            self._refuse(said.seq, "STOPPED", ("why", f"{self._state}-CLEAR-first"))
        elif isinstance(command, Home):
            lost = self._servos.find_home()
            if lost is not None:
                self._state = JAMMED
                self._refuse(said.seq, "JAM", *self._where(lost.axis, self._servos.sense().pose))
                return
            way = self._rig.homing(self._servos.sense().pose)
            parts = tuple(part for part in way if not isinstance(part, Home))
            self._start(said.seq, parts, retries=HOMING_TRIES - 1)
        elif (why := broken_rule(self._rig, self._belief, command)) is not None:
            self._refuse(said.seq, "POSE", ("why", why))
        else:
            self._start(said.seq, (command,), retries=0)

    def _names_known(self, command: Move | Grip) -> bool:
        known = self._rig.axes if isinstance(command, Move) else self._rig.grippers
        return all(name in known for name, _ in command.targets)

    def _start(self, seq: int, commands: tuple[Move | Grip, ...], *, retries: int) -> None:
        self._talk.answer(seq, "ack")
        if not commands:
            self._arrive(seq, 0.0)
            return
        busy_at = self._clock.now() + BUSY_SECONDS
        segments = Segments(self._servos, *commands, retries=retries)
        self._motion = _Motion(seq, segments, busy_at)

    def _follow_motion(self) -> None:
        motion = self._motion
        if motion is None:
            return
        if motion.stopped:
            if self._servos.stands_still():
                self._tell_where_it_stopped(motion)
            return
        match motion.segments.poll():
            case None:
                pass
            case Stalled() as stalled:
                load = ("load", f"{stalled.load:.2f}")
                self._abandon("JAM", JAMMED, stalled.axis, load)
            case Slipped() as slipped:
                self._abandon("SLIP", JAMMED, slipped.gripper)
            case Offline() as offline:
                self._abandon("OFFLINE", FAILED, offline.axis)
            case Starved() as starved:
                self._servos.halt()
                self._talk.tell("BROWNOUT", (("volts", f"{starved.volts:.1f}"),))
                self._abandon("OFFLINE", FAILED, starved.axis, ("why", "brownout"))
            case Arrived() as arrived:
                self._motion = None
                self._arrive(motion.seq, arrived.seconds)

    def _arrive(self, seq: int, took: float) -> None:
        self._belief = self._servos.sense().pose
        self._talk.answer(seq, "done", (("pose", self._pose_text()), ("took", f"{took:.3f}")))

    def _abandon(self, code: str, state: str, name: str, *more: tuple[str, str]) -> None:
        """End the motion in flight, by the actuator `name`, without its having come to its end."""
        motion = self._motion
        assert motion is not None
        self._motion = None
        self._state = state
        pose = self._servos.sense().pose
        if self._belief is not None:
            self._belief = pose
        self._refuse(motion.seq, code, *self._where(name, pose), *more)

    def _where(self, name: str, pose: Pose) -> Fields:
        if name not in self._rig.axes:
            return (("axis", name),)
        return (("axis", name), ("at", f"{pose.angles[self._rig.axes.index(name)]:+.1f}"))

    def _stop(self, why: str) -> None:
        self._servos.halt()
        if self._motion:
            self._motion.stopped = self._motion.stopped or why
            self._follow_motion()
        elif self._state != STOPPED or why == "button":
            self._state = STOPPED
            self._talk.tell("ESTOP", (("why", why),))

    def _tell_where_it_stopped(self, motion: _Motion) -> None:
        """End a motion that has been stopped, once everything stands."""
        name = motion.segments.current.targets[0][0]
        where = self._where(name, self._servos.sense().pose)
        self._abandon("STOPPED", STOPPED, name)
        self._talk.tell("ESTOP", (*where, ("why", motion.stopped)))

    def _status(self) -> Fields:
        if self._motion:
            state = "moving"
        elif self._state == IDLE and self._belief is None:
            state = "unhomed"
        else:
            state = self._state
        return (
            ("state", state),
            ("last", str(self._talk.last)),
            ("epoch", self._epoch),
            ("pose", self._pose_text()),
        )

    def _pose_text(self) -> str:
        pose = self._servos.sense().pose
        return pose_to_text(pose, self._rig.axes, self._rig.grippers)

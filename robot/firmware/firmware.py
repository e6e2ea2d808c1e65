"""The robot's side of the wire protocol as a state machine (no threads, no port).

Bytes come in through `receive`, lines go out through `read_output`, and time passes in `advance`,
to be called when `next_wakeup` says so. It knows the mechanism only through its servo driver.
"""

from __future__ import annotations

import logging
from random import Random

from robot.clock import Clock
from robot.errors import FrameError
from robot.firmware.drive_servos import DriveServos
from robot.firmware.line_session import LinkLayer
from robot.firmware.motion_rules import parse_servo_command
from robot.firmware.motions import HEARTBEAT_SECONDS, Motions
from robot.link.protocol import MOTION_VERBS, STATUS, VERSION, Message, StopReader
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.command import Fields, PulseQuestion
from robot.rigs.rig import Rig

NAME = "rokumen-sim/0.1.0"

# Optional commands, and what HELLO announces of them.
OPTIONAL_VERBS = {
    "LOAD": "load",
    "OFF": "off",
    "JOG": "jog",
    "ENABLE": "enable",
    "REGRIP": "overlap",
}

_log = logging.getLogger(__name__)


class Firmware:
    """The state machine. `entropy` gives each boot its epoch; `feedback` names what is measured.

    Closed jaws relax `rest` seconds after a motion, 0: never.
    """

    def __init__(
        self,
        rig: Rig,
        servos: DriveServos,
        clock: Clock,
        entropy: Random,
        *,
        name: str = NAME,
        feedback: str = "angle,load",
        rest: float = REST_SECONDS,
    ) -> None:
        self._rest = rest if "relax" in servos.can else 0.0
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
        self._link = LinkLayer(self._clock)
        self._stops = StopReader()
        self._motions = Motions(self._rig, self._servos, self._clock, self._link, self._rest)
        if send_boot_event:
            self._link.send_event("BOOT", (("epoch", self._epoch),))

    def stop(self, why: str) -> None:
        """Stop at once: by the robot's own button ("button"), or as its electronics did."""
        self.advance()
        self._motions.stop(why)

    def end(self) -> None:
        """Let closed jaws relax that would do so soon: time ends here."""
        self._motions.rest_now()

    def receive(self, data: bytes) -> None:
        """Process received bytes."""
        self.advance()
        for byte in data:
            if level := self._stops.feed(byte):
                self._link.last_heard = self._clock.now()
                self._motions.stop("host", level)
            elif byte == STATUS[0]:
                self._link.last_heard = self._clock.now()
                self._link.reply(0, "status", self._status())
            elif command := self._link.receive_byte(byte):
                self._execute(command)
        self.advance()

    def advance(self) -> None:
        """Handle what is due by now: ends of motions, `busy`, the heartbeat, repeated events."""
        self._motions.advance()
        self._link.resend_due_events()

    def read_output(self) -> list[bytes]:
        """Return, once, the lines that are to go out, in order."""
        return self._link.read_output()

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `advance` is needed next; None: only after input."""
        times = [self._link.next_resend_time(), *self._motions.next_wakeups()]
        return min((time for time in times if time is not None), default=None)

    def _new_epoch(self) -> str:
        epoch = self._epoch
        while epoch == self._epoch:
            epoch = f"{self._entropy.randrange(1 << 16):04X}"
        return epoch

    def _execute(self, message: Message) -> None:
        keys = [key for key, _ in message.fields]
        if OPTIONAL_VERBS.get(message.verb, "") not in ("", *self._can):
            self._link.reply_error(message.seq, "UNKNOWN")
        elif message.verb in MOTION_VERBS and len(set(keys)) == len(keys):
            self._motions.execute(message)
        elif message.verb == "HELLO" and keys == ["proto"]:
            self._hello(message)
        elif message.verb in ("POSE", "CLEAR") and not keys:
            if message.verb == "CLEAR":
                self._motions.clear()
            self._link.reply(message.seq, "done", (("pose", self._motions.pose_text),))
        elif message.verb == "OFF" and not keys:
            self._switch_off(message)
        elif message.verb in ("JOG", "ENABLE"):
            self._use_servo(message)
        elif message.verb in (*MOTION_VERBS, "HELLO", "POSE", "CLEAR", "OFF"):
            self._link.reply_error(message.seq, "ARGUMENT")
        else:
            self._link.reply_error(message.seq, "UNKNOWN")

    def _switch_off(self, message: Message) -> None:
        if self._motions.moving:
            self._link.reply_error(message.seq, "BUSY")
            return
        self._servos.unpower()
        self._motions.forget_pose()
        self._link.reply(message.seq, "done", (("pose", self._motions.pose_text),))

    def _use_servo(self, message: Message) -> None:
        try:
            command = parse_servo_command(self._rig, message.verb, message.fields)
        except FrameError:
            self._link.reply_error(message.seq, "ARGUMENT")
            return
        if isinstance(command, PulseQuestion):
            self._motions.answer_pulse(message.seq, command)
        else:
            self._motions.execute_servo(message.seq, command)

    def _hello(self, message: Message) -> None:
        if message.get("proto") != str(VERSION):
            self._link.reply_error(message.seq, "PROTO", ("proto", str(VERSION)))
            return
        self._link.drop_events("BOOT")
        fields: Fields = (
            ("proto", str(VERSION)),
            ("firmware", self._name),
            ("rig", self._rig.name),
            ("epoch", self._epoch),
            ("feedback", self._feedback),
            ("heartbeat", f"{HEARTBEAT_SECONDS:g}"),
        )
        if self._can:
            fields = (*fields, ("can", ",".join(self._can)))
        self._link.reply(message.seq, "done", fields)

    def _status(self) -> Fields:
        return (
            ("state", self._motions.state_text),
            ("last", str(self._link.last_seq)),
            ("epoch", self._epoch),
            ("pose", self._motions.pose_text),
            *self._motions.level_fields,
        )

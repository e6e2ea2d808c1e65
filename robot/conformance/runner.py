"""The list of conformance checks, and the function that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from robot.conformance import (
    line_rules,
    motion_rules,
    optional_rules,
    servo_rules,
    stop_rules,
)
from robot.conformance.probe import (
    MOTION_TIMEOUT_SECONDS,
    NotApplicableError,
    ProtocolViolationError,
    RawClient,
)
from robot.conformance.trials import TIME_TOLERANCE_SECONDS
from robot.errors import DriveError
from robot.link.port import SerialPort
from robot.link.protocol import EVENT_REPEAT_PERIOD_SECONDS, STOP, Event
from robot.rigs.command import Home
from robot.rigs.rig import Rig

Check = Callable[[RawClient], None]

# Each rule as it is printed, and its check.
CHECKS: tuple[tuple[str, Check], ...] = (
    ("HELLO is answered with everything that a greeting says", line_rules.answers_hello),
    ("HELLO with another version is refused with PROTO", line_rules.rejects_other_version),
    (
        "A raw ? is answered with a status, even in the middle of a line",
        line_rules.answers_status_query,
    ),
    ("A damaged line is answered with nak and moves nothing", line_rules.naks_corrupt_line),
    (
        "A line of more than 160 bytes is refused, whatever it ends with",
        line_rules.naks_overlong_line,
    ),
    ("Garbage, an endless line and a carriage return harm nothing", line_rules.ignores_noise),
    (
        "A number out of turn is answered with nak, and nothing is done",
        line_rules.naks_wrong_seq,
    ),
    (
        "A repeated line gets the same answer again and moves nothing twice",
        line_rules.repeats_cached_reply,
    ),
    ("After number 65535 comes 1", line_rules.wraps_seq),
    (
        "A motion is acknowledged, and ends where it was told to, with the time that it took",
        motion_rules.reaches_target,
    ),
    (
        "A gripper goes to the position that it is told, and nothing else moves",
        motion_rules.moves_gripper,
    ),
    (
        "A motion to where it already stands is done, and moves nothing",
        motion_rules.ignores_repeated_target,
    ),
    ("During a motion it says busy at least every half second", motion_rules.sends_busy),
    (
        "During a motion another one is refused with BUSY, and questions are answered",
        motion_rules.rejects_second_motion,
    ),
    (
        "What the rig's rules forbid is refused with POSE, and moves nothing",
        motion_rules.rejects_forbidden_motion,
    ),
    (
        "An unknown verb is refused with UNKNOWN, senseless fields with ARGUMENT",
        motion_rules.rejects_unknown_commands,
    ),
    (
        "LOAD opens every gripper, with the axes at home, and HOME closes them again",
        optional_rules.loads,
    ),
    (
        "REGRIP lets go, turns and holds again, in less time than its parts need one by one",
        optional_rules.regrips,
    ),
    (
        "REGRIP is refused with POSE where a cube could fall or grippers collide; nothing moves",
        optional_rules.refuses_unsafe_regrips,
    ),
    ("After OFF the robot does not move until HOME", optional_rules.switches_off),
    (
        "JOG without a step says the pulse of a servo; nothing moves, and the pose stays known",
        servo_rules.answers_pulses,
    ),
    (
        "After OFF no servo gets a pulse, and it refuses JOG until ENABLE gives it one",
        servo_rules.enables_servos,
    ),
    (
        "JOG moves one servo by a step, by 500 µs a second at most, only where no cube is held",
        servo_rules.jogs,
    ),
    ("A stop ends a JOG where it is", servo_rules.stops_jog),
    (
        "Closed jaws relax at rest and still count as closed, and press again in the next motion",
        servo_rules.relaxes_at_rest,
    ),
    ("0x18 halts a motion where it is, and nothing moves until CLEAR", stop_rules.stops_at_once),
    (
        "A stop is raised to relax and to off by their four bytes, and by none of them damaged",
        stop_rules.raises_stops,
    ),
    (
        "An event is repeated until it is answered, and not after",
        stop_rules.repeats_events_until_acknowledged,
    ),
    (
        "A host that falls silent during a motion makes it stop by itself",
        stop_rules.stops_on_heartbeat_timeout,
    ),
)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of a check.

    `violation` describes what the robot did wrong, "" if nothing; `skip_reason` why the rule cannot
    be checked on this robot, "" if it was.
    """

    rule: str
    violation: str = ""
    skip_reason: str = ""

    @property
    def passed(self) -> bool:
        """Return True if nothing was wrong."""
        return not self.violation


def checked(rule: str, check: Callable[[], None]) -> CheckResult:
    """Return the result of a check."""
    try:
        check()
    except NotApplicableError as error:
        return CheckResult(rule, skip_reason=error.message)
    except (ProtocolViolationError, DriveError) as error:
        return CheckResult(rule, violation=error.message)
    return CheckResult(rule)


def run_checks(port: SerialPort, rig: Rig | None = None) -> Iterator[CheckResult]:
    """Check every rule on the robot at `port`; its grippers move, with or without a cube.

    `rig` describes the mechanism, by default the one that the robot names. Raises
    ProtocolViolationError if the robot does not answer HELLO, and RigError for an unknown rig.
    """
    probe = RawClient(port, rig)

    def check_from_home(check: Check) -> None:
        _reset_robot(probe)
        check(probe)

    for rule, check in CHECKS:
        yield checked(rule, partial(check_from_home, check))
    with suppress(ProtocolViolationError):
        _reset_robot(probe)


def _reset_robot(probe: RawClient) -> None:
    """Move the robot home from the state that the previous check left."""
    probe.send_raw(STOP + b"\n")
    probe.drain_input()
    probe.wait_for_standstill()
    probe.hello()
    probe.send("CLEAR")
    probe.expect_reply("done", timeout=MOTION_TIMEOUT_SECONDS)
    probe.execute(Home())
    settled = probe.now() + EVENT_REPEAT_PERIOD_SECONDS + TIME_TOLERANCE_SECONDS
    while (line := probe.read_line(settled - probe.now())) is not None:
        if isinstance(line, Event):
            probe.acknowledge(line)

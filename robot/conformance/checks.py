"""The rules of docs/protocol.md, a check each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from robot.command import Command, Grip, Home, Move, Pose
from robot.conformance.probe import PATIENCE, BreachError, InapplicableError, Probe
from robot.errors import RuleError
from robot.port import Port
from robot.protocol import (
    BUSY_SECONDS,
    EVENT_REPEAT_SECONDS,
    LAST_SEQ,
    STOP,
    Event,
    Message,
    command_to_fields,
    encode,
)
from robot.rig import Step

Check = Callable[[Probe], None]

# Slow enough that a motion is still going on when something is done about it: a tenth of full
# speed, and less where a motion would be over sooner than this, in seconds.
SLOW = 10
SLOW_SECONDS = 10.0
# What a robot's clock and a line's delay may add to a period, in seconds.
SLACK = 0.5
# How far an angle may be off, in degrees.
TOLERANCE = 5.0

_GREETING = ("proto", "firmware", "rig", "epoch", "feedback", "heartbeat")
_STATES = ("unhomed", "idle", "moving", "jammed", "stopped", "failed")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a check came out.

    `breach` says in words what the robot did wrong, "" if nothing; `inapplicable` why the rule
    cannot be shown on this robot, "" where it was.
    """

    rule: str
    breach: str = ""
    inapplicable: str = ""

    @property
    def kept(self) -> bool:
        """Tell whether nothing was wrong."""
        return not self.breach


def run_checks(port: Port) -> Iterator[Verdict]:
    """Try every rule on the robot at `port`; its hands move, with or without a cube.

    Raises BreachError where there is no talking with it at all, and RigError for an unknown rig.
    """
    probe = Probe(port)
    for check in CHECKS:
        rule = (check.__doc__ or "").strip().rstrip(".")
        try:
            _make_ready(probe)
            check(probe)
        except BreachError as error:
            yield Verdict(rule, breach=str(error))
        except InapplicableError as error:
            yield Verdict(rule, inapplicable=str(error))
        else:
            yield Verdict(rule)
    with suppress(BreachError):
        _make_ready(probe)


def _make_ready(probe: Probe) -> None:
    """Bring the robot home, out of whatever the check before it has left."""
    probe.send_raw(STOP + b"\n")
    probe.forget()
    probe.hello()
    probe.send("CLEAR")
    probe.reply("done", patience=PATIENCE)
    probe.perform(Home())
    settled = probe.now() + EVENT_REPEAT_SECONDS + SLACK
    while (line := probe.hear(settled - probe.now())) is not None:
        if isinstance(line, Event):
            probe.accept(line)


def greets(probe: Probe) -> None:
    """HELLO is answered with everything that a greeting says."""
    missing = [key for key in _GREETING if not probe.hello().get(key)]
    if missing:
        raise BreachError(f"its greeting lacks {', '.join(missing)}")


def refuses_another_version(probe: Probe) -> None:
    """HELLO with another version is refused with PROTO."""
    probe.send("HELLO", (("proto", "999"),))
    if not probe.error("PROTO").get("proto"):
        raise BreachError("its refusal does not say which version it speaks")


def tells_its_status(probe: Probe) -> None:
    """A raw ? is answered with a status, even in the middle of a line."""
    status = probe.status()
    if status.get("state") not in _STATES:
        raise BreachError(f"its state {status.get('state')!r} is none of {', '.join(_STATES)}")
    probe.seq += 1
    line = encode(Message(probe.seq, "POSE"))
    probe.send_raw(line[:4] + b"?" + line[4:])
    probe.reply("done")


def naks_a_damaged_line(probe: Probe) -> None:
    """A damaged line is answered with nak and moves nothing."""
    before = probe.pose()
    verb, fields = command_to_fields(_a_move(probe))
    line = encode(Message(probe.seq + 1, verb, fields))
    probe.send_raw(line.replace(b"MOVE", b"MOVF"))
    expected = probe.message(0, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise BreachError(f"it expects number {expected!r} and not {probe.seq + 1}")
    _expect_still(probe, before)


def survives_noise(probe: Probe) -> None:
    """Garbage, an endless line and a carriage return harm nothing."""
    before = probe.pose()
    probe.send_raw(b"\x00\xff\x80*=* 7 MOVE" + b"x" * 500 + b"\n")
    probe.forget()
    probe.seq += 1
    probe.send_raw(encode(Message(probe.seq, "POSE"))[:-1] + b"\r\n")
    if probe.pose_in(probe.reply("done")) != before:
        raise BreachError("it moved")


def naks_a_wrong_number(probe: Probe) -> None:
    """A number out of turn is answered with nak, and nothing is done."""
    before = probe.pose()
    verb, fields = command_to_fields(_a_move(probe))
    out_of_turn = probe.seq + 7
    probe.send_raw(encode(Message(out_of_turn, verb, fields)))
    expected = probe.message(out_of_turn, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise BreachError(f"it expects number {expected!r} and not {probe.seq + 1}")
    _expect_still(probe, before)


def answers_a_repeated_line_alike(probe: Probe) -> None:
    """A repeated line gets the same answer again and moves nothing twice."""
    line = probe.begin(_a_move(probe))
    done = probe.reply("done", patience=PATIENCE)
    probe.send_raw(line)
    again = probe.reply("done")
    if again != done:
        raise BreachError(f"it answered {again} the second time and {done} the first")


def counts_past_the_end(probe: Probe) -> None:
    """After number 65535 comes 1."""
    probe.send_raw(encode(Message(LAST_SEQ, "HELLO", (("proto", "1"),))))
    probe.message(LAST_SEQ, "done")
    probe.seq = LAST_SEQ
    probe.pose()


def moves_where_it_is_told(probe: Probe) -> None:
    """A motion is acknowledged, and ends where it was told to, with the time that it took."""
    command = _a_move(probe)
    done = probe.perform(command)
    _expect_at(probe.pose_in(done), probe, command)
    if _seconds(done, "took") <= 0:
        raise BreachError("it says that a motion took no time")


def grips_as_it_is_told(probe: Probe) -> None:
    """A gripper goes to the position that it is told, and nothing else moves."""
    command = next((s.command for s in _steps(probe) if isinstance(s.command, Grip)), None)
    if command is None:
        raise InapplicableError(f"the {probe.rig.name} rig has no grippers to move from home")
    before = probe.pose()
    after = probe.pose_in(probe.perform(command))
    if after.grips != _step(probe, command).after.grips or after.angles != before.angles:
        raise BreachError(f"it was told {command}, and went from {before} to {after}")


def stays_where_it_is(probe: Probe) -> None:
    """A motion to where it already stands is done, and moves nothing."""
    command = _a_move(probe)
    probe.perform(command)
    _expect_at(probe.pose_in(probe.perform(command)), probe, command)


def says_that_it_is_busy(probe: Probe) -> None:
    """During a motion it says busy at least every half second."""
    probe.begin(_a_slow_move(probe))
    heard = [probe.now()]
    while probe.reply("busy", "done", patience=BUSY_SECONDS + SLACK).verb == "busy":
        probe.send_raw(b"?")
        heard.append(probe.now())
    if len(heard) < 2:
        _expect_time(probe.now() - heard[0], BUSY_SECONDS, "a busy is due")
    longest = max(after - before for before, after in pairwise([*heard, probe.now()]))
    if len(heard) < 2 or longest > BUSY_SECONDS + SLACK:
        raise BreachError(f"it said busy {len(heard) - 1} times, once after {longest:.2f} s")


def does_one_motion_at_a_time(probe: Probe) -> None:
    """During a motion another one is refused with BUSY, and questions are answered."""
    probe.begin(_a_slow_move(probe))
    probe.pose()
    probe.send(*command_to_fields(Home()))
    probe.error("BUSY")


def keeps_the_rules_of_its_rig(probe: Probe) -> None:
    """What the rig's rules forbid is refused with POSE, and moves nothing."""
    first, forbidden = _something_forbidden(probe)
    if first is not None:
        probe.perform(first)
    before = probe.pose()
    probe.send(*command_to_fields(forbidden))
    probe.error("POSE")
    _expect_still(probe, before)


def refuses_what_it_does_not_know(probe: Probe) -> None:
    """An unknown verb is refused with UNKNOWN, senseless fields with ARGUMENT."""
    probe.send("JUMP")
    probe.error("UNKNOWN")
    probe.send("MOVE", ((probe.rig.axes[0], "far"),))
    probe.error("ARGUMENT")
    probe.send("MOVE", (("nosuchaxis", "+90"),))
    probe.error("ARGUMENT")


def stops_at_once(probe: Probe) -> None:
    """0x18 halts a motion where it is, and nothing moves until CLEAR."""
    command = _a_slow_move(probe)
    probe.begin(command)
    began = probe.now()
    if probe.reply("busy", "done", patience=BUSY_SECONDS + SLACK).verb == "done":
        _expect_time(probe.now() - began, BUSY_SECONDS, "it could be stopped")
        raise BreachError("it did not say busy")
    probe.send_raw(STOP)
    probe.error("STOPPED")
    probe.accept(probe.event("ESTOP"))
    halted = probe.pose()
    probe.send(*command_to_fields(command))
    probe.error("STOPPED")
    _expect_still(probe, halted)
    probe.send("CLEAR")
    probe.reply("done")
    probe.perform(_back(probe, command))


def repeats_events_until_they_are_answered(probe: Probe) -> None:
    """An event is repeated until it is answered, and not after."""
    probe.begin(_a_slow_move(probe))
    probe.send_raw(STOP)
    first = probe.event("ESTOP")
    again = probe.event("ESTOP", patience=EVENT_REPEAT_SECONDS + SLACK)
    if again.number != first.number:
        raise BreachError(f"it told event {first.number} once and {again.number} then")
    probe.accept(first)
    probe.forget()
    late = probe.hear(2 * EVENT_REPEAT_SECONDS + SLACK)
    if isinstance(late, Event):
        raise BreachError(f"it went on telling event {late.number} after it had been answered")


def stops_when_its_host_is_silent(probe: Probe) -> None:
    """A host that falls silent during a motion makes it stop by itself."""
    heartbeat = _seconds(probe.greeting, "heartbeat")
    slowest = _a_slow_move(probe, slowest=True)
    lasts = _step(probe, slowest).seconds * 100
    _expect_time(lasts, heartbeat + SLACK, f"{heartbeat:g} s of silence have passed")
    probe.begin(slowest)
    reply = probe.reply("err", "done", patience=heartbeat + PATIENCE)
    if reply.get("code") != "STOPPED":
        raise BreachError(f"it went on for {heartbeat:g} s and more without hearing of its host")


CHECKS: tuple[Check, ...] = (
    greets,
    refuses_another_version,
    tells_its_status,
    naks_a_damaged_line,
    survives_noise,
    naks_a_wrong_number,
    answers_a_repeated_line_alike,
    counts_past_the_end,
    moves_where_it_is_told,
    grips_as_it_is_told,
    stays_where_it_is,
    says_that_it_is_busy,
    does_one_motion_at_a_time,
    keeps_the_rules_of_its_rig,
    refuses_what_it_does_not_know,
    stops_at_once,
    repeats_events_until_they_are_answered,
    stops_when_its_host_is_silent,
)


def _steps(probe: Probe) -> tuple[Step, ...]:
    return probe.rig.steps(probe.rig.home)


def _step(probe: Probe, command: Command) -> Step:
    return probe.rig.step(probe.rig.home, command)


def _a_move(probe: Probe) -> Move:
    """Find a motion of axes that is allowed from home."""
    for step in _steps(probe):
        if isinstance(step.command, Move):
            return step.command
    raise InapplicableError(f"the {probe.rig.name} rig turns nothing from home")


def _a_slow_move(probe: Probe, *, slowest: bool = False) -> Move:
    """Find the longest motion of axes that is allowed from home, and slow it down."""
    moves = [(s.seconds, s.command) for s in _steps(probe) if isinstance(s.command, Move)]
    if not moves:
        raise InapplicableError(f"the {probe.rig.name} rig turns nothing from home")
    seconds, command = max(moves, key=lambda move: move[0])
    speed = 1 if slowest else max(1, min(SLOW, int(100 * seconds / SLOW_SECONDS)))
    return Move(command.targets, speed)


def _expect_time(seconds: float, needed: float, what: str) -> None:
    """Excuse a robot whose slowest motion is over before what is to be shown can happen."""
    if seconds < needed:
        raise InapplicableError(f"its slowest motion is over after {seconds:.2f} s, before {what}")


def _seconds(message: Message, key: str) -> float:
    try:
        return float(message.get(key))
    except ValueError:
        raise BreachError(f"its {message.verb} does not say {key} in seconds") from None


def _back(probe: Probe, command: Move) -> Move:
    home = dict(zip(probe.rig.axes, probe.rig.home.angles, strict=True))
    return Move(tuple((axis, round(home[axis])) for axis, _ in command.targets))


def _something_forbidden(probe: Probe) -> tuple[Command | None, Command]:
    """Find what the rig forbids: after a first command from home, or, if nothing else, at home."""
    known = {step.command for near in _steps(probe) for step in (near, *_far(probe, near))}
    for first in _steps(probe):
        for command in sorted(known, key=str):
            if _is_forbidden(probe, first.after, command):
                return first.command, command
    axis, _ = _a_move(probe).targets[0]
    between = Move(((axis, 45),))
    if _is_forbidden(probe, probe.rig.home, between):
        return None, between
    raise InapplicableError(f"the {probe.rig.name} rig forbids nothing that could be tried")


def _far(probe: Probe, near: Step) -> tuple[Step, ...]:
    return probe.rig.steps(near.after)


def _is_forbidden(probe: Probe, pose: Pose, command: Command) -> bool:
    try:
        probe.rig.step(pose, command)
    except RuleError:
        return True
    return False


def _expect_at(pose: Pose, probe: Probe, command: Move) -> None:
    for axis, degrees in command.targets:
        angle = pose.angles[probe.rig.axes.index(axis)]
        if abs(angle - degrees) > TOLERANCE:
            raise BreachError(f"{axis} stands at {angle:+g}° and was told to go to {degrees:+d}°")


def _expect_still(probe: Probe, before: Pose) -> None:
    after = probe.pose()
    moved = any(abs(a - b) > TOLERANCE for a, b in zip(before.angles, after.angles, strict=True))
    if moved or after.grips != before.grips:
        raise BreachError(f"it moved, from {before} to {after}")

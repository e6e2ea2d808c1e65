"""The link's answers to replies and events: late, wrong, meaningless or missing ones."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from robot.clock import VirtualClock
from robot.errors import (
    LinkError,
    MotionError,
    SilentError,
    StoppedError,
    UnsupportedError,
    VersionError,
)
from robot.link import registry
from robot.link.protocol import STATUS, STOP, Event, LineSplitter, Message, decode, encode
from robot.link.session import Link
from robot.rigs.command import OPEN, Command, Grip, Home, Jog, Load, Move
from robot.rigs.mechanisms.two_gripper import RIG


@dataclass
class ScriptedPort:
    """A robot whose replies to each line are those of a function."""

    answer: Callable[[Message | Event], list[Message | Event]]
    clock: VirtualClock = field(default_factory=VirtualClock)
    lines_received: list[Message | Event] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    status_queries: int = 0
    pending: bytes = b""
    splitter: LineSplitter = field(default_factory=LineSplitter)

    @property
    def in_waiting(self) -> int:
        return len(self.pending)

    def read(self, size: int = 1, /) -> bytes:
        if not self.pending:
            self.clock.sleep(0.02)
        data, self.pending = self.pending[:size], self.pending[size:]
        return data

    def write(self, data: bytes, /) -> int:
        self.status_queries += data.count(b"?")
        for raw in self.splitter.feed(data.translate(None, STATUS + STOP)):
            line = decode(raw)
            self.lines_received.append(line)
            self.times.append(self.clock.now())
            self.pending += b"".join(encode(reply) for reply in self.answer(line))
        return len(data)

    def close(self) -> None:
        pass


GREETING = (
    ("proto", "1"),
    ("firmware", "scripted/1"),
    ("rig", "two-gripper"),
    ("epoch", "0001"),
    ("feedback", "none"),
    ("heartbeat", "2.0"),
)
HOME_POSE = ("pose", "L:+0,R:+0;L:closed,R:closed")


def script(
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[[Message | Event], list[Message | Event]],
) -> ScriptedPort:
    port = ScriptedPort(answer)
    monkeypatch.setattr(registry, "open_port", lambda url, trace: port)
    return port


def obedient(line: Message | Event) -> list[Message | Event]:
    """Return the replies of a robot that executes everything and is at home afterwards."""
    if isinstance(line, Event):
        return []
    if line.verb == "HELLO":
        return [Message(line.seq, "done", GREETING)]
    return [Message(line.seq, "ack"), Message(line.seq, "done", (HOME_POSE, ("took", "1.0")))]


def test_there_are_five_attempts_with_doubling_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    port = script(monkeypatch, lambda line: obedient(line) if line.verb == "HELLO" else [])
    link = Link("scripted")
    with pytest.raises(SilentError):
        link.pose()
    times = [
        t for line, t in zip(port.lines_received, port.times, strict=True) if line.verb == "POSE"
    ]
    gaps = [after - before for before, after in pairwise(times[:5])]
    assert gaps == pytest.approx([0.1, 0.2, 0.4, 0.8], abs=0.05)
    first_five = [line for line in port.lines_received if line.verb == "POSE"][:5]
    assert len(set(first_five)) == 1


@pytest.mark.parametrize("command", [Move((("L", 90),)), Grip((("L", OPEN),)), Home()])
@pytest.mark.parametrize("replies", [["nak"], []])
def test_a_motion_is_not_repeated_after_a_stop(
    monkeypatch: pytest.MonkeyPatch, command: Command, replies: list[str]
) -> None:
    links: list[Link] = []

    def answer(line: Message | Event) -> list[Message | Event]:
        if line.verb != command.verb:
            return obedient(line)
        links[0].stop()
        return [Message(0, reply, (("expected", "9"),)) for reply in replies]

    port = script(monkeypatch, answer)
    links.append(Link("scripted"))
    with pytest.raises(StoppedError):
        links[0].execute(command)
    assert [line.verb for line in port.lines_received].count(command.verb) == 1
    # A question is asked all the same.
    assert links[0].pose() == RIG.home


def test_another_protocol_version_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    script(
        monkeypatch,
        lambda line: [
            Message(line.seq, "err", (("code", "PROTO"), ("proto", "7")))
            if isinstance(line, Message)
            else line
        ],
    )
    with pytest.raises(VersionError, match="robot 7, this program 1"):
        Link("scripted")


def test_an_event_is_logged_once_and_always_acknowledged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    event = Event(4, "BROWNOUT", (("volts", "4.1"),))

    def answer(line: Message | Event) -> list[Message | Event]:
        return [event, *obedient(line)] if isinstance(line, Message) else []

    port = script(monkeypatch, answer)
    with caplog.at_level(logging.INFO, "robot.link.transport"):
        Link("scripted").pose()
    assert caplog.text.count("BROWNOUT {'volts': '4.1'}") == 1
    assert port.lines_received.count(Event(4, "ok")) == 2


def test_replies_to_other_commands_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (("pose", "L:+90,R:+0;L:open,R:open"),)

    def answer(line: Message | Event) -> list[Message | Event]:
        assert isinstance(line, Message)
        return [Message(line.seq + 7, "done", wrong), *obedient(line)]

    script(monkeypatch, answer)
    assert Link("scripted").pose() == RIG.home


@pytest.mark.parametrize("heartbeat", ["-1", "1e-9", "1e9", "inf", "nan", "", "soon"])
def test_an_error_quotes_an_impossible_heartbeat(
    monkeypatch: pytest.MonkeyPatch, heartbeat: str
) -> None:
    script(monkeypatch, lambda line: greet(line, heartbeat))
    with pytest.raises(LinkError, match="no valid heartbeat=.*" + re.escape(repr(heartbeat))):
        Link("scripted")


def test_a_robot_without_a_heartbeat_gets_few_status_queries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def acknowledge(line: Message | Event) -> list[Message | Event]:
        if isinstance(line, Event) or line.verb == "HELLO":
            return greet(line, "0")
        return [Message(line.seq, "ack")]

    port = script(monkeypatch, acknowledge)
    link = Link("scripted")
    with pytest.raises(SilentError):
        link.execute(Home())
    # Some tens of queries in a few seconds of silence, not thousands.
    assert 0 < port.status_queries < 100


def jog_a_wrist(link: Link) -> int:
    return link.jog(Jog("axis", "L", 10))


def greet(line: Message | Event, heartbeat: str) -> list[Message | Event]:
    """Return a greeting with this heartbeat."""
    if isinstance(line, Event):
        return []
    return [Message(line.seq, "done", (*GREETING[:-1], ("heartbeat", heartbeat)))]


@pytest.mark.parametrize(
    "fields",
    [
        (("pose", "nowhere"), ("took", "1.0")),
        (("pose", "L:+nan,R:+0;L:closed,R:closed"), ("took", "1.0")),
        (("pose", "L:+1e300,R:+0;L:closed,R:closed"), ("took", "1.0")),
        *((HOME_POSE, ("took", took)) for took in ("soon", "inf", "nan", "-1", "1e300")),
    ],
)
def test_an_error_quotes_a_meaningless_reply(
    monkeypatch: pytest.MonkeyPatch, fields: tuple[tuple[str, str], ...]
) -> None:
    def answer(line: Message | Event) -> list[Message | Event]:
        assert isinstance(line, Message)
        return obedient(line) if line.verb == "HELLO" else [Message(line.seq, "done", fields)]

    script(monkeypatch, answer)
    with pytest.raises(LinkError, match=r"nowhere|soon|inf|nan|-1|1e\+?300"):
        Link("scripted").execute(Home())


@pytest.mark.parametrize(
    ("command", "pose", "found"),
    [
        (Home(), "L:+0,R:-45;L:closed,R:closed", "after home .* the right wrist stands at -45°"),
        (Home(), "L:+0,R:+0;L:closed,R:open", "after home .* the right gripper is open"),
        (
            Move((("L", 90),)),
            "L:+84,R:+0;L:closed,R:closed",
            r"left wrist to \+90° .* the left wrist stands at \+84",
        ),
        (
            Grip((("L", OPEN),)),
            "L:+0,R:+0;L:closed,R:closed",
            "left gripper open .* the left gripper is closed",
        ),
    ],
)
def test_a_motion_that_ended_elsewhere_is_an_error(
    monkeypatch: pytest.MonkeyPatch, command: Command, pose: str, found: str
) -> None:
    def answer(line: Message | Event) -> list[Message | Event]:
        assert isinstance(line, Message)
        if line.verb == "HELLO":
            return obedient(line)
        return [Message(line.seq, "done", (("pose", pose), ("took", "1.0")))]

    script(monkeypatch, answer)
    with pytest.raises(MotionError, match=rf"{found}.*E433"):
        Link("scripted").execute(command)


def test_an_angle_within_the_precision_of_a_servo_is_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answer(line: Message | Event) -> list[Message | Event]:
        assert isinstance(line, Message)
        if line.verb == "HELLO":
            return obedient(line)
        pose = ("pose", "L:+86.5,R:+0;L:closed,R:closed")
        return [Message(line.seq, "done", (pose, ("took", "1.0")))]

    script(monkeypatch, answer)
    assert Link("scripted").execute(Move((("L", 90),))).pose.angles == (86.5, 0)


@pytest.mark.parametrize("act", [lambda link: link.execute(Load()), Link.off, jog_a_wrist])
def test_a_robot_that_announces_no_optional_command_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[Link], object]
) -> None:
    port = script(monkeypatch, obedient)
    with pytest.raises(UnsupportedError, match=r"cannot (load|off|jog).*does not announce it"):
        act(Link("scripted"))
    verbs = [line.verb for line in port.lines_received if isinstance(line, Message)]
    assert verbs == ["HELLO"]

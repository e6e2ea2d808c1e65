"""The link over an unreliable line: no command is executed twice or skipped."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from threading import Thread

import pytest
import serial
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from firmware_sim.simulator import Simulator, SimulatorOptions
from robot.clock import VirtualClock
from robot.errors import (
    CommandRejectedError,
    JamError,
    LinkError,
    PortError,
    PoseError,
    RebootedError,
    RigError,
    SilentError,
    StoppedError,
    UnsupportedError,
    VersionError,
)
from robot.execution.recovery import execute_with_retries
from robot.execution.retreat import clear_and_home
from robot.link import session as link_module
from robot.link.port import POLL_SECONDS, TimedPort, open_port
from robot.link.protocol import Event, LineSplitter, Message, decode, encode
from robot.link.session import Link
from robot.planning.motion_plan import home_state
from robot.planning.planner import plan_turns
from robot.rigs.command import CLOSED, OPEN, Command, Grip, Home, Jog, Load, Move, Pose
from robot.rigs.durations import with_durations
from robot.rigs.registry import load_rig
from robot.rigs.two_gripper import RIG
from solver.core.cube import Cube
from solver.core.random_cube import random_turns
from tests.support.simulated_rig import SimulatedRig

Make = Callable[[str], SimulatedRig]


def turn_repeatedly(link: Link) -> None:
    for degrees in (90, 0) * 5:
        link.execute(Move((("L", degrees),)))


def test_a_session(simulated: Make) -> None:
    with Link(simulated("seed=1").url) as link:
        assert link.info.rig == "two-gripper"
        assert link.execute(Home()).pose == RIG.home
        arrival = link.execute(Move((("L", 90),)))
        assert arrival.pose == Pose((90, 0), (CLOSED, CLOSED))
        assert arrival.seconds == pytest.approx(1.0, abs=0.05)
        link.execute(Grip((("R", OPEN),)))
        assert link.pose() == Pose((90, 0), (CLOSED, OPEN))
        assert link.statistics.retransmissions == 0
        assert link.statistics.motion_seconds == pytest.approx(2.25, abs=0.1)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10_000))
@example(seed=2386)  # bit flips make a stop byte of a command
def test_an_unreliable_line_neither_repeats_nor_skips_a_turn(simulated: Make, seed: int) -> None:
    robot = simulated(f"seed={seed}&fault=drop_cmd=0.05&fault=drop_reply=0.05&fault=bit_flip~0.002")
    turns = random_turns(Random(seed), 8)
    plan = plan_turns(RIG, turns, home_state(RIG), RIG.may_end)
    with Link(robot.url) as link:
        pose = clear_and_home(link)
        for action in plan.commands:
            # A bit flip can turn an `8` into the stop byte; such a stop is cleared.
            pose = execute_with_retries(link, action.command, pose).pose
            assert pose == action.after.pose
    assert robot.truth().cube == Cube.solved().apply(turns)
    assert robot.accidents() == ()


@pytest.mark.parametrize("fault", ["drop_cmd@3", "drop_reply@4", "bit_flip@5", "bit_flip@6"])
def test_a_lost_line_is_sent_again(simulated: Make, fault: str) -> None:
    robot = simulated(f"fault={fault}")
    with Link(robot.url) as link:
        link.execute(Home())
        link.execute(Move((("L", 90),)))
        link.execute(Move((("L", 0),)))
        assert link.pose() == RIG.home
    assert robot.truth().cube.is_solved


def test_a_jam_has_its_axis_and_angle(simulated: Make) -> None:
    with Link(simulated("fault=jam_once@1").url) as link:
        link.execute(Home())
        with pytest.raises(JamError, match=r"the turn jammed \(axis L at \+\d+") as error:
            link.execute(Move((("L", 90),)))
        assert error.value.axis == "L"
        assert error.value.at is not None
        assert 0 < error.value.at < 90


def test_an_impossible_command_is_rejected(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        with pytest.raises(CommandRejectedError, match="POSE"):
            link.execute(Move((("L", 90),)))
        link.execute(Home())
        link.execute(Move((("L", 90),)))
        with pytest.raises(CommandRejectedError, match="POSE"):
            link.execute(Move((("R", 90),)))


def test_a_stop_lasts_for_the_whole_session(simulated: Make) -> None:
    robot = simulated("")
    with Link(robot.url) as link:
        link.execute(Home())
        link.stop()
        for attempt in (lambda: link.execute(Move((("L", 90),))), link.clear, link.clear):
            with pytest.raises(StoppedError, match="was stopped"):
                attempt()
        assert link.is_intentional_stop
    with Link(robot.url) as link:
        link.clear()
        assert link.execute(Move((("L", 90),))).pose.angles == (90, 0)


def test_a_silent_robot_is_given_up_in_bounded_time(simulated: Make) -> None:
    robot = simulated("fault=mute@5")
    link = Link(robot.url)
    link.execute(Home())
    with pytest.raises(SilentError, match="no reply to"):
        turn_repeatedly(link)
    link.close()
    assert robot.truth().angles[0] in (0, 90)


def test_a_reboot_during_a_turn_is_detected(simulated: Make) -> None:
    with Link(simulated("fault=reboot_mid_turn@1").url) as link:
        link.execute(Home())
        with pytest.raises(RebootedError, match="has rebooted"):
            link.execute(Move((("L", 90),)))


def test_an_unplugged_cable_is_reported(simulated: Make) -> None:
    with Link(simulated("fault=unplug@4").url) as link:
        link.execute(Home())
        with pytest.raises(PortError, match="unplugged"):
            turn_repeatedly(link)


def dead_terminal() -> serial.Serial:
    """Return an open pseudo-terminal whose other end has been closed."""
    robots_side, hosts_side = os.openpty()
    port = serial.Serial(os.ttyname(hosts_side), timeout=POLL_SECONDS)
    os.close(hosts_side)
    os.close(robots_side)
    return port


def test_a_port_that_disappears_twice_is_reported() -> None:
    opened: list[str] = []

    def open_one(url: str) -> TimedPort:
        opened.append(url)
        if len(opened) == 1:
            return open_port(url)
        return dead_terminal()

    with Simulator(SimulatorOptions(pace=100.0, camera_port=None)) as simulator:
        server = Thread(target=simulator.serve)
        server.start()
        link = Link(simulator.announcement.port, opened_by=open_one)
        link.execute(Home())
        simulator.stop()
        server.join()
    with pytest.raises(PortError, match="disconnected") as error:
        link.pose()
    assert repr(link.url) in str(error.value)
    assert len(opened) == 2
    for release in (link.stop, link.stop_and_wait, link.close):
        release()


def test_an_error_quotes_a_missing_port() -> None:
    with pytest.raises(
        PortError, match="cannot open port '/dev/no-such-robot': No such file or directory; check"
    ):
        Link("/dev/no-such-robot")


def test_an_error_quotes_an_unknown_kind_of_port() -> None:
    with pytest.raises(PortError, match="cannot open port 'warp://9'"):
        Link("warp://9")


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
        for raw in self.splitter.feed(data.replace(b"?", b"")):
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
    monkeypatch.setattr(link_module, "open_port", lambda url: port)
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


def test_an_event_is_passed_on_once_and_always_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = Event(4, "BROWNOUT", (("volts", "4.1"),))

    def answer(line: Message | Event) -> list[Message | Event]:
        return [event, *obedient(line)] if isinstance(line, Message) else []

    port = script(monkeypatch, answer)
    events: list[Event] = []
    link = Link("scripted", events.append)
    link.pose()
    assert events == [event]
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
        (Home(), "L:+0,R:-45;L:closed,R:closed", "after home .* axis R stands at -45°"),
        (Home(), "L:+0,R:+0;L:closed,R:open", "after home .* gripper R is open"),
        (
            Move((("L", 90),)),
            "L:+84,R:+0;L:closed,R:closed",
            r"L to \+90° .* axis L stands at \+84",
        ),
        (Grip((("L", OPEN),)), "L:+0,R:+0;L:closed,R:closed", "L open .* gripper L is closed"),
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
    with pytest.raises(PoseError, match=found):
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


def test_a_link_accepts_only_a_description_of_its_own_rig(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        faster = with_durations(link.rig, {"turn": 0.25})
        link.use_rig(faster)
        assert link.rig == faster
        with pytest.raises(RigError, match="is a two-gripper rig, not flipper"):
            link.use_rig(load_rig("flipper"))

"""A link to a robot on a drive in this process: motions, refusals, stops, faults of the drive."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.clock import SystemClock
from robot.drives.drive import ChannelState, Segment
from robot.errors import (
    ENDLESS_MOTION,
    CommandRejectedError,
    DriveError,
    JamError,
    LinkError,
    PortError,
    RebootedError,
    RobotError,
    StoppedError,
)
from robot.execution.recovery import clear_and_home, execute_with_retries
from robot.link.port import LineTrace
from robot.link.protocol import StopLevel
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, OPEN, Command, Grip, Home, Jog, Load, Move, Pose, Regrip
from solver.core.turn import random_turns
from tests.support.benchmarks import FeetechScene, Pca9685Scene, SpikeScene
from tests.support.cases import for_each
from tests.support.controlled_robot import (
    WITH_CONTACT,
    ControlledRobot,
    linked,
    settings_of,
)
from tests.support.emulated_drive import EmulatedDrive, Outputs
from tests.support.maestro_example import EXAMPLE

TURN = Move((("L", 90),))
AT_HOME = (1500.0, 1500.0, 1000.0, 1000.0)


def test_a_session() -> None:
    robot = ControlledRobot()
    with robot.link() as link:
        assert link.info.rig == "two-gripper"
        assert link.execute(Home()).pose == link.rig.home
        arrival = link.execute(TURN)
        assert arrival.pose == link.pose() == Pose((90, 0), (CLOSED, CLOSED))
        assert arrival.seconds == pytest.approx(1.0, abs=0.1)
        assert robot.pulses() == (2500.0, 1500.0, 1000.0, 1000.0)
        assert link.execute(Load()).pose == Pose((0, 0), (OPEN, OPEN))
        assert link.pulse("gripper", "R") == 2000
        link.off()
        assert robot.pulses() == (None,) * 4
        assert link.enable("axis", "R", 1600) == 1600
        assert link.jog(Jog("axis", "R", -200)) == 1400
        assert robot.pulses() == (None, 1400.0, None, None)
    with pytest.raises(PortError, match="was closed"):
        link.pose()
    assert robot.pulses() == (None, 1400.0, None, None)


def execute_all(link: Link, commands: Sequence[Command]) -> None:
    for command in commands:
        link.execute(command)


def turns(count: int, speed: int = 100) -> tuple[Move, ...]:
    """Return turns to a quarter and back."""
    return tuple(Move((("L", 90 * (number % 2)),), speed) for number in range(1, count + 1))


def homed(robot: ControlledRobot) -> Link:
    link = robot.link()
    link.execute(Home())
    return link


@for_each(
    ("before", "act", "words"),
    [
        ([], lambda link: link.execute(TURN), "the pose is unknown; HOME first"),
        ([Home(), TURN], lambda link: link.execute(Move((("R", 90),))), "would collide"),
        ([Home()], lambda link: link.execute(Move((("L", 45),))), "does not stop at this angle"),
        ([Home()], lambda link: link.execute(Move((("U", 90),))), "no axis or gripper"),
        ([Home()], lambda link: link.execute(Move(())), "no axis or gripper"),
        ([Home()], lambda link: link.execute(Move((("L", 90),), 0)), "0 percent"),
        ([Home()], lambda link: link.execute(Grip((("L", "loading"),))), "to such a position"),
        ([Home()], lambda link: link.execute(Regrip(("U",), (("L", 90),))), "no axis or gripper"),
        ([Home()], lambda link: link.jog(Jog("axis", "L", 10)), "may hold a cube"),
        ([], lambda link: link.jog(Jog("axis", "L", 10)), "gets no pulse; ENABLE"),
        ([], lambda link: link.enable("axis", "L", 2550), "leave the limits"),
        ([], lambda link: link.jog(Jog("axis", "L", 9000)), "too long a step"),
        ([], lambda link: link.pulse("axis", "U"), "no such actuator"),
    ],
)
def test_what_breaks_a_rule_is_refused_and_moves_nothing(
    before: list[Command], act: Callable[[Link], object], words: str
) -> None:
    robot = ControlledRobot()
    with robot.link() as link:
        execute_all(link, before)
        then = robot.pulses()
        with pytest.raises(CommandRejectedError, match=words):
            act(link)
        link.clock.sleep(1.0)
        assert robot.pulses() == then
        link.execute(Home())
        assert robot.pulses() == AT_HOME


def test_jaws_rest_after_a_motion_and_press_before_the_next() -> None:
    robot = ControlledRobot(text=WITH_CONTACT)
    with homed(robot) as link:
        assert robot.pulses() == AT_HOME
        link.clock.sleep(2.0)
        assert robot.pulses() == (1500.0, 1500.0, 1045.0, 1045.0)
        assert link.execute(TURN).pose == Pose((90, 0), (CLOSED, CLOSED))
        assert robot.pulses() == (2500.0, 1500.0, 1000.0, 1000.0)
    # A session that ends before that lets them rest at once.
    assert robot.pulses() == (2500.0, 1500.0, 1045.0, 1045.0)


@for_each(
    ("level", "reached", "pulses"),
    [
        (StopLevel.HOLD, StopLevel.HOLD, AT_HOME),
        (StopLevel.RELAX, StopLevel.RELAX, (1500.0, 1500.0, 1045.0, 1045.0)),
        (StopLevel.OFF, StopLevel.OFF, (None,) * 4),
    ],
)
def test_each_level_of_a_stop_is_reached(
    level: StopLevel, reached: StopLevel, pulses: tuple[float | None, ...]
) -> None:
    robot = ControlledRobot(text=WITH_CONTACT.replace("pace", "rest = 0\npace", 1))
    with homed(robot) as link:
        assert link.stop_and_wait(level) is reached
        assert robot.pulses() == pulses
        assert link.is_intentional_stop
        for attempt in (lambda: link.execute(TURN), link.clear):
            with pytest.raises(StoppedError, match="was stopped; connect to it again"):
                attempt()
    with robot.link() as link:
        assert clear_and_home(link) == link.rig.home


def test_jaws_that_know_no_place_to_relax_to_hold() -> None:
    with homed(ControlledRobot()) as link:
        assert link.stop_and_wait(StopLevel.RELAX) is StopLevel.HOLD


class StoppedAt(EmulatedDrive):
    """A drive during whose motion something happens at a time of the clock."""

    happen: Callable[[], object] | None = None
    at = float("inf")

    def beat(self) -> None:
        super().beat()
        if self.happen and self.info.clock.now() >= self.at:
            then, self.happen = self.happen, None
            then()


@settings(max_examples=60, deadline=None)
@given(after=st.floats(0, 1.2), level=st.sampled_from(StopLevel))
def test_after_a_stop_at_any_moment_nothing_moves_but_what_the_level_says(
    after: float, level: StopLevel
) -> None:
    drives: list[StoppedAt] = []

    def opened(outputs: Outputs) -> StoppedAt:
        drives.append(StoppedAt(outputs))
        return drives[-1]

    robot = ControlledRobot(kind=opened, text=EXAMPLE.replace("pace", "rest = 0\npace", 1))
    with homed(robot) as link:
        drives[0].at = link.clock.now() + after
        drives[0].happen = lambda: link.stop(level)
        with suppress(StoppedError):
            link.execute(TURN)
        link.clock.sleep(2.0)
        stopped = robot.pulses()
        assert (None in stopped) == (level is StopLevel.OFF)
        link.clock.sleep(5.0)
        assert robot.pulses() == stopped
        # Where it says that it stands.
        if level is not StopLevel.OFF:
            assert stopped[0] == pytest.approx(1500 + link.pose().angles[0] * 1000 / 90, abs=2)
    with robot.link() as link:
        assert clear_and_home(link) == link.rig.home


class FailingDrive(EmulatedDrive):
    """A drive whose calls fail from some number on, where there is one."""

    left: float = float("inf")

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise DriveError("no reply", 2)

    def read(self) -> tuple[ChannelState, ...]:
        self._count()
        return super().read()

    def start(self, segments: tuple[Segment, ...]) -> None:
        self._count()
        super().start(segments)

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        self._count()
        super().stop(level, targets)

    def enable(self, channel: int, target: float) -> None:
        self._count()
        super().enable(channel, target)

    def beat(self) -> None:
        self._count()
        super().beat()


@settings(max_examples=80, deadline=None)
@given(calls=st.integers(0, 400), is_homed=st.booleans())
def test_an_error_of_the_drive_at_any_call_ends_the_session_with_its_channel(
    calls: int, is_homed: bool
) -> None:
    robot = ControlledRobot()
    with robot.link() as link:
        if is_homed:
            link.execute(Home())
    failing = FailingDrive(robot.outputs)
    failing.left = calls
    link = linked(failing, robot.settings)
    with pytest.raises(DriveError, match=r"no reply \(left gripper\)") as raised:
        execute_all(link, (Home(), *turns(100)))
    assert raised.value.channel == 2
    before = robot.pulses()
    for again in (link.pose, link.clear, lambda: link.execute(Home()), link.off):
        with pytest.raises(DriveError, match="no reply"):
            again()
    assert link.stop_and_wait(StopLevel.OFF) is StopLevel.HOLD
    link.close()
    assert robot.pulses() == before
    with robot.link() as link:
        assert clear_and_home(link) == link.rig.home


class BuggyDrive(EmulatedDrive):
    def enable(self, channel: int, target: float) -> None:
        raise KeyError("no such key")


def test_a_bug_of_a_drive_is_reported() -> None:
    with (
        ControlledRobot(kind=BuggyDrive).link() as link,
        pytest.raises(LinkError, match="the drive 'drive' failed: KeyError: 'no such key'"),
    ):
        link.execute(Home())


def test_power_lost_between_motions_ends_the_session_and_not_the_next() -> None:
    robot = ControlledRobot()
    with homed(robot) as link:
        robot.outputs.cut_power()
        for attempt in (link.pose, lambda: link.execute(TURN), lambda: link.execute(Home())):
            with pytest.raises(RebootedError, match=r"lost their power.*pose is unknown"):
                attempt()
        assert robot.pulses() == (None,) * 4
    with robot.link() as link:
        with pytest.raises(CommandRejectedError, match="HOME first"):
            link.execute(TURN)
        assert clear_and_home(link) == link.rig.home


@for_each("kind", [FeetechScene, Pca9685Scene])
def test_power_lost_in_a_motion_is_a_restart(kind: type[FeetechScene | Pca9685Scene]) -> None:
    scene = kind()
    robot = settings_of(first_channel=scene.opened().info.channels[0].number)
    link = linked(scene.opened(), robot)
    link.execute(Home())
    due = scene.clock.now() + 0.5

    def cut() -> None:
        if scene.clock.now() >= due:
            scene.clock.devices.remove(cut)
            scene.cut_power()

    scene.clock.devices.append(cut)
    with pytest.raises(RebootedError, match="lost their power"):
        link.execute(TURN)
    link.close()
    scene.clock.sleep(2.0)
    assert set(scene.outputs().values()) == {None}
    with linked(scene.opened(), robot) as link:
        assert clear_and_home(link) == link.rig.home


def test_a_chip_in_virtual_time_has_a_user_in_virtual_time() -> None:
    scene = SpikeScene()
    with linked(scene.opened(), settings_of()) as link:
        assert link.clock.is_virtual
        link.execute(Home())
        assert scene.clock.now() > 0


@for_each("number", [1, 2, 3, 4])
def test_a_bus_servo_that_is_lost_in_a_motion_is_named(number: int) -> None:
    scene = FeetechScene()
    robot = settings_of(first_channel=1)
    link = linked(scene.opened(), robot)
    link.execute(Home())
    due = scene.clock.now() + 0.5
    seen: list[float] = []

    def unplug() -> None:
        if scene.clock.now() >= due and not seen:
            scene.servos[number - 1].registers[5] = 99
            seen.append(scene.clock.now())

    scene.clock.devices.append(unplug)
    who = ("left wrist", "right wrist", "left gripper", "right gripper")[number - 1]
    with pytest.raises(DriveError, match=rf"servo {number}: no reply.*\({who}\)") as raised:
        execute_all(link, turns(2))
    assert raised.value.channel == number
    if number == 1:
        # The drive stops at once; to say why, the others are asked as well.
        assert scene.clock.now() - seen[0] < 0.2
    link.close()
    scene.servos[number - 1].registers[5] = number
    with linked(scene.opened(), robot) as link:
        assert clear_and_home(link) == link.rig.home


def test_a_servo_that_is_held_is_a_jam_and_turns_again_once_it_is_free() -> None:
    scene = FeetechScene()
    with linked(scene.opened(), settings_of(first_channel=1)) as link:
        link.execute(Home())
        scene.servos[0].stops = (0.0, 2300.0)
        with pytest.raises(JamError, match=r"the turn jammed \(left wrist at \+\d") as raised:
            link.execute(TURN)
        assert raised.value.axis == "L"
        with pytest.raises(StoppedError, match="CLEAR first"):
            link.execute(Move((("L", 0),)))
        scene.servos[0].stops = (0.0, 4095.0)
        pose = clear_and_home(link)
        assert execute_with_retries(link, TURN, pose).pose.angles == (90, 0)


@for_each("degrees", [11, 12, 15, 45])
def test_a_servo_that_stops_short_of_its_target_is_a_jam(degrees: int) -> None:
    scene = FeetechScene()
    with linked(scene.opened(), settings_of(first_channel=1)) as link:
        link.execute(Home())
        scene.servos[0].stops = (0.0, 3072 - degrees * 4096 / 360)
        with pytest.raises(JamError, match="left wrist"):
            link.execute(TURN)


def test_a_plan_is_made_on_a_bus() -> None:
    scene = FeetechScene()
    with linked(scene.opened(), settings_of(first_channel=1)) as link:
        pose = clear_and_home(link)
        plan = plan_turns(link.rig, random_turns(Random(3), 4), home_state(link.rig))
        for action in plan.commands:
            pose = execute_with_retries(link, action.command, pose).pose
            assert pose == action.after.pose
        assert link.statistics.motion_seconds > 5


def test_a_motion_without_an_end_is_stopped() -> None:
    robot = ControlledRobot(text=EXAMPLE.replace("pace = 1.0", "pace = 0.01"))
    with homed(robot) as link, pytest.raises(LinkError, match="has been busy for 30 s") as raised:
        link.execute(TURN)
    assert raised.value.code == ENDLESS_MOTION


def test_a_stop_from_another_thread_ends_a_motion_by_the_clock_of_the_computer() -> None:
    robot = ControlledRobot(SystemClock(), EXAMPLE.replace("pace = 1.0", "pace = 4.0"))
    for number in range(5):
        with robot.link() as link:
            pose = clear_and_home(link)
            # Slow enough for a busy computer to stop it in the middle.
            threading.Timer(0.05 * number, link.stop).start()
            with pytest.raises(StoppedError):
                execute_all(link, turns(100, 20))
            then = robot.pulses()
            time.sleep(0.1)
            assert robot.pulses() == then
            # A pose has tenths of a degree, which are more than a microsecond.
            assert link.pose() != pose or then[0] == pytest.approx(1500, abs=1)


@for_each("calls", [0, 1, 7, 30, 90, 200])
def test_an_error_of_the_drive_reaches_every_thread_that_waits(calls: int) -> None:
    robot = ControlledRobot(SystemClock(), EXAMPLE.replace("pace = 1.0", "pace = 10.0"))
    failing = FailingDrive(robot.outputs)
    failing.left = calls
    link = linked(failing, robot.settings)
    seen: list[Exception] = []

    def ask(question: Callable[[], object]) -> None:
        while True:
            try:
                question()
            except DriveError as error:
                seen.append(error)
                return

    def turn() -> None:
        execute_all(link, (Home(), *turns(2)))

    threads = [threading.Thread(target=ask, args=(each,)) for each in (link.pose, turn, link.clear)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [str(error) for error in seen] == ["no reply (left gripper) [E440]"] * 3
    link.close()
    with pytest.raises(DriveError, match="no reply"):
        link.pose()


def turn_until_stopped(link: Link) -> None:
    while True:
        link.clear()
        link.execute(TURN)
        link.execute(Home())


def test_a_stop_from_a_signal_handler_ends_a_motion_whatever_is_interrupted() -> None:
    robot = ControlledRobot(SystemClock(), EXAMPLE.replace("pace = 1.0", "pace = 10.0"))
    before = signal.getsignal(signal.SIGALRM)
    try:
        for number in range(30):
            with robot.link() as link:
                clear_and_home(link)
                signal.signal(signal.SIGALRM, lambda *_, link=link: link.stop())
                signal.setitimer(signal.ITIMER_REAL, 0.001 + 0.005 * number)
                with pytest.raises(StoppedError):
                    turn_until_stopped(link)
                assert link.stop_and_wait() is StopLevel.HOLD
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_commands_and_how_they_end_are_traced(tmp_path: Path) -> None:
    path = tmp_path / "trace.txt"
    with LineTrace(path) as trace, ControlledRobot().link(trace) as link:
        link.execute(Home())
        link.execute(TURN)
        link.stop()
    lines = [re.sub(r"\d+\.\d{6}", "T", line) for line in path.read_text().splitlines()]
    assert lines == [
        "T > HOME",
        "T < done L=+0 R=+0 L=closed R=closed",
        "T > MOVE L=+90 v=100 torque=100",
        "T < done L=+90 R=+0 L=closed R=closed",
        "T > STOP level=hold",
        "# T closed",
    ]


def test_an_error_is_a_robot_error_whatever_the_device_raises() -> None:
    class Unplugged(EmulatedDrive):
        def beat(self) -> None:
            raise OSError(5, "Input/output error")

    with ControlledRobot(kind=Unplugged).link() as link, pytest.raises(RobotError) as raised:
        link.execute(Home())
    assert isinstance(raised.value, PortError)
    assert "check the cable" in str(raised.value)

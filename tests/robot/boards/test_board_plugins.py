"""Boards of other distributions: a good one is a robot like any other, bad ones are reported."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from robot.boards.registry import BOARDS, board_schemes, load_board
from robot.conformance import run_checks
from robot.errors import PortError, RobotError, StoppedError, UnsupportedError
from robot.execution.recovery import clear_and_home
from robot.link.port import open_port
from robot.link.session import Link
from robot.rigs.command import Grip, Home, Load, Move
from rokumen.devices import serial_schemes
from tests.support.conformance import results_if_kept
from tests.support.plugins import documented_modules, install

# Boards that fail in different ways, derived from the documented one.
BROKEN = """
import time
from timed_board import TimedBoard, BoardInfo
from robot.errors import JamError, ServoOfflineError, SlipError
from robot.rigs.command import Pose

class Jams(TimedBoard):
    def move(self, targets, speed):
        raise JamError("stuck", next(iter(targets)), 38.8)

class Slips(TimedBoard):
    def grip(self, targets):
        raise SlipError("nothing there", next(iter(targets)))

class GoesOffline(TimedBoard):
    def move(self, targets, speed):
        raise ServoOfflineError("no reply", next(iter(targets)))

class Unplugged(TimedBoard):
    def move(self, targets, speed):
        raise OSError("the cable was pulled")

class Buggy(TimedBoard):
    def move(self, targets, speed):
        return {}["no such key"]

class BuggyInOpen(TimedBoard):
    @classmethod
    def open(cls, url):
        return cls.devices

class NotThere(TimedBoard):
    @classmethod
    def open(cls, url):
        raise ValueError("there is no desk 7")

from robot.errors import StoppedError
from robot.rigs.command import Arrival

class Jogs(TimedBoard):
    pulses = {}

    @property
    def can(self):
        return "load", "off", "jog", "enable"

    def off(self):
        self.pulses.clear()

    def pulse(self, kind, name):
        return self.pulses.get((kind, name), 0)

    def jog(self, jog):
        pulse = self.pulses[jog.kind, jog.name]
        for step in range(5, abs(jog.step) + 5, 5):
            self._wait(jog.name, 0.01)
            step = min(step, abs(jog.step))
            self.pulses[jog.kind, jog.name] = pulse + (step if jog.step > 0 else -step)
        return Arrival(self.pose(), abs(jog.step) / 500)

    def enable(self, enable):
        self.pulses[enable.kind, enable.name] = enable.pulse
        self._wait(enable.name, 1.0)
        return Arrival(self.pose(), 1.0)

    def _wait(self, name, seconds):
        if self._stopped.wait(seconds):
            raise StoppedError("stopped", name)

    def move(self, targets, speed):
        self._enable_all()
        return super().move(targets, speed)

    def grip(self, targets):
        self._enable_all()
        return super().grip(targets)

    def _enable_all(self):
        for name in "LR":
            for kind in ("axis", "gripper"):
                self.pulses.setdefault((kind, name), 1500)

class CannotLoad(TimedBoard):
    can = ()

from robot.boards.board import Board

class Unfinished(Board):
    def stop(self):
        pass
"""
ENTRY_POINTS = """[rokumen.boards]
timed = timed_board:TimedBoard
jams = broken:Jams
jogs = broken:Jogs
cannot-load = broken:CannotLoad
slips = broken:Slips
offline = broken:GoesOffline
unplugged = broken:Unplugged
buggy = broken:Buggy
buggy-open = broken:BuggyInOpen
not-there = broken:NotThere
unfinished = broken:Unfinished
no-board = broken:JamError
no-module = broken_too:Board
maestro = broken:Buggy
"""


@pytest.fixture(autouse=True)
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {"timed_board": documented_modules()["TimedBoard"], "broken": BROKEN}
    install(tmp_path, modules, ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)


def link_to(url: str) -> Link:
    serial_schemes.register(url)
    return Link(url)


@pytest.mark.waits
def test_a_board_conforms_to_the_protocol_with_all_that_it_can_do() -> None:
    serial_schemes.register("jogs://desk")
    with closing(open_port("jogs://desk?pace=2")) as port:
        results = results_if_kept(lambda: list(run_checks(port)))
    assert [result.rule for result in results if result.violation] == []
    checked = [result.rule for result in results if not result.skip_reason]
    assert {rule.split()[0] for rule in checked} >= {"LOAD", "JOG"}


def test_a_board_announces_what_it_can_do() -> None:
    with link_to("timed://desk?pace=50") as link:
        assert link.info.can == ("load", "off")
        assert link.execute(Load()).pose.grips == ("open", "open")
        assert link.off().grips == ("open", "open")
        assert link.execute(Home()).pose == link.rig.home
    with link_to("cannot-load://desk?pace=50") as link:
        assert link.info.can == ()
        with pytest.raises(UnsupportedError, match="cannot load"):
            link.execute(Load())


def test_a_link_moves_a_board() -> None:
    with link_to("timed://desk?pace=50") as link:
        assert link.info.firmware == "timed-board/1.0"
        clear_and_home(link)
        assert link.execute(Grip((("L", "open"),))).pose.grips == ("open", "closed")
        arrival = link.execute(Move((("L", 90),)))
        assert arrival.pose.angles == (90, 0)
        assert arrival.seconds == pytest.approx(link.rig.durations.turn / 50, abs=0.001)


@pytest.mark.parametrize(
    ("scheme", "command", "message"),
    [
        ("jams", Move((("L", 90),)), "JamError: .*left wrist at"),
        ("slips", Grip((("L", "open"),)), "SlipError: .*left gripper"),
        ("offline", Move((("L", 90),)), "ServoOfflineError: .*left wrist"),
        ("unplugged", Move((("L", 90),)), "RebootedError: "),
        ("buggy", Move((("L", 90),)), "LinkError: .*'Buggy' failed: KeyError: 'no such key'"),
    ],
)
def test_an_error_of_a_board_reaches_the_host(
    scheme: str, command: Move | Grip, message: str
) -> None:
    with link_to(f"{scheme}://desk?pace=50") as link:
        clear_and_home(link)
        with pytest.raises(RobotError) as error:
            link.execute(command)
    assert re.search(message, f"{type(error.value).__name__}: {error.value}")


@pytest.mark.parametrize(
    ("scheme", "message"),
    [
        ("buggy-open", "'buggy-open' failed: AttributeError: .*devices"),
        ("not-there", "cannot open port 'not-there://desk': there is no desk 7"),
        ("unfinished", r"\(broken:Unfinished\) does not define clear, close, .*pose"),
        ("no-board", r"\(broken:JamError\) is not a class derived from rokumen.extend.Board"),
        ("no-module", r"\(broken_too:Board\) cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_an_error_names_a_bad_board_and_its_fault(scheme: str, message: str) -> None:
    with pytest.raises(PortError, match=message):
        link_to(f"{scheme}://desk")


def test_a_plugin_cannot_replace_a_built_in_board() -> None:
    assert load_board("maestro").__module__ == "robot.boards.maestro"
    assert board_schemes()[: len(BOARDS)] == tuple(BOARDS)
    assert "timed" in board_schemes()
    with pytest.raises(PortError, match=r"unknown board 'none'; available: maestro, .*timed"):
        load_board("none")


def test_a_stop_ends_the_motion_of_a_board() -> None:
    with link_to("timed://desk?pace=0.2") as link:
        link.execute(Home())
        Timer(0.3, link.stop).start()
        with pytest.raises(StoppedError):
            link.execute(Move((("L", 90),)))
        assert link.pose() == link.rig.home

"""Drives of other distributions: a good one is a robot like any other, bad ones are reported."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Timer

import pytest

from robot.conformance.drive_rules import run_drive_checks
from robot.drives.registry import DRIVES, drive_schemes, load_drive, open_drive
from robot.errors import PortError, RobotError, StoppedError
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.rigs.command import Grip, Home, Load, Move
from robot.servos.drive_url import drive_url
from rokumen.api.ports import ports
from rokumen.devices import serial_schemes
from tests.support.maestro_example import EXAMPLE
from tests.support.plugins import documented_modules, install

# Drives that fail in different ways, derived from the documented one.
BROKEN = """
from own_drive import TimedDrive
from rokumen.extend import Drive, DriveError

class Unplugged(TimedDrive):
    def start(self, segments):
        raise OSError("the cable was pulled")

class Refuses(TimedDrive):
    def start(self, segments):
        raise DriveError("no reply of channel 2", 2)

class Buggy(TimedDrive):
    def start(self, segments):
        return {}["no such key"]

class BuggyInOpen(TimedDrive):
    @classmethod
    def open(cls, url):
        return cls.devices

class NotThere(TimedDrive):
    @classmethod
    def open(cls, url):
        raise ValueError("there is no desk 7")

class Unfinished(Drive):
    def stop(self, level, targets):
        pass
"""
ENTRY_POINTS = """[rokumen.drives]
timed = own_drive:TimedDrive
unplugged = broken:Unplugged
refuses = broken:Refuses
buggy = broken:Buggy
buggy-open = broken:BuggyInOpen
not-there = broken:NotThere
unfinished = broken:Unfinished
no-drive = broken:DriveError
no-module = broken_too:Drive
maestro = broken:Buggy
"""


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the options of a URL for a robot that is ten times as fast."""
    modules = {"own_drive": documented_modules()["TimedDrive"], "broken": BROKEN}
    install(tmp_path, modules, ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "desk.toml"
    path.write_text(EXAMPLE.replace("pace = 1.0", "pace = 10"))
    return f"settings={path}"


def link_to(url: str) -> Link:
    serial_schemes.register(url)
    return Link(url)


@pytest.mark.waits
def test_a_drive_keeps_the_rules_of_drives(settings: str) -> None:
    url = drive_url(f"timed://ruled?{settings}")
    assert url == "timed://ruled?channels=0,1,2,3&min=500&max=2500"
    assert drive_url(url) == url
    results = list(run_drive_checks(lambda: open_drive(url)))
    assert [each for each in results if each.violation] == []
    assert [each.rule.split()[0] for each in results if each.skip_reason] == ["D10"]


def test_a_port_is_asked_for_what_drives_it(settings: str) -> None:
    (port,) = ports([f"timed://asked?{settings}"])
    assert port.answer == "timed-drive/1.0, a two-gripper rig"
    (port,) = ports([f"not-there://asked?{settings}"])
    assert port.robot is None
    assert "there is no desk 7" in port.answer


def test_a_link_moves_a_drive(settings: str) -> None:
    with link_to(f"timed://moved?{settings}") as link:
        assert link.info.firmware == "timed-drive/1.0"
        assert link.info.can == ("load", "off", "jog", "enable", "relax", "overlap")
        clear_and_home(link)
        assert link.execute(Grip((("L", "open"),))).pose.grips == ("open", "closed")
        assert link.execute(Move((("L", 90),))).pose.angles == (90, 0)
        assert link.execute(Load()).pose.grips == ("open", "open")
        link.off()


@pytest.mark.parametrize(
    ("scheme", "message"),
    [
        ("unplugged", "PortError: .*cable was pulled"),
        ("refuses", r"DriveError: no reply of channel 2 \(left gripper\)"),
        ("buggy", "LinkError: .*'buggy' failed: KeyError: 'no such key'"),
    ],
)
def test_an_error_of_a_drive_reaches_the_host(settings: str, scheme: str, message: str) -> None:
    with link_to(f"{scheme}://failing?{settings}") as link:
        link.execute(Home())
        with pytest.raises(RobotError) as error:
            link.execute(Move((("L", 90),)))
    assert re.search(message, f"{type(error.value).__name__}: {error.value}")


@pytest.mark.parametrize(
    ("scheme", "message"),
    [
        ("buggy-open", "'buggy-open' failed: AttributeError: .*devices"),
        ("not-there", "cannot open port 'not-there://desk.*': there is no desk 7"),
        ("unfinished", r"\(broken:Unfinished\) does not define beat, close, .*start"),
        ("no-drive", r"\(broken:DriveError\) is not a class derived from rokumen.extend.Drive"),
        ("no-module", r"\(broken_too:Drive\) cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_an_error_names_a_bad_drive_and_its_fault(settings: str, scheme: str, message: str) -> None:
    with pytest.raises(PortError, match=message):
        link_to(f"{scheme}://desk?{settings}")


def test_a_plugin_cannot_replace_a_built_in_drive() -> None:
    assert load_drive("maestro").__module__ == "robot.drives.maestro"
    assert drive_schemes()[: len(DRIVES)] == tuple(DRIVES)
    assert "timed" in drive_schemes()
    with pytest.raises(PortError, match=r"unknown drive 'none'; available: maestro, .*timed"):
        load_drive("none")


def test_a_stop_ends_the_motion_of_a_drive(settings: str) -> None:
    path = Path(settings.partition("=")[2])
    path.write_text(EXAMPLE)
    with link_to(f"timed://stopped?{settings}") as link:
        link.execute(Home())
        Timer(0.3, link.stop).start()
        with pytest.raises(StoppedError):
            link.execute(Move((("L", 90),)))
        assert link.pose() != link.rig.home

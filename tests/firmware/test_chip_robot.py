"""A robot whose servos are on a chip at a serial port: a link moves it, by the computer's clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread, Timer

import pytest

from firmware_sim.boards.chip import NativeChip, SimulatedChip
from firmware_sim.drives.chip_server import Restart
from firmware_sim.endpoints import PseudoTerminal
from firmware_sim.server import SerialServer
from robot.clock import SystemClock
from robot.drives import chip_line
from robot.errors import PortError, RebootedError, StoppedError
from robot.execution.recovery import clear_and_home
from robot.link.port import open_port
from robot.link.session import Link
from robot.rigs.command import Home, Move
from robot.servos.drive_url import default_settings_path
from rokumen.devices import serial_schemes
from rokumen.devices.robot_connection import restart_words
from rokumen.storage.robots import CHIP, RobotFile, robot_path, save_robot
from tests.support.command_line import Rokumen
from tests.support.maestro_example import EXAMPLE

SLOW_TURN = Move((("L", 90),), 5)


@dataclass
class ServedChip:
    """A chip in software, its pseudo-terminal, and the URL of its robot."""

    chip: NativeChip
    terminal: PseudoTerminal
    url: str


@pytest.fixture
def served(
    build: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServedChip]:
    # A chip in software may be slower than a real one.
    monkeypatch.setattr(chip_line, "TRIES", 200)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    settings = tmp_path / "desk.toml"
    settings.write_text(EXAMPLE.replace("pace = 1.0", "pace = 4.0"))
    chip, terminal, clock = NativeChip(build() / "libdrive.so"), PseudoTerminal(), SystemClock()
    url = f"chip://{terminal.address}?settings={settings}"
    serial_schemes.register(url)
    with SerialServer(SimulatedChip(chip, clock), terminal, clock) as server:
        thread = Thread(target=server.serve)
        thread.start()
        yield ServedChip(chip, terminal, url)
        server.stop()
        thread.join()


def test_it_is_one_program_s_and_its_button_stops_it(served: ServedChip) -> None:
    with Link(served.url) as link:
        assert link.execute(Home()).pose == link.rig.home
        assert link.execute(Move((("L", 90),))).pose.angles == (90, 0)
        with pytest.raises(PortError, match="is in use by"):
            open_port(served.terminal.address)
        Timer(1.5, served.chip.press_button).start()
        with pytest.raises(StoppedError, match="the robot was stopped"):
            link.execute(Move((("L", 0),), 5))
        assert link.is_intentional_stop
        assert 0 < link.pose().angles[0] < 90
        assert clear_and_home(link) == link.rig.home


def test_a_chip_that_starts_anew_in_a_motion_ends_the_session(served: ServedChip) -> None:
    with Link(served.url) as link:
        link.execute(Home())
        Timer(1.5, served.chip.restart, [Restart.LOST_POWER]).start()
        with pytest.raises(RebootedError, match="lost their power, or its board has restarted"):
            link.execute(SLOW_TURN)
        with pytest.raises(RebootedError):
            link.pose()
    with Link(served.url) as link:
        assert clear_and_home(link) == link.rig.home


@pytest.fixture
def port(served: ServedChip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return served.terminal.address


def store_robot(name: str, port: str) -> None:
    save_robot(RobotFile(name, port, CHIP, "two-gripper"))
    tables = EXAMPLE[EXAMPLE.index("[axes") :]
    path = robot_path(name)
    path.write_text(f"{path.read_text()}\n{tables}")


def test_the_port_of_a_chip_without_settings_says_what_to_type(port: str, rokumen: Rokumen) -> None:
    result = rokumen("robot", "pose", "--port", port)
    assert result.status
    words = " ".join(result.err.split())
    assert f"a chip answers at {port}, which does not know what its servos do" in words
    assert f'give --robot NAME, or --port "chip://{port}?settings=FILE"' in words
    assert "type `rokumen setup` first" in words
    result = rokumen("robot", "conformance", "--port", port)
    assert "chip://PORT is a board with the firmware" in " ".join(result.err.split())


def test_the_port_of_a_chip_is_the_robot_of_its_only_settings(
    port: str, served: ServedChip, rokumen: Rokumen
) -> None:
    default = default_settings_path(CHIP)
    default.parent.mkdir(parents=True)
    default.write_text(EXAMPLE)
    assert rokumen("robot", "pose", "--port", port).status == 0
    default.unlink()
    store_robot("desk", port)
    result = rokumen("robot", "home", "--port", port)
    assert result.status == 0, result.err
    assert "may restart its board" in restart_words(served.url)
    assert served.chip.pulses()[0] is not None


def test_the_port_of_the_chips_of_several_robots_names_them(port: str, rokumen: Rokumen) -> None:
    for name in ("bench", "desk"):
        store_robot(name, port)
    result = rokumen("robot", "pose", "--port", port)
    assert "give --robot bench or --robot desk, or --port" in " ".join(result.err.split())

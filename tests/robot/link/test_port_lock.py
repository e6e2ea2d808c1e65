"""A port is used by one process at a time, whatever its spelling; others learn which one."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial

from robot.errors import PortError
from robot.link import port_lock
from robot.link.connection import RobotConnection
from robot.link.port import open_port
from robot.link.port_lock import shared_resource
from robot.link.registry import open_connection
from tests.support.cases import for_each

# As they are before conftest gives each test its own.
FOLDERS = port_lock.FOLDERS
NOBODY = "65534"
ROOT = Path(__file__).parents[3]

# Opens a port, as another user if one is named: modules that are loaded by then cannot be read.
HOLDER = """
import os, sys
sys.argv[0] = "rokumen"
from robot.errors import PortError
from robot.link.port import SerialPort, open_port
if "--user" in sys.argv:
    try:
        open_port(sys.argv[1]).close()
    except PortError:
        pass
    os.setgroups([])
    os.setgid(int(sys.argv[-1]))
    os.setuid(int(sys.argv[-1]))
    os.umask(0o077)
try:
    port = open_port(sys.argv[1])
except PortError as error:
    print(error, flush=True)
else:
    print("open", flush=True)
    sys.stdin.read()
    port.close()
"""


@pytest.fixture
def locks_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the locks of this computer, which other processes have too."""
    monkeypatch.setattr(port_lock, "FOLDERS", FOLDERS)


@pytest.fixture
def terminal() -> Iterator[str]:
    robots_side, hosts_side = os.openpty()
    yield os.ttyname(hosts_side)
    os.close(robots_side)
    os.close(hosts_side)


@pytest.fixture
def server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"socket://127.0.0.1:{listening.getsockname()[1]}"


@contextmanager
def started(
    *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[tuple[int, str]]:
    """Have another process open a port; yield its number, and "open" or its error."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=None if environment is None else {"PYTHONPATH": str(ROOT), **environment},
    ) as process:
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().strip()
        process.communicate("")


@pytest.mark.usefixtures("locks_of_all")
@pytest.mark.parametrize("kind", ["terminal", "server"])
def test_an_error_names_the_process_that_has_the_port(
    kind: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(kind)
    with started(url, "--token", "hunter2") as (process, said):
        assert said == "open"
        with pytest.raises(PortError, match=rf"in use by process {process} \(.*end that") as busy:
            open_port(url)
        assert "hunter2" not in str(busy.value)
    open_port(url).close()


@pytest.mark.usefixtures("locks_of_all")
def test_a_process_with_another_environment_has_the_same_locks(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a session; cron, sudo and services have no such variables.
    for name in ("XDG_RUNTIME_DIR", "TMPDIR", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with started(server, environment={}) as (process, said):
        assert said == "open"
        with pytest.raises(PortError, match=f"process {process} "):
            open_port(server)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
@pytest.mark.usefixtures("locks_of_all")
def test_another_user_has_the_same_locks(server: str) -> None:
    with started(server, "--user", NOBODY) as (process, said):
        assert said == "open"
        with pytest.raises(PortError, match=f"in use by process {process} "):
            open_port(server)
        # Its lock file stays, of the other user.
        os.kill(process, signal.SIGKILL)
    port = open_port(server)
    with started(server, "--user", NOBODY) as (_, said):
        assert f"in use by process {os.getpid()} " in said
    port.close()


def test_a_port_that_is_closed_leaves_no_lock_file(server: str) -> None:
    (folder,) = port_lock.FOLDERS
    port = open_port(server)
    assert len(list(folder.iterdir())) == 1
    port.close()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words", ["", "\x1b[2Jprocess 1", "process 1\n(pay here)"])
def test_a_holder_writes_no_commands_for_a_terminal(server: str, words: str) -> None:
    (folder,) = port_lock.FOLDERS
    port = open_port(server)
    next(folder.iterdir()).write_text(words)
    with pytest.raises(PortError, match="is in use by another process; end that first"):
        open_port(server)
    port.close()


def test_a_port_that_is_closed_is_free_again(terminal: str) -> None:
    for _ in range(2):
        port = open_port(terminal)
        with pytest.raises(PortError, match=str(os.getpid())):
            open_port(terminal)
        port.close()


def test_a_symbolic_link_to_a_device_is_the_same_port(terminal: str, tmp_path: Path) -> None:
    link = tmp_path / "robot"
    link.symlink_to(terminal)
    port = open_port(str(link))
    with pytest.raises(PortError):
        open_port(terminal)
    port.close()


def test_a_link_in_the_url_of_a_board_is_the_same_port(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "usb-Pololu").symlink_to("ttyACM0")
    link = shared_resource(f"maestro://{tmp_path}/usb-Pololu?settings=a.toml")
    assert link == shared_resource(f"{tmp_path}/ttyACM0")


def test_a_program_that_locks_the_device_itself_is_named(terminal: str) -> None:
    with serial.Serial(terminal) as other:
        fcntl.flock(other.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        with pytest.raises(PortError, match="in use by"):
            open_port(terminal)


def test_simulators_without_a_name_are_not_shared() -> None:
    first, second = open_simulator(""), open_simulator("")
    first.close()
    second.close()


def test_a_named_simulator_has_one_host() -> None:
    port = open_simulator("?name=shared")
    with pytest.raises(PortError):
        open_simulator("?name=shared")
    port.close()


def open_simulator(options: str) -> RobotConnection:
    from rokumen.devices import serial_schemes

    url = f"sim://two-gripper{options}"
    serial_schemes.register(url)
    return open_connection(url)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tcp://localhost:5000", "socket://127.0.0.1:5000"),
        ("socket://Robot.local:5000", "socket://robot.local:5000"),
        ("COM3", "com3"),
        ("maestro:///dev/ttyACM0?settings=a.toml", "/dev/ttyACM0"),
    ],
)
def test_two_spellings_are_one_port(one: str, other: str) -> None:
    assert shared_resource(one) == shared_resource(other)


@for_each(
    "spelling",
    [
        "tcp://localhost:5000",
        "TCP://LOCALHOST:05000",
        "tcp://127.1:5000",
        "tcp://0x7f000001:5000",
        "tcp://2130706433:5000",
        "tcp://0.0.0.0:5000",
        "tcp://[::1]:5000",
        "tcp://[0:0:0:0:0:0:0:1]:5000",
        "tcp://[::ffff:127.0.0.1]:5000",
        "tcp://me@localhost:5000/",
        "rfc2217://localhost:5000?timeout=3",
    ],
)
def test_every_spelling_of_this_computer_is_one_host(spelling: str) -> None:
    assert shared_resource(spelling) == shared_resource("socket://127.0.0.1:5000")


def test_every_path_to_a_device_is_one_port(
    terminal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-Robot").symlink_to(os.path.relpath(terminal, by_id.resolve()))
    monkeypatch.chdir(tmp_path)
    folder, number = os.path.split(terminal)
    for spelling in (
        f"/dev/..{terminal}",
        f"/{terminal}",
        f"{folder}/./{number}",
        os.path.relpath(terminal),
        f"{by_id}/usb-Robot",
        "by-id/usb-Robot",
        f"maestro://{terminal}?settings=a.toml",
        f"MAESTRO://{by_id}/usb-Robot",
    ):
        assert shared_resource(spelling) == terminal, spelling


def test_the_port_beneath_a_hub_is_locked_not_the_hub() -> None:
    assert shared_resource("spike:///dev/pts/5?settings=a.toml") is None
    assert shared_resource("pybricks://Desk") == "pybricks://desk"


def test_two_ports_of_a_host_are_two() -> None:
    assert shared_resource("socket://robot:5000") != shared_resource("socket://robot:5001")
    assert shared_resource("lego://desk") != shared_resource("servos://desk")

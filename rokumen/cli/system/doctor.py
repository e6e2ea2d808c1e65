"""`rokumen doctor`: what is installed, found and missing, and how each is checked."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from glob import glob
from pathlib import Path

import click

from files.errors import ProfileError
from files.folders import cache_folder, config_file, state_folder
from files.wording import counted, reason
from rokumen import __version__, exit_status
from rokumen.cli.lazy_group import Command, LazyGroup
from rokumen.cli.output import json_option, print_json
from rokumen.show.fitted import aligned

# The tables of the engines and the largest puzzles together take about so much.
NEEDED_BYTES = 2_000_000_000
OLDEST_PYTHON = (3, 11)
# By what servos are driven on a Raspberry Pi's own pins, and on a PCA9685.
PWM_FILES, I2C_FILES = "/sys/class/pwm/pwmchip*", "/dev/i2c-*"
# By what LEGO's EV3 is found at a USB port.
HID_FOLDER = Path("/sys/class/hidraw")
BLUETOOTH_FOLDER = Path("/sys/class/bluetooth")
# The makers of boards whose chip our firmware makes a drive: Arduino, Raspberry Pi, Espressif.
BOARD_MAKERS = (0x2341, 0x2A03, 0x2E8A, 0x303A)


class State(Enum):
    """How a part is; the values are printed as JSON. What is missing matters to who uses it."""

    OK = "ok"
    MISSING = "missing"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a part, and what to do about it; "" where nothing is to be done."""

    part: str
    state: State
    words: str
    remedy: str = ""


def findings() -> Iterator[Finding]:
    """Yield what is found, each as soon as it is known."""
    yield _python()
    opencv = _library("OpenCV", "cv2", "on Debian and Ubuntu: sudo apt install libgl1 libglib2.0-0")
    yield opencv
    yield _library("numba", "numba", "install rokumen again, into a new virtual environment")
    yield _settings()
    yield _folder("cache", cache_folder(), "ROKUMEN_CACHE")
    yield _tables(cache_folder())
    yield _folder("runs", state_folder(), "ROKUMEN_STATE")
    if opencv.state is State.OK:
        yield from _cameras()
    yield from _ports()
    yield from _chips()
    if sys.platform == "linux":
        yield from _pins()
        yield from _lego()
    yield _browser()


def _python() -> Finding:
    version = sys.version.split()[0]
    words = f"{version} ({sys.executable}), rokumen {__version__}"
    if sys.version_info < OLDEST_PYTHON:
        return Finding("Python", State.WRONG, words, "install Python 3.11 or later")
    return Finding("Python", State.OK, words)


def _library(name: str, module: str, remedy: str) -> Finding:
    try:
        version = importlib.import_module(module).__version__
    except (ImportError, OSError) as error:
        return Finding(name, State.WRONG, reason(error), remedy)
    return Finding(name, State.OK, str(version))


def _settings() -> Finding:
    # Imported here, since every command is checked.
    from rokumen.cli.commands import load_checked_settings

    path = config_file()
    if not path.exists():
        words = f"no file {path}: every option has its own default"
        return Finding("settings", State.OK, words)
    try:
        load_checked_settings()
    except ProfileError as error:
        remedy = f"correct {path}; `rokumen doctor config example` prints one that is right"
        return Finding("settings", State.WRONG, str(error), remedy)
    return Finding("settings", State.OK, str(path))


def _folder(part: str, folder: Path, variable: str) -> Finding:
    """Say whether files can be written to a folder, or to one that would hold it."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return Finding(
            part,
            State.WRONG,
            f"nothing can be written to {folder}",
            f"allow it, or name another folder: {variable}=/path/to/folder",
        )
    return Finding(part, State.OK, str(folder))


def _tables(folder: Path) -> Finding:
    built = sorted(folder.glob("*.tables")) + sorted(folder.glob("*.bin"))
    size = sum(each.stat().st_size for each in built)
    there = f"{counted(len(built), 'file')}, {size / 1e6:.0f} MB" if built else "none yet"
    words = f"{there}; those that are not there are built at their first use"
    existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    free = shutil.disk_usage(existing).free
    if free + size < NEEDED_BYTES:
        return Finding(
            "tables",
            State.MISSING,
            f"{words}; the disk has {free / 1e6:.0f} MB left",
            "all tables take 2 GB: free some space, or name a folder of another disk in "
            "ROKUMEN_CACHE",
        )
    return Finding("tables", State.OK, words)


def _cameras() -> Iterator[Finding]:
    from rokumen.devices.discovery import find_cameras

    cameras = find_cameras()
    for camera in cameras:
        # Some cameras have a second number that gives no picture.
        state = State.MISSING if camera.size is None else State.OK
        name = f" ({camera.name})" if camera.name else ""
        yield Finding("camera", state, f"{camera.number}{name}: {camera.status}")
    if not cameras:
        yield Finding(
            "camera",
            State.MISSING,
            "none is connected to this computer",
            "connect one, use the camera of a phone by its URL, or photograph the cube: "
            "`rokumen read *.jpg`",
        )


def _ports() -> Iterator[Finding]:
    from serial.tools import list_ports

    from robot.link.serial_device import permission_advice

    ports = sorted(port.device for port in list_ports.comports())
    for port in ports:
        if not _is_usable(port):
            yield Finding(
                "port",
                State.MISSING,
                f"{port}: no permission to use it",
                permission_advice(port),
            )
        else:
            yield Finding("port", State.OK, f"{port}; `rokumen ports` asks for a robot on it")
    if not ports:
        yield Finding(
            "port",
            State.MISSING,
            "no serial port",
            "connect the robot; without one, `rokumen demo` runs the simulator",
        )


def _is_usable(port: str) -> bool:
    return os.name != "posix" or os.access(port, os.R_OK | os.W_OK)


def _chips() -> Iterator[Finding]:
    """Say of each chip that is set up, and of each board, what is there. No port is opened."""
    from serial.tools import list_ports

    from files.lasting_names import lasting_port
    from rokumen.errors import InputError
    from rokumen.storage.robots import CHIP, load_robot, robot_names

    boards = {
        lasting_port(port.device): f" ({port.product})" if port.product else ""
        for port in list_ports.comports()
        if port.vid in BOARD_MAKERS
    }
    robots = []
    for name in robot_names():
        try:
            robots.append(load_robot(name))
        except InputError as error:
            yield Finding("robot", State.WRONG, str(error), "correct its file, or remove it")
    ports = {robot.port: robot.path for robot in robots if robot.board == CHIP}
    for port, settings in ports.items():
        yield _chip(port, f"{port}{boards.get(port, '')}, settings {settings}")
    for port, product in boards.items():
        if port not in ports:
            yield Finding(
                CHIP,
                State.MISSING,
                f"{port}{product}: no settings",
                "`rokumen ports` says whether it has our firmware (docs/firmware.md); "
                "`rokumen setup NAME` sets it up",
            )
    if not ports and not boards:
        yield Finding(CHIP, State.MISSING, "no board is connected", "plug it in")


def _chip(port: str, words: str) -> Finding:
    """Return whether the port of a chip that is set up can be used."""
    from robot.link.serial_device import permission_advice

    part = "chip"
    if Path(port).is_absolute() and not Path(port).exists():
        return Finding(part, State.MISSING, f"{words}: not connected", "plug it in")
    if Path(port).is_absolute() and not _is_usable(port):
        remedy = permission_advice(port)
        return Finding(part, State.MISSING, f"{words}: no permission to use it", remedy)
    return Finding(part, State.OK, words)


def _pins() -> Iterator[Finding]:
    """Say whether servos can be driven by this computer's own pins, and by I2C."""
    from robot.drives.device_access import i2c_problem, pwm_problem

    for part, pattern, first, check in (
        ("PWM", PWM_FILES, "/sys/class/pwm/pwmchip0", pwm_problem),
        ("I2C", I2C_FILES, "/dev/i2c-1", i2c_problem),
    ):
        for device in sorted(glob(pattern)) or [first]:
            problem = check(Path(device))
            if problem is None:
                yield Finding(part, State.OK, device)
            else:
                yield Finding(part, State.MISSING, problem.words, problem.remedy)


def _lego() -> Iterator[Finding]:
    """Say whether LEGO's motors can be driven, by an EV3 at a USB port and by a hub."""
    from robot.drives.device_access import (
        bluetooth_problem,
        ev3_bricks,
        ev3_problem,
        hub_problem,
    )

    bricks = ev3_bricks(HID_FOLDER)
    for device in bricks:
        if problem := ev3_problem(device):
            yield Finding("EV3", State.MISSING, problem.words, problem.remedy)
        else:
            yield Finding("EV3", State.OK, str(device))
    if not bricks:
        yield Finding("EV3", State.MISSING, "none is at a USB port", "switch it on, and plug it in")
    if problem := hub_problem() or bluetooth_problem(BLUETOOTH_FOLDER):
        yield Finding("LEGO hub", State.MISSING, problem.words, problem.remedy)
    else:
        yield Finding("LEGO hub", State.OK, "pybricksdev finds it by its name")


def _browser() -> Finding:
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        words = "none was found" if _has_display() else "there is no display to show one"
        return Finding(
            "browser",
            State.MISSING,
            f"{words} on this computer",
            "open the pages on another device: `rokumen serve --phone` prints their address",
        )
    return Finding("browser", State.OK, str(getattr(browser, "name", "the system's own")))


def _has_display() -> bool:
    """Return whether windows can be shown, as X11 and Wayland say it; elsewhere they always can."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


_MARKS = {State.OK: ("ok", "green"), State.MISSING: ("-", "yellow"), State.WRONG: ("!!", "red")}


COMMANDS = {
    "config": Command(
        "rokumen.cli.system.config", "the settings file: its path, what it sets, an example"
    ),
}


@click.command("doctor", cls=LazyGroup, lazy=COMMANDS, invoke_without_command=True)
@json_option()
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Check what rokumen needs on this computer, and say what to do where it is not in order.

    "ok" is in order; "-" is not there, which matters only if you want to use it; "!!" must be
    repaired. Nothing moves, and no file is changed. The exit status is 1 where something is "!!".
    """
    if context.invoked_subcommand is not None:
        return exit_status.DONE
    found = []
    for finding in findings():
        found.append(finding)
        if not as_json:
            _print(finding)
    if as_json:
        print_json(
            {
                "findings": [
                    {
                        "part": finding.part,
                        "state": finding.state.value,
                        "words": finding.words,
                        "do": finding.remedy,
                    }
                    for finding in found
                ]
            }
        )
    wrong = any(finding.state is State.WRONG for finding in found)
    return exit_status.FAILURE if wrong else exit_status.DONE


def _print(finding: Finding) -> None:
    mark, colour = _MARKS[finding.state]
    line = aligned([(f"{mark:<2}", f"{finding.part:<8}", finding.words)])
    click.echo(f"{click.style(line[:2], fg=colour)}{line[2:]}")
    if finding.remedy:
        click.echo(aligned([(f"{'':12}", finding.remedy)]))

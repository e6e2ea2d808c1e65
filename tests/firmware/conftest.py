"""Builds the board's firmware once for all tests: as it is flashed, and with fast servos."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from firmware_sim.boards.uno import SimulatedUno
from firmware_sim.sim_port import Serial
from rokumen.devices.simulated_camera import register
from tests.end_to_end.conftest import simulate_board
from tests.support.benchmarks import NativeFirmware

__all__ = ["simulate_board"]

FIRMWARE = Path(__file__).parents[2] / "firmware"
TOOLS = ("make", "cc", "avr-gcc", "avr-size")
HEADERS = (Path("/usr/include/simavr/sim_avr.h"), Path("/usr/lib/avr/include/avr/io.h"))
# Ten times as fast as the rig, for runs in real time.
FAST_SERVOS = ("TURN_MS=100", "OPEN_MS=125", "CLOSE_MS=100")


def open_board(program: Path | str) -> Serial:
    register()
    port = serial.serial_for_url(f"sim://two-gripper?board={program}", timeout=0.02)
    assert isinstance(port, Serial)
    return port


def chip_of(port: Serial) -> SimulatedUno:
    assert isinstance(port.robot, SimulatedUno)
    return port.robot


def missing() -> list[str]:
    tools = [tool for tool in TOOLS if shutil.which(tool) is None]
    return tools + [str(header) for header in HEADERS if not header.exists()]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return a function that builds the firmware and returns the folder; skip without the tools."""
    if lacking := missing():
        message = (
            f"the board's firmware cannot be built: {', '.join(lacking)} missing; on Debian: "
            "apt-get install gcc make gcc-avr avr-libc libsimavr-dev libelf-dev"
        )
        # Where the firmware has to be tested, missing tools are a failure.
        if os.environ.get("ROKUMEN_NEEDS_BOARD"):
            pytest.fail(message)
        pytest.skip(message)

    base = tmp_path_factory.getbasetemp()
    # Beside the folders of all workers: what one has built is up to date for the others.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def make(*settings: str) -> Path:
        folder = shared / "-".join(["firmware", *settings]).replace("=", "-")
        with folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            subprocess.run(
                ["make", "-C", FIRMWARE, "tests", f"BUILD={folder}", *settings],
                check=True,
                capture_output=True,
            )
        return folder

    return make


@pytest.fixture(scope="session")
def board(build: Callable[..., Path]) -> Path:
    """Return the program as it is flashed."""
    return build() / "rokumen.elf"


@pytest.fixture(scope="session")
def quick_board(build: Callable[..., Path]) -> Path:
    """Return the program with servos ten times as fast."""
    return build(*FAST_SERVOS) / "rokumen.elf"


@pytest.fixture
def native(board: Path) -> NativeFirmware:
    """Return the firmware compiled for this computer, booted with an empty EEPROM."""
    firmware = NativeFirmware(board.parent / "libnative.so")
    firmware.erase_eeprom()
    firmware.boot()
    return firmware

"""Builds the firmware of chips once for all tests."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
TOOLS = ("make", "cc", "avr-gcc")
HEADERS = (Path("/usr/include/simavr/sim_avr.h"), Path("/usr/lib/avr/include/avr/io.h"))


def missing() -> list[str]:
    tools = [tool for tool in TOOLS if shutil.which(tool) is None]
    return tools + [str(header) for header in HEADERS if not header.exists()]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return a function that builds the firmware and returns the folder; skip without the tools."""
    if lacking := missing():
        message = (
            f"the firmware cannot be built: {', '.join(lacking)} missing; on Debian: "
            "apt-get install gcc make gcc-avr avr-libc libsimavr-dev libelf-dev"
        )
        # Where the firmware has to be tested, missing tools are a failure.
        if os.environ.get("ROKUMEN_NEEDS_BOARD"):
            pytest.fail(message)
        pytest.skip(message)

    base = tmp_path_factory.getbasetemp()
    # Beside the folders of all workers: what one has built is up to date for the others.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def make() -> Path:
        folder = shared / "firmware"
        with folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            subprocess.run(
                ["make", "-C", FIRMWARE, "tests", f"BUILD={folder}"],
                check=True,
                capture_output=True,
            )
        return folder

    return make

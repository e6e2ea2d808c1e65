"""The simulator as a process of its own, as real as a robot is to the program that drives it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rokumen.errors import SimulatorStartError

PATIENCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class SimulatorAddress:
    """Where the simulated robot's serial port and camera are."""

    port: str
    camera: str


class SimulatorProcess:
    """`rokumen simulate` with the given options, for as long as the `with` block lasts."""

    def __init__(self, options: Sequence[str]) -> None:
        self._options = options

    def __enter__(self) -> SimulatorAddress:
        # A session of its own, so that Ctrl-C stops the host and leaves the robot switched on; and
        # a pipe, so that it does not outlive a host that is killed.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rokumen", "simulate", "--json", "--attached", *self._options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, said = self._process.communicate()
            raise SimulatorStartError(f"the simulator did not start: {said.strip()}")
        return SimulatorAddress(**json.loads(line))

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.communicate(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

"""`rokumen robot conformance` with a simulated chip at a real port, and with what is none."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from robot.conformance.chip_rules import CHIP_CHECKS
from robot.conformance.drive_rules import DRIVE_CHECKS
from tests.support.command_line import Rokumen
from tests.support.processes import Simulation, call
from tests.support.variants import thorough_but

# Rules have time limits, and a busy machine may make a reply late; a rule that is broken stays so.
ATTEMPTS = 3


@pytest.mark.waits
@pytest.mark.parametrize("tcp", thorough_but([()], [(), ("--tcp=127.0.0.1:0",)]))
def test_a_simulated_chip_conforms(
    simulate_in_real_time: Callable[..., Simulation], tcp: tuple[str, ...]
) -> None:
    robot = simulate_in_real_time("--ideal", "--set=feedback=false", *tcp)
    for _ in range(ATTEMPTS):
        result = call("robot", "conformance", f"--port={robot.port}", "--json")
        if result.status == 0:
            break
    assert result.status == 0, result.out
    verdicts = [json.loads(line) for line in result.out.splitlines()]
    assert len(verdicts) == len(CHIP_CHECKS) + len(DRIVE_CHECKS)
    # No edge of its port restarts it, and nobody takes its power away.
    assert [verdict["rule"].split(" ")[0] for verdict in verdicts if verdict["inapplicable"]] == [
        "After",
        "D10",
    ]


def test_a_port_that_does_not_exist(rokumen: Rokumen) -> None:
    result = rokumen("robot", "conformance", "--port=chip:///dev/no-such-robot")
    assert result.status == 1
    assert "/dev/no-such-robot" in result.err


def test_a_robot_that_is_no_drive_is_refused(rokumen: Rokumen) -> None:
    for port in ("sim://two-gripper", "/dev/ttyACM0"):
        result = rokumen("robot", "conformance", f"--port={port}")
        assert result.status == 2
        assert f"{port!r} names no electronics" in " ".join(result.err.split())

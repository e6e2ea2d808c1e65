"""`rokumen conformance` on the simulator, over real ports and in process."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from robot.conformance import CHECKS
from tests.end_to_end.conftest import Simulation, call

Simulate = Callable[..., Simulation]


@pytest.mark.parametrize("options", [(), ("--tcp=127.0.0.1:0",)], ids=["pty", "tcp"])
def test_the_simulator_conforms_over_a_real_port(
    simulate: Simulate, options: tuple[str, ...]
) -> None:
    # Not so fast that a slow motion ends before anything can be done about it.
    robot = simulate("--pace=5", *options)
    said = call("conformance", f"--port={robot.port}", "--json", timeout=200)
    verdicts = [json.loads(line) for line in said.out.splitlines()]
    assert [verdict for verdict in verdicts if not verdict["kept"]] == []
    assert len(verdicts) == len(CHECKS)
    assert said.status == 0


def test_the_in_process_robot_conforms() -> None:
    said = call("conformance", "--port=sim://two-gripper")
    assert said.status == 0
    assert said.out.count("✓") == len(CHECKS)


def test_a_port_that_does_not_exist() -> None:
    said = call("conformance", "--port=/dev/no-such-robot")
    assert said.status == 1
    assert "/dev/no-such-robot" in said.err

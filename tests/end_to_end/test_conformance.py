"""`rokumen robot conformance` with the simulator, over real ports and in process."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Thread

import pytest

from firmware_sim.options import SimulatorOptions
from firmware_sim.simulator import Simulator
from robot.conformance import CHECKS, CheckResult, run_checks
from robot.link.port import open_port
from robot.rigs.registry import RIGS, load_rig
from tests.support.conformance import results_if_kept
from tests.support.processes import call
from tests.support.variants import thorough_but

AT_ONCE = 8  # rigs
# Rigs whose motions are so short that, if faster, a stop or a `busy` could not be observed.
PACES = {"six-axis": 1.0, "five-axis": 1.0}
# Motions that end before a stop could reach them.
FAST, TOO_FAST = 30.0, "before the robot could be stopped"
# Rules that do not apply: without grippers one of grippers, one of long motions, those of LOAD and
# OFF, the four of single servos, and those of rest and of the levels of a stop. Motors that measure
# relax without another pulse.
REST_RULES = 1
SKIPPED = {"six-axis": 10, "five-axis": 10}
# Those of motions that overlap, where jaws that open stay beside the cube, or there are none.
OVERLAP_RULES = 2


@pytest.mark.waits
@pytest.mark.parametrize("tcp", thorough_but([None], [None, "127.0.0.1:0"]), ids=["pty", "tcp"])
def test_every_rig_conforms_over_a_real_port(tcp: str | None) -> None:
    # Several at once, since they wait most of the time; all would keep one another from replying.
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = pool.map(lambda rig: results_if_kept(partial(results_of, rig, tcp)), RIGS)
        results = dict(zip(RIGS, found, strict=True))
    for rig, checks in results.items():
        assert [check for check in checks if check.violation] == [], rig
        assert len(checks) == len(CHECKS)
        skipped = SKIPPED.get(rig, REST_RULES)
        skipped += 0 if load_rig(rig).can_overlap else OVERLAP_RULES
        # On a busy machine a short motion may have ended when its stop arrives.
        reasons = [check.skip_reason for check in checks if TOO_FAST not in check.skip_reason]
        assert sum(map(bool, reasons)) == skipped, rig


@pytest.mark.waits
def test_a_robot_that_is_too_fast_to_be_stopped_conforms() -> None:
    checks = results_if_kept(partial(results_of, "two-gripper", None, FAST))
    assert [check for check in checks if check.violation] == []
    assert any(TOO_FAST in check.skip_reason for check in checks)


def results_of(rig: str, tcp: str | None, pace: float | None = None) -> list[CheckResult]:
    options = SimulatorOptions(
        rig, ideal=True, tcp=tcp, camera_port=None, pace=pace or PACES.get(rig, 5.0)
    )
    with Simulator(options) as simulator:
        serving = Thread(target=simulator.serve)
        serving.start()
        try:
            port = open_port(simulator.announcement.port)
            try:
                return list(run_checks(port))
            finally:
                port.close()
        finally:
            simulator.stop()
            serving.join()


def test_checks_that_do_not_apply_are_reported_and_do_not_fail() -> None:
    result = call("robot", "conformance", "--port=sim://six-axis")
    assert result.status == 0
    assert result.out.count("✓") == len(CHECKS) - SKIPPED["six-axis"] - OVERLAP_RULES
    assert "not applicable, the six-axis rig has no gripper" in result.out.replace("\n", " ")


def test_the_in_process_robot_conforms() -> None:
    result = call("robot", "conformance", "--port=sim://two-gripper", "--json")
    assert result.status == 0
    results = [json.loads(line) for line in result.out.splitlines()]
    assert [check["kept"] for check in results] == [True] * len(CHECKS)
    assert result.out.splitlines()[0] == (
        '{"rule": "HELLO is answered with everything that a greeting says", '
        '"breach": "", "inapplicable": "", "kept": true}'
    )


def test_a_port_that_does_not_exist() -> None:
    result = call("robot", "conformance", "--port=/dev/no-such-robot")
    assert result.status == 1
    assert "/dev/no-such-robot" in result.err

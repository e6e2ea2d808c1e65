"""The simulated robot of `demo` and of its resumption."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from robot.journal import Journal
from rokumen.choice import Choice
from rokumen.drive import do_job, robot_and_eyes
from rokumen.runs import Simulated
from rokumen.simulator_process import SimulatorProcess

PACES = {"fast": 60.0, "real": 1.0}


def solve_simulated(
    robot: Simulated, choice: Choice, journal: Journal, rig_profile: Path | None, *, as_json: bool
) -> int:
    """Start the simulator as a process of its own and solve the cube that it holds."""
    with (
        SimulatorProcess(_options(robot)) as address,
        robot_and_eyes(address.port, address.camera, rig_profile) as (link, eyes),
    ):
        return do_job(link, eyes, choice, journal, as_json=as_json)


def _options(robot: Simulated) -> Sequence[str]:
    return (
        f"--rig={robot.rig}",
        f"--seed={robot.seed}",
        f"--jam={robot.jam}",
        f"--pace={robot.pace}",
        f"--state={robot.state}",
    )

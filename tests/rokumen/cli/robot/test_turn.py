"""`rokumen robot turn`: layers turn by stepper motors, and what cannot is refused."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from robot.drives.drive import ChannelKind
from tests.support.chip_bench import ServedBench
from tests.support.command_line import Rokumen

RIG = """mechanism = "six-axis"
[motors]
motor = "nema17-0.3"
[motors.cutting]
same = [[20, 20]]
"""


def test_layers_turn(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "steppers.toml"
    path.write_text(RIG)
    with closing(ServedBench(ChannelKind.STEPPER, depth=32)) as bench:
        result = rokumen(
            "robot", "turn", "R U2 F'", f"--port={bench.url}", f"--rig={path}", "--json"
        )
        assert result.status == 0, result.err
        said = json.loads(result.out)
        assert (said["moves"], said["late"]) == ("R U2 F'", [])
        assert 0.06 < said["seconds"] < 0.11
        bench.wait(0.1)
        (up, right, front, *others) = bench.outputs().values()
    assert (right, front) == (200, -200)
    assert up in (400, -400)
    assert others == [0, 0, 0]


def test_what_has_no_motors_is_refused(rokumen: Rokumen) -> None:
    with closing(ServedBench(ChannelKind.PULSE)) as bench:
        result = rokumen("robot", "turn", "R", f"--port={bench.url}", "--rig=six-axis")
        assert result.status == 1
        assert "needs 6 steppers" in result.err.replace("\n", " ")
        result = rokumen("robot", "turn", "R", f"--port={bench.url}", "--rig=two-gripper")
    assert result.status == 2
    assert "two-gripper has no motor at each face" in result.err.replace("\n", " ")

"""The build rejects a configuration that could damage the servos.

The includes of the firmware run one way: a file and its header use only what is beneath them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.firmware.conftest import FIRMWARE, missing


@pytest.mark.parametrize(
    ("line", "wrong", "words"),
    [
        ("WRIST_L_PULSES 500, 1500, 2500", "WRIST_L_PULSES 500, 15000, 2500", "outside of 500"),
        ("WRIST_R_PULSES 500, 1500, 2500", "WRIST_R_PULSES 499, 1500, 2500", "outside of 500"),
        ("WRIST_L_PULSES 500, 1500, 2500", "WRIST_L_PULSES 1500, 500, 2500", "must rise or fall"),
        ("GRIP_R_PULSES 1000, 2000, 2000", "GRIP_R_PULSES 1000, 2000, 2501", "outside of 500"),
        ("GRIP_L_PULSES 1000, 2000", "GRIP_L_PULSES 1000, 1000", "two different pulses"),
        ("GRIP_L_PULSES 1000, 2000, 2000", "GRIP_L_PULSES 1000, 2000, 1900", "must go on"),
        ("SLOW_PERCENT 25", "SLOW_PERCENT 5", "30 s or more"),
    ],
)
def test_a_setting_out_of_bounds_fails_the_build(
    tmp_path: Path, line: str, wrong: str, words: str
) -> None:
    if "cc" in missing():
        pytest.skip("needs a C compiler")
    for name in ("constants.c", "config.h"):
        shutil.copy(FIRMWARE / name, tmp_path)
    build = ["cc", "-std=c11", "-fsyntax-only", f"-I{FIRMWARE}", str(tmp_path / "constants.c")]
    assert subprocess.run(build, capture_output=True).returncode == 0
    config = tmp_path / "config.h"
    assert line in config.read_text()
    config.write_text(config.read_text().replace(line, wrong))
    build_result = subprocess.run(build, capture_output=True, text=True)
    assert build_result.returncode != 0
    assert words in build_result.stderr
    assert wrong.split()[0] in build_result.stderr


INCLUDE = re.compile(r'^#include "(\S+)\.h"', re.MULTILINE)


def test_no_file_is_in_a_circle() -> None:
    includes: dict[str, set[str]] = {}
    for file in FIRMWARE.glob("*.[ch]"):
        includes.setdefault(file.stem, set()).update(INCLUDE.findall(file.read_text()))
    beneath = {name: others - {name} for name, others in includes.items()}
    order = list(TopologicalSorter(beneath).static_order())
    assert order.index("rig") > order.index("flipper") > order.index("constants")
    assert order.index("main") > order.index("robot") > order.index("rig")


def test_a_board_does_not_know_the_robot() -> None:
    for name in ("board_uno.c", "board_uno.h", "board.h", "native/board.c", "native/control.h"):
        assert "robot" not in INCLUDE.findall((FIRMWARE / name).read_text()), name

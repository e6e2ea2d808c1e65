"""The includes of the firmware run one way: a file and its header use only what is beneath them."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"
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

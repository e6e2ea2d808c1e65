"""Describe a mechanism of one's own in a file, and plan for it beside the usual one."""

from pathlib import Path
from tempfile import mkdtemp

import rokumen

FAST = """
about = "two grippers with strong servos, whose jaws open and stay where they are"
mechanism = "two-gripper"

[grippers]
jaws = "plain"
opening = 0.7

[durations]
turn = 0.3
open = 0.2
close = 0.25
"""

path = Path(mkdtemp(), "fast-grippers.toml")
path.write_text(FAST)
for rig in ("two-gripper", path):
    plan = rokumen.plan("R U R' U'", rig=rig)
    print(plan.rig, len(plan.commands), "commands", plan.seconds, "seconds")

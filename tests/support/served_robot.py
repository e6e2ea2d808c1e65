"""The robot that the tests of the robot page serve."""

from __future__ import annotations

TIMEOUT_SECONDS = 60
PORT = "sim://two-gripper?seed=1&scramble=R+U&name="

"""Checks of a robot at any port against the specification in docs/protocol.md."""

from robot.conformance.runner import CHECKS, Check, CheckResult, run_checks

__all__ = ["CHECKS", "Check", "CheckResult", "run_checks"]

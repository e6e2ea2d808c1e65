"""Whether a robot, whoever built it, keeps docs/protocol.md: checks to run against any port."""

from robot.conformance.runner import CHECKS, Check, CheckResult, run_checks

__all__ = ["CHECKS", "Check", "CheckResult", "run_checks"]

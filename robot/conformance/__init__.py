"""Whether a robot, whoever built it, keeps docs/protocol.md: checks to run against any port."""

from robot.conformance.checks import CHECKS, Check, Verdict, run_checks

__all__ = ["CHECKS", "Check", "Verdict", "run_checks"]

"""Conformance on machines that other work keeps busy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from robot.conformance import CheckResult
from tests.support.command_line import CommandResult
from tests.support.processes import call

# Rules have time limits, and a busy machine may make a reply late; a rule that is broken stays so.
ATTEMPTS = 3

Found = TypeVar("Found")


def results_if_kept(run: Callable[[], list[CheckResult]]) -> list[CheckResult]:
    """Return the results of the first run that breaks no rule, or of the last one."""
    return _first(run, lambda results: not any(each.violation for each in results))


def conformance(*options: str) -> CommandResult:
    """Return what `robot conformance` prints where it finds no broken rule, or the last time."""
    command = ("robot", "conformance", *options)
    return _first(lambda: call(*command), lambda result: result.status == 0)


def _first(run: Callable[[], Found], is_kept: Callable[[Found], bool]) -> Found:
    for _ in range(ATTEMPTS):
        found = run()
        if is_kept(found):
            break
    return found

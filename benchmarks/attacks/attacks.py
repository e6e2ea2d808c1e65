"""Attacks on the program: malformed files, command lines and requests, misbehaving robots."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from benchmarks.attacks.flooded_stops import FloodedStops, press_stop_in_floods
from benchmarks.attacks.foreign_journals import foreign_journal
from benchmarks.attacks.isolation import FAILURES, Attack, Prepare, attack, new_processes
from benchmarks.attacks.malformed_command_lines import malformed_command_line
from benchmarks.attacks.malformed_files import malformed_file
from benchmarks.attacks.malformed_requests import MAX_STOP_SECONDS, REQUESTS, attack_server
from benchmarks.attacks.misbehaving_robots import misbehaving_robot
from benchmarks.attacks.shared_files import SHARED_THINGS, LostChanges, change_shared_files
from benchmarks.attacks.surroundings import unusual_surroundings
from benchmarks.attacks.uploading_phones import UploadingPhones, upload_at_once
from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, FILE, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import Work
from rokumen.cli.parameters import WholeNumber
from solver.engines.two_phase.search import warm_up

# Failures that are shown; a file gets them all.
MAX_SHOWN = 20

# What each attack of a family gives the program, in a process of its own.
IN_PROCESSES: dict[str, Prepare] = {
    "files": malformed_file,
    "command-lines": malformed_command_line,
    "robots": misbehaving_robot,
    "foreign-journals": foreign_journal,
    "surroundings": unusual_surroundings,
}
# How many attacks of each family there are by themselves.
USUAL = {
    "files": 10_000,
    "command-lines": 2000,
    "robots": 1000,
    "foreign-journals": 1000,
    "surroundings": 1000,
    REQUESTS: 10_000,
}
_NONE = "none"
_PRESSES, _PHONES, _CHANGES = 1000, 32, 10_000


def _crowd_option(what: str, usual: int) -> Option:
    return Option(f"{what} [{usual}, 0 with --family].", WholeNumber(0, 10**6))


Presses = Annotated[
    int | None, _crowd_option("Presses of STOP in each flood of a server", _PRESSES)
]
Phones = Annotated[int | None, _crowd_option("Phones that upload at once", _PHONES)]
Changes = Annotated[
    int | None, _crowd_option("Changes of each stored thing by two processes", _CHANGES)
]


@dataclass(frozen=True, slots=True)
class AttackCounts(Record):
    """How many attacks of one family there were, and how many failed in each way."""

    key = "families"
    title = "attacks"

    family: str = column("attacks")
    count: int = column("count")
    failures: Mapping[str, int] = column("")
    slowest_seconds: float = column("slowest", "{slowest_seconds:.1f} s")
    most_megabytes: float = column("most MB", ".0f")

    @property
    def is_good(self) -> bool:
        """Return whether no attack failed."""
        return not any(self.failures.values())

    @classmethod
    def of(cls, family: str, attacks: Sequence[Attack]) -> AttackCounts:
        """Return the record of the attacks of a family."""
        counts = Counter(failure for attack in attacks for failure in attack.failures)
        return cls(
            family,
            len(attacks),
            {failure: counts[failure] for failure in FAILURES},
            max(attack.seconds for attack in attacks),
            max(attack.peak_bytes for attack in attacks) / 2**20,
        )


@dataclass(frozen=True, slots=True)
class StopAnswers(Record):
    """How soon the button STOP acted during the requests."""

    key = "stop_answers"
    sentence = (
        "STOP was pressed {count} times during the requests and answered after "
        "{milliseconds:.0f} ms at most"
    )

    count: int
    milliseconds: float

    @property
    def is_good(self) -> bool:
        """Return whether STOP was answered in time."""
        return self.milliseconds <= 1000 * MAX_STOP_SECONDS


@dataclass(frozen=True, slots=True)
class FailedAttack(Record):
    """An attack with failures, in words."""

    key = "failed_attacks"
    sentence = "{text}"

    text: str


def attacks(
    progress: Progress,
    kept: Kept,
    only: Annotated[
        tuple[str, ...],
        Option("Only attacks of this [all].", click.Choice((*USUAL, _NONE)), flag="--family"),
    ] = (),
    count: Annotated[
        int | None, Option("Attacks of each family [its own count].", WholeNumber(1, 10**6))
    ] = None,
    presses: Presses = None,
    phones: Phones = None,
    changes: Changes = None,
    seed: Seed = 0,
    failures: Annotated[Path | None, Option("Write all failures to this file.", FILE)] = None,
    processes: Processes = CORES,
) -> Iterator[
    AttackCounts | StopAnswers | FloodedStops | UploadingPhones | LostChanges | FailedAttack
]:
    """Attack the program with damaged files, command lines, robots and requests.

    Each attack but the requests is a process with 1 GB of memory and 10 s (more for a robot); the
    requests go to one server, whose STOP button must act within 100 ms throughout, as must that of
    one that is flooded; another one, to which phones upload photographs, may take 1200 MB. Two
    processes change each stored thing at once. The exit status is 1 if there is a traceback, a
    hang, too much memory, a wrong exit status, an answer that is not strict JSON, something
    overwritten, or a change that is lost.
    """
    failed: list[str] = []
    with TemporaryDirectory(prefix="rokumen-attack-tables-") as tables:
        os.environ.setdefault("ROKUMEN_CACHE", tables)
        counts = {name: count or USUAL[name] for name in only or USUAL if name != _NONE}
        if "command-lines" in counts:
            # So that no command line spends its seconds on building them.
            for metric in ("htm", "qtm", "axial"):
                warm_up(metric)
        for made in _attack_in_processes(counts, seed, Work(processes, progress, kept)):
            failed += described(made)
            yield AttackCounts.of(made[0].family, made)
        if REQUESTS in counts:
            made, stops = attack_server(counts[REQUESTS], seed, progress)
            failed += described(made)
            yield AttackCounts.of(REQUESTS, made)
            yield StopAnswers(len(stops), 1000 * max(stops))
        yield from _crowd(
            _asked_for(presses, only, _PRESSES),
            _asked_for(phones, only, _PHONES),
            _asked_for(changes, only, _CHANGES),
            progress,
        )
    if failures is not None:
        failures.write_text("\n\n".join(failed), encoding="utf-8")
    else:
        yield from map(FailedAttack, failed[:MAX_SHOWN])


def _asked_for(given: int | None, only: Sequence[str], usual: int) -> int:
    """Return how many are asked for: the usual number if nothing is said and no family chosen."""
    if given is not None:
        return given
    return 0 if only else usual


def _crowd(
    presses: int, phones: int, changes: int, progress: Progress
) -> Iterator[FloodedStops | UploadingPhones | LostChanges]:
    """Let floods, many phones and changes come at once."""
    if presses:
        yield from press_stop_in_floods(presses, progress)
    if phones:
        yield upload_at_once(phones, progress)
    if changes:
        lost = change_shared_files(changes)
        yield from progress.each("stored things", lost, len(SHARED_THINGS))


def _attack_in_processes(
    counts: Mapping[str, int], seed: int, work: Work
) -> Iterator[Sequence[Attack]]:
    """Make so many attacks of each of IN_PROCESSES, some at a time; yield each family."""
    chosen = [name for name in IN_PROCESSES if name in counts]
    if not chosen:
        return
    with new_processes(work.processes, {}) as pool:
        for name in chosen:
            make = partial(pool.imap, partial(attack, name, IN_PROCESSES[name], seed), chunksize=4)
            jobs = {number: number for number in range(counts[name])}
            yield work.kept_or_done(name, Attack, make, jobs, {"seed": seed})


def described(attacks: Sequence[Attack]) -> list[str]:
    """Return a paragraph for each attack with failures."""
    return [
        f"{attack.family} {attack.number}: {', '.join(attack.failures)}: "
        f"{attack.description}\n{attack.detail}"
        for attack in attacks
        if attack.failures
    ]

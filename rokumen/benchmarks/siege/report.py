"""All attacks, in parallel where they are processes, and the table of what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import cv2
from rich.table import Table

from rokumen.benchmarks.siege.hostile_requests import MAX_STOP_SECONDS
from rokumen.benchmarks.siege.judgement import FAILURES, Attack

Begin = Callable[[str, int], Callable[[int], None]]


@dataclass(frozen=True, slots=True)
class Besieged:
    """The attacks of all families, and the seconds after which STOP was answered meanwhile."""

    attacks: tuple[Attack, ...]
    stops: tuple[float, ...]

    @property
    def withstood(self) -> bool:
        """Return whether nothing failed and every STOP was answered in time."""
        return not any(attack.failures for attack in self.attacks) and all(
            seconds <= MAX_STOP_SECONDS for seconds in self.stops
        )


def attack_in_processes(
    attack: Callable[[int, int], Attack],
    count: int,
    seed: int,
    processes: int,
    on_progress: Callable[[int], None],
) -> list[Attack]:
    """Make `count` attacks, each in a process of its own, `processes` at a time."""
    # A forked process has none of OpenCV's threads, and would wait for them.
    cv2.setNumThreads(1)
    attacks: list[Attack] = []
    with get_context("fork").Pool(processes) as pool:
        for done in pool.imap_unordered(partial(_seeded, attack, seed), range(count), 4):
            attacks.append(done)
            on_progress(len(attacks))
    return attacks


def _seeded(attack: Callable[[int, int], Attack], seed: int, number: int) -> Attack:
    return attack(number, seed)


def table(besieged: Besieged) -> Table:
    """Return how many attacks of each family failed, and in what way."""
    shown = Table(title="Siege")
    shown.add_column("attacks", no_wrap=True)
    for name in ("count", *FAILURES, "slowest", "most MB"):
        shown.add_column(name, justify="right")
    families = dict.fromkeys(attack.family for attack in besieged.attacks)
    for family in families:
        of_it = [attack for attack in besieged.attacks if attack.family == family]
        counts = Counter(failure for attack in of_it for failure in attack.failures)
        shown.add_row(
            family,
            str(len(of_it)),
            *(str(counts[failure]) for failure in FAILURES),
            f"{max(attack.seconds for attack in of_it):.1f} s",
            f"{max(attack.peak_bytes for attack in of_it) / 2**20:.0f}",
        )
    if besieged.stops:
        shown.caption = (
            f"STOP was pressed {len(besieged.stops)} times during the requests and answered after "
            f"{1000 * max(besieged.stops):.0f} ms at most"
        )
    return shown


def failure_lines(attacks: Iterable[Attack]) -> Sequence[str]:
    """Return one paragraph for each attack that was not withstood."""
    return [
        f"{attack.family} {attack.number}: {', '.join(attack.failures)}: "
        f"{attack.description}\n{attack.detail}"
        for attack in attacks
        if attack.failures
    ]

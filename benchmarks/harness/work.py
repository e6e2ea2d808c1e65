"""How the jobs of a benchmark are done: in how many processes, what is shown and what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from benchmarks.harness.kept import Kept
from benchmarks.harness.progress import QUIET, Progress

Job = TypeVar("Job")
Result = TypeVar("Result")


def in_processes(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int, chunk: int = 1
) -> Iterator[Result]:
    """Yield the result of each job in order; one process is this one."""
    if processes == 1:
        yield from map(work, jobs)
    else:
        yield from in_new_processes(work, jobs, processes, chunk)


def in_new_processes(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int, chunk: int = 1
) -> Iterator[Result]:
    """Yield the result of each job in order. Raises BrokenProcessPool if a process crashes."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, jobs, chunksize=chunk)


@dataclass(frozen=True, slots=True)
class Work:
    """How the jobs of a benchmark are done: the same results for any number of processes."""

    processes: int = 1
    progress: Progress = QUIET
    kept: Kept = field(default_factory=Kept)

    def results(
        self,
        part: str,
        kind: type[Result],
        do: Callable[[Job], Result],
        jobs: Mapping[int, Job],
        chunk: int = 1,
    ) -> tuple[Result, ...]:
        """Return the result of each job of a part; one that is kept is not done again.

        Jobs are known by their numbers, which are their seeds in most benchmarks. Results are
        frozen data classes. Raises InputError for kept results of another class.
        """

        def do_missing(missing: Sequence[Job]) -> Iterator[Result]:
            return in_processes(do, missing, self.processes, chunk)

        return self.kept_or_done(part, kind, do_missing, jobs, {})

    def kept_or_done(
        self,
        part: str,
        kind: type[Result],
        do_missing: Callable[[Sequence[Job]], Iterable[Result]],
        jobs: Mapping[int, Job],
        settings: Mapping[str, object],
    ) -> tuple[Result, ...]:
        """Return the results as `results` does; `do_missing` gives those not kept, in order.

        Raises InputError also for results that were kept with other settings.
        """
        found: dict[int, Result] = {}
        for number in jobs:
            if kept := self.kept.find(f"{part} {number}", settings, [kind]):
                (found[number],) = kept
        missing = [number for number in jobs if number not in found]
        done = do_missing([jobs[number] for number in missing])
        numbered = zip(missing, self.progress.each(part, done, len(missing)), strict=True)
        for number, result in numbered:
            found[number] = result
            self.kept.keep(f"{part} {number}", settings, [result])
        return tuple(found[number] for number in jobs)


# In this process, nothing shown and nothing kept.
USUAL_WORK = Work()

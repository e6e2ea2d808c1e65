"""Attacks: a few cause no failure, and each failure is found where there is one."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest

from benchmarks.attacks.attacks import USUAL, AttackCounts, StopAnswers, described
from benchmarks.attacks.flooded_stops import FloodedStops, press_stop_in_floods
from benchmarks.attacks.floods import FLOODS
from benchmarks.attacks.foreign_journals import VICTIM, foreign_journal
from benchmarks.attacks.isolation import (
    FAILURES,
    HANG,
    HARM,
    JSON,
    MEMORY,
    STATUS,
    TRACEBACK,
    Attack,
    Ended,
    Malformed,
    attack,
    is_strict_json_lines,
    judge,
    run_isolated,
)
from benchmarks.attacks.malformed_files import KINDS, FileKind
from benchmarks.attacks.malformed_requests import body_of
from benchmarks.attacks.mutation import mutate
from benchmarks.attacks.uploading_phones import UploadingPhones, upload_at_once
from benchmarks.harness.progress import QUIET
from rokumen.cli.main import run
from tests.support.command_line import CommandResult, Rokumen


@pytest.mark.thorough
def test_a_few_attacks_cause_no_failure(bench: Rokumen) -> None:
    chosen = [f"--family={name}" for name in USUAL]
    result = bench("attacks", *chosen, "--count=2", "--processes=2")
    assert result.status == 0, result.out + result.err
    for family in USUAL:
        assert family in result.out
    assert "STOP was pressed 1 times" in " ".join(result.out.split())


@pytest.mark.thorough
def test_attacks_go_on_after_a_cut(bench: Rokumen, tmp_path: Path) -> None:
    kept = tmp_path / "attacks.jsonl"

    def attack_files(*counts: str) -> CommandResult:
        return bench("attacks", "--family=files", *counts, f"--keep={kept}", "--json")

    assert attack_files("--count=2").status == 0
    first = kept.read_text().splitlines()
    result = attack_files("--count=4")
    lines = kept.read_text().splitlines()
    assert len(first) == 2
    assert len(lines) == 4
    assert lines[:2] == first
    assert result.json()["families"][0]["count"] == 4
    refused = attack_files("--count=4", "--seed=1")
    assert refused.status == 2
    assert "they are those of {'seed': 0}, not of {'seed': 1}" in refused.err


@pytest.mark.thorough
def test_two_processes_lose_no_change_of_what_is_stored(bench: Rokumen) -> None:
    result = bench("attacks", "--family=none", "--changes=100", "--json")
    assert result.status == 0, result.out + result.err
    found = {
        each["thing"]: (each["changes"], each["lost"]) for each in result.json()["shared_files"]
    }
    assert len(found) == 5
    assert set(found.values()) == {(100, 0)}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_a_file_holds_is_read(kind: FileKind, tmp_path: Path) -> None:
    """Damage to a file that is refused anyway would show nothing."""
    path = tmp_path / kind.file
    path.parent.mkdir(parents=True, exist_ok=True)
    environment = {"ROKUMEN_STATE": f"{tmp_path}/state", **kind.environment(path)}
    results = []
    for data in (kind.valid(), b"\x00nothing of the kind"):
        path.write_bytes(data)
        ended = run_isolated(partial(run, kind.arguments(path)), environment, tmp_path)
        assert not judge("files", 0, "", ended, as_json=True).failures
        results.append((ended.status, ended.err))
    assert results[0] != results[1]


def failures_of(work: Callable[[], int], folder: Path) -> tuple[str, ...]:
    return judge("", 0, "", run_isolated(work, {}, folder), as_json=True).failures


def test_a_victim_that_a_journal_overwrites_is_found() -> None:
    def overwrite(folder: Path, number: int, chance: Random) -> Malformed:
        given = foreign_journal(folder, number, chance)
        return replace(given, work=lambda: (folder / VICTIM).write_text("x") * 0)

    assert attack("foreign-journals", foreign_journal, 0, 1).failures == ()
    assert attack("foreign-journals", overwrite, 0, 1).failures == (HARM,)


@pytest.mark.thorough
def test_stop_is_pressed_in_each_flood() -> None:
    found = list(press_stop_in_floods(1, QUIET))
    assert Counter((each.flood, each.scheme) for each in found) == dict.fromkeys(
        product(FLOODS, ("http", "https")), 2
    )
    assert all(0 < each.milliseconds < float("inf") for each in found if each.is_own)
    assert all(0 < each.bare < float("inf") for each in found)


def test_a_press_that_is_late_or_unanswered_is_not_good() -> None:
    def stops(*seconds: float, is_own: bool = True) -> FloodedStops:
        return FloodedStops.of("nothing", "http", is_own, seconds, (0.01, 0.05))

    assert stops(0.001, 0.149).is_good
    assert not stops(0.001, 0.151).is_good
    assert not stops(0.001, float("inf")).is_good
    assert stops(0.2, is_own=False).is_good
    assert (stops(0.3, 0.1, 0.2).answered, stops(0.3, 0.1, 0.2).median) == (1, 200.0)


@pytest.mark.thorough
def test_phones_that_upload_at_once_are_told_their_cubes() -> None:
    found = upload_at_once(2, QUIET)
    assert (found.phones, found.cubes) == (2, 2)
    assert 50 < found.megabytes < 1200
    assert not UploadingPhones(32, 250.0, 32, 1300.0).is_good


def test_a_traceback_is_found(tmp_path: Path) -> None:
    assert failures_of(lambda: 1 // 0, tmp_path) == (TRACEBACK, STATUS)


def test_too_much_memory_is_found(tmp_path: Path) -> None:
    assert TRACEBACK in failures_of(lambda: len(bytes(2 << 30)), tmp_path)
    assert judge("", 0, "", Ended(0, 1.0, 2 << 30, b"", b""), as_json=False).failures == (MEMORY,)


def test_a_wrong_exit_status_is_found(tmp_path: Path) -> None:
    assert failures_of(lambda: 99, tmp_path) == (STATUS,)


def test_a_hang_is_found(tmp_path: Path) -> None:
    def sleep() -> int:
        time.sleep(60)
        return 0

    ended = run_isolated(sleep, {}, tmp_path, max_seconds=0.3)
    assert judge("", 0, "", ended, as_json=True).failures == (HANG,)
    assert b"in sleep" in ended.err


def test_loose_json_is_found(tmp_path: Path) -> None:
    assert failures_of(lambda: os.write(1, b'{"took": NaN}\n') * 0, tmp_path) == (JSON,)


@pytest.mark.parametrize(
    "line", [b'{"a": Infinity}', b'{"a": "\\ud800"}', b'{"a": "\xff"}', b"{'a': 1}", b'{"a": 1'[:3]]
)
def test_json_that_others_cannot_read(line: bytes) -> None:
    assert not is_strict_json_lines(line)


def test_json_that_all_can_read() -> None:
    assert is_strict_json_lines('{"a": [1, 2.5, null, "六面"]}\n{}'.encode())


def test_only_the_first_of_two_answers_is_the_answer() -> None:
    first = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-type: application/json\r\n\r\nnull"
    second = b"HTTP/1.1 400 Bad Request\r\n\r\nInvalid HTTP request received."
    assert body_of(first + second) == b"null"
    assert body_of(b"HTTP/1.1 200 OK\r\n\r\nto the end") == b"to the end"


def test_mutations_are_repeatable_and_change_what_they_get() -> None:
    data = b'{"number": 12, "text": "abc"}\n' * 4
    changed = [mutate(data, Random(seed)) for seed in range(50)]
    assert changed == [mutate(data, Random(seed)) for seed in range(50)]
    assert sum(each != data for each in changed) > 45


def test_each_failure_has_a_name_of_its_own() -> None:
    assert len(set(FAILURES)) == 6


def test_attacks_are_counted_by_family_and_failure() -> None:
    good = Attack("files", 1, "mutated", (), 0.5, 2**20)
    bad = Attack("files", 2, "a pipe", (HANG, JSON), 9.0, 3 * 2**20, "where it hung")
    counts = AttackCounts.of("files", [good, bad])
    assert (counts.count, counts.slowest_seconds, counts.most_megabytes) == (2, 9, 3)
    assert [name for name, number in counts.failures.items() if number] == [HANG, JSON]
    assert not counts.is_good
    assert AttackCounts.of("files", [good]).is_good
    assert described([good, bad]) == ["files 2: hang, not strict JSON: a pipe\nwhere it hung"]
    assert StopAnswers(3, 100.0).is_good
    assert not StopAnswers(3, 100.1).is_good

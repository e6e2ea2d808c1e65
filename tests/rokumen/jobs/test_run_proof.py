"""A stored run proves what it claims, and every edit of what is stored is found and named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rokumen as api
from robot.execution.chain import link_of, with_link
from rokumen.errors import InputError, SafeStopError
from rokumen.jobs.run_proof import RunProof, verify_run
from rokumen.storage.history import history_file, list_runs
from rokumen.storage.runs import newest_journal, pictures_beside
from rokumen.storage.seals import journal_key
from tests.support.command_line import Rokumen
from tests.support.variants import thorough_but

SCRAMBLE = "R+U2+F+L+D"


def solved_run(rig: str = "two-gripper", scramble: str = SCRAMBLE, faults: str = "") -> Path:
    """Return the journal of a run on a simulated robot, which solved its cube."""
    with api.connect(f"sim://{rig}?seed=5&scramble={scramble}&faults={faults}") as robot:
        assert robot.solve_cube(method="two-phase").solved
    return newest_journal()


ALL = [
    ("two-gripper", SCRAMBLE, ""),
    ("two-gripper", SCRAMBLE, "jam_n@2x4"),
    ("flipper", SCRAMBLE, "jam_silent@9"),
    ("two-gripper", "R", ""),
    ("four-gripper", SCRAMBLE, ""),
    ("six-axis", SCRAMBLE, ""),
    ("two-gripper-v", SCRAMBLE, "jam_silent@9"),
]


@pytest.mark.parametrize("robot", thorough_but(ALL[:3], ALL))
def test_what_was_stored_of_a_run_proves_it(robot: tuple[str, str, str]) -> None:
    solved_run(*robot)
    proof = verify_run()
    assert proof.is_proved, proof.doubts
    assert (proof.outcome, proof.notes) == ("solved", ())
    assert proof.readings >= 1
    assert proof.looks >= 3
    assert proof.pictures >= 9
    assert proof.turns >= 5


def test_a_run_that_was_resumed_is_followed_in_both_parts(rokumen: Rokumen) -> None:
    url = f"sim://two-gripper?seed=5&scramble={SCRAMBLE}&faults=servo_offline@8"
    with api.connect(url) as robot, pytest.raises(SafeStopError) as stop:
        robot.solve_cube(method="two-phase")
    stopped = verify_run()
    assert (stopped.is_proved, stopped.outcome) == (True, "stopped"), stopped.doubts
    assert stop.value.journal is not None
    assert rokumen("resume", "--port", f"sim://two-gripper?scramble={SCRAMBLE}").status == 0
    proof = verify_run("2")
    assert proof.journal == stop.value.journal
    assert (proof.is_proved, proof.outcome, proof.notes) == (True, "solved", ()), proof.doubts
    # A journal that ends where it was stopped is no longer what the history says.
    lines = proof.journal.read_bytes().splitlines(keepends=True)
    resumed = next(i for i, line in enumerate(lines) if b'"resumed"' in line)
    proof.journal.write_bytes(b"".join(lines[:resumed]))
    parts = [each.part for each in verify_run().doubts]
    assert parts[-1] == "run 2 of the history"
    # Nor are the pictures that it names no longer.
    assert all(each.startswith("the picture ") for each in parts[:-1])


def test_the_command_proves_or_refuses_and_history_names_the_run(rokumen: Rokumen) -> None:
    path = solved_run(scramble="R")
    listed = rokumen("robot", "history")
    assert listed.out.split()[0] == "run"
    assert listed.out.splitlines()[1].split()[0] == "1"
    assert "rokumen verify" in listed.err
    proved = rokumen("verify", "1")
    assert proved.status == 0
    assert proved.out.startswith("proved: solved on the two-gripper robot on sim://two-gripper")
    assert json.loads(rokumen("verify", str(path), "--json").out)["proved"] is True
    (pictures_beside(path) / "0002.jpg").unlink()
    refused = rokumen("verify")
    assert refused.status == 1
    assert refused.out == "refused: the picture 0002.jpg: it is missing\n"
    absent = rokumen("verify", "7")
    assert absent.status == 2
    assert "the history has no run 7: it has 1 to 1" in absent.err


Edit = tuple[str, Callable[[], object]]


def changed(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("V" if value[-1:] == "U" else "U")
    if isinstance(value, list):
        return value[1:] if value else [1]
    if isinstance(value, dict):
        return dict(list(value.items())[1:]) if value else {"a": 1}
    return 1


def edits_of_lines(path: Path, foreign: Path) -> Iterator[Edit]:
    """Yield edits of a journal: of each line, and of each field of each kind of record."""
    lines = path.read_bytes().splitlines(keepends=True)
    others = foreign.read_bytes().splitlines(keepends=True)
    rng = Random(1)

    def write(*new: bytes) -> Callable[[], object]:
        return lambda: path.write_bytes(b"".join(new))

    kinds = set()
    for i, line in enumerate(lines):
        before, after = lines[:i], lines[i + 1 :]
        at = rng.randrange(len(line))
        byte = bytes([line[at] ^ (1 << rng.randrange(7))])
        yield "a byte", write(*before, line[:at] + byte + line[at + 1 :], *after)
        yield "a line removed", write(*before, *after)
        yield "a line twice", write(*before, line, line, *after)
        yield "cut short", write(*before, line[: len(line) // 2])
        if i:
            yield "cut at a line", write(*before)
        if after:
            yield "two lines exchanged", write(*before, after[0], line, *after[1:])
        if i < len(others):
            yield "a line of another robot", write(*before, others[i], *after)
        record = json.loads(line)
        if record["record"] not in kinds:
            kinds.add(record["record"])
            for key, value in record.items():
                edited = json.dumps({**record, key: changed(value)}, ensure_ascii=False)
                yield "a field", write(*before, f"{edited}\n".encode(), *after)
                rest = {name: each for name, each in record.items() if name != key}
                edited = json.dumps(rest, ensure_ascii=False)
                yield "a field removed", write(*before, f"{edited}\n".encode(), *after)
    assert kinds >= {"begin", "robot", "picture", "reading", "plan", "command", "done", "finished"}
    yield "bytes before it", write(b"\xef\xbb\xbf", *lines)
    yield "an empty line", write(*lines, b"\n")
    yield "another run's journal", write(*others)


def edits_of_pictures(folder: Path, foreign: Path) -> Iterator[Edit]:
    """Yield edits of the pictures of a run."""
    names = sorted(each.name for each in folder.iterdir())
    rng = Random(2)

    def write(name: str, data: bytes) -> Callable[[], object]:
        return lambda: (folder / name).write_bytes(data)

    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        data = (folder / name).read_bytes()
        at = rng.randrange(len(data))
        byte = bytes([data[at] ^ (1 << rng.randrange(8))])
        yield "a byte of a picture", write(name, data[:at] + byte + data[at + 1 :])
        yield "a picture cut short", write(name, data[: len(data) // 2])
        yield "an empty picture", write(name, b"")
        yield "a picture removed", (folder / name).unlink
        yield "another picture of the run", write(name, (folder / other).read_bytes())
        if (foreign / name).exists():
            yield "a picture of another robot", write(name, (foreign / name).read_bytes())
    yield "one picture more", write("9999.jpg", (folder / names[0]).read_bytes())


def edits_of_history(number: int) -> Iterator[Edit]:
    """Yield edits of each column of a run's row."""

    def set_column(name: str, value: object) -> Callable[[], None]:
        def edit() -> None:
            with closing(sqlite3.connect(history_file())) as database, database:
                database.execute(f"UPDATE runs SET {name} = ? WHERE id = ?", (value, number))

        return edit

    (row,) = [each.as_json() for each in list_runs(history_file()) if each.id == number]
    for name, value in row.items():
        yield f"{name} in the history", set_column(name, changed(value))


def test_every_edit_of_every_stored_file_is_found_and_named(tmp_path: Path) -> None:
    foreign = solved_run("flipper", scramble="R")
    own = solved_run(scramble="R")
    assert verify_run("2").is_proved
    state, kept = own.parents[1], tmp_path / "kept"
    shutil.copytree(state, kept)
    pictures, others = pictures_beside(own), pictures_beside(foreign)
    edits = [
        *edits_of_lines(own, foreign),
        *edits_of_pictures(pictures, others),
        *edits_of_history(2),
        ("another computer's key", lambda: (state / "journals.key").write_text("ab" * 32)),
    ]
    counts: dict[str, list[int]] = {}
    for what, edit in edits:
        edit()
        counts.setdefault(what, [0, 0])[0] += 1
        counts[what][1] += is_refused(verify)
        restore(kept, state, own)
    assert {what: found for what, (made, found) in counts.items() if found < made} == {}
    assert sum(made for made, _ in counts.values()) >= 700
    assert len(counts) >= 28
    assert verify_run("2").is_proved


def verify() -> RunProof:
    return verify_run("2")


def is_refused(check: Callable[[], RunProof]) -> bool:
    """Return whether a run is refused with a part and a reason, or cannot even be looked at."""
    try:
        proof = check()
    except InputError as error:
        return len(str(error)) > 20
    return all(each.part and len(each.why) > 10 for each in proof.doubts) and not proof.is_proved


def restore(kept: Path, state: Path, journal: Path) -> None:
    """Put back what one edit may have changed."""
    for name in ("journals.key", "history.sqlite3", f"runs/{journal.name}"):
        shutil.copyfile(kept / name, state / name)
    folder = pictures_beside(journal)
    for path in folder.iterdir():
        if not (kept / "runs" / folder.name / path.name).exists():
            path.unlink()
    for path in (kept / "runs" / folder.name).iterdir():
        own = folder / path.name
        if (
            not own.exists()
            or own.stat().st_size != path.stat().st_size
            or own.read_bytes() != path.read_bytes()
        ):
            shutil.copyfile(path, own)


def sealed_again(path: Path, edit: Callable[[list[dict[str, Any]]], None]) -> None:
    """Edit the records of a journal, and chain them anew, as only this user can."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    edit(records)
    link, lines = "", []
    for record in records:
        record.pop("chain")
        data = json.dumps(record, ensure_ascii=False).encode()
        link = link_of(journal_key(), link, data)
        lines.append(with_link(data, link) + b"\n")
    path.write_bytes(b"".join(lines))


def of_kind(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in records if each["record"] == kind]


def turn_other_way(records: list[dict[str, Any]]) -> None:
    for kind in ("command", "done"):
        first = next(each for each in of_kind(records, kind) if each["turn"])
        first["turn"] = "R" if first["turn"] != "R" else "L"


def claim_another_cube(records: list[dict[str, Any]]) -> None:
    reading = of_kind(records, "reading")[0]
    reading["facelets"] = reading["facelets"].translate(str.maketrans("RL", "LR"))


def exchange_pictures(records: list[dict[str, Any]]) -> None:
    names = of_kind(records, "reading")[0]["pictures"]
    names[0], names[1] = names[1], names[0]
    first, second = of_kind(records, "picture")[:2]
    for key in ("file", "sha256"):
        first[key], second[key] = second[key], first[key]


def leave_out(kind: str) -> Callable[[list[dict[str, Any]]], None]:
    def edit(records: list[dict[str, Any]]) -> None:
        records[:] = [each for each in records if each["record"] != kind]

    return edit


def answer_unasked(records: list[dict[str, Any]]) -> None:
    of_kind(records, "answer")[0]["turn"] = "L7"


def plan_another(records: list[dict[str, Any]]) -> None:
    of_kind(records, "plan")[0]["facelets"] = of_kind(records, "reading")[-1]["facelets"]


def acknowledge_more(records: list[dict[str, Any]]) -> None:
    next(each for each in of_kind(records, "done") if each["turn"])["turn"] = "U D"


RESEALED: list[tuple[Callable[[list[dict[str, Any]]], None], str]] = [
    (turn_other_way, "the turns"),
    (claim_another_cube, "its pictures show"),
    (exchange_pictures, "reading"),
    (leave_out("look"), "no pictures show"),
    (leave_out("answer"), "only once"),
    (leave_out("reading"), "a cube that is not solved"),
    (answer_unasked, "it answers L7"),
    (plan_another, "it is for another cube"),
    (acknowledge_more, "it acknowledges U D"),
]


def test_what_the_owner_of_the_key_edits_contradicts_the_pictures() -> None:
    path = solved_run()
    original = path.read_bytes()
    for edit, words in RESEALED:
        sealed_again(path, edit)
        proof = verify_run()
        assert not proof.is_proved, words
        assert words in " ".join(map(str, proof.doubts)), (words, proof.doubts)
        path.write_bytes(original)
    assert verify_run().is_proved

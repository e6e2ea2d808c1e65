"""Journals of somebody else, whose settings name what no journal may open or overwrite."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.attacks import valid_files
from benchmarks.attacks.isolation import INTERRUPT_SECONDS, Malformed, command
from benchmarks.attacks.mutation import malformed_value

VICTIM, _KEPT = "victim.txt", "nobody's journal may change this\n"
# {victim} is a file beside the journal.
_PORTS = (
    "spy:///dev/null?file={victim}",
    "spy://loop://?file={victim}",
    "alt:///dev/null?class=PosixPollSerial",
    "hwgrep://.*",
    "sim://two-gripper?board={victim}",
    "sim://two-gripper?state={victim}",
    "SIM://two-gripper?%62oard={victim}",
    "maestro:///dev/null?settings={victim}",
    "{victim}",
    "/dev/null",
    "/dev/zero",
)
_CAMERAS = ("0", "file://{victim}", "{victim}", "concat:{victim}|{victim}", "http://127.0.0.1:9/")


def foreign_journal(folder: Path, number: int, chance: Random) -> Malformed:
    """Return the resumption of another computer's journal; what it names must stay as it is."""
    victim = folder / VICTIM
    victim.write_text(_KEPT)
    journal = folder / "state" / "runs" / "run.jsonl"
    journal.parent.mkdir(parents=True)
    settings = _settings(str(victim), chance)
    record = {"record": "begin", "settings": settings, "seal": malformed_value(chance)}
    journal.write_text(json.dumps(record) + "\n", encoding="utf-8", errors="replace")
    trap = _set_trap(journal, victim, chance)
    arguments = ["resume", str(journal), "--json"]
    if chance.random() < 0.5:
        arguments.append("--foreign")
    return command(
        f"{settings.get('port')!r}, {settings.get('camera')!r}, {trap}",
        arguments,
        interrupt_after=INTERRUPT_SECONDS,
        is_harmed=lambda: victim.read_text() != _KEPT,
    )


def _settings(victim: str, chance: Random) -> dict[str, Any]:
    """Return settings of which some name what they may not."""
    settings: dict[str, Any] = json.loads(valid_files.journal().splitlines()[0])["settings"]
    settings["port"] = chance.choice(_PORTS).format(victim=victim)
    settings["camera"] = chance.choice(_CAMERAS).format(victim=victim)
    if chance.random() < 0.4:
        settings["port"] = settings["camera"] = ""
        settings["simulated"] = {
            "rig": "two-gripper",
            "seed": 1,
            "jam": 0.0,
            "pace": 60.0,
            "state": victim,
            "faults": chance.choice(("", "mute@1", victim)),
            "ideal": True,
        }
    if chance.random() < 0.5:
        settings[chance.choice(sorted(settings))] = malformed_value(chance)
    return settings


def _set_trap(journal: Path, victim: Path, chance: Random) -> str:
    """Put what leads to the victim where the program may write; return what it is."""
    places = [
        f".{journal.name}.lock",
        f"{journal.name}.new",
        f"{journal.stem}.robot.json",
        f"{journal.stem}.robot.json.new",
        f".{journal.stem}.robot.json.lock",
    ]
    place = journal.with_name(chance.choice(places))
    what, make = chance.choice(_TRAPS)
    make(place, victim)
    return f"{what} at {place.name}"


_TRAPS: tuple[tuple[str, Callable[[Path, Path], object]], ...] = (
    ("a link", lambda place, victim: place.symlink_to(victim)),
    ("a pipe", lambda place, victim: os.mkfifo(place)),
    ("a folder", lambda place, victim: place.mkdir()),
    ("nothing", lambda place, victim: None),
)

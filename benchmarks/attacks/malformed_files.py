"""Damaged and misplaced files of every kind that a command reads."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.attacks import valid_files
from benchmarks.attacks.isolation import Malformed, command
from benchmarks.attacks.mutation import mutate

CUBE = "R U2 F' L D"
# How often something else than a damaged file lies in its place.
_MISPLACED = 0.1
_HUGE_BYTES = 5 << 30


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its name on disk, a valid one, and a command that reads it at a path.

    `environment` names the file where no argument does.
    """

    name: str
    file: str
    valid: Callable[[], bytes]
    arguments: Callable[[Path], list[str]]
    environment: Callable[[Path], Mapping[str, str]] = field(default=lambda path: {})


def malformed_file(folder: Path, number: int, chance: Random) -> Malformed:
    """Damage a file of one of KINDS, and return the command that reads it."""
    kind = KINDS[number % len(KINDS)]
    path = folder / kind.file
    path.parent.mkdir(parents=True, exist_ok=True)
    damage = _put(path, kind, chance)
    shown = f"{kind.name}: {damage}"
    return command(shown, kind.arguments(path), environment=kind.environment(path))


def _put(path: Path, kind: FileKind, chance: Random) -> str:
    """Put a damaged file, or something that is none, at `path`; return what it is."""
    if chance.random() >= _MISPLACED:
        path.write_bytes(mutate(kind.valid(), chance))
        return "mutated"
    what = chance.choice(sorted(_MISPLACED_THINGS))
    _MISPLACED_THINGS[what](path)
    return what


def _write_sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, _HUGE_BYTES)


_MISPLACED_THINGS: dict[str, Callable[[Path], None]] = {
    "nothing": lambda path: None,
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to /dev/zero": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "5 GB of zeros": _write_sparse,
    "an empty file": lambda path: path.touch(),
    "a picture of 60000 x 60000": lambda path: _write_huge_png(path, 60_000),
    "a picture of 20000 x 20000": lambda path: _write_huge_png(path, 20_000),
}


def _write_huge_png(path: Path, side: int) -> None:
    """Write a valid PNG of one grey level, which is small as long as it is packed."""
    packer = zlib.compressobj(9)
    row = bytes(side + 1)
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(_png_chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)))
        for _ in range(min(side, 2000)):
            if packed := packer.compress(row):
                file.write(_png_chunk(b"IDAT", packed))
        file.write(_png_chunk(b"IDAT", packer.flush()))
        file.write(_png_chunk(b"IEND", b""))


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))


KINDS = (
    *(
        FileKind(
            f"{suffix[1:]} picture",
            f"picture{suffix}",
            partial(valid_files.picture, suffix),
            lambda path: ["faces", str(path), "--json"],
        )
        for suffix in (".png", ".jpg", ".bmp", ".webp", ".tiff", ".gif", ".avif")
    ),
    FileKind(
        "film", "film.avi", valid_files.film, lambda path: ["scan", "--camera", str(path), "--json"]
    ),
    FileKind(
        "journal",
        "run.jsonl",
        valid_files.journal,
        lambda path: ["resume", str(path), "--foreign", "--json"],
    ),
    FileKind(
        "journal among the runs",
        "state/runs/run.jsonl",
        valid_files.journal,
        lambda path: ["resume", "--foreign", "--json"],
    ),
    FileKind(
        "history",
        "state/history.sqlite3",
        valid_files.history,
        lambda path: ["robot", "history", "--json"],
    ),
    FileKind(
        "colour profile",
        "colours.toml",
        valid_files.colour_profile,
        lambda path: ["scan", "--profile", str(path), "--camera", "nothing.avi", "--json"],
    ),
    FileKind(
        "settings",
        "config/config.toml",
        lambda: valid_files.SETTINGS,
        lambda path: ["solve", CUBE, "--json"],
        lambda path: {"ROKUMEN_CONFIG": str(path)},
    ),
    FileKind(
        "rig profile",
        "rig.toml",
        lambda: valid_files.DURATIONS,
        lambda path: ["plan", CUBE, "--durations", str(path), "--json"],
    ),
    FileKind(
        "Maestro settings",
        "maestro.toml",
        lambda: valid_files.MAESTRO_SETTINGS,
        lambda path: [
            "robot",
            "conformance",
            "--port",
            f"maestro:///dev/null?settings={path}",
            "--json",
        ],
    ),
    FileKind(
        "faults",
        "faults.toml",
        lambda: valid_files.FAULTS,
        lambda path: ["simulate", "--attached", "--json", "--faults", str(path)],
    ),
    FileKind(
        "state of a simulated robot",
        "robot.json",
        valid_files.robot_state,
        lambda path: ["simulate", "--attached", "--json", "--set", f"state={path}"],
    ),
    FileKind(
        "list of cubes",
        "cubes.txt",
        lambda: valid_files.CUBES,
        lambda path: ["solve", "--file", str(path), "--json"],
    ),
    FileKind(
        "unfinished scan",
        "state/scan.json",
        valid_files.unfinished_scan,
        lambda path: ["scan", "--continue", "--camera", "nothing.avi", "--json"],
    ),
)

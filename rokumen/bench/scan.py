"""How well a cube that is shown face by face in a video is scanned, without a key pressed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.table import Table

from rokumen.bench.photographs import load_truth
from rokumen.bench.reading import Row, lit_anew
from vision.camera import Frame, VideoFile
from vision.errors import EndOfStreamError
from vision.scan import FACES, Scan

Change = Callable[[Sequence[Frame]], Sequence[Frame]]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Scanned:
    """What came of one clip.

    `taken`: the faces that stood still when they were taken, of `FACES`; `moving`: how many were
    taken while nothing stood still; `seconds`: processor time of each frame but those on which the
    cube was read.
    """

    clip: str
    taken: frozenset[str]
    moving: int
    is_certain: bool
    is_right: bool
    advice: str
    seconds: tuple[float, ...]


def measure(data: Path, seed: int, tell: Progress) -> Iterator[Row]:
    """Scan every clip of cube-clips: as it is, and changed. Raises InputError."""
    changes: dict[str, Change] = {
        "clips": lambda frames: frames,
        "every second frame": lambda frames: frames[::2],
        "backwards": backwards,
        "other light": lambda frames: list(map(_one_light(seed), frames)),
    }
    for name, change in changes.items():
        results = []
        for entry in load_truth(data / "cube-clips" / "truth.json"):
            tell(f"{name}: {entry['clip']}")
            results.append(scan_clip(data / "cube-clips", entry, change))
        yield from rows(name, results)


def scan_clip(folder: Path, entry: Mapping[str, Any], change: Change) -> Scanned:
    """Scan one clip of which the truth is known, its frames changed."""
    frames = change(list(_frames(folder / entry["clip"])))
    scan = Scan()
    taken: list[str | None] = []
    seconds = []
    for frame in frames:
        began = time.thread_time()
        sight = scan.see(frame)
        if sight.took:
            taken.append(_still(entry, int(frame.name)))
        if len(scan.takes) < FACES:
            seconds.append(time.thread_time() - began)
    reading = scan.reading
    return Scanned(
        entry["clip"],
        frozenset(face for face in taken if face),
        taken.count(None),
        scan.is_done,
        reading is not None and reading.facelets == entry["facelets"],
        scan.words,
        tuple(seconds),
    )


def backwards(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Give a clip's frames from its end to its beginning, at the times of a clip that runs on."""
    times = [frame.time for frame in frames]
    return [replace(f, time=t) for f, t in zip(reversed(frames), times, strict=True)]


def rows(title: str, results: Sequence[Scanned]) -> Iterator[Row]:
    """Sum up clips that were scanned."""
    count = len(results)
    right = sum(result.is_certain and result.is_right for result in results)
    wrong = [result.clip for result in results if result.is_certain and not result.is_right]
    faces = sum(len(result.taken) for result in results)
    seconds = [second for result in results for second in result.seconds]
    missed = ", ".join(r.clip for r in results if not (r.is_certain and r.is_right))
    yield Row(f"{title}: right and certain", f"{right} of {count}", f"{count}")
    if missed:
        yield Row(f"{title}: not among them", missed)
    yield Row(f"{title}: wrong and certain", f"{len(wrong)}", "0")
    yield Row(f"{title}: faces taken", f"{faces} of {FACES * count}", f"{FACES * count}")
    yield Row(f"{title}: taken in motion", f"{sum(r.moving for r in results)}", "0")
    yield Row(f"{title}: frames a second", f"{len(seconds) / sum(seconds):.0f}", "20")


def table(found: Iterable[Row]) -> Table:
    """Lay the rows out."""
    shown = Table("", "rokumen", "asked for", title="scanning")
    shown.columns[1].justify = shown.columns[2].justify = "right"
    for row in found:
        shown.add_row(row.what, row.measured, row.asked)
    return shown


def _one_light(seed: int) -> Callable[[Frame], Frame]:
    """Change the light of a whole clip, the same in all its frames."""
    return lambda frame: lit_anew(seed)(frame)


def _still(entry: Mapping[str, Any], number: int) -> str | None:
    """Name the face that stands still in a frame."""
    for still in entry["stills"]:
        first, last = still["frames"]
        if first <= number <= last:
            return str(still["face"])
    return None


def _frames(path: Path) -> Iterator[Frame]:
    """Yield a clip's frames, named by their numbers."""
    with VideoFile(str(path)) as video:
        number = 0
        try:
            while True:
                yield replace(video.read(), name=str(number))
                number += 1
        except EndOfStreamError:
            return

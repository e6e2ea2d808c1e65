"""Scanning accuracy on labelled video clips."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rokumen.benchmarks.reading.altered_photographs import change_light
from rokumen.benchmarks.support.photographs import load_truth
from rokumen.benchmarks.support.table_rows import TableRow
from vision.capture.files import VideoFile
from vision.capture.frame import Frame
from vision.errors import EndOfStreamError
from vision.live.captured_cube import N_FACES
from vision.live.scanner import FaceScanner

Change = Callable[[Sequence[Frame]], Sequence[Frame]]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ClipResult:
    """Result of one clip.

    `taken`: number of faces captured while still, of `N_FACES`; `moving`: number captured in
    motion; `seconds`: processor time of each frame, except those on which the cube was read.
    """

    clip: str
    taken: frozenset[str]
    moving: int
    is_certain: bool
    is_right: bool
    advice: str
    seconds: tuple[float, ...]


def measure(data: Path, seed: int, on_progress: Progress) -> Iterator[TableRow]:
    """Yield the results of every clip of cube-clips, original and changed. Raises InputError."""
    changes: dict[str, Change] = {
        "clips": lambda frames: frames,
        "every second frame": lambda frames: frames[::2],
        "backwards": backwards,
        "other light": lambda frames: list(map(_one_light(seed), frames)),
    }
    for name, change in changes.items():
        results = []
        for entry in load_truth(data / "cube-clips" / "truth.json"):
            on_progress(f"{name}: {entry['clip']}")
            results.append(scan_clip(data / "cube-clips", entry, change))
        yield from rows(name, results)


def scan_clip(folder: Path, entry: Mapping[str, Any], change: Change) -> ClipResult:
    """Return the result of one labelled clip with changed frames."""
    frames = change(list(_frames(folder / entry["clip"])))
    scan = FaceScanner(size=None)
    taken: list[str | None] = []
    seconds = []
    for frame in frames:
        began = time.thread_time()
        frame_result = scan.process_frame(frame)
        if frame_result.captured:
            taken.append(_still(entry, int(frame.name)))
        if len(scan.captured_faces) < N_FACES:
            seconds.append(time.thread_time() - began)
    reading = scan.reading
    return ClipResult(
        entry["clip"],
        frozenset(face for face in taken if face),
        taken.count(None),
        scan.is_done,
        reading is not None and reading.facelets == entry["facelets"],
        scan.instruction,
        tuple(seconds),
    )


def backwards(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Return a clip's frames in reverse order, with increasing times."""
    times = [frame.time for frame in frames]
    return [replace(f, time=t) for f, t in zip(reversed(frames), times, strict=True)]


def rows(title: str, results: Sequence[ClipResult]) -> Iterator[TableRow]:
    """Yield the rows of scanned clips."""
    count = len(results)
    right = sum(result.is_certain and result.is_right for result in results)
    wrong = [result.clip for result in results if result.is_certain and not result.is_right]
    faces = sum(len(result.taken) for result in results)
    seconds = [second for result in results for second in result.seconds]
    missed = ", ".join(r.clip for r in results if not (r.is_certain and r.is_right))
    yield TableRow(f"{title}: right and certain", f"{right} of {count}", f"{count}")
    if missed:
        yield TableRow(f"{title}: not among them", missed)
    yield TableRow(f"{title}: wrong and certain", f"{len(wrong)}", "0")
    yield TableRow(
        f"{title}: faces captured", f"{faces} of {N_FACES * count}", f"{N_FACES * count}"
    )
    yield TableRow(f"{title}: captured in motion", f"{sum(r.moving for r in results)}", "0")
    yield TableRow(f"{title}: frames a second", f"{len(seconds) / sum(seconds):.0f}", "20")


def _one_light(seed: int) -> Callable[[Frame], Frame]:
    """Return a change of the light that is the same in all frames of a clip."""
    return lambda frame: change_light(seed)(frame)


def _still(entry: Mapping[str, Any], number: int) -> str | None:
    """Return the name of the face that is still in a frame, or None."""
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

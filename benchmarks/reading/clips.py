"""Labelled video clips: cubes scanned face by face, and faces followed from frame to frame."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.harness.options import Data, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column, not_shown
from benchmarks.reading.scores import FramesFollowed, FrameTimes
from benchmarks.support.photographs import change_light, load_truth
from vision.capture.files import VideoFile
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.photograph import find_faces
from vision.errors import EndOfStreamError
from vision.live.captured_cube import N_FACES
from vision.live.face_tracker import track_face
from vision.live.scanner import FaceScanner

Change = Callable[[Sequence[Frame]], Sequence[Frame]]


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


@dataclass(frozen=True, slots=True)
class ClipsScanned(Record):
    """How many clips are scanned right and with certainty, and how many faces are captured."""

    key = "clips"
    title = "scanning"
    published_by = "asked for"

    what: str = column("clips")
    clips: int = not_shown()
    right: int = column("right and certain", "{right} of {clips}", published="all")
    wrong: int = column("wrong and certain", published=0)
    faces: int = column("faces captured", "{faces} of {all_faces}", published="all")
    moving: int = column("captured in motion", published=0)
    frames_a_second: float = column("frames/s", ".0f", published=20)
    missed: tuple[str, ...] = column("not right and certain")

    @property
    def all_faces(self) -> int:
        """Return the number of faces in the clips."""
        return N_FACES * self.clips

    @classmethod
    def of(cls, what: str, results: Sequence[ClipResult]) -> ClipsScanned:
        """Return the record of some clips."""
        seconds = [second for result in results for second in result.seconds]
        missed = tuple(each.clip for each in results if not (each.is_certain and each.is_right))
        return cls(
            what,
            len(results),
            len(results) - len(missed),
            sum(each.is_certain and not each.is_right for each in results),
            sum(len(each.taken) for each in results),
            sum(each.moving for each in results),
            len(seconds) / sum(seconds),
            missed,
        )


def scan(progress: Progress, data: Data, seed: Seed = 0) -> Iterator[ClipsScanned]:
    """Scan cubes shown face by face in labelled clips, and print how many were right.

    No wrong reading may be called certain.
    """
    changes: dict[str, Change] = {
        "clips": lambda frames: frames,
        "every second frame": lambda frames: frames[::2],
        "backwards": backwards,
        "other light": lambda frames: list(map(_one_light(seed), frames)),
    }
    clips = load_truth(data / "cube-clips" / "truth.json")
    for name, change in changes.items():
        results = [
            scan_clip(data / "cube-clips", entry, change) for entry in progress.each(name, clips)
        ]
        yield ClipsScanned.of(name, results)


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


def follow(data: Path) -> Iterator[FramesFollowed | FrameTimes]:
    """Track each still face of cube-clips from its first frame to its last.

    Raises InputError without the clips.
    """
    folder = data / "cube-clips"
    still = followed = 0
    seconds: list[float] = []
    for clip in load_truth(folder / "truth.json"):
        frames = [frame.image for frame in _frames(folder / clip["clip"])]
        for first, last in (entry["frames"] for entry in clip["stills"]):
            view: FaceView | None = next(iter(find_faces(frames[first])), None)
            still += last - first
            for frame in frames[first + 1 : last + 1]:
                if view is None:
                    break
                began = time.thread_time()
                view = track_face(frame, view)
                seconds.append(time.thread_time() - began)
                followed += view is not None
    yield FramesFollowed(followed, still)
    yield FrameTimes.of("following", seconds, 10)

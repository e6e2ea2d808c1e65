"""Tracking rate and time of a face in video clips."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rokumen.benchmarks.support.photographs import load_truth
from vision.arrays import Image
from vision.capture.files import VideoFile
from vision.detect.face import FaceView
from vision.detect.face_tracker import track_face
from vision.detect.search import find_faces
from vision.errors import EndOfStreamError


@dataclass(frozen=True, slots=True)
class Following:
    """Result of tracking in clips.

    `still`: frames of still faces, except the first of each; `followed`: those in which the face of
    the previous frame was found again; `seconds`: processor time of each tracked frame.
    """

    still: int
    followed: int
    seconds: tuple[float, ...]


def follow(data: Path) -> Following:
    """Track each still face of cube-clips from its first frame to its last.

    Raises InputError without the clips.
    """
    folder = data / "cube-clips"
    still = followed = 0
    seconds: list[float] = []
    for clip in load_truth(folder / "truth.json"):
        frames = list(_frames(folder / clip["clip"]))
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
    return Following(still, followed, tuple(seconds))


def _frames(path: Path) -> Iterator[Image]:
    with VideoFile(str(path)) as video:
        try:
            while True:
                yield video.read().image
        except EndOfStreamError:
            return

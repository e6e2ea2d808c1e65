"""How well a face is followed from frame to frame of a video."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rokumen.bench.photographs import load_truth
from vision.arrays import Image
from vision.camera import VideoFile
from vision.errors import EndOfStreamError
from vision.face import FaceView
from vision.find import find_faces
from vision.follow import follow_face


@dataclass(frozen=True, slots=True)
class Following:
    """What came of the clips.

    `still`: frames of stills after each one's first; `followed`: those in which the face of the
    frame before was found again; `seconds`: processor time of each frame that was followed.
    """

    still: int
    followed: int
    seconds: tuple[float, ...]


def follow(data: Path) -> Following:
    """Follow the face of each still in cube-clips from its first frame to its last.

    Raises InputError where the clips are not there.
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
                view = follow_face(frame, view)
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

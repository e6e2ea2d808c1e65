"""How fast the page answers: from a browser's frame to the overlay that is drawn over it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, quantiles

import cv2

from rokumen.bench.photographs import load_truth
from rokumen.bench.reading import Row
from rokumen.serve.pictures import read_jpeg
from rokumen.serve.scanning import PageScan
from vision.camera import Frame, VideoFile
from vision.errors import EndOfStreamError

SIZE = (640, 480)
QUALITY = 80


def measure(data: Path) -> Iterator[Row]:
    """Answer every frame of cube-clips, enlarged to 640 x 480 and sent as JPEG.

    Processor time of one thread, from the JPEG to the answer's JSON; frames on which a cube is
    read are left out. Raises InputError where the clips are not there.
    """
    seconds: list[float] = []
    sizes: list[int] = []
    for entry in load_truth(data / "cube-clips" / "truth.json"):
        scan = PageScan()
        for moment, picture in _pictures(data / "cube-clips" / entry["clip"]):
            sizes.append(len(picture))
            began = time.thread_time()
            answer = scan.see(Frame(read_jpeg(picture), moment, "frame"))
            json.dumps(answer)
            if not answer.get("reading"):
                seconds.append(time.thread_time() - began)
    slowest = quantiles(seconds, n=20)[-1]
    yield Row("a frame's answer, mean", f"{1000 * fmean(seconds):.1f} ms")
    yield Row("a frame's answer, the slowest in twenty", f"{1000 * slowest:.1f} ms")
    yield Row("frames a second of one processor", f"{1 / fmean(seconds):.0f}", "20")
    yield Row("a frame, mean", f"{fmean(sizes) / 1024:.0f} KiB")


def _pictures(path: Path) -> Iterator[tuple[float, bytes]]:
    """Yield a clip's frames as a browser sends them, each with its time."""
    with VideoFile(str(path)) as video:
        while True:
            try:
                frame = video.read()
            except EndOfStreamError:
                return
            large = cv2.resize(frame.image, SIZE, interpolation=cv2.INTER_CUBIC)
            yield (
                frame.time,
                cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes(),
            )

"""Server time per frame of the scanning page."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, quantiles

import cv2

from rokumen.benchmarks.support.photographs import load_truth
from rokumen.benchmarks.support.table_rows import TableRow
from rokumen.web.sessions.scan import ScanSession
from rokumen.web.sessions.serving import read_jpeg
from vision.capture.files import VideoFile
from vision.capture.frame import Frame
from vision.errors import EndOfStreamError

SIZE = (640, 480)
QUALITY = 80


def measure(data: Path) -> Iterator[TableRow]:
    """Yield the server's time for every frame of cube-clips, enlarged to 640 x 480 as JPEG.

    Processor time of one thread, from the JPEG to the answer's JSON; frames on which a cube is
    read are excluded. Raises InputError without the clips.
    """
    seconds: list[float] = []
    sizes: list[int] = []
    for entry in load_truth(data / "cube-clips" / "truth.json"):
        scan = ScanSession()
        for moment, picture in _pictures(data / "cube-clips" / entry["clip"]):
            sizes.append(len(picture))
            began = time.thread_time()
            answer = scan.see(Frame(read_jpeg(picture), moment, "frame"))
            json.dumps(answer)
            if not answer.get("reading"):
                seconds.append(time.thread_time() - began)
    slowest = quantiles(seconds, n=20)[-1]
    yield TableRow("a frame's answer, mean", f"{1000 * fmean(seconds):.1f} ms")
    yield TableRow("a frame's answer, 95th percentile", f"{1000 * slowest:.1f} ms")
    yield TableRow("frames a second of one processor", f"{1 / fmean(seconds):.0f}", "20")
    yield TableRow("a frame, mean", f"{fmean(sizes) / 1024:.0f} KiB")


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

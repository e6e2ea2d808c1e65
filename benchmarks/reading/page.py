"""Frame rate and latency of the scanning page: of its server, and in headless Chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Annotated

import cv2

from benchmarks.harness.options import Data, Option
from benchmarks.harness.records import Record, column
from benchmarks.support.photographs import load_truth
from rokumen.cli.number_types import Number
from rokumen.web.sessions.scan import ScanSession
from rokumen.web.sessions.serving import read_jpeg
from vision.arrays import Image
from vision.capture.files import VideoFile
from vision.capture.frame import Frame
from vision.errors import EndOfStreamError

SIZE = (640, 480)
QUALITY = 80
RATE = 60  # frames a second of the webcam: more than the target rate
FRAMES = 45  # of a clip: too few to show all six faces, which would end the scan
WARMING_SECONDS = 2.0
TIMEOUT_MILLISECONDS = 30_000

# Stores the milliseconds from sending each frame to drawing its answer.
COUNTING = """
window.waits = [];
const sent = [];
const { send, addEventListener } = WebSocket.prototype;
WebSocket.prototype.send = function (data) {
  if (typeof data !== "string") {
    sent.push(performance.now());
  }
  return send.call(this, data);
};
WebSocket.prototype.addEventListener = function (name, listener) {
  return addEventListener.call(this, name, async (event) => {
    await listener(event);
    if (name === "message" && sent.length && event.data.includes?.('"seen"')) {
      waits.push(performance.now() - sent.shift());
    }
  });
};
Object.defineProperty(WebSocket.prototype, "onmessage", {
  set(listener) {
    this.addEventListener("message", listener);
  },
});
"""


@dataclass(frozen=True, slots=True)
class ServerTimes(Record):
    """The server's time for a frame, from the JPEG to the answer's JSON, on one processor."""

    key = "server"
    title = "the page's server"
    published_by = "asked for"

    name: str = column("")
    milliseconds: float = column("ms, mean", ".1f")
    slow_milliseconds: float = column("ms, 95th percentile", ".1f")
    frames_a_second: float = column("frames/s", ".0f", published=20)
    kibibytes: float = column("KiB a frame", ".0f")


@dataclass(frozen=True, slots=True)
class BrowserTimes(Record):
    """Frames answered in a browser, and milliseconds from a frame to its answer."""

    key = "browser"
    title = "the page in a browser"
    published_by = "asked for"

    name: str = column("")
    frames_a_second: float = column("frames/s", ".1f", published=20)
    milliseconds: float | None = column("ms from frame to answer, median", ".0f")


@dataclass(frozen=True, slots=True)
class MissingBrowser(Record):
    """Why nothing was measured in a browser."""

    key = "missing"
    sentence = "{why}"

    why: str


def page(
    data: Data,
    seconds: Annotated[
        float,
        Option(
            "Seconds to scan in a browser, if Playwright and Chromium are installed.",
            Number(1, 86_400),
        ),
    ] = 8.0,
) -> Iterator[ServerTimes | BrowserTimes | MissingBrowser]:
    """Measure the frame rate of the scanning page: of its server, and in a browser."""
    # Nothing is shown meanwhile, since that would be timed too.
    yield measure_server(data)
    yield measure_browser(data, seconds)


def measure_server(data: Path) -> ServerTimes:
    """Return the server's time for every frame of cube-clips, enlarged to 640 x 480 as JPEG.

    Frames on which a cube is read are excluded. Raises InputError without the clips.
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
    return ServerTimes(
        "frames of clips",
        1000 * fmean(seconds),
        1000 * slowest,
        1 / fmean(seconds),
        fmean(sizes) / 1024,
    )


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


def measure_browser(data: Path, seconds: float) -> BrowserTimes | MissingBrowser:
    """Return the frame rate and latency of a page that scans for `seconds`.

    Raises InputError without the clips.
    """
    chromium = os.environ.get("ROKUMEN_CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        return MissingBrowser("in a browser: Playwright or Chromium is not installed")
    (clip, *_) = load_truth(data / "cube-clips" / "truth.json")
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
        webcam = Path(folder) / "webcam.y4m"
        _write_y4m(webcam, list(islice(_images(data / "cube-clips" / clip["clip"]), FRAMES)))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium,
                args=[
                    "--no-sandbox",
                    "--use-fake-device-for-media-stream",
                    "--use-fake-ui-for-media-stream",
                    f"--use-file-for-fake-video-capture={webcam}",
                ],
            )
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.add_init_script(COUNTING)
            page.goto(address)
            page.wait_for_selector("body[data-ready]", timeout=TIMEOUT_MILLISECONDS)
            page.click("#use-browser")
            page.wait_for_timeout(1000 * WARMING_SECONDS)
            page.evaluate("() => window.waits.splice(0)")
            began = time.perf_counter()
            page.wait_for_timeout(1000 * seconds)
            answered: list[float] = page.evaluate("() => window.waits")
            elapsed = time.perf_counter() - began
            browser.close()
    latency = median(answered) if answered else None
    return BrowserTimes("chromium", len(answered) / elapsed, latency)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve the page from a separate process with its own config folder; yield its address."""
    environment = {**os.environ, "ROKUMEN_CONFIG": str(folder / "config.toml")}
    command = [sys.executable, "-m", "rokumen", "serve", "--port=0", "--token="]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert re.match(r"http://\S+/", address), "the page is not served"
            yield address
        finally:
            process.terminate()


def _images(path: Path) -> Iterator[Image]:
    with VideoFile(str(path)) as video:
        while True:
            try:
                image = video.read().image
            except EndOfStreamError:
                return
            yield cv2.resize(image, SIZE, interpolation=cv2.INTER_CUBIC).astype("uint8")


def _write_y4m(path: Path, images: Sequence[Image]) -> None:
    """Write the video that Chromium uses as a webcam."""
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for image in images:
            file.write(b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())

"""Frame rate and latency of the scanning page in headless Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median

import cv2

from rokumen.benchmarks.support.photographs import load_truth
from rokumen.benchmarks.support.table_rows import TableRow
from vision.arrays import Image
from vision.capture.files import VideoFile
from vision.errors import EndOfStreamError

SIZE = (640, 480)
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
"""


def measure(data: Path, seconds: float) -> Iterator[TableRow]:
    """Yield the frame rate and latency of a page that scans for `seconds`.

    Yields only a note if Playwright or Chromium is missing. Raises InputError without the clips.
    """
    chromium = os.environ.get("ROKUMEN_CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        yield TableRow("in a browser", "Playwright or Chromium is not installed", "20")
        return
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
    yield TableRow("in chromium: frames answered a second", f"{len(answered) / elapsed:.1f}", "20")
    if answered:
        yield TableRow("in chromium: from frame to answer, median", f"{median(answered):.0f} ms")


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve the page from a separate process with its own config folder; yield its address."""
    environment = {**os.environ, "ROKUMEN_CONFIG": str(folder / "config.toml")}
    command = [sys.executable, "-m", "rokumen", "serve", "--port=0"]
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

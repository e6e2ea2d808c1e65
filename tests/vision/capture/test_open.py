"""Opening cameras, videos and pictures, and why a camera cannot be opened."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.photographs import PHOTOS
from vision.capture.open import camera_indices, camera_open_error, open_camera
from vision.errors import CameraError, EndOfStreamError


def test_a_folder_is_read_until_its_last_picture() -> None:
    with open_camera(str(PHOTOS / "cube08")) as camera:
        names = [Path(camera.read().name).name for _ in range(6)]
        with pytest.raises(EndOfStreamError, match="end of the image sequence"):
            camera.read()
    assert names == ["B.jpg", "D.jpg", "F.jpg", "L.jpg", "R.jpg", "U.jpg"]


def test_hidden_files_of_a_folder_are_no_pictures(tmp_path: Path) -> None:
    (tmp_path / "F.jpg").symlink_to(PHOTOS / "cube08" / "F.jpg")
    (tmp_path / "._F.jpg").write_bytes(b"\0\5\x16\7")
    with open_camera(str(tmp_path)) as camera:
        assert Path(camera.read().name).name == "F.jpg"
        with pytest.raises(EndOfStreamError):
            camera.read()


def test_a_pattern_is_read_as_the_pictures_that_match() -> None:
    with open_camera(str(PHOTOS / "cube08" / "[FU].jpg")) as camera:
        assert Path(camera.read().name).name == "F.jpg"


def test_an_error_quotes_a_pattern_without_pictures() -> None:
    with pytest.raises(CameraError, match=r"no images found in .*nothing\*\.jpg'"):
        open_camera("nothing*.jpg")


def test_a_video_is_read_with_its_times(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (40, 120, 200):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    with open_camera(str(path)) as camera:
        frames = [camera.read() for _ in range(3)]
        with pytest.raises(EndOfStreamError, match="ended after 3 frames"):
            camera.read()
    assert [round(float(f.image.mean()), -1) for f in frames] == [40, 120, 200]
    assert [f.time for f in frames] == pytest.approx([0, 0.1, 0.2], abs=0.01)


def test_an_error_names_a_file_that_is_not_a_video(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_text("no video")
    with pytest.raises(CameraError, match=r"cannot read .*clip\.mp4' as a video"):
        open_camera(str(path))


# FFmpeg shows the letters of a text as on a terminal, 6,000 a second.
TEXT = "".join(f"line {number}: hold the cube\n" for number in range(400))


def test_a_text_is_no_film(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(TEXT)
    with pytest.raises(CameraError, match=r"cannot read .*notes\.txt' as a video"):
        open_camera(str(path))


def test_an_error_quotes_an_unknown_source() -> None:
    with pytest.raises(CameraError, match="'webcam' is not a camera number"):
        open_camera("webcam")


def test_an_absent_camera_is_named() -> None:
    with pytest.raises(CameraError, match="there is no camera 97"):
        open_camera("97")


def test_an_error_quotes_an_address_without_a_server() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/stream"
        with pytest.raises(CameraError, match=r"/stream' does not answer"):
            open_camera(url, timeout=1)


def test_an_error_quotes_a_server_without_video() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/stream"
        begun = time.monotonic()
        with pytest.raises(CameraError, match="sent no video within 1 s"):
            open_camera(url, timeout=1)
        assert time.monotonic() - begun < 8


class Stream:
    """An MJPEG camera with pictures of one grey level, which can be changed or frozen."""

    def __init__(self) -> None:
        self.level = 0
        self.frozen = False
        stream = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with suppress(OSError):
                    stream.send(self)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/stream"
        self.ended = threading.Event()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def send(self, handler: BaseHTTPRequestHandler) -> None:
        while not self.ended.is_set():
            if not self.frozen:
                picture = np.full((48, 64, 3), self.level, np.uint8)
                data = cv2.imencode(".jpg", picture)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                handler.wfile.write(head.encode() + data + b"\r\n")
                handler.wfile.flush()
            time.sleep(0.02)


@pytest.fixture
def stream() -> Iterator[Stream]:
    stream = Stream()
    yield stream
    stream.ended.set()
    stream.server.shutdown()
    stream.server.server_close()


def test_a_stream_returns_a_frame_taken_after_a_given_time(stream: Stream) -> None:
    with open_camera(stream.url) as camera:
        assert camera.read().image.mean() < 10
        stream.level = 200
        changed = time.monotonic()
        frame = camera.read_after(changed)
        assert frame.time > changed
        assert frame.image.mean() > 190


def test_a_stream_returns_each_frame_once(stream: Stream) -> None:
    with open_camera(stream.url) as camera:
        times = [camera.read().time for _ in range(5)]
    assert times == sorted(set(times))


def test_a_stream_that_falls_silent_times_out(stream: Stream) -> None:
    with open_camera(stream.url, timeout=0.5) as camera:
        camera.read()
        stream.frozen = True
        with pytest.raises(CameraError, match=r"no new frame within 0\.5 s.*E331"):
            camera.read_after(time.monotonic() + 0.1)


def test_a_server_that_sends_text_is_no_camera(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "send", lambda handler: handler.wfile.write(TEXT.encode()))
    with pytest.raises(CameraError, match="answers, but sent no video"):
        open_camera(f"{stream.url}/notes.txt")


def test_a_stream_that_ends_is_reported(stream: Stream) -> None:
    with open_camera(stream.url) as camera:
        camera.read()
        stream.ended.set()
        with pytest.raises(EndOfStreamError, match="has ended"):
            camera.read_after(time.monotonic() + 1)


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    folder.mkdir()
    for number in (0, 2, 10):
        (folder / f"video{number}").touch()
    return folder


def test_cameras_are_listed_by_their_numbers(devices: Path) -> None:
    assert camera_indices(devices) == (0, 2, 10)


def test_a_missing_camera(devices: Path, tmp_path: Path) -> None:
    error = camera_open_error(7, devices, platform="linux")
    assert isinstance(error, CameraError)
    assert "no camera 7: available are 0, 2, 10" in str(error)
    assert "no camera is connected" in str(
        camera_open_error(0, tmp_path / "none", platform="linux")
    )


def test_a_camera_without_permission(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    error = camera_open_error(2, devices, platform="linux")
    assert isinstance(error, CameraError)
    assert "no permission to use camera 2" in str(error)
    assert "usermod -aG" in str(error)


def test_a_busy_camera_is_reported_with_the_process_that_uses_it(
    devices: Path, tmp_path: Path
) -> None:
    process = tmp_path / "proc" / "4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("cheese\n")
    (process / "fd" / "5").symlink_to(devices / "video0")
    error = camera_open_error(0, devices, tmp_path / "proc", "linux")
    assert isinstance(error, CameraError)
    assert "cheese (process 4711) is using it" in str(error)
    assert "another program may" in str(camera_open_error(2, devices, tmp_path / "proc", "linux"))


def test_on_other_systems_the_error_is_that_of_the_system(devices: Path) -> None:
    assert "System Settings" in str(camera_open_error(0, devices, platform="darwin"))
    assert isinstance(camera_open_error(0, devices, platform="win32"), CameraError)


def test_a_camera_that_is_kept_by_its_link_and_not_connected_is_quoted() -> None:
    link = "/dev/v4l/by-id/usb-No_Such_Camera-video-index0"
    with pytest.raises(CameraError, match=f"the camera '{link}' is not connected"):
        open_camera(link)

"""The simulated camera on the network: MJPEG and stills over HTTP, as IP cameras serve them.

Every frame is rendered when it is sent. Each client has a thread of its own, so that a slow one
holds up nobody else.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

import cv2

from firmware_sim.rendering import Renderer
from firmware_sim.truth import Truth

FRAMES_PER_SECOND = 25.0
STREAM, STILL = "/camera.mjpg", "/camera.jpg"

_BOUNDARY = "rokumen-frame"
_JPEG_QUALITY = 90
# Room for hardly more than one frame, so that a client that reads late still sees the present.
_SEND_BUFFER_BYTES = 48 * 1024
_PATIENCE_SECONDS = 10.0


class CameraServer:
    """Serves what `look` says is so, from entering the `with` block to leaving it.

    `port` 0 is any free one. Entering raises OSError for a port that is taken.
    """

    def __init__(
        self,
        rig: str,
        look: Callable[[], Truth | None],
        host: str = "127.0.0.1",
        port: int = 0,
        frames_per_second: float = FRAMES_PER_SECOND,
    ) -> None:
        self._address = (host, port)
        self._renderer = Renderer(rig)
        self._look = look
        self._period = 1 / frames_per_second

    def __enter__(self) -> CameraServer:
        self._server = _Server(self._address, self)
        # The first frame paints the background; nobody should have to wait for that.
        self.frame()
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="camera"
        )
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.ending.set()
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The stream's address."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}{STREAM}"

    @property
    def period(self) -> float:
        """Seconds from one frame of a stream to the next."""
        return self._period

    def frame(self) -> bytes | None:
        """Render this moment as a JPEG; None where the camera has been lost."""
        truth = self._look()
        if truth is None:
            return None
        image = self._renderer.render(truth)
        _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        return encoded.tobytes()


class _Server(ThreadingHTTPServer):
    """Knows its clients, to be able to hang up on them."""

    daemon_threads = False  # so that closing waits for them

    def __init__(self, address: tuple[str, int], camera: CameraServer) -> None:
        self.camera = camera
        self.ending = threading.Event()
        self._clients: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        request.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self._clients.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._clients.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        with self._lock:
            for client in self._clients:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what is wrong here; a client that went away is no error of ours."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = _PATIENCE_SECONDS

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path in ("/", STREAM):
            self._stream()
        elif path == STILL:
            self._still()
        else:
            self.send_error(HTTPStatus.NOT_FOUND, f"there are {STREAM} and {STILL}")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base's name)
        """Nobody wants a line for every request."""

    def _still(self) -> None:
        frame = self.server.camera.frame()
        if frame is None:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "the camera is gone")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(frame)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(frame)

    def _stream(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        due = time.monotonic()
        while not self.server.ending.wait(max(due - time.monotonic(), 0.0)):
            due = max(due, time.monotonic() - self.server.camera.period)
            due += self.server.camera.period
            frame = self.server.camera.frame()
            if frame is None:
                return
            head = (
                f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(frame)}\r\n\r\n"
            )
            self.wfile.write(head.encode("ascii") + frame + b"\r\n")

"""Serves the rendered pictures over HTTP as MJPEG streams and JPEG stills.

Every frame is rendered when it is sent. Each client has a thread of its own, so that a slow one
does not delay others.
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

from firmware_sim.camera.optics import IDEAL_OPTICS, Exposure, Optics
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.rig import Rig

FRAMES_PER_SECOND = 25.0
STREAM, STILL = "/camera.mjpg", "/camera.jpg"

_BOUNDARY = "rokumen-frame"
_JPEG_QUALITY = 90
# Holds hardly more than one frame, so that a client that reads late gets a recent one.
_SEND_BUFFER_BYTES = 48 * 1024
_TIMEOUT_SECONDS = 10.0


class CameraServer:
    """Serves pictures of the state that `get_state` returns, while the `with` block is active.

    The rig's first camera is at STREAM and STILL, the second at /camera2.mjpg and /camera2.jpg, and
    so on. `port` 0 is any free one. Entering raises OSError for a port that is taken.
    """

    def __init__(
        self,
        rig: Rig,
        get_state: Callable[[], PhysicalState | None],
        host: str = "127.0.0.1",
        port: int = 0,
        frames_per_second: float = FRAMES_PER_SECOND,
        optics: Optics = IDEAL_OPTICS,
    ) -> None:
        self._address = (host, port)
        cameras = cameras_of(rig)
        self._renderers = [Renderer(rig, camera, optics.shadow) for camera in cameras]
        self._exposures = [Exposure(optics, get_state, time.monotonic, time.sleep) for _ in cameras]
        names = ["camera", *(f"camera{n}" for n in range(2, len(self._renderers) + 1))]
        self.streams = {f"/{name}.mjpg": number for number, name in enumerate(names)}
        self.stills = {f"/{name}.jpg": number for number, name in enumerate(names)}
        self._period = 1 / frames_per_second

    def __enter__(self) -> CameraServer:
        self._server = _Server(self._address, self)
        # The first frame draws the background, which takes long; clients should not wait for it.
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
        self._server.stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.close_clients()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The first camera's stream."""
        return self.urls[0]

    @property
    def urls(self) -> tuple[str, ...]:
        """The stream of each camera."""
        host, port = self._server.server_address[:2]
        return tuple(f"http://{host!s}:{port}{path}" for path in self.streams)

    @property
    def period(self) -> float:
        """Seconds from one frame of a stream to the next."""
        return self._period

    def frame(self, camera: int = 0) -> bytes | None:
        """Return the present picture of one of the cameras as a JPEG; None if there is none."""
        states = self._exposures[camera].states()
        if not states:
            return None
        image = self._renderers[camera].render_blurred(states)
        _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        return encoded.tobytes()


class _Server(ThreadingHTTPServer):
    """Keeps a list of its clients, to be able to disconnect them."""

    daemon_threads = False  # so that closing waits for them

    def __init__(self, address: tuple[str, int], camera: CameraServer) -> None:
        self.camera = camera
        self.stopping = threading.Event()
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

    def close_clients(self) -> None:
        with self._lock:
            for client in self._clients:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log errors, except those of clients that have disconnected."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = _TIMEOUT_SECONDS

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        path = STREAM if path == "/" else path
        camera = self.server.camera
        if path in camera.streams:
            self._stream(camera.streams[path])
        elif path in camera.stills:
            self._still(camera.stills[path])
        else:
            known = " and ".join([*camera.streams, *camera.stills])
            self.send_error(HTTPStatus.NOT_FOUND, f"not found; available: {known}")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base's name)
        """Do nothing: requests are not logged."""

    def _still(self, camera: int) -> None:
        frame = self.server.camera.frame(camera)
        if frame is None:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "camera not available")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(frame)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(frame)

    def _stream(self, camera: int) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        due = time.monotonic()
        while not self.server.stopping.wait(max(due - time.monotonic(), 0.0)):
            due = max(due, time.monotonic() - self.server.camera.period)
            due += self.server.camera.period
            frame = self.server.camera.frame(camera)
            if frame is None:
                return
            head = (
                f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(frame)}\r\n\r\n"
            )
            self.wfile.write(head.encode("ascii") + frame + b"\r\n")

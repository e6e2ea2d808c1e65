"""A page's WebSocket with a camera: frames come in as JPEG, or from the server's camera."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

import cv2
from anyio import CapacityLimiter, to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from calibration.errors import CalibrationError
from rokumen.devices.cameras import open_calibrated
from rokumen.errors import ApplicationError, InputError
from rokumen.web.json_messages import read_message, send_message
from vision.arrays import Image
from vision.capture.decoding import decode_picture, read_header
from vision.capture.frame import Camera, Frame
from vision.errors import CameraError, EndOfStreamError, VisionError

MAX_BYTES = 1024 * 1024
MAX_PIXELS = 1920 * 1080
MAX_ERROR_CHARACTERS = 1000
QUALITY = 80  # of what is encoded, in percent


class CameraSession(Protocol):
    """Session of one page that processes a camera's frames and the user's commands."""

    def see(self, frame: Frame) -> dict[str, Any]:
        """Process a frame and return the JSON of the result."""

    def see_jpeg(self, data: bytes) -> dict[str, Any]:
        """Process a JPEG of the browser as `see` does. Raises InputError for none."""
        return self.see(Frame(read_jpeg(data), time.monotonic(), "the browser's camera"))

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Execute a command of the page and return the JSON of the result."""

    def state(self) -> dict[str, Any]:
        """Return the JSON of the session's state."""


async def serve_session(
    socket: WebSocket,
    watching: CameraSession,
    source: str,
    pictures: CapacityLimiter,
    commands: CapacityLimiter | None = None,
) -> None:
    """Serve a session with frames sent by the browser, or with the server's camera.

    `source` is that camera, "" for none; `pictures` bounds the threads that read frames, `commands`
    those that carry out commands.
    """
    await socket.accept()
    camera: Camera | None = None
    await send_message(socket, watching.state())
    with suppress(WebSocketDisconnect):
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                try:
                    if message.get("bytes") is not None:
                        answer = await to_thread.run_sync(
                            watching.see_jpeg, message["bytes"], limiter=pictures
                        )
                    else:
                        command = await read_message(message.get("text") or "null")
                        if command == {"do": "look"}:
                            if camera is None:
                                camera = await to_thread.run_sync(_open, source)
                            picture, answer = await to_thread.run_sync(
                                _look, watching, camera, limiter=pictures
                            )
                            await socket.send_bytes(picture)
                        else:
                            command = command if isinstance(command, dict) else {}
                            answer = await to_thread.run_sync(
                                watching.handle_command, command, limiter=commands
                            )
                except (ApplicationError, CalibrationError, VisionError, ValueError) as error:
                    # What is quoted in it may be as long as a message.
                    answer = {"error": str(error)[:MAX_ERROR_CHARACTERS]}
                    if camera is not None and isinstance(error, EndOfStreamError):
                        # The next look begins anew.
                        await to_thread.run_sync(camera.close)
                        camera = None
                await send_message(socket, answer)
        finally:
            if camera is not None:
                await to_thread.run_sync(camera.close)


def _open(source: str) -> Camera:
    if not source:
        raise CameraError(
            "the server has no camera; start it with --camera, or use the browser's camera"
        )
    return open_calibrated(source)[0]


def _look(watching: CameraSession, camera: Camera) -> tuple[bytes, dict[str, Any]]:
    frame = camera.read()
    return write_jpeg(frame.image), watching.see(frame)


def read_jpeg(data: bytes) -> Image:
    """Return the decoded image (H x W x 3 uint8 BGR). Raises InputError if bad or too large."""
    if len(data) > MAX_BYTES:
        raise InputError(f"the picture has {len(data)} bytes; the maximum is {MAX_BYTES}")
    try:
        header = read_header(data)
    except ValueError as error:
        raise InputError(f"the picture cannot be read: {error}") from error
    if header.kind != "JPEG":
        raise InputError(f"the picture is a {header.kind}; send JPEG")
    if header.pixels > MAX_PIXELS:
        raise InputError(
            f"the picture has {header.width} x {header.height} pixels; the maximum is {MAX_PIXELS}"
        )
    try:
        return decode_picture(data)[0]
    except ValueError as error:
        raise InputError(f"the picture cannot be decoded: {error}") from error


def write_jpeg(image: Image) -> bytes:
    """Return the JPEG file of an image (H x W x 3 uint8 BGR)."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

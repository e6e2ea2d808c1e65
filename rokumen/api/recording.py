"""Recordings of runs as MCAP files: what happens, poses and pictures, each with its time.

MCAP (mcap.dev) is a container of timed messages, which viewers such as Foxglove open. All messages
here are JSON:

/events      kind: CommandStarted and so on; words: what it says; command, turns: of a command
/pose        angles: degrees by axis; grips: position by gripper
/pictures/0  a foxglove.CompressedImage of the first camera, and so on
"""

from __future__ import annotations

import json
import logging
import time
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2

from files.documents import strict_json
from files.wording import reason
from robot.execution.events import CommandDone, CommandFailed, CommandStarted, RunEvent
from rokumen.api.robot import NamedPose, Robot
from rokumen.errors import InputError
from rokumen.jobs.events import PictureTaken
from vision.arrays import Image
from vision.errors import CameraError

_log = logging.getLogger(__name__)

EVENTS, POSE, PICTURES = "/events", "/pose", "/pictures/{}"
_TEXT, _OBJECT = {"type": "string"}, {"type": "object"}
_SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "rokumen.Event": {
        "kind": _TEXT,
        "words": _TEXT,
        "command": _TEXT,
        "turns": {"type": "array", "items": _TEXT},
    },
    "rokumen.Pose": {"angles": _OBJECT, "grips": _OBJECT},
    # Its fields are those of the schema of this name at docs.foxglove.dev.
    "foxglove.CompressedImage": {
        "timestamp": {
            "type": "object",
            "properties": {"sec": {"type": "integer"}, "nsec": {"type": "integer"}},
        },
        "frame_id": _TEXT,
        "data": {"type": "string", "contentEncoding": "base64"},
        "format": _TEXT,
    },
}
_NANOSECONDS = 1_000_000_000


class RunRecording:
    """A recording that is being written; a context manager, which completes the file at its end.

    A disk that is full ends the recording with a warning in the log, and not the run.
    """

    def __init__(self, path: Path) -> None:
        """Create the file. Raises InputError where it exists, or the package mcap is missing."""
        try:
            writers = import_module("mcap.writer")
        except ImportError as error:
            raise InputError(
                "--record needs the package mcap: pip install 'rokumen[recordings]'"
            ) from error
        try:
            self._file = path.open("xb")
        except FileExistsError as error:
            raise InputError(
                f"{str(path)!r} is there already, and a recording replaces no file: name another "
                "one, or remove it"
            ) from error
        except OSError as error:
            raise InputError(
                f"cannot write the recording {str(path)!r}: {reason(error)}"
            ) from error
        self._path = path
        self._channels: dict[str, int] = {}
        self._schemas: dict[str, int] = {}
        self._failed = False
        self._writer = writers.Writer(self._file)
        try:
            self._writer.start(profile="", library="rokumen")
        except OSError as error:
            self._warn(error)

    def __enter__(self) -> RunRecording:
        return self

    def __exit__(self, *_: object) -> None:
        for end in (self._writer.finish, self._file.close):
            try:
                end()
            except OSError as error:
                self._warn(error)

    def describe(self, robot: Robot) -> None:
        """Note which robot it is, and where it stands."""
        info = robot.info
        about = {"rig": info.rig, "firmware": info.firmware, "port": robot.url}
        try:
            self._writer.add_metadata("robot", about)
        except OSError as error:
            self._warn(error)
        self._add_pose(robot.pose)

    def take(self, event: RunEvent, robot: Robot) -> None:
        """Write an event; the pose after a command; and a picture where one is worth it."""
        message: dict[str, Any] = {
            "kind": type(event).__name__,
            "words": event.words(robot.rig.grippers),
        }
        if isinstance(event, CommandStarted | CommandDone | CommandFailed):
            message["command"] = str(event.action.command)
            message["turns"] = [str(turn) for turn in event.action.turns]
        self._add(EVENTS, "rokumen.Event", message)
        if isinstance(event, CommandDone):
            self._add_pose(NamedPose.of(robot.rig, event.action.after.pose))
        if isinstance(event, PictureTaken) or (
            isinstance(event, CommandDone) and event.action.turns
        ):
            # A camera without a picture is no reason to end a run.
            with suppress(CameraError):
                self._add_pictures(robot.pictures())

    def _add_pose(self, pose: NamedPose) -> None:
        self._add(POSE, "rokumen.Pose", {"angles": dict(pose.angles), "grips": dict(pose.grips)})

    def _add_pictures(self, pictures: Sequence[Image]) -> None:
        seconds, rest = divmod(time.time_ns(), _NANOSECONDS)
        for number, picture in enumerate(pictures):
            message = {
                "timestamp": {"sec": seconds, "nsec": rest},
                "frame_id": f"camera {number}",
                "data": b64encode(_jpeg(picture)).decode("ascii"),
                "format": "jpeg",
            }
            self._add(PICTURES.format(number), "foxglove.CompressedImage", message)

    def _add(self, topic: str, schema: str, message: Mapping[str, Any]) -> None:
        if self._failed:
            return
        now = time.time_ns()
        try:
            self._writer.add_message(
                self._channel(topic, schema),
                log_time=now,
                publish_time=now,
                data=strict_json(message).encode(),
            )
        except OSError as error:
            self._warn(error)

    def _channel(self, topic: str, schema: str) -> int:
        if schema not in self._schemas:
            described = {"type": "object", "title": schema, "properties": _SCHEMAS[schema]}
            data = json.dumps(described).encode()
            self._schemas[schema] = self._writer.register_schema(schema, "jsonschema", data)
        if topic not in self._channels:
            self._channels[topic] = self._writer.register_channel(
                topic, "json", self._schemas[schema]
            )
        return self._channels[topic]

    def _warn(self, error: OSError) -> None:
        self._failed = True
        _log.warning("the recording %s is not complete: %s", self._path, reason(error))


def _jpeg(image: Image) -> bytes:
    encoded, data = cv2.imencode(".jpg", image)
    assert encoded
    return data.tobytes()

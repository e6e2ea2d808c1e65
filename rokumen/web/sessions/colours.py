"""The page of colours: a session that measures those of a cube, and the stored profiles."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from calibration.colours import (
    MIN_SEPARATION,
    ColourMeasurement,
    colour_pairs,
    measure_colours,
    separation_warnings,
)
from calibration.errors import CalibrationError, CalibrationFileError
from calibration.storage import load_profile, profile_names
from files.documents import require
from rokumen.errors import InputError
from rokumen.show.drawings.colour_clouds import covariance_ellipse, lab_to_display_bgr
from rokumen.storage.profiles import (
    profile_for_camera,
    profiles_folder,
    select_profile,
    store_profile,
)
from rokumen.web.json_messages import JsonAnswer, read_json
from rokumen.web.sessions.scan import ScanSession
from rokumen.web.sessions.serving import CameraSession
from vision.arrays import FloatArray
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.colour.scheme import ANY_SCHEME
from vision.errors import ImageSetError
from vision.live.captured_cube import N_FACES

_log = logging.getLogger(__name__)


class ColourSession(CameraSession):
    """Session of one page that measures colours. Not thread-safe."""

    def __init__(self) -> None:
        """Start a scan without a colour profile, since one is to be measured, in any order."""
        self._scan = ScanSession(scheme=ANY_SCHEME)
        self._camera = ""
        self._solved = False
        self._measured: ColourMeasurement | None = None
        self._problem = ""

    def see(self, frame: Frame) -> dict[str, Any]:
        """Process a frame and return the JSON of the result."""
        answer = self._scan.see(frame)
        if "faces" in answer:
            answer.update(self._measure())
        if self._problem:
            answer["seen"]["words"] = self._problem
        return answer

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Execute a command, return the new state. Raises InputError and CalibrationFileError."""
        match command:
            case {"do": "camera", "name": str(name)}:
                self._camera = name
            case {"do": "solved", "solved": bool(solved)}:
                self._solved = solved
            case {"do": "store", "name": str(name)}:
                return self._store(name)
            case _:
                self._scan.handle_command(command)
        return self.state()

    def state(self) -> dict[str, Any]:
        """Return the JSON of the captured faces, and of the colours if they are measured."""
        return {**self._scan.state(), **self._measure()}

    def _measure(self) -> dict[str, Any]:
        """Measure the colours if the faces suffice; otherwise `words` names the obstacle."""
        self._measured, self._problem = None, ""
        captured = self._scan.captured_faces
        if not (self._scan.is_done or (self._solved and len(captured) == N_FACES)):
            return {"measured": None}
        images = [image for face in captured for image in face.all_images]
        try:
            self._measured = measure_colours(images, solved=self._solved)
        except (CalibrationError, ImageSetError) as error:
            self._problem = str(error)
            return {"measured": None, "words": self._problem}
        return {"measured": measured_as_json(self._measured)}

    def _store(self, name: str) -> dict[str, Any]:
        if self._measured is None:
            raise InputError("no colours have been measured: show all six faces first")
        if name.endswith(".toml"):
            raise InputError(f"{name!r} is a file name; give a word, such as 'evening'")
        stored = store_profile(name, self._measured.profile, self._camera)
        return {"stored": {"name": name, "camera": self._camera, **stored.to_json()}}


def measured_as_json(measured: ColourMeasurement) -> dict[str, Any]:
    """Return the JSON of the colours: samples in the Lab plane, and separations of pairs."""
    return {
        "colours": [
            {
                "name": name,
                "lab": [round(value, 2) for value in measured.profile.lab[name]],
                "paint": hex_colour(np.array(measured.profile.lab[name])),
                "samples": [
                    {"ab": [round(float(value), 1) for value in lab[1:]], "paint": hex_colour(lab)}
                    for lab in samples
                ],
                "ellipse": _ellipse(samples),
            }
            for name, samples in measured.lab_samples.items()
        ],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "apart": round(pair.separation, 1),
                "close": pair.is_close,
            }
            for pair in colour_pairs(measured)
        ],
        "safe": MIN_SEPARATION,
        "warnings": separation_warnings(measured),
    }


def hex_colour(lab: FloatArray) -> str:
    """Return a colour (CIE Lab) as `#rrggbb`."""
    blue, green, red = (round(value) for value in lab_to_display_bgr(lab))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _ellipse(samples: FloatArray) -> dict[str, Any]:
    ellipse = covariance_ellipse(samples)
    return {
        "middle": [round(value, 1) for value in ellipse.centre],
        "radii": [round(value, 1) for value in ellipse.radii],
        "degrees": round(ellipse.degrees, 1),
    }


def profile_routes() -> list[BaseRoute]:
    """Return the routes of the colour profiles."""
    return [Route("/api/profiles", _profiles), Route("/api/profiles", _choose, methods=["POST"])]


async def _profiles(request: Request) -> Response:
    return await _answer(request.query_params.get("camera", ""))


async def _choose(request: Request) -> Response:
    try:
        document = await read_json(request)
        fields = document if isinstance(document, dict) else {}
        camera, name = require(fields, "camera", str), require(fields, "name", str)
    except ValueError:
        return JsonAnswer({"error": 'send {"camera": "...", "name": "evening"}'}, 400)
    try:
        await to_thread.run_sync(select_profile, camera, name)
    except (InputError, CalibrationFileError) as error:
        return JsonAnswer({"error": str(error)}, 422)
    return await _answer(camera)


async def _answer(camera: str) -> Response:
    try:
        return JsonAnswer(await to_thread.run_sync(_listed, camera))
    except CalibrationFileError as error:
        return JsonAnswer({"error": str(error)}, 422)


def _listed(camera: str) -> dict[str, Any]:
    folder = profiles_folder()
    profiles = dict(_readable(folder))
    return {
        "camera": camera,
        "chosen": profile_for_camera(None, camera).name,
        "profiles": [
            {
                "name": name,
                "paints": {
                    colour: hex_colour(np.array(lab)) for colour, lab in profile.lab.items()
                },
            }
            for name, profile in profiles.items()
        ],
    }


def _readable(folder: Path) -> Iterator[tuple[str, ColourProfile]]:
    """Yield the profiles in a folder; a damaged one is left out, with a warning in the log."""
    for name in profile_names(folder):
        try:
            yield name, load_profile(folder / f"{name}.toml")
        except CalibrationFileError as error:
            _log.warning("left out: %s", error)

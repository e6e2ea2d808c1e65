"""HTTP routes that list and select colour profiles."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from calibration.errors import CalibrationFileError
from calibration.storage import load_profile, profile_names
from files.documents import require
from rokumen.errors import InputError
from rokumen.storage.profiles import profile_for_camera, profiles_folder, select_profile
from rokumen.web.json_messages import JsonAnswer, read_json
from rokumen.web.sessions.colour_calibration import hex_colour
from vision.colour.profile import ColourProfile

_log = logging.getLogger(__name__)


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

"""The addresses of the profiles of colours: which there are, and which one a camera uses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from calibration.colours import load_profile, profile_names
from calibration.errors import ProfileError
from rokumen.errors import InputError
from rokumen.profiles import choose, chosen_for, profiles_folder
from rokumen.serve.colours import paint


def profile_routes() -> list[BaseRoute]:
    """Give the routes of the profiles of colours."""
    return [Route("/api/profiles", _profiles), Route("/api/profiles", _choose, methods=["POST"])]


async def _profiles(request: Request) -> Response:
    return await _answer(request.query_params.get("camera", ""))


async def _choose(request: Request) -> Response:
    try:
        wish = json.loads(await request.body())
        camera, name = str(wish["camera"]), str(wish["name"])
    except (ValueError, KeyError, TypeError):
        return JSONResponse({"error": 'send {"camera": "...", "name": "evening"}'}, 400)
    try:
        await to_thread.run_sync(choose, camera, name)
    except (InputError, ProfileError) as error:
        return JSONResponse({"error": str(error)}, 422)
    return await _answer(camera)


async def _answer(camera: str) -> Response:
    try:
        return JSONResponse(await to_thread.run_sync(_listed, camera))
    except ProfileError as error:
        return JSONResponse({"error": str(error)}, 422)


def _listed(camera: str) -> dict[str, Any]:
    folder = profiles_folder()
    profiles = {name: load_profile(folder / f"{name}.toml") for name in profile_names(folder)}
    return {
        "camera": camera,
        "chosen": chosen_for(None, camera).name,
        "profiles": [
            {
                "name": name,
                "paints": {colour: paint(np.array(lab)) for colour, lab in profile.means.items()},
            }
            for name, profile in profiles.items()
        ],
    }

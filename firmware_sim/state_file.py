"""Keeps what is physically so in a file: a robot switched off still holds its cube."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from firmware_sim.errors import StateFileError
from firmware_sim.truth import Layer, Stuck, Tilt, Truth
from robot.rig import Rig
from solver.cube import Cube
from solver.orientation import ORIENTATIONS, Orientation


def save(path: Path, rig: Rig, truth: Truth) -> None:
    """Write `truth`, replacing the file at once and whole. Raises OSError."""
    state = {
        "rig": rig.name,
        "cube": truth.cube.facelets(),
        "orientation": "".join(truth.orientation.faces),
        "angles": dict(zip(rig.axes, truth.angles, strict=True)),
        "openings": dict(zip(rig.grippers, truth.openings, strict=True)),
        "layers": [asdict(layer) for layer in truth.layers],
        "tilt": truth.tilt and asdict(truth.tilt),
        "stuck": truth.stuck and asdict(truth.stuck),
        "dropped": truth.dropped,
        "popped": list(truth.popped),
        "twisted": list(truth.twisted),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
    os.replace(unfinished, path)


def load(path: Path, rig: Rig) -> Truth:
    """Read what `save` wrote. Raises StateFileError for another file or another rig's."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        truth = _truth(state, rig)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise StateFileError(
            f"{str(path)!r} holds no state of a simulated {rig.name} robot ({error}); "
            "name another file, or delete it to start with a new cube"
        ) from error
    return truth


def mend(path: Path, rig: Rig) -> None:
    """Have a person put the cube right that a file tells of (`Truth.mended`).

    Raises what `load` and `save` do.
    """
    save(path, rig, load(path, rig).mended())


def _truth(state: dict[str, Any], rig: Rig) -> Truth:
    if state["rig"] != rig.name:
        raise ValueError(f"it is of rig {state['rig']!r}")
    orientation = Orientation(tuple(state["orientation"]))
    if orientation not in ORIENTATIONS:
        raise ValueError(f"no cube is held as {state['orientation']!r}")
    tilt, stuck = state["tilt"], state["stuck"]
    return Truth(
        cube=Cube.from_facelets(state["cube"]),
        orientation=orientation,
        angles=tuple(float(state["angles"][axis]) for axis in rig.axes),
        openings=tuple(float(state["openings"][gripper]) for gripper in rig.grippers),
        layers=tuple(Layer(**layer) for layer in state["layers"]),
        tilt=tilt and Tilt(**tilt),
        stuck=stuck and Stuck(**stuck),
        dropped=bool(state["dropped"]),
        popped=tuple(int(cubie) for cubie in state["popped"]),
        twisted=tuple(int(cubie) for cubie in state["twisted"]),
    )

"""Saves and loads the physical state as JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from firmware_sim.errors import StateFileError
from firmware_sim.physics.state import JammedMotor, MisalignedLayer, PartialRotation, PhysicalState
from robot.rigs.rig import Rig
from solver.core.cube import Cube
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.storage.documents import read_json


def save(path: Path, rig: Rig, state: PhysicalState) -> None:
    """Write `state`, replacing the file atomically. Raises OSError."""
    document = {
        "rig": rig.name,
        "cube": state.cube.facelets(),
        "orientation": "".join(state.orientation.faces),
        "angles": dict(zip(rig.axes, state.angles, strict=True)),
        "openings": dict(zip(rig.grippers, state.openings, strict=True)),
        "layers": [{"face": each.face, "degrees": each.degrees} for each in state.layers],
        "tilt": state.tilt and {"position": state.tilt.position, "degrees": state.tilt.degrees},
        "stuck": state.stuck and {"axis": state.stuck.axis, "direction": state.stuck.direction},
        "dropped": state.dropped,
        "popped": list(state.popped),
        "twisted": list(state.twisted),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    os.replace(unfinished, path)


def load(path: Path, rig: Rig) -> PhysicalState:
    """Read what `save` wrote. Raises StateFileError for another file or another rig's."""
    try:
        document = read_json(path)
        state = _from_json(document, rig)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise StateFileError(
            f"{str(path)!r} is not a saved state of a simulated {rig.name} robot ({error}); "
            "name another file, or delete it to start with a new cube"
        ) from error
    return state


def repair(path: Path, rig: Rig) -> None:
    """Repair the cube in a state file, as a person would (`PhysicalState.repaired`).

    Raises what `load` and `save` do.
    """
    save(path, rig, load(path, rig).repaired())


def _from_json(document: dict[str, Any], rig: Rig) -> PhysicalState:
    if document["rig"] != rig.name:
        raise ValueError(f"it is of rig {document['rig']!r}")
    orientation = Orientation(tuple(document["orientation"]))
    if orientation not in ORIENTATIONS:
        raise ValueError(f"unknown orientation {document['orientation']!r}")
    tilt, stuck = document["tilt"], document["stuck"]
    return PhysicalState(
        cube=Cube.from_facelets(document["cube"]),
        orientation=orientation,
        angles=tuple(float(document["angles"][axis]) for axis in rig.axes),
        openings=tuple(float(document["openings"][gripper]) for gripper in rig.grippers),
        layers=tuple(MisalignedLayer(each["face"], each["degrees"]) for each in document["layers"]),
        tilt=tilt and PartialRotation(tilt["position"], tilt["degrees"]),
        stuck=stuck and JammedMotor(stuck["axis"], stuck["direction"]),
        dropped=bool(document["dropped"]),
        popped=tuple(int(cubie) for cubie in document["popped"]),
        twisted=tuple(int(cubie) for cubie in document["twisted"]),
    )

"""Saves and loads the physical state as JSON."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from files.access import replace_text
from files.documents import read_json, require
from firmware_sim.errors import SimulatorError
from firmware_sim.physics.state import JammedMotor, MisalignedLayer, PartialRotation, PhysicalState
from robot.rigs.rig import Rig
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.cube import Cube


def save(path: Path, rig: Rig, state: PhysicalState) -> None:
    """Write `state`, replacing the file as a whole or not at all. Raises OSError."""
    document = {
        "rig": rig.name,
        "cube": state.cube.facelets,
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
    replace_text(path, json.dumps(document, indent=1) + "\n")


def load(path: Path, rig: Rig) -> PhysicalState:
    """Read what `save` wrote. Raises SimulatorError for another file or another rig's."""
    try:
        document = read_json(path)
        state = _from_json(document if isinstance(document, dict) else {}, rig)
    except (OSError, ValueError) as error:
        raise SimulatorError(
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
    """Return the state. Raises ValueError for a document that does not describe one."""
    if require(document, "rig", str) != rig.name:
        raise ValueError(f"it is of rig {document['rig']!r}")
    orientation = Orientation(tuple(require(document, "orientation", str)))
    if orientation not in ORIENTATIONS:
        raise ValueError(f"unknown orientation {document['orientation']!r}")
    angles, openings = require(document, "angles", dict), require(document, "openings", dict)
    tilt, stuck = require(document, "tilt", dict, None), require(document, "stuck", dict, None)
    return PhysicalState(
        cube=Cube.from_facelets(require(document, "cube", str)),
        orientation=orientation,
        angles=tuple(float(require(angles, axis, float)) for axis in rig.axes),
        openings=tuple(float(require(openings, gripper, float)) for gripper in rig.grippers),
        layers=tuple(
            MisalignedLayer(_one_of(each, "face", FACES), require(each, "degrees", float))
            for each in _tables(document, "layers")
        ),
        tilt=tilt
        and PartialRotation(_one_of(tilt, "position", FACES), require(tilt, "degrees", float)),
        stuck=stuck
        and JammedMotor(_one_of(stuck, "axis", rig.axes), _one_of(stuck, "direction", (-1, 1))),
        dropped=require(document, "dropped", bool),
        popped=_cubies(document, "popped", 12),
        twisted=_cubies(document, "twisted", 8),
    )


def _one_of(table: dict[str, Any], key: str, allowed: Collection[Any]) -> Any:
    value = table.get(key)
    if not isinstance(value, str | int) or value not in allowed:
        raise ValueError(f"{key} = {value!r} must be one of {', '.join(map(str, allowed))}")
    return value


def _tables(document: dict[str, Any], key: str) -> list[dict[str, Any]]:
    values: list[Any] = require(document, key, list)
    if len(values) > 2 or not all(isinstance(value, dict) for value in values):
        raise ValueError(f"{key} = {values!r} must be a list of at most two tables")
    return values


def _cubies(document: dict[str, Any], key: str, count: int) -> tuple[int, ...]:
    values: list[Any] = require(document, key, list)
    if not all(type(value) is int and 0 <= value < count for value in values):
        raise ValueError(f"{key} = {values!r} must be a list of numbers from 0 to {count - 1}")
    return tuple(values)

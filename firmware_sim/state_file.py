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


def save(path: Path, rig: Rig, truth: PhysicalState) -> None:
    """Write `truth`, replacing the file at once and whole. Raises OSError."""
    state = {
        "rig": rig.name,
        "cube": truth.cube.facelets(),
        "orientation": "".join(truth.orientation.faces),
        "angles": dict(zip(rig.axes, truth.angles, strict=True)),
        "openings": dict(zip(rig.grippers, truth.openings, strict=True)),
        "layers": [{"face": each.face, "degrees": each.degrees} for each in truth.layers],
        "tilt": truth.tilt and {"position": truth.tilt.position, "degrees": truth.tilt.degrees},
        "stuck": truth.stuck and {"axis": truth.stuck.axis, "direction": truth.stuck.direction},
        "dropped": truth.dropped,
        "popped": list(truth.popped),
        "twisted": list(truth.twisted),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
    os.replace(unfinished, path)


def load(path: Path, rig: Rig) -> PhysicalState:
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


def repair(path: Path, rig: Rig) -> None:
    """Have a person put the cube right that a file tells of (`PhysicalState.repaired`).

    Raises what `load` and `save` do.
    """
    save(path, rig, load(path, rig).repaired())


def _truth(state: dict[str, Any], rig: Rig) -> PhysicalState:
    if state["rig"] != rig.name:
        raise ValueError(f"it is of rig {state['rig']!r}")
    orientation = Orientation(tuple(state["orientation"]))
    if orientation not in ORIENTATIONS:
        raise ValueError(f"no cube is held as {state['orientation']!r}")
    tilt, stuck = state["tilt"], state["stuck"]
    return PhysicalState(
        cube=Cube.from_facelets(state["cube"]),
        orientation=orientation,
        angles=tuple(float(state["angles"][axis]) for axis in rig.axes),
        openings=tuple(float(state["openings"][gripper]) for gripper in rig.grippers),
        layers=tuple(MisalignedLayer(each["face"], each["degrees"]) for each in state["layers"]),
        tilt=tilt and PartialRotation(tilt["position"], tilt["degrees"]),
        stuck=stuck and JammedMotor(stuck["axis"], stuck["direction"]),
        dropped=bool(state["dropped"]),
        popped=tuple(int(cubie) for cubie in state["popped"]),
        twisted=tuple(int(cubie) for cubie in state["twisted"]),
    )

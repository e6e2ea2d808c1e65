"""Saves and loads the physical state as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from files.access import replace_text
from files.bounds import entry
from files.documents import read_json
from files.records import read_record, record_table
from files.wording import reason
from firmware_sim.errors import SimulatorError
from firmware_sim.physics.state import MisalignedLayer, PartialRotation, PhysicalState
from robot.rigs.rig import Rig
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.cube import Cube


@dataclass(frozen=True, slots=True)
class _StateFile:
    """A state file: the name of the rig, and its state with the actuators by their names."""

    rig: str
    cube: str
    orientation: str
    angles: Mapping[str, float]
    openings: Mapping[str, float]
    layers: tuple[MisalignedLayer, ...]
    tilt: PartialRotation | None
    dropped: bool
    popped: tuple[int, ...] = entry(minimum=0, maximum=11)
    twisted: tuple[int, ...] = entry(minimum=0, maximum=7)

    def state(self, rig: Rig) -> PhysicalState:
        """Return the state of a rig. Raises ValueError for what it cannot be in."""
        if self.rig != rig.name:
            raise ValueError(f"it is of rig {self.rig!r}")
        orientation = Orientation(tuple(self.orientation))
        if orientation not in ORIENTATIONS:
            raise ValueError(f"unknown orientation {self.orientation!r}")
        if len(self.layers) > 2:
            raise ValueError(f"layers = {list(self.layers)} must be a list of at most two tables")
        return PhysicalState(
            cube=Cube.from_facelets(self.cube),
            orientation=orientation,
            angles=_in_order("angles", self.angles, rig.axes),
            openings=_in_order("openings", self.openings, rig.grippers),
            layers=self.layers,
            tilt=self.tilt,
            dropped=self.dropped,
            popped=self.popped,
            twisted=self.twisted,
        )


def save(path: Path, rig: Rig, state: PhysicalState) -> None:
    """Write `state`, replacing the file as a whole or not at all. Raises OSError."""
    file = _StateFile(
        rig=rig.name,
        cube=state.cube.facelets,
        orientation="".join(state.orientation.faces),
        angles=dict(zip(rig.axes, state.angles, strict=True)),
        openings=dict(zip(rig.grippers, state.openings, strict=True)),
        layers=state.layers,
        tilt=state.tilt,
        dropped=state.dropped,
        popped=state.popped,
        twisted=state.twisted,
    )
    replace_text(path, json.dumps(record_table(file), indent=1) + "\n")


def load(path: Path, rig: Rig) -> PhysicalState:
    """Read what `save` wrote. Raises SimulatorError for another file or another rig's."""
    try:
        return read_record(_StateFile, read_json(path)).state(rig)
    except (OSError, ValueError) as error:
        raise SimulatorError(
            f"{str(path)!r} is not a saved state of a simulated {rig.name} robot ({reason(error)}"
            "); "
            "name another file, or delete it to start with a new cube"
        ) from error


def repair(path: Path, rig: Rig) -> None:
    """Repair the cube in a state file, as a person would (`PhysicalState.repaired`).

    Raises what `load` and `save` do.
    """
    save(path, rig, load(path, rig).repaired())


def _in_order(key: str, values: Mapping[str, float], names: tuple[str, ...]) -> tuple[float, ...]:
    if set(values) != set(names):
        raise ValueError(
            f"{key} = {dict(values)} must have a number for each of {', '.join(names) or 'none'}"
        )
    return tuple(values[name] for name in names)

"""The application, and its public Python API; docs/api.md shows each name at work.

A name is loaded when it is first used: `import rokumen` alone imports none of the parts.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

from rokumen.own_packages import check_own_packages

if TYPE_CHECKING:
    from files.errors import Error, ProfileError
    from robot.boards.board import Board
    from robot.errors import (
        JamError,
        PortError,
        PoseError,
        RigError,
        RobotError,
        SilentError,
        SlipError,
        StoppedError,
        UnsupportedError,
        VersionError,
    )
    from robot.planning.motion_plan import Plan
    from robot.planning.robot_state import PlannedCommand
    from robot.rigs.rig import Rig
    from rokumen.api.connecting import connect, resume
    from rokumen.api.planning import plan, rigs
    from rokumen.api.ports import Port, ports
    from rokumen.api.robot import NamedPose, Robot
    from rokumen.api.scanning import ScanUpdate, scan
    from rokumen.api.seeing import faces, read
    from rokumen.api.solving import (
        Method,
        MethodOption,
        SolveProgress,
        methods,
        puzzle,
        puzzles,
        solve,
        solve_many,
    )
    from rokumen.jobs.result import Result, SafeStopError
    from solver.core.errors import CubeError, MethodError, SolveError, TimeLimitError
    from solver.cube import Cube
    from solver.engines.engine import Engine
    from solver.engines.solution import Solution, Stage
    from solver.puzzles.registry import Puzzle, PuzzleSolution, PuzzleStage
    from vision.errors import (
        CameraError,
        MissingFacesError,
        NoFaceError,
        PictureError,
        UncertainError,
        VisionError,
    )
    from vision.reading_result import Face, Reading

__version__ = "0.2.0"
__all__ = [
    "Board",
    "CameraError",
    "Cube",
    "CubeError",
    "Engine",
    "Error",
    "Face",
    "JamError",
    "Method",
    "MethodError",
    "MethodOption",
    "MissingFacesError",
    "NamedPose",
    "NoFaceError",
    "PictureError",
    "Plan",
    "PlannedCommand",
    "Port",
    "PortError",
    "PoseError",
    "ProfileError",
    "Puzzle",
    "PuzzleSolution",
    "PuzzleStage",
    "Reading",
    "Result",
    "Rig",
    "RigError",
    "Robot",
    "RobotError",
    "SafeStopError",
    "ScanUpdate",
    "SilentError",
    "SlipError",
    "Solution",
    "SolveError",
    "SolveProgress",
    "Stage",
    "StoppedError",
    "TimeLimitError",
    "UncertainError",
    "UnsupportedError",
    "VersionError",
    "VisionError",
    "connect",
    "faces",
    "methods",
    "plan",
    "ports",
    "puzzle",
    "puzzles",
    "read",
    "resume",
    "rigs",
    "scan",
    "solve",
    "solve_many",
]

# Where each public name is defined.
_MODULES = {
    "robot.boards.board": ["Board"],
    "robot.errors": [
        "JamError",
        "PortError",
        "PoseError",
        "RigError",
        "RobotError",
        "SilentError",
        "SlipError",
        "StoppedError",
        "UnsupportedError",
        "VersionError",
    ],
    "robot.planning.motion_plan": ["Plan", "PlannedCommand"],
    "robot.rigs.rig": ["Rig"],
    "solver.cube": ["Cube"],
    "rokumen.api.connecting": ["connect", "resume"],
    "rokumen.api.planning": ["plan", "rigs"],
    "rokumen.api.ports": ["Port", "ports"],
    "rokumen.api.robot": ["NamedPose", "Robot"],
    "rokumen.api.scanning": ["ScanUpdate", "scan"],
    "rokumen.api.seeing": ["faces", "read"],
    "rokumen.api.solving": [
        "Method",
        "MethodOption",
        "SolveProgress",
        "methods",
        "puzzle",
        "puzzles",
        "solve",
        "solve_many",
    ],
    "rokumen.jobs.result": ["Result", "SafeStopError"],
    "files.errors": ["Error", "ProfileError"],
    "solver.core.errors": [
        "CubeError",
        "MethodError",
        "SolveError",
        "TimeLimitError",
    ],
    "solver.engines.engine": ["Engine"],
    "solver.engines.solution": ["Solution", "Stage"],
    "solver.puzzles.registry": ["Puzzle", "PuzzleSolution", "PuzzleStage"],
    "vision.errors": [
        "CameraError",
        "MissingFacesError",
        "NoFaceError",
        "PictureError",
        "UncertainError",
        "VisionError",
    ],
    "vision.reading_result": ["Face", "Reading"],
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

check_own_packages(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), __version__)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

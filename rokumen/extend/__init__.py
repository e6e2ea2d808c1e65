"""What a package needs that adds an engine, a drive, a rig, a puzzle or a command.

See docs/extending.md.

Each is an abstract class, found by its entry point, with a check for the package's own tests:

    Engine   rokumen.engines   check_engine
    Drive    rokumen.drives    check_drive
    Rig      rokumen.rigs      check_rig
    Puzzle   rokumen.puzzles   check_puzzle

A command is a click.Command, found by an entry point of rokumen.commands.
"""

from __future__ import annotations

from drawing.canvas import Drawing, Polygon, TextLine, save_drawing
from drawing.errors import DrawingError
from robot.clock import Clock, SystemClock
from robot.drives.drive import (
    Channel,
    ChannelKind,
    ChannelState,
    Drive,
    DriveInfo,
    Feedback,
    OnSilence,
    Segment,
)
from robot.drives.segments import SegmentQueue, check_batch, check_enabling
from robot.errors import (
    DriveError,
    ForbiddenCommandError,
    JamError,
    RigError,
    RobotError,
    ServoOfflineError,
    SlipError,
    StoppedError,
)
from robot.link.protocol import StopLevel
from robot.rigs.check import check_rig
from robot.rigs.command import Arrival, Command, Enable, Grip, Home, Jog, Load, Move, Pose
from robot.rigs.registry import load_rig
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Sight, Step
from solver.core.errors import CubeError, MethodError, NotationError, PuzzleError, SolveError
from solver.core.turn import ALL_TURNS, Turn, generator_of, htm, qtm
from solver.cube import Cube
from solver.engines.engine import (
    Engine,
    EngineOptions,
    MultiSolutionEngine,
    ProofCallback,
    ProofProgress,
    ProvingEngine,
    option,
)
from solver.plugin_checks import check_engine, check_puzzle
from solver.puzzles.registry import Puzzle
from solver.solution import CubeSolution, Solution, Stage
from solver.symmetry import SYMMETRIES, Symmetry

__all__ = [
    "ALL_TURNS",
    "SYMMETRIES",
    "Arrival",
    "Channel",
    "ChannelKind",
    "ChannelState",
    "Clock",
    "Command",
    "Cube",
    "CubeError",
    "CubeRotation",
    "CubeSolution",
    "Drawing",
    "DrawingError",
    "Drive",
    "DriveError",
    "DriveInfo",
    "Enable",
    "Engine",
    "EngineOptions",
    "FaceTurn",
    "Feedback",
    "ForbiddenCommandError",
    "Grip",
    "Home",
    "JamError",
    "Jog",
    "Load",
    "MethodError",
    "Move",
    "MultiSolutionEngine",
    "NotationError",
    "OnSilence",
    "Polygon",
    "Pose",
    "ProofCallback",
    "ProofProgress",
    "ProvingEngine",
    "Puzzle",
    "PuzzleError",
    "Rig",
    "RigError",
    "RobotError",
    "Segment",
    "SegmentQueue",
    "ServoOfflineError",
    "Sight",
    "SlipError",
    "Solution",
    "SolveError",
    "Stage",
    "Step",
    "StopLevel",
    "StoppedError",
    "Symmetry",
    "SystemClock",
    "TextLine",
    "Turn",
    "check_batch",
    "check_drive",
    "check_enabling",
    "check_engine",
    "check_puzzle",
    "check_rig",
    "generator_of",
    "htm",
    "load_rig",
    "option",
    "qtm",
    "save_drawing",
]


def check_drive(url: str) -> None:
    """Raise RobotError, which names the rule, if the drive at a URL violates its contract.

    The URL is a robot's, SCHEME://DEVICE?settings=FILE, or one with its channels or limits.
    Its first two channels jump to the middle of their range and move by a tenth of it, for about
    half a minute. Raises PortError and DriveError where nothing can be opened.
    """
    from robot.conformance.drive_rules import run_drive_checks
    from robot.drives.registry import open_drive
    from robot.servos.drive_url import drive_url

    drive = drive_url(url)
    for result in run_drive_checks(lambda: open_drive(drive)):
        if not result.passed:
            raise RobotError(f"{url!r} violates the rule {result.rule!r}: {result.violation}")

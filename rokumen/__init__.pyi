"""The public names, each with the module that defines it: `rokumen` loads it on first use."""

from files.errors import (
    Error as Error,
    ProfileError as ProfileError,
)
from robot.boards.board import Board as Board
from robot.errors import (
    JamError as JamError,
    PortError as PortError,
    PoseError as PoseError,
    RigError as RigError,
    RobotError as RobotError,
    SilentError as SilentError,
    SlipError as SlipError,
    StoppedError as StoppedError,
    UnsupportedError as UnsupportedError,
    VersionError as VersionError,
)
from robot.planning.motion_plan import Plan as Plan
from robot.planning.robot_state import PlannedCommand as PlannedCommand
from robot.rigs.rig import Rig as Rig
from rokumen.api.connecting import (
    connect as connect,
    resume as resume,
)
from rokumen.api.planning import (
    plan as plan,
    rigs as rigs,
)
from rokumen.api.ports import (
    ports as ports,
)
from rokumen.api.robot import (
    NamedPose as NamedPose,
    Robot as Robot,
)
from rokumen.api.scanning import (
    ScanUpdate as ScanUpdate,
    scan as scan,
)
from rokumen.api.seeing import (
    faces as faces,
    read as read,
)
from rokumen.api.solving import (
    Method as Method,
    MethodOption as MethodOption,
    SolveProgress as SolveProgress,
    methods as methods,
    puzzle as puzzle,
    puzzles as puzzles,
    solve as solve,
    solve_many as solve_many,
)
from rokumen.devices.discovery import (
    Port as Port,
)
from rokumen.jobs.result import (
    Result as Result,
    SafeStopError as SafeStopError,
)
from solver.core.errors import (
    CubeError as CubeError,
    MethodError as MethodError,
    SolveError as SolveError,
    TimeLimitError as TimeLimitError,
)
from solver.cube import Cube as Cube
from solver.engines.engine import Engine as Engine
from solver.engines.solution import (
    Solution as Solution,
    Stage as Stage,
)
from solver.puzzles.registry import (
    Puzzle as Puzzle,
    PuzzleSolution as PuzzleSolution,
    PuzzleStage as PuzzleStage,
)
from vision.errors import (
    CameraError as CameraError,
    MissingFacesError as MissingFacesError,
    NoFaceError as NoFaceError,
    PictureError as PictureError,
    UncertainError as UncertainError,
    VisionError as VisionError,
)
from vision.reading_result import (
    Face as Face,
    Reading as Reading,
)

__all__: list[str]
__version__: str

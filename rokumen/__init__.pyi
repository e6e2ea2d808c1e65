"""The public names, each with the module that defines it: `rokumen` loads it on first use."""

from calibration.errors import (
    CalibrationError as CalibrationError,
    CalibrationFileError as CalibrationFileError,
    GripperCalibrationError as GripperCalibrationError,
)
from drawing.errors import (
    DrawingError as DrawingError,
)
from files.access import (
    FileError as FileError,
)
from files.errors import (
    DamagedTableError as DamagedTableError,
    Error as Error,
    ProfileError as ProfileError,
    TableCacheError as TableCacheError,
)
from firmware_sim.errors import (
    OptionError as OptionError,
    SimulatorError as SimulatorError,
)
from robot.boards.board import Board as Board
from rokumen import extend as extend
from robot.errors import (
    CommandRejectedError as CommandRejectedError,
    ForbiddenCommandError as ForbiddenCommandError,
    FrameError as FrameError,
    JamError as JamError,
    JournalError as JournalError,
    LinkError as LinkError,
    MotionError as MotionError,
    PortError as PortError,
    RebootedError as RebootedError,
    RetriesExhaustedError as RetriesExhaustedError,
    RigError as RigError,
    RobotError as RobotError,
    ServoOfflineError as ServoOfflineError,
    SilentError as SilentError,
    SlipError as SlipError,
    StoppedError as StoppedError,
    TimingProfileError as TimingProfileError,
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
from rokumen.api.watching import (
    smart_cube as smart_cube,
    watch as watch,
)
from rokumen.devices.discovery import (
    Port as Port,
)
from rokumen.errors import (
    ApplicationError as ApplicationError,
    HistoryError as HistoryError,
    InputError as InputError,
    InterruptedWorkError as InterruptedWorkError,
)
from rokumen.jobs.result import (
    InterruptedRunError as InterruptedRunError,
    Result as Result,
    SafeStopError as SafeStopError,
    StoppedRunError as StoppedRunError,
)
from rokumen.smart_cubes.smart_cube import SmartCube as SmartCube
from solver.core.errors import (
    CubeError as CubeError,
    FaceletError as FaceletError,
    IllegalCubeError as IllegalCubeError,
    MethodError as MethodError,
    NotationError as NotationError,
    PuzzleError as PuzzleError,
    SolveError as SolveError,
    TimeLimitError as TimeLimitError,
    UnsolvedError as UnsolvedError,
)
from solver.core.watched_turn import WatchedTurn as WatchedTurn
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
from solver.reconstruction import (
    Reconstruction as Reconstruction,
    TimedStep as TimedStep,
    reconstruct as reconstruct,
)
from solver.search.solution_pool import (
    NoSolutionError as NoSolutionError,
)
from vision.errors import (
    CameraError as CameraError,
    EndOfStreamError as EndOfStreamError,
    ImageSetError as ImageSetError,
    MissingFacesError as MissingFacesError,
    NoFaceError as NoFaceError,
    PictureError as PictureError,
    RepeatedFaceError as RepeatedFaceError,
    UncertainError as UncertainError,
    UnreadablePictureError as UnreadablePictureError,
    VisionError as VisionError,
)
from vision.reading_result import (
    Face as Face,
    Reading as Reading,
)

__all__: list[str]
__version__: str

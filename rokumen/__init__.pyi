"""The public names, each with the module that defines it: `rokumen` loads it on first use."""

from robot.drives.drive import Drive as Drive
from rokumen import errors as errors
from rokumen import extend as extend
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
from rokumen.api.ports import ports as ports
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
from rokumen.devices.discovery import Port as Port
from rokumen.run_result import Result as Result
from rokumen.smart_cubes.smart_cube import SmartCube as SmartCube
from solver.core.watched_turn import WatchedTurn as WatchedTurn
from solver.cube import Cube as Cube
from solver.engines.engine import Engine as Engine
from solver.puzzles.registry import Puzzle as Puzzle
from solver.reconstruction import (
    Reconstruction as Reconstruction,
    TimedStep as TimedStep,
    reconstruct as reconstruct,
)
from solver.solution import (
    CubeSolution as CubeSolution,
    Solution as Solution,
    Stage as Stage,
)
from vision.reading_result import (
    Face as Face,
    Reading as Reading,
)

__all__: list[str]
__version__: str

"""Parts of the benchmarks that tests use: scenes, trials, emulated cubes, simulated jobs."""

from benchmarks.command import run as run_benchmark
from benchmarks.reading.films import share_of_right_orientations
from benchmarks.robot.fuzz import fuzz_reader
from benchmarks.robot.planning import check_random_plans
from benchmarks.sprint.motor_line import MOTOR_RIG, MotorBench
from benchmarks.support.broken_drives import BROKEN_TWINS, DriveTwin
from benchmarks.support.decoding_trials import (
    consistent_cubes,
    ideal_scores,
    misread,
    shuffled,
    side_stickers,
)
from benchmarks.support.driven_rigs import DrivenRig, is_solved_behind, settings_for
from benchmarks.support.emulated_boards import (
    DRIVE_SCENES,
    MaestroScene,
    NativeChipScene,
    UnoScene,
    board_outputs,
)
from benchmarks.support.emulated_drives import (
    DriveScene,
    FeetechScene,
    GuardedPca9685Scene,
    Pca9685Scene,
    PwmChipScene,
    SleeplessPca9685Scene,
)
from benchmarks.support.emulated_link import (
    EmulatedCube,
    EmulatedLink,
    damaged,
    quaternion_of,
)
from benchmarks.support.esp32 import Esp32
from benchmarks.support.held_cube import draw_held_cube, moved, quarter_degrees
from benchmarks.support.lego_scenes import Ev3Scene, SpikeScene
from benchmarks.support.pico import Pico
from benchmarks.support.pulse_recorder import MaestroWire
from benchmarks.support.scenes import (
    HEIGHT,
    WIDTH,
    Scene,
    draw_scene,
    empty_scene,
    flat_face,
    lay_face,
)
from benchmarks.support.scripted_person import PERSONS, Person, set_up_jaws
from benchmarks.support.simulated_job import VirtualRobot, virtual_robot
from benchmarks.support.sized_cubes import (
    SAMPLED,
    SizedCube,
    drawn_cube,
    drawn_facelets,
    read_sized,
    robot_cubes,
    turned_alike,
)
from benchmarks.support.stub_scanner import OracleScanner
from benchmarks.support.told_turns import ToldTurns, compare_turns
from benchmarks.support.wired_tools import WiredTools, WrongWiring

__all__ = [
    "BROKEN_TWINS",
    "DRIVE_SCENES",
    "HEIGHT",
    "MOTOR_RIG",
    "PERSONS",
    "SAMPLED",
    "WIDTH",
    "DriveScene",
    "DriveTwin",
    "DrivenRig",
    "EmulatedCube",
    "EmulatedLink",
    "Esp32",
    "Ev3Scene",
    "FeetechScene",
    "GuardedPca9685Scene",
    "MaestroScene",
    "MaestroWire",
    "MotorBench",
    "NativeChipScene",
    "OracleScanner",
    "Pca9685Scene",
    "Person",
    "Pico",
    "PwmChipScene",
    "Scene",
    "SizedCube",
    "SleeplessPca9685Scene",
    "SpikeScene",
    "ToldTurns",
    "UnoScene",
    "VirtualRobot",
    "WiredTools",
    "WrongWiring",
    "board_outputs",
    "check_random_plans",
    "compare_turns",
    "consistent_cubes",
    "damaged",
    "draw_held_cube",
    "draw_scene",
    "drawn_cube",
    "drawn_facelets",
    "empty_scene",
    "flat_face",
    "fuzz_reader",
    "ideal_scores",
    "is_solved_behind",
    "lay_face",
    "misread",
    "moved",
    "quarter_degrees",
    "quaternion_of",
    "read_sized",
    "robot_cubes",
    "run_benchmark",
    "set_up_jaws",
    "settings_for",
    "share_of_right_orientations",
    "shuffled",
    "side_stickers",
    "turned_alike",
    "virtual_robot",
]

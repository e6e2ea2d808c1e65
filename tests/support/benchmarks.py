"""Parts of the benchmarks that tests use: scenes, trials, photographs, simulated jobs."""

from rokumen.benchmarks.reading.calibrating import (
    ComparedFaces,
    CubeComparison,
    Grade,
    compare,
    compare_faces,
    effect,
    face_effect,
)
from rokumen.benchmarks.reading.sticker_scores import StickerScore
from rokumen.benchmarks.robot.cubotino_times import program_seconds
from rokumen.benchmarks.robot.fuzz import BoardReader, fuzz_reader
from rokumen.benchmarks.robot.planning import check_random_plans
from rokumen.benchmarks.support.decoding_trials import (
    consistent_cubes,
    ideal_scores,
    misread,
    shuffled,
    side_stickers,
)
from rokumen.benchmarks.support.photographs import cubes_by_faces
from rokumen.benchmarks.support.pulse_recorder import MaestroWire, PulseRecorder
from rokumen.benchmarks.support.scenes import HEIGHT, WIDTH, Scene, draw_scene, empty_scene
from rokumen.benchmarks.support.scripted_person import PERSONS, Person, set_up_jaws
from rokumen.benchmarks.support.simulated_job import VirtualRobot
from rokumen.benchmarks.support.sized_cubes import (
    SizedCube,
    drawn_cube,
    drawn_facelets,
    read_sized,
    robot_cubes,
    turned_alike,
)
from rokumen.benchmarks.support.stub_scanner import OracleScanner
from rokumen.benchmarks.support.told_turns import ToldTurns, compare_turns

__all__ = [
    "HEIGHT",
    "PERSONS",
    "WIDTH",
    "BoardReader",
    "ComparedFaces",
    "CubeComparison",
    "Grade",
    "MaestroWire",
    "OracleScanner",
    "Person",
    "PulseRecorder",
    "Scene",
    "SizedCube",
    "StickerScore",
    "ToldTurns",
    "VirtualRobot",
    "check_random_plans",
    "compare",
    "compare_faces",
    "compare_turns",
    "consistent_cubes",
    "cubes_by_faces",
    "draw_scene",
    "drawn_cube",
    "drawn_facelets",
    "effect",
    "empty_scene",
    "face_effect",
    "fuzz_reader",
    "ideal_scores",
    "misread",
    "program_seconds",
    "read_sized",
    "robot_cubes",
    "set_up_jaws",
    "shuffled",
    "side_stickers",
    "turned_alike",
]

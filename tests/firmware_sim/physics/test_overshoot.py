"""Play between cradle and cube: layers stay behind, unless the base turns too far and back."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from firmware_sim.named_robots import find_robot
from firmware_sim.physics.hobby_servos import HobbyServos
from firmware_sim.physics.jaws import pulse_maps
from firmware_sim.physics.state import NEARLY_ALIGNED_DEGREES, PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.errors import RetriesExhaustedError
from robot.rigs.command import CLOSED, OPEN, Command, Grip, Move, Pose
from robot.rigs.mechanisms.flipper import Flipper
from robot.rigs.registry import load_rig
from rokumen import connect, plan
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.cases import for_each

MOVES = "R U2 F' L D B'"


def base_to(degrees: int) -> Move:
    return Move((("base", degrees),))


def base_angle(motion: Command) -> int:
    assert isinstance(motion, Move)
    return dict(motion.targets)["base"]


def rig_file(folder: Path, base: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(f'mechanism = "flipper"\n[base]\n{base}\n')
    return path


def run(url: str, rig: str) -> tuple[SimulatedRobot, float, float]:
    """Make MOVES on a simulated robot; return it, and its seconds and those of the plan."""
    due = plan(MOVES, rig=rig)
    with connect(url, rig=rig) as robot:
        robot.home()
        seconds = robot.run(due)
        return find_robot(url).robot, seconds, due.seconds


@pytest.mark.parametrize("angles", ["[-90, 0, 90]", '"endless"'])
def test_a_base_that_turns_too_far_and_back_leaves_layers_aligned(
    angles: str, tmp_path: Path
) -> None:
    path = rig_file(tmp_path, f"angles = {angles}\nplay = 20\novershoot = 20")
    robot, seconds, due = run(f"sim://{path}?name={path}", str(path))
    state = robot.state()
    assert state.cube == Cube.solved().apply(MOVES)
    assert not state.layers
    assert not robot.accidents
    # The plan's times include the way back.
    assert seconds == pytest.approx(due, rel=0.01)


def test_layers_that_stay_behind_jam_without_overshoot(tmp_path: Path) -> None:
    path = rig_file(tmp_path, "play = 20")
    with pytest.raises(RetriesExhaustedError):
        run(f"sim://{path}?name={path}", str(path))


def test_a_turn_that_jams_is_repeated_with_its_overshoot() -> None:
    robot, _, _ = run("sim://cubotino?name=jams&faults=jam_once@3", "cubotino")
    state = robot.state().with_layers_aligned(NEARLY_ALIGNED_DEGREES)
    assert state.cube == Cube.solved().apply(MOVES)
    assert len(robot.injections) == 1


def test_only_turns_of_layers_go_too_far() -> None:
    rig = Flipper(overshoot=11)
    home = rig.home
    assert rig.servo_travel.motions(home, (base_to(90),)) == (base_to(101), base_to(90))
    at_90 = Pose((90,), (CLOSED,))
    assert rig.servo_travel.motions(at_90, (base_to(-90),)) == (base_to(-101), base_to(-90))
    spinning = (Grip((("cover", OPEN),)), base_to(90))
    assert rig.servo_travel.motions(home, spinning) == spinning
    assert rig.servo_travel.motions(home, (base_to(0),)) == (base_to(0),)
    without = load_rig("flipper")
    assert without.servo_travel.motions(home, (base_to(90),)) == (base_to(90),)


def test_each_place_has_its_own_overshoot() -> None:
    rig = Flipper(overshoot=((-90, 4), (0, 11)))
    motions = rig.servo_travel.motions
    assert motions(rig.home, (base_to(-90), base_to(0), base_to(90))) == (
        *(base_to(-94), base_to(-90), base_to(11), base_to(0)),
        base_to(90),
    )


def servos_after(rig: Flipper, *angles: float) -> HobbyServos:
    """Return the servos of a flipper with the cover closed, after the base has been to angles."""
    servos = HobbyServos(rig, VirtualClock(), PhysicalState.at_home(rig.home, Cube.solved()))
    base, cover = pulse_maps(rig)
    for angle in angles:
        servos.apply_pulses((base.pulse(angle), cover.pulse(0.0)))
    return servos


def test_the_pulses_of_an_overshoot_turn_a_layer_exactly() -> None:
    servos = servos_after(Flipper(overshoot=11, play=11), 30, 60, 95, 101, 95, 90)
    assert servos.state().cube == Cube.solved().turn(Turn("D", 1))
    assert not servos.state().layers
    assert not servos.accidents
    back = servos_after(Flipper(overshoot=11, play=11), 101, 90, -11, 0)
    assert back.state().cube.is_solved()
    assert not back.state().layers


@for_each("rig", ["cubotino", "cubotino-tuned"])
@for_each("detents", product((-90, 0, 90), repeat=3))
def test_turns_below_a_cover_that_stays_closed_leave_layers_aligned(
    rig: str, detents: tuple[int, ...]
) -> None:
    # As a challenge turns a layer back and on, which a camera would see to be left askew.
    flipper = load_rig(rig)
    assert isinstance(flipper, Flipper)
    motions = flipper.servo_travel.motions(flipper.home, tuple(map(base_to, detents)))
    servos = servos_after(flipper, *(base_angle(each) for each in motions))
    turned = [Turn("D", detents[-1] // 90 % 4)] if detents[-1] else []
    assert servos.state().cube == Cube.solved().apply(turned)
    assert not servos.state().layers
    assert not servos.accidents


def test_a_layer_stays_behind_the_pulses_by_the_play() -> None:
    (layer,) = servos_after(Flipper(play=11), 90).state().layers
    assert (layer.face, round(layer.degrees, 6)) == ("D", 79)


def test_a_cover_beyond_upright_is_up() -> None:
    rig = Flipper()
    servos = HobbyServos(rig, VirtualClock(), PhysicalState.at_home(rig.home, Cube.solved()))
    for pulse in (1500, 2000, 2500):
        servos.apply_pulses((1500, pulse))
    assert servos.state().pose == Pose((0,), ("up",))

"""Rigs of other distributions: a good one is planned for and simulated, bad ones are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.errors import RigError
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.check import check_rig
from robot.rigs.registry import RIGS, load_rig, rig_names
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.command_line import Rokumen
from tests.support.plugins import documented_modules, install

# Rigs that contradict themselves in different ways, derived from the documented one.
BROKEN = """
from dataclasses import replace
from own_mechanism import Durations, SlowSix

class NeverEnds(SlowSix):
    def may_end(self, pose):
        return False

class Homeless(SlowSix):
    def homing_commands(self, pose):
        return SlowSix.steps(self, pose)[0].command,

class Contradicts(SlowSix):
    def steps(self, pose):
        return tuple(replace(step, seconds=1.0) for step in SlowSix.steps(self, pose))

class Raises(SlowSix):
    def steps(self, pose):
        return pose.angle

class TurnsNothing(SlowSix):
    def steps(self, pose):
        return ()

never_ends = NeverEnds("never-ends")
homeless = Homeless("homeless")
contradicts = Contradicts("contradicts")
raises = Raises("raises")
endless = SlowSix("endless", endless_axes=())
turns_nothing = TurnsNothing("turns-nothing")
top_camera = SlowSix("top-camera", cameras=("top",))
instant = SlowSix("instant", durations=Durations(quarter=0.0))
two_of_one = SlowSix("two-of-one", axes=("U", "U", "F", "D", "L", "B"))
other = SlowSix("another-name")
"""
WRONG = {
    "never-ends": r"may_end\(home\) is False",
    "homeless": r"homing_commands\(.*\) end at .*, not at home",
    "contradicts": r"the step .* but step\(\) says",
    "raises": "poses raises AttributeError: .*'angle'",
    "endless": "more than 5000 poses",
    "turns-nothing": "no step from any pose turns a face",
    "top-camera": "a camera cannot look at 'top'; give one face",
    "instant": r"durations.quarter = 0.0 is not a number greater than 0",
    "two-of-one": r"axes = .* is not a tuple of different names",
    "other": "has the name 'another-name'",
    "a-class": r"is not an instance of a class derived from rokumen.extend.Rig",
    "no-module": "cannot be loaded: ModuleNotFoundError",
}


@pytest.fixture(autouse=True)
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [f"{name} = broken_rigs:{name.replace('-', '_')}" for name in list(WRONG)[:-2]]
    points += [
        "slow-six = own_mechanism:SLOW_SIX",
        "a-class = own_mechanism:SlowSix",
        "no-module = nowhere:x",
    ]
    points += ["flipper = own_mechanism:SLOW_SIX"]
    modules = {"own_mechanism": documented_modules()["SlowSix"], "broken_rigs": BROKEN}
    install(tmp_path, modules, "\n".join(["[rokumen.rigs]", *points]))
    monkeypatch.syspath_prepend(tmp_path)


def test_a_plan_for_the_documented_rig_makes_the_turns() -> None:
    rig = load_rig("slow-six")
    plan = plan_turns(rig, parse_turns("R U2 F'"), home_state(rig))
    assert Cube.solved().apply(plan.turns) == Cube.solved().apply("R U2 F'")
    assert plan.seconds == pytest.approx(4 * 0.2)


@pytest.mark.parametrize(("name", "message"), WRONG.items())
def test_an_error_names_a_bad_rig_and_its_fault(name: str, message: str) -> None:
    with pytest.raises(RigError, match=rf"the plug-in '{name}' .*{message}"):
        load_rig(name)


@pytest.mark.parametrize("name", RIGS)
def test_every_built_in_rig_passes_the_check(name: str) -> None:
    check_rig(load_rig(name))


def test_a_plugin_cannot_replace_a_built_in_rig() -> None:
    assert load_rig("flipper").axes == ("base",)
    assert rig_names()[: len(RIGS)] == RIGS
    assert "slow-six" in rig_names()
    with pytest.raises(RigError, match=r"unknown rig 'none'; available: .*slow-six"):
        load_rig("none")


def test_the_command_line_accepts_a_rig_of_another_distribution(
    rokumen: Rokumen,
) -> None:
    result = rokumen("plan", "--moves", "R U", "--rig", "slow-six", "--json")
    assert result.status == 0, result.err
    assert result.json()["rig"] == "slow-six"
    refused = rokumen("plan", "--moves", "R U", "--rig", "slow-seven")
    assert refused.status == 2
    assert "slow-six" in refused.err

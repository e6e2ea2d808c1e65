"""Faults as text, their schedule, and their effects on the simulated robot's replies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_sim.errors import OptionError
from firmware_sim.faults import FAULT_TYPES, FaultSchedule, FaultSpec
from firmware_sim.physics.state import PhysicalState
from robot.link.protocol import Message
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.cases import for_each
from tests.support.protocol_host import Host


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("jam=0.05", FaultSpec("jam", probability=0.05)),
        ("jam=1", FaultSpec("jam", probability=1.0)),
        ("drop_cmd=.5", FaultSpec("drop_cmd", probability=0.5)),
        ("jam_once@3", FaultSpec("jam_once", at=3)),
        ("jam_n@3x2", FaultSpec("jam_n", at=3, times=2)),
        ("mute", FaultSpec("mute")),
    ],
)
def test_faults_are_read_from_text(text: str, fault: FaultSpec) -> None:
    assert FaultSpec.parse(text) == fault


@for_each(
    "text", ["", "jamb", "jam=2", "jam=-1", "jam=x", "jam_n@0", "jam_n@3x", "jam@1=0.5", "JAM"]
)
def test_an_error_quotes_a_bad_fault(text: str) -> None:
    with pytest.raises(OptionError, match=text or "''"):
        FaultSpec.parse(text)


def test_the_kinds_do_not_disturb_each_other() -> None:
    alone = FaultSchedule([FaultSpec("jam", probability=0.5)], seed=3)
    combined = FaultSchedule(
        [FaultSpec("drop_cmd", probability=0.5), FaultSpec("jam", probability=0.5)], seed=3
    )
    drawn = []
    for number in range(200):
        combined.triggers("drop_cmd", number)
        drawn.append((alone.jams(number, "L", "U"), combined.jams(number, "L", "U")))
    assert all(a == b for a, b in drawn)
    assert 60 < sum(a for a, _ in drawn) < 140


@for_each("kind", list(FAULT_TYPES))
def test_every_kind_is_injected_once_at_the_given_number(kind: str) -> None:
    faults = FaultSchedule([FaultSpec(kind, at=3)])
    assert [number for number in (1, 2, 3, 3, 4) if faults.triggers(kind, number)] == [3]


def turn_left(host: Host) -> Message:
    """Turn L by a quarter turn and return the final reply."""
    return host.command("MOVE", L="+90")


def go_back(host: Host) -> None:
    host.command("CLEAR")
    assert host.command("MOVE", L="+0").verb == "done"


def test_a_jam_is_reported_with_its_angle_and_load() -> None:
    host = Host("jam_once@1").start()
    reply = turn_left(host)
    assert (reply.verb, reply.get("code"), reply.get("axis")) == ("err", "JAM", "L")
    jam_angle = float(reply.get("at"))
    assert 0 < jam_angle < 90
    assert 0.5 < float(reply.get("load")) <= 1
    (status,) = host.write(b"?")
    assert isinstance(status, Message)
    assert status.get("state") == "jammed"
    assert status.get("pose").startswith(f"L:{jam_angle:+g},")
    assert turn_left(host).get("code") == "STOPPED"
    go_back(host)
    assert host.robot.state().cube.is_solved()
    assert turn_left(host).verb == "done"


def test_jam_n_jams_n_times() -> None:
    host = Host("jam_n@1x3").start()
    verbs = []
    for _ in range(4):
        verbs.append(turn_left(host).verb)
        if verbs[-1] == "err":
            go_back(host)
    assert verbs == ["err", "err", "err", "done"]


def test_jam_forever_affects_one_face_in_one_gripper() -> None:
    host = Host("jam_forever@1").start()
    for _ in range(5):
        assert turn_left(host).get("code") == "JAM"
        go_back(host)
    assert host.command("MOVE", R="+90").verb == "done"
    assert host.robot.state().cube == Cube.solved().turn(Turn("B", 1))


def test_with_probability_one_every_turn_jams() -> None:
    host = Host("jam=1", seed=5).start()
    angles = set()
    for _ in range(6):
        reply = turn_left(host)
        assert reply.get("code") == "JAM"
        angles.add(reply.get("at"))
        go_back(host)
    assert len(angles) == 6
    assert host.command("MOVE", R="-90").get("code") == "JAM"
    host.command("CLEAR")
    assert host.command("MOVE", R="+0").verb == "done"
    # A rotation of the whole cube is not a face turn.
    assert host.command("GRIP", R="open").verb == "done"
    assert host.command("MOVE", L="+90").verb == "done"


def rebooted_with_a_turned_wrist(*faults: str) -> Host:
    """Return a robot that was switched off after L had turned, with its gripper still closed."""
    turned = replace(
        PhysicalState.at_home(RIG.home, Cube.solved().turn(Turn("L", 1))), angles=(90.0, 0.0)
    )
    host = Host(*faults, truth=turned)
    host.command("HELLO", proto="1")
    return host


def test_homing_backs_off_by_itself() -> None:
    host = rebooted_with_a_turned_wrist("jam_n@1x2")
    reply = host.command("HOME")
    assert (reply.verb, reply.get("pose")) == ("done", "L:+0,R:+0;L:closed,R:closed")
    assert host.robot.state().cube.is_solved()
    assert host.robot.accidents == ()


def test_homing_that_keeps_jamming_is_reported_and_can_be_retried() -> None:
    host = rebooted_with_a_turned_wrist("jam_n@1x4")
    reply = host.command("HOME")
    assert (reply.verb, reply.get("code"), reply.get("axis")) == ("err", "JAM", "L")
    assert 0 < float(reply.get("at")) < 90
    assert host.command("CLEAR").verb == "done"
    assert host.command("MOVE", L="+90").get("code") == "POSE"
    assert host.command("HOME").verb == "done"
    assert host.robot.state().cube.is_solved()


def test_a_reboot_during_a_turn_leaves_the_layer_misaligned_and_the_pose_unknown() -> None:
    host = Host("reboot_mid_turn@1", seed=2).start()
    (hello, *_) = [line for _, line in host.lines_received if line.get("epoch")]
    host.write(host.line("MOVE", L="+90"))
    received = host.wait(2.0)
    assert {line.verb for line in received} <= {"busy", "BOOT"}
    boot = host.events[-1]
    assert boot.verb == "BOOT"
    assert boot.get("epoch") != hello.get("epoch")
    (layer,) = host.robot.state().layers
    assert 0 < layer.degrees < 90
    nak = host.write(host.line("MOVE", L="+0"))[0]
    assert nak.verb == "nak"
    assert host.command("HELLO", proto="1").get("epoch") == boot.get("epoch")
    assert host.command("MOVE", L="+90").get("code") == "POSE"
    assert host.command("HOME").verb == "done"
    assert host.robot.state().cube.is_solved()
    assert host.robot.state().layers == ()


def test_a_mute_robot_moves_without_a_reply() -> None:
    host = Host("mute@6").start()
    host.write(host.line("MOVE", L="+90"))
    host.wait(3.0)
    count = len(host.lines_received)
    host.write(b"?")
    assert len(host.lines_received) == count
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_an_unplugged_robot_is_gone() -> None:
    host = Host("unplug@3").start()
    assert not host.robot.unplugged
    assert host.write(host.line("MOVE", L="+90")) == []
    assert host.robot.unplugged
    host.wait(2.0)
    assert host.robot.state().cube.is_solved()


def test_the_same_seed_gives_the_same_conversation() -> None:
    def conversation(seed: int) -> list[object]:
        host = Host("jam=0.5", "drop_reply=0.2", seed=seed)
        for verb, fields in (("HELLO", {"proto": "1"}), ("HOME", {}), ("MOVE", {"R": "+90"})):
            host.write(host.line(verb, **fields))
            host.wait(2.0)
        return list(host.lines_received)

    assert conversation(1) == conversation(1)
    assert conversation(1) != conversation(2)

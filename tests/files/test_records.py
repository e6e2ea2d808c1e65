"""Data classes are read from tables, queries and texts as they are declared, and written back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from files.bounds import entry
from files.records import check_record, entries_of, read_query, read_record, record_table
from files.toml_writing import toml_text
from tests.support.cases import for_each


@dataclass(frozen=True, slots=True)
class Servo:
    channel: int = entry(minimum=0, maximum=23)
    pulses: Mapping[str, float] = entry(minimum=64)


@dataclass(frozen=True, slots=True)
class Camera:
    looks: str
    rotation: int | None = None
    corners: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Robot:
    name: str = entry(is_stored=False)
    pace: float = entry(1.0, above=0, help="times as fast")
    board: str = entry("", key="robot.board", choices=("", "firmware", "maestro"))
    done: tuple[str, ...] = entry((), key="robot.done")
    profile: Path | None = None
    axes: Mapping[str, Servo] = entry({})
    cameras: tuple[Camera, ...] = ()
    ideal: bool = False


DESK = Robot(
    "desk",
    1.5,
    "maestro",
    ("port", 'bo"ard'),
    Path("a/b"),
    {"L": Servo(1, {"-90": 500.0, "0": 1500.125})},
    (Camera("U"), Camera("F", 3, ((1.0, 2.5),))),
)


def test_a_record_is_read_as_it_was_written() -> None:
    assert read_record(Robot, tomllib.loads(toml_text(DESK, "A robot")), name="desk") == DESK
    assert read_record(Robot, json.loads(json.dumps(record_table(DESK))), name="desk") == DESK
    assert read_record(Robot, {}, name="new") == Robot("new")


def test_the_text_has_the_help_of_the_fields() -> None:
    lines = toml_text(replace(DESK, profile=None), "A robot").splitlines()
    assert lines[:2] == ["# A robot", "pace = 1.5  # times as fast"]
    assert "[axes.L]" in lines
    assert "pulses = { -90 = 500, 0 = 1500.125 }" in lines
    assert not any(line.startswith("profile") for line in lines)


@for_each(
    ("text", "words"),
    [
        ("pace = 0", "pace = 0 must be a finite number above 0"),
        ("pace = nan", "pace = nan must be a finite number above 0"),
        ("ideal = 1", "ideal = 1 must be true or false"),
        ("profile = 3", "profile = 3 must be a text"),
        ("robot = 3", "robot = 3 must be a table"),
        ("robot.board = 'toaster'", r"\[robot\] board = 'toaster' must be one of firmware, ma"),
        ("robot.done = [1]", r"\[robot\] done = \[1\] must be a list of texts"),
        ("robot.port = 1", r"\[robot\] unknown key 'port'; known: board, done"),
        ("rig = 1", "unknown key 'rig'; known: pace, robot, profile"),
        ("axes.L = 1", r"\[axes\] L = 1 must be a table"),
        ("axes.L.pulses = {}", r"\[axes.L\] channel is missing; it must be a whole number from 0"),
        ("axes.L.channel = 24", r"\[axes.L\] channel = 24 must be a whole number from 0 to 23"),
        ("axes.L = { channel = 1, pulses = { 0 = 1 } }", r"\[axes.L.pulses\] 0 = 1 must be a fin"),
        ("cameras = [3]", r"cameras = \[3\] must be a list of tables"),
        ("[[cameras]]\nlooks = 'U'\nrotation = 2.0", r"\[cameras 1\] rotation = 2.0 must be a who"),
        ("[[cameras]]\nlooks = 'U'\ncorners = [[1]]", r"corners = \[\[1\]\] must be a list of li"),
    ],
)
def test_what_is_not_allowed_is_quoted(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_record(Robot, tomllib.loads(text), name="desk")


@dataclass(frozen=True, slots=True)
class Options:
    rig: str = entry(is_stored=False)
    jam: float = entry(0.0, minimum=0, maximum=1)
    seed: int = 0
    ideal: bool = False
    fault: tuple[str, ...] = ()


def test_a_query_gives_the_same_values() -> None:
    read = read_query(Options, "jam=.5&seed=7&ideal=true&fault=a&fault=b@2", rig="flipper")
    assert read == Options("flipper", 0.5, 7, True, ("a", "b@2"))
    assert read_query(Options, "", rig="flipper") == Options("flipper")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("jam=2", "jam = 2.0 must be a finite number from 0 to 1"),
        ("jam=inf", "jam = 'inf' must be a finite number from 0 to 1"),
        ("seed=1.5", "seed = '1.5' must be a whole number"),
        ("seed=١", "seed = '١' must be a whole number"),
        ("ideal=yes", "ideal = 'yes' must be true or false"),
        ("jams=1", "unknown key 'jams'; known: jam, seed, ideal, fault"),
    ],
)
def test_what_a_query_may_not_have_is_quoted(query: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_query(Options, query, rig="flipper")


def test_values_in_python_are_checked_alike() -> None:
    check_record(DESK)
    with pytest.raises(ValueError, match="jam = 2 must be a finite number from 0 to 1"):
        check_record(Options("flipper", jam=2))
    assert [each.name for each in entries_of(Options)] == ["rig", "jam", "seed", "ideal", "fault"]

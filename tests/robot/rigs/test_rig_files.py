"""Rig files: every key is used, every wrong value is quoted, and what is written is read again.

Where cameras look, as users write it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import RigError
from robot.rigs.camera_places import check_place, parse_places
from robot.rigs.command import CLOSED, LOADING, OPEN, RELEASE, Pose
from robot.rigs.mechanisms.flipper import CoverAngles, Flipper
from robot.rigs.mechanisms.four_gripper import FourGripper
from robot.rigs.mechanisms.jaws import HiddenStickers, Jaws
from robot.rigs.mechanisms.six_axis import SixAxis
from robot.rigs.mechanisms.two_gripper import TwoGripper
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig, Sight, whole_faces
from robot.rigs.rig_files import DescribedRig, read_rig, rig_text

PLAIN_L = 'mechanism = "two-gripper"\n[grippers]\njaws = "plain"\n'


def read(folder: Path, text: str, name: str = "mine") -> DescribedRig:
    path = folder / f"{name}.toml"
    path.write_text(text)
    return read_rig(path)


@pytest.mark.parametrize("name", RIGS)
def test_a_built_in_rig_is_the_same_read_from_its_own_text(name: str, tmp_path: Path) -> None:
    rig = load_rig(name)
    again = read(tmp_path, rig_text(rig, "as built in"), name)
    assert (again.rig, again.about) == (rig, "as built in")


cameras = st.sampled_from([(("U",), (0.0,)), (("F",), (45.0,)), (("UF", "D"), (0.0, -90.0))])
hidden = st.lists(
    st.builds(
        HiddenStickers,
        st.sampled_from("UF"),
        st.sets(st.integers(0, 8), min_size=1).map(frozenset),
        st.sampled_from([(), (("L", -90),)]),
        st.sampled_from([(), (("L", OPEN), ("R", CLOSED))]),
    ),
    max_size=2,
).map(tuple)
jaws = st.builds(Jaws, st.floats(0, 1.4), st.floats(0, 0.8), st.floats(0.7, 1))


def rounded(value: Jaws) -> Jaws:
    lengths = {name: round(getattr(value, name), 2) for name in ("width", "reach", "opening")}
    return replace(value, **lengths)


two_grippers = st.builds(
    lambda look, shape, detents, jaws, hidden, loading: TwoGripper(
        "mine",
        detents=detents,
        cameras=look[0],
        camera_rolls=look[1] if any(look[1]) else (),
        positions=shape,
        jaws=rounded(jaws),
        hidden=hidden,
        loading=loading,
    ),
    cameras,
    st.sampled_from([("L", "B"), ("L", "D")]),
    st.sampled_from([(-90, 0, 90), (0, 90), (-90, 0, 90, 180)]),
    jaws,
    hidden,
    st.sampled_from([(), (1.01, 1.02)]),
)
flippers = st.builds(
    lambda endless, overshoot, play, cover: Flipper(
        "mine",
        endless_axes=("base",) * endless,
        overshoot=overshoot if endless else (((-90), 4), (0, overshoot), (90, 0)),
        play=play,
        cover=cover,
    ),
    st.booleans(),
    st.integers(0, 40),
    st.integers(0, 40),
    st.sampled_from([CoverAngles(), CoverAngles(2.5, 30, 45, 81)]),
)
others = st.sampled_from([FourGripper(name="mine", jaws=Jaws(draw_back=2.0)), SixAxis(name="mine")])


@settings(max_examples=40)
@given(st.one_of(two_grippers, flippers, others))
def test_a_rig_that_was_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, rig: Rig
) -> None:
    assert read(tmp_path_factory.getbasetemp(), rig_text(rig)).rig == rig


def test_every_key_of_a_two_gripper_file(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
        about = "my robot"
        mechanism = "two-gripper"
        [grippers]
        shape = "V"
        angles = [90, 0]
        jaws = "plain"
        width = 1
        reach = 0.8
        opening = 0.8
        draw_back = 0.1
        loading = { L = 1.2, R = 0.9 }
        [durations]
        turn = 0.5
        [[cameras]]
        looks = "F"
        roll = 45
        [[hidden]]
        at = "F"
        stickers = [1, 9]
        when = ["L:90", "R:open"]
        """,
    )
    rig = found.rig
    assert found.about == "my robot"
    assert isinstance(rig, TwoGripper)
    assert (rig.name, rig.mechanism, rig.positions) == ("mine", "two-gripper", ("L", "D"))
    assert rig.detents == (0, 90)
    assert rig.jaws == Jaws(width=1, reach=0.8, opening=0.8, draw_back=0.1)
    assert rig.loading == (1.2, 0.9)
    # 90 degrees of the servo open the jaws by 0.8 cubies.
    assert rig.servo_travel.angles("L") == {CLOSED: 0, OPEN: 90, LOADING: pytest.approx(135)}
    assert (rig.durations.turn, rig.durations.open) == (0.5, 1.25)
    assert (rig.cameras, rig.camera_rolls) == (("F",), (45.0,))
    assert rig.hidden == (HiddenStickers("F", frozenset({0, 8}), (("L", 90),), (("R", "open"),)),)


def test_where_the_fingers_of_plain_jaws_hide_stickers(tmp_path: Path) -> None:
    rig = read(tmp_path, PLAIN_L).rig
    # R stands behind the cube: over U its jaws cover the middle of the upper row, sticker 2.
    for grips in ((CLOSED, OPEN), (OPEN, CLOSED), (CLOSED, CLOSED)):
        assert rig.sights(Pose((90, 0), grips)) == (Sight("U", frozenset({1})),)
    # L stands to the left: sticker 4; at 0 both are over U.
    assert rig.sights(Pose((0, -90), (CLOSED, OPEN))) == (Sight("U", frozenset({3})),)
    assert rig.sights(Pose((0, 0), (CLOSED, OPEN))) == (Sight("U", frozenset({1, 3})),)
    assert whole_faces(rig, Pose((90, 0), (CLOSED, OPEN))) == ()
    assert rig.sights(Pose((45, 0), (CLOSED, OPEN))) == ()


def test_long_narrow_fingers_hide_the_middle_too(tmp_path: Path) -> None:
    rig = read(tmp_path, PLAIN_L + "width = 0.4\nreach = 1.3\n").rig
    # A finger covers 32% of the sticker in the middle, and 40% of that at the edge.
    assert rig.sights(Pose((90, 0), (CLOSED, OPEN))) == (Sight("U", frozenset({1})),)
    thin = read(tmp_path, PLAIN_L + "width = 0.3\nreach = 1.3\n").rig
    assert whole_faces(thin, Pose((90, 0), (CLOSED, OPEN))) == ("U",)


def test_too_little_of_a_face_is_no_sight(tmp_path: Path) -> None:
    more = '[[hidden]]\nat = "U"\nstickers = [6, 7, 8, 9]\n'
    rig = read(tmp_path, PLAIN_L + more).rig
    assert rig.sights(Pose((90, 0), (CLOSED, OPEN))) == ()


def test_a_file_says_what_else_is_hidden(tmp_path: Path) -> None:
    more = '[[hidden]]\nat = "U"\nstickers = [9]\nwhen = ["cover:low"]\n'
    rig = read(tmp_path, f'mechanism = "flipper"\n{more}').rig
    assert rig.sights(Pose((0,), ("low",))) == (Sight("U", frozenset({8})),)
    assert rig.sights(Pose((0,), (OPEN,))) == (Sight("U"),)


def test_one_loading_position_for_both_jaws_and_none_that_is_no_further(tmp_path: Path) -> None:
    both = read(tmp_path, PLAIN_L + "loading = 1\n").rig
    assert isinstance(both, TwoGripper)
    assert both.loading == (1, 1)
    same = read(tmp_path, PLAIN_L + "opening = 0.7\nloading = 0.7\n").rig
    assert LOADING not in same.servo_travel.angles("R")


def test_the_cover_of_cubotino_goes_as_its_settings_say() -> None:
    # 0.02, -0.33, -0.5 and -0.9 of a quarter turn in Cubotino_T_servo_settings.txt.
    angles = load_rig("cubotino").servo_travel.angles("cover")
    assert (angles[RELEASE], angles[OPEN], angles["low"], angles["up"]) == pytest.approx(
        (1.8, 29.7, 45, 81)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mechanism = 3", "mechanism = 3 must be one of two-gripper"),
        ('mechanism = "crane"', "mechanism = 'crane' must be one of two-gripper, four-gripper"),
        ("[two-gripper]\nturn = 1", "measured durations is for --durations"),
        ("mechanism =", "Invalid value"),
        ('mechanism = "flipper"\nabout = "a\\nb"', r"about = 'a\\nb' must be one line"),
        ('mechanism = "flipper"\nspeed = 3', "unknown key 'speed'; known: about, mechanism"),
        ('mechanism = "flipper"\nbase = 3', "base = 3 must be a table"),
        ('mechanism = "flipper"\n[base]\nturns = 1', r"\[base\] unknown key 'turns'"),
        (
            'mechanism = "flipper"\n[base]\nangles = "round"',
            "must be a list of whole numbers or endless",
        ),
        (
            'mechanism = "flipper"\n[base]\novershoot = 60',
            "= 60 must be a finite number from 0 to 40",
        ),
        (
            'mechanism = "flipper"\n[base]\novershoot = { 45 = 3 }',
            r"\[base.overshoot\] has the unknown angle '45'; known: -90, 0, 90",
        ),
        (
            'mechanism = "flipper"\n[base]\nangles = "endless"\novershoot = { 0 = 3 }',
            "must be one number where angles = 'endless'",
        ),
        (
            'mechanism = "flipper"\n[durations]\nflip = 0',
            "0 must be a finite number from 0.001 to 60",
        ),
        (
            'mechanism = "two-gripper"\n[durations]\nturn = 1e-100',
            "turn = 1e-100 must be a finite number from 0.001 to 60",
        ),
        ('mechanism = "flipper"\n[durations]\nflip = nan', "flip = nan must be a finite number"),
        ('mechanism = "flipper"\n[durations]\nflap = 1', "unknown key 'flap'; known: flip, lower"),
        ('mechanism = "six-axis"\n[motors]\nfaces = "URF"', "'URF' must be one of URFDLB, RFDLB"),
        (PLAIN_L + 'shape = "T"', "shape = 'T' must be one of L, V"),
        (PLAIN_L + "angles = [0, 45]", r"angles = \[0, 45\] must be multiples of 90"),
        (PLAIN_L + "angles = [90, 180]", "0 among them"),
        (PLAIN_L + "angles = [0, 0]", r"\[0, 0\] must be a list of different whole numbers"),
        (PLAIN_L + "opening = 0.3", "must open at least 0.62 cubies to turn around its corners"),
        (PLAIN_L + "loading = 0.6", r"loading = 0.6 must be from 0.7 to 1.05"),
        (PLAIN_L + "loading = inf", "loading = inf must be a finite number"),
        (PLAIN_L + "loading = true", "loading = True must be a finite number"),
        (PLAIN_L + "loading = { L = 9 }", r"\[grippers\] loading L = 9 must be from 0.7 to 1.05"),
        (PLAIN_L + "loading = { M = 1 }", "unknown key 'M'; known: L, R"),
        ('mechanism = "flipper"\n[cover]\nrelease = 20', "release = 20 must be at most a third"),
        ('mechanism = "flipper"\n[cover]\nopen = 70', "open = 70, low = 67.5, up = 90 must rise"),
        (
            'mechanism = "flipper"\n[cover]\nup = 200',
            "200 must be a finite number from 1 to 180",
        ),
        ('mechanism = "flipper"\n[cover]\nlow = "a"', "low = 'a' must be a finite number"),
        ('mechanism = "flipper"\n[cover]\nheld = 1', "unknown key 'held'; known: release, open"),
        (PLAIN_L + "width = 1.4", "meet where reach and half of width are more than 1.5 cubies"),
        ('mechanism = "four-gripper"\n[grippers]\njaws = "plain"', "must draw back by their reach"),
        (PLAIN_L + '[[cameras]]\nlooks = "UD"', "looks = 'UD' must be one to three letters"),
        (PLAIN_L + '[[cameras]]\nlooks = ""', "looks = '' must be one to three letters"),
        (
            PLAIN_L + '[[cameras]]\nlooks = "U"\nroll = 200',
            "200 must be a finite number from -180",
        ),
        (PLAIN_L + '[[hidden]]\nat = "X"', "at = 'X' must be one of U, R, F, D, L, B"),
        (
            PLAIN_L + '[[hidden]]\nat = "U"\nstickers = [0]',
            r"\[0\] must be a list of whole numbers",
        ),
        (
            PLAIN_L + '[[hidden]]\nat = "U"\nstickers = [1]\nwhen = ["M:90"]',
            "when has 'M:90'; use AXIS:ANGLE with L R",
        ),
        (
            PLAIN_L + '[[hidden]]\nat = "U"\nstickers = [1]\nwhen = ["L:ajar"]',
            "when has 'L:ajar'",
        ),
    ],
)
def test_a_wrong_value_is_quoted(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RigError, match=rf"mine.toml': .*{message}"):
        read(tmp_path, text)


def test_the_name_of_a_file_is_that_of_the_rig(tmp_path: Path) -> None:
    with pytest.raises(RigError, match="use letters, digits, '-' and '_'"):
        read(tmp_path, PLAIN_L, "my robot")
    with pytest.raises(RigError, match=r"nowhere.toml': there is no such file"):
        read_rig(tmp_path / "nowhere.toml")


def test_python_rigs_have_no_text() -> None:
    class Own(TwoGripper):
        pass

    assert 'mechanism = "two-gripper"' in rig_text(Own())
    with pytest.raises(RigError, match="is Python code"):
        rig_text(_no_known_mechanism())


def _no_known_mechanism() -> Rig:
    from robot.planning.penalties import Penalties, penalised_rig

    return penalised_rig(load_rig("flipper"), Penalties())


def test_a_file_says_that_motions_overlap(tmp_path: Path) -> None:
    rig = read(tmp_path, 'mechanism = "two-gripper"\n[grippers]\noverlap = true\n').rig
    assert rig.overlap
    assert read(tmp_path, rig_text(rig)).rig == rig
    assert read(tmp_path, f"{PLAIN_L}overlap = true\n").rig.overlap


@pytest.mark.parametrize("place", ["", "UD", "UU", "URFL", "X"])
def test_a_place_that_does_not_exist_is_quoted(place: str) -> None:
    with pytest.raises(RigError, match=f"cannot look at '{place}'"):
        check_place(place)
    assert parse_places("urf, unknown") == ("URF", "")

"""Whether turns were really done: what a face may tell, and what it must leave open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.core.cube import Cube
from solver.core.geometry import FACES
from solver.core.turn import Turn, parse_turns
from tests.support.drawn_faces import single
from tests.support.strategies import cubes, sequences
from tests.support.strategies import turns as any_turn
from vision.detect.face import FaceView
from vision.live.reference_colours import ScannedColours
from vision.live.turn_recognition import TurnChecker, TurnCheckResult, TurnStatus

GLARE = (250.0, 250.0, 250.0)


def seen(cube: Cube, face: str, quarters: int, rng: np.random.Generator) -> FaceView:
    """A face in a light that is somewhat brighter or dimmer, and of another colour."""
    (view,) = single(cube.facelets(), face, quarters, rng).views
    light = rng.uniform(0.7, 1.1) * rng.uniform(0.93, 1.05, 3)
    return replace(view, colours=np.clip(view.colours * light, 0, 250))


def learned(cube: Cube) -> ScannedColours:
    rng = np.random.default_rng(0)
    views = [single(cube.facelets(), face, 0, rng).views[0] for face in FACES]
    letters = [FACES.index(letter) for letter in cube.facelets()]
    return ScannedColours.fit(views, np.array(letters).reshape(6, 9))


def pattern(cube: Cube, face: str) -> frozenset[str]:
    """What a face looks like, however it is turned."""
    start = 9 * FACES.index(face)
    letters = np.array(list(cube.facelets()[start : start + 9])).reshape(3, 3)
    return frozenset("".join(np.rot90(letters, quarters).ravel()) for quarters in range(4))


@dataclass(frozen=True)
class Following:
    """A person who should have made `at` turns of a solution; the light and the hands' seed."""

    cubes: tuple[Cube, ...]
    turns: tuple[Turn, ...]
    at: int
    check: TurnChecker
    rng: np.random.Generator

    def look(self, cube: Cube, face: str, *, known: bool = True) -> TurnCheckResult:
        view = seen(cube, face, int(self.rng.integers(4)), self.rng)
        return self.check.check([view], self.at, confirmed=known)


@st.composite
def followings(draw: st.DrawFn) -> Following:
    cube, made = draw(cubes), draw(sequences)
    assume(made)
    states = [cube]
    for turn in made:
        states.append(states[-1].turn(turn))
    at = draw(st.integers(0, len(made) - 1))
    check = TurnChecker(cube, made, learned(cube))
    return Following(tuple(states), made, at, check, np.random.default_rng(draw(st.integers(0))))


faces = st.sampled_from(FACES)


@settings(max_examples=30)
@given(followings(), faces)
def test_a_turn_that_is_not_done_is_never_called_done(person: Following, face: str) -> None:
    verdict = person.look(person.cubes[person.at], face)
    assert verdict.finding in (TurnStatus.ON_COURSE, TurnStatus.INDISTINGUISHABLE)
    assert verdict.turns_done == person.at


@settings(max_examples=30)
@given(followings(), any_turn, faces)
def test_another_turn_is_never_called_the_next(person: Following, turned: Turn, face: str) -> None:
    now = person.cubes[person.at].turn(turned)
    assume(now not in person.cubes)
    verdict = person.look(now, face)
    assert verdict.finding is not TurnStatus.TURN_DONE
    if verdict.finding is TurnStatus.WRONG_TURN:
        assert verdict.wrong_turn == turned
    # "Right so far" is said only of a face that the wrong turn has left as it was.
    if verdict.finding is TurnStatus.ON_COURSE:
        assert pattern(now, face) == pattern(person.cubes[person.at], face)


@settings(max_examples=30)
@given(followings())
def test_a_turn_that_is_done_is_seen_on_some_face_or_left_open(person: Following) -> None:
    before, now = person.cubes[person.at], person.cubes[person.at + 1]
    for face in FACES:
        verdict = person.look(now, face)
        assert verdict.finding in (TurnStatus.TURN_DONE, TurnStatus.INDISTINGUISHABLE)
        if pattern(now, face) == pattern(before, face):
            assert verdict.finding is TurnStatus.INDISTINGUISHABLE
        if verdict.finding is TurnStatus.TURN_DONE and verdict.turns_done > person.at + 1:
            assert person.cubes[verdict.turns_done] == now


@settings(max_examples=30)
@given(followings(), faces)
def test_a_turn_that_was_only_claimed_is_missed(person: Following, face: str) -> None:
    assume(person.at > 0)
    before, now = person.cubes[person.at - 1], person.cubes[person.at]
    verdict = person.look(before, face, known=False)
    assert verdict.finding in (TurnStatus.TURN_NOT_DONE, TurnStatus.INDISTINGUISHABLE)
    if pattern(before, face) == pattern(now, face):
        assert verdict.finding is TurnStatus.INDISTINGUISHABLE


@settings(max_examples=30)
@given(followings(), any_turn, faces, st.integers(0, 8))
def test_a_highlight_on_a_sticker_lets_nothing_be_done(
    person: Following, turned: Turn, face: str, sticker: int
) -> None:
    for now in (person.cubes[person.at], person.cubes[person.at].turn(turned)):
        assume(now == person.cubes[person.at] or now not in person.cubes)
        view = seen(now, face, 0, person.rng)
        colours = view.colours.copy()
        colours.reshape(-1, 3)[sticker] = GLARE
        verdict = person.check.check([replace(view, colours=colours)], person.at, confirmed=True)
        assert verdict.finding is not TurnStatus.TURN_DONE


@settings(max_examples=30)
@given(followings(), st.lists(faces, min_size=2, max_size=3, unique=True))
def test_several_faces_of_one_moment_tell_no_less(person: Following, shown: list[str]) -> None:
    now = person.cubes[person.at + 1]
    views = [seen(now, face, 1, person.rng) for face in shown]
    alone = [person.check.check([view], person.at, confirmed=True).finding for view in views]
    together = person.check.check(views, person.at, confirmed=True).finding
    assert together is TurnStatus.TURN_DONE or TurnStatus.TURN_DONE not in alone


@settings(max_examples=30)
@given(followings(), faces, st.integers(0))
def test_another_cube_is_not_taken_for_this_one(person: Following, face: str, seed: int) -> None:
    colours = np.random.default_rng(seed).uniform(0, 255, (3, 3, 3))
    view = replace(seen(person.cubes[0], face, 0, person.rng), colours=colours)
    assert person.check.check([view], person.at, confirmed=True).finding is TurnStatus.NO_MATCH


def following(scramble: str, solution: str) -> tuple[Cube, TurnChecker]:
    cube = Cube.solved().apply(parse_turns(scramble))
    return cube, TurnChecker(cube, parse_turns(solution), learned(cube))


def _dimmed(view: FaceView) -> FaceView:
    """A view whose brightest channels can be told."""
    return replace(view, colours=0.85 * view.colours)


@pytest.mark.parametrize("face", "URFDLB")
def test_of_the_last_turn_the_upper_and_lower_face_tell_nothing(face: str) -> None:
    cube, check = following("U", "U'")
    rng = np.random.default_rng(1)
    done, wrong = (
        check.check([_dimmed(single(after.facelets(), face, 0, rng).views[0])], 0, confirmed=True)
        for after in (cube.turn(Turn("U", 3)), cube.turn(Turn("U", 1)))
    )
    if face in "UD":
        assert (done.finding, wrong.finding) == (
            TurnStatus.INDISTINGUISHABLE,
            TurnStatus.INDISTINGUISHABLE,
        )
    else:
        assert done == TurnCheckResult(TurnStatus.TURN_DONE, 1)
        assert wrong == TurnCheckResult(TurnStatus.WRONG_TURN, 0, Turn("U", 1), is_conclusive=True)


def test_two_turns_at_once_are_both_seen() -> None:
    cube, check = following("F2 R U2", "U2 R' F2")
    rng = np.random.default_rng(1)
    after = cube.apply(parse_turns("U2 R'"))
    assert check.check([seen(after, "F", 2, rng)], 0, confirmed=True) == TurnCheckResult(
        TurnStatus.TURN_DONE, 2
    )


def test_a_turn_too_many_is_seen() -> None:
    _, check = following("R", "R'")
    rng = np.random.default_rng(1)
    verdict = check.check([seen(Cube.solved().turn(Turn("F", 1)), "U", 0, rng)], 1, confirmed=True)
    assert verdict.finding in (TurnStatus.WRONG_TURN, TurnStatus.UNIDENTIFIED_TURN)
    solved = check.check([seen(Cube.solved(), "U", 0, rng)], 1, confirmed=True)
    assert solved == TurnCheckResult(TurnStatus.ON_COURSE, 1)

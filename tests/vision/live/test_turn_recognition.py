"""Recognising turns from views of faces: what is certain and what stays open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.core.geometry import FACES
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from tests.support.drawn_faces import single
from tests.support.strategies import cubes, sequences
from tests.support.strategies import turns as any_turn
from vision.detect.face import FaceView
from vision.live.turn_recognition import ScannedColours, TurnChecker, TurnCheckResult, TurnStatus

GLARE = (250.0, 250.0, 250.0)


def view_of(cube: Cube, face: str, quarters: int, rng: np.random.Generator) -> FaceView:
    """Return a view of a face in light of slightly different brightness and colour."""
    (view,) = single(cube.facelets, face, quarters, rng).views
    light = rng.uniform(0.7, 1.1) * rng.uniform(0.93, 1.05, 3)
    return replace(view, colours=np.clip(view.colours * light, 0, 250))


def scanned_colours(cube: Cube) -> ScannedColours:
    rng = np.random.default_rng(0)
    views = [single(cube.facelets, face, 0, rng).views[0] for face in FACES]
    letters = [FACES.index(letter) for letter in cube.facelets]
    return ScannedColours.fit(views, np.array(letters).reshape(6, 9))


def pattern(cube: Cube, face: str) -> frozenset[str]:
    """Return the patterns of a face in its four rotations."""
    start = 9 * FACES.index(face)
    letters = np.array(list(cube.facelets[start : start + 9])).reshape(3, 3)
    return frozenset("".join(np.rot90(letters, quarters).ravel()) for quarters in range(4))


@dataclass(frozen=True)
class Follower:
    """A person who should have made `at` turns of a solution; `rng` draws light and rotation."""

    cubes: tuple[Cube, ...]
    turns: tuple[Turn, ...]
    at: int
    check: TurnChecker
    rng: np.random.Generator

    def show(self, cube: Cube, face: str, *, known: bool = True) -> TurnCheckResult:
        view = view_of(cube, face, int(self.rng.integers(4)), self.rng)
        return self.check.check([view], self.at, confirmed=known)


@st.composite
def followers(draw: st.DrawFn) -> Follower:
    cube, made = draw(cubes), draw(sequences)
    assume(made)
    states = [cube]
    for turn in made:
        states.append(states[-1].turn(turn))
    at = draw(st.integers(0, len(made) - 1))
    check = TurnChecker(cube, made, scanned_colours(cube))
    return Follower(tuple(states), made, at, check, np.random.default_rng(draw(st.integers(0))))


faces = st.sampled_from(FACES)


@settings(max_examples=30)
@given(followers(), faces)
def test_a_turn_not_made_is_never_called_done(person: Follower, face: str) -> None:
    result = person.show(person.cubes[person.at], face)
    assert result.status in (TurnStatus.ON_COURSE, TurnStatus.INDISTINGUISHABLE)
    assert result.turns_done == person.at


@settings(max_examples=30)
@given(followers(), any_turn, faces)
def test_another_turn_is_never_taken_for_the_next(
    person: Follower, turned: Turn, face: str
) -> None:
    now = person.cubes[person.at].turn(turned)
    assume(now not in person.cubes)
    result = person.show(now, face)
    assert result.status is not TurnStatus.TURN_DONE
    if result.status is TurnStatus.WRONG_TURN:
        assert result.wrong_turn == turned
    # A face counts as on course only if the wrong turn has not changed it.
    if result.status is TurnStatus.ON_COURSE:
        assert pattern(now, face) == pattern(person.cubes[person.at], face)


@settings(max_examples=30)
@given(followers())
def test_a_turn_that_is_made_is_recognised_or_left_open(person: Follower) -> None:
    before, now = person.cubes[person.at], person.cubes[person.at + 1]
    for face in FACES:
        result = person.show(now, face)
        assert result.status in (TurnStatus.TURN_DONE, TurnStatus.INDISTINGUISHABLE)
        if pattern(now, face) == pattern(before, face):
            assert result.status is TurnStatus.INDISTINGUISHABLE
        if result.status is TurnStatus.TURN_DONE and result.turns_done > person.at + 1:
            assert person.cubes[result.turns_done] == now


@settings(max_examples=30)
@given(followers(), faces)
def test_an_unconfirmed_turn_that_was_not_made_is_noticed(person: Follower, face: str) -> None:
    assume(person.at > 0)
    before, now = person.cubes[person.at - 1], person.cubes[person.at]
    result = person.show(before, face, known=False)
    assert result.status in (TurnStatus.TURN_NOT_DONE, TurnStatus.INDISTINGUISHABLE)
    if pattern(before, face) == pattern(now, face):
        assert result.status is TurnStatus.INDISTINGUISHABLE


@settings(max_examples=30)
@given(followers(), any_turn, faces, st.integers(0, 8))
def test_a_highlight_on_a_sticker_is_never_a_turn(
    person: Follower, turned: Turn, face: str, sticker: int
) -> None:
    for now in (person.cubes[person.at], person.cubes[person.at].turn(turned)):
        assume(now == person.cubes[person.at] or now not in person.cubes)
        view = view_of(now, face, 0, person.rng)
        colours = view.colours.copy()
        colours.reshape(-1, 3)[sticker] = GLARE
        result = person.check.check([replace(view, colours=colours)], person.at, confirmed=True)
        assert result.status is not TurnStatus.TURN_DONE


@settings(max_examples=30)
@given(followers(), st.lists(faces, min_size=2, max_size=3, unique=True))
def test_several_faces_at_once_are_no_less_conclusive(person: Follower, shown: list[str]) -> None:
    now = person.cubes[person.at + 1]
    views = [view_of(now, face, 1, person.rng) for face in shown]
    alone = [person.check.check([view], person.at, confirmed=True).status for view in views]
    together = person.check.check(views, person.at, confirmed=True).status
    assert together is TurnStatus.TURN_DONE or TurnStatus.TURN_DONE not in alone


@settings(max_examples=30)
@given(followers(), faces, st.integers(0))
def test_another_cube_does_not_match(person: Follower, face: str, seed: int) -> None:
    colours = np.random.default_rng(seed).uniform(0, 255, (3, 3, 3))
    view = replace(view_of(person.cubes[0], face, 0, person.rng), colours=colours)
    assert person.check.check([view], person.at, confirmed=True).status is TurnStatus.NO_MATCH


def follow(scramble: str, solution: str) -> tuple[Cube, TurnChecker]:
    cube = Cube.solved().apply(scramble)
    return cube, TurnChecker(cube, parse_turns(solution), scanned_colours(cube))


def _dimmed(view: FaceView) -> FaceView:
    """Return a darker view, in which no channel is clipped."""
    return replace(view, colours=0.85 * view.colours)


@pytest.mark.parametrize("face", "URFDLB")
def test_the_turned_face_and_its_opposite_do_not_show_a_turn(face: str) -> None:
    cube, check = follow("U", "U'")
    rng = np.random.default_rng(1)
    done, wrong = (
        check.check([_dimmed(single(after.facelets, face, 0, rng).views[0])], 0, confirmed=True)
        for after in (cube.turn(Turn("U", 3)), cube.turn(Turn("U", 1)))
    )
    if face in "UD":
        assert (done.status, wrong.status) == (
            TurnStatus.INDISTINGUISHABLE,
            TurnStatus.INDISTINGUISHABLE,
        )
    else:
        assert done == TurnCheckResult(TurnStatus.TURN_DONE, 1)
        assert wrong == TurnCheckResult(TurnStatus.WRONG_TURN, 0, Turn("U", 1), is_conclusive=True)


def test_two_turns_at_once_are_both_recognised() -> None:
    cube, check = follow("F2 R U2", "U2 R' F2")
    rng = np.random.default_rng(1)
    after = cube.apply("U2 R'")
    assert check.check([view_of(after, "F", 2, rng)], 0, confirmed=True) == TurnCheckResult(
        TurnStatus.TURN_DONE, 2
    )


def test_an_extra_turn_is_recognised() -> None:
    _, check = follow("R", "R'")
    rng = np.random.default_rng(1)
    result = check.check(
        [view_of(Cube.solved().turn(Turn("F", 1)), "U", 0, rng)], 1, confirmed=True
    )
    assert result.status in (TurnStatus.WRONG_TURN, TurnStatus.UNIDENTIFIED_TURN)
    solved = check.check([view_of(Cube.solved(), "U", 0, rng)], 1, confirmed=True)
    assert solved == TurnCheckResult(TurnStatus.ON_COURSE, 1)

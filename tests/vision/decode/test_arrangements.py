"""Arrangements: which view is which face of the cube, in which rotation.

The search over arrangements: its results, pruning and limit.
"""

from __future__ import annotations

import numpy as np
import pytest

from solver.core.facelets import EDGES
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.benchmarks import ideal_scores
from vision.arrays import FloatArray
from vision.decode import map_decoder
from vision.decode.arrangements import (
    Arrangement,
    Arrangements,
    enumerate_arrangements,
    fixed_arrangement,
    unconstrained_arrangements,
)
from vision.decode.bounds import ROUNDING, ScoredArrangements
from vision.decode.face_matching import ViewClusters
from vision.decode.map_decoder import MAX_MARGIN, ArrangementSearch, examine_all
from vision.detect.face import ViewGroup
from vision.facelet_indices import FACE_ROTATIONS, cube_rotation, facelet_indices

UPRIGHT = facelet_indices(0, 0)
ONE_EACH = ViewClusters(np.arange(6), np.zeros(6, np.int64))
ALONE = tuple(ViewGroup((view,), UPRIGHT[None]) for view in range(6))


def corner_group(views: tuple[int, ...], positions: tuple[int, ...]) -> ViewGroup:
    """Return views of upright faces, turned so that the first of them is up."""
    placed = np.stack([facelet_indices(position, 0) for position in positions])
    neighbour = {0: 2, 3: 5}[positions[0]]
    return ViewGroup(views, cube_rotation(positions[0], neighbour)[placed])


def shows_every_facelet_once(arrangements: Arrangements, index: int) -> bool:
    return sorted(arrangements.for_all_views(index).facelets.ravel()) == list(range(54))


def test_six_unknown_faces_have_120_placements_with_1024_rotations_each() -> None:
    found = unconstrained_arrangements()
    assert len(found) == 120 * 1024
    assert (found.facelets[:, 0] == np.arange(9)).all()  # the first face is up and not rotated
    assert len({row.tobytes() for row in found.facelets}) == len(found)
    for index in range(0, len(found), 4999):
        assert shows_every_facelet_once(found, index)
        shown = found.for_all_views(index)
        assert (shown.facelets[shown.position_colours, 4] == np.arange(4, 54, 9)).all()


def test_a_fixed_arrangement_has_each_view_in_its_place() -> None:
    placements = [(2, 1), (0, 0), (5, 3), (1, 2), (4, 0), (3, 1)]
    found = fixed_arrangement(placements)
    assert len(found) == 1
    shown = found.for_all_views(0)
    for view, (position, turns) in enumerate(placements):
        assert (shown.facelets[view] == facelet_indices(position, turns)).all()
        assert shown.position_colours[position] == view


def test_single_faces_are_unconstrained() -> None:
    found = enumerate_arrangements(ALONE, ONE_EACH)
    assert found.is_unconstrained
    assert len(found) == 120 * 1024


def test_two_opposite_corners_have_three_arrangements() -> None:
    groups = [corner_group((0, 1, 2), (0, 1, 2)), corner_group((3, 4, 5), (3, 4, 5))]
    found = enumerate_arrangements(groups, ONE_EACH)
    assert not found.is_unconstrained
    # the second corner may be rotated by thirds of a turn about the diagonal
    assert len(found) == 3
    assert all(shows_every_facelet_once(found, index) for index in range(3))
    true = np.arange(54).reshape(6, 9)
    assert any((found.for_all_views(index).facelets == true).all() for index in range(3))


def test_a_corner_leaves_all_positions_and_rotations_of_three_single_faces() -> None:
    groups = [corner_group((0, 1, 2), (0, 1, 2)), *ALONE[3:]]
    found = enumerate_arrangements(groups, ONE_EACH)
    assert len(found) == 6 * 4**3
    assert all(shows_every_facelet_once(found, index) for index in range(0, len(found), 37))


def test_a_face_in_both_corners_allows_only_one_arrangement() -> None:
    """U, R and F in one photo, D, F and R in the other, L and B by themselves."""
    matching = ViewClusters(np.array([0, 1, 2, 3, 2, 1, 4, 5]), np.zeros(8, np.int64))
    loose = [ViewGroup((6,), UPRIGHT[None]), ViewGroup((7,), UPRIGHT[None])]
    groups = [corner_group((0, 1, 2), (0, 1, 2)), corner_group((3, 4, 5), (3, 2, 1)), *loose]
    found = enumerate_arrangements(groups, matching)
    # only the two single faces are free: two placements, with four rotations each
    assert len(found) == 2 * 4**2
    for index in range(len(found)):
        shown = found.for_all_views(index).facelets
        assert shown[3, 4] == 9 * 3 + 4  # D is opposite U
        assert shown[1, 4] == shown[5, 4]
        assert shown[2, 4] == shown[4, 4]


def test_contradictory_faces_have_no_arrangement() -> None:
    """One photo shows two faces as neighbours that the other shows with the same two others."""
    matching = ViewClusters(np.array([0, 1, 2, 0, 2, 1]), np.zeros(6, np.int64))
    groups = [corner_group((0, 1, 2), (0, 1, 2)), corner_group((3, 4, 5), (0, 1, 2))]
    assert len(enumerate_arrangements(groups, matching)) == 0


def test_log_probs_of_stickers_are_assigned_to_facelets_and_letters() -> None:
    facelets = np.stack([facelet_indices(p, q) for p, q in [(1, 2), (0, 1)]])
    arrangement = Arrangement(facelets, np.array([1, 0, 2, 3, 4, 5]))
    stickers = np.random.default_rng(1).normal(size=(2, 9, 6))
    table = arrangement.facelet_log_probs(stickers)
    # colour 0 is that of face R, and colour 1 that of face U
    upright = stickers[0][FACE_ROTATIONS[2]]
    assert table[9:18, [1, 0, 2, 3, 4, 5]] == pytest.approx(upright)
    assert (table[18:] == 0).all()


def test_log_probs_of_a_face_seen_twice_are_added_up() -> None:
    matching = ViewClusters(np.array([0, 1, 2, 3, 4, 5, 2]), np.array([0, 0, 0, 0, 0, 0, 1]))
    found = enumerate_arrangements((*ALONE, ViewGroup((6,), UPRIGHT[None])), matching)
    stickers = np.random.default_rng(1).normal(size=(7, 9, 6))
    pooled = found.pool_log_probs(stickers)
    assert pooled.shape == (6, 9, 6)
    assert pooled[2] == pytest.approx(stickers[2] + stickers[6][FACE_ROTATIONS[1]])
    assert pooled[3] == pytest.approx(stickers[3])
    shown = found.for_all_views(7).facelets
    assert (shown[6][FACE_ROTATIONS[1]] == shown[2]).all()
    assert (found.for_representatives(7).facelets == shown[:6]).all()


CUBE = Cube.random(1).facelets
LETTERS = np.array([FACES.index(letter) for letter in CUBE])
IN_PLACE = fixed_arrangement([(position, 0) for position in range(6)])
STANDARD = [0, 1, 2, 3, 4, 5]


def two_corners() -> Arrangements:
    """Return the three arrangements of the corners URF and DLB, each seen in one photo."""
    upper = np.arange(54).reshape(6, 9)[:3]
    lower = cube_rotation(3, 5)[np.stack([facelet_indices(p, 0) for p in (3, 4, 5)])]
    groups = [ViewGroup((0, 1, 2), upper), ViewGroup((3, 4, 5), lower)]
    return enumerate_arrangements(groups, ViewClusters(np.arange(6), np.zeros(6, np.int64)))


def search_of(table: FloatArray, arrangements: Arrangements) -> ArrangementSearch:
    scored = ScoredArrangements.of(table.reshape(6, 9, 6), arrangements)
    return ArrangementSearch(scored, STANDARD, scored.bounds())


def test_the_cube_is_found_in_the_arrangement_that_makes_it_legal() -> None:
    search = search_of(ideal_scores(CUBE) - 0.1, two_corners())
    examine_all(search)
    assert search.best is not None
    assert search.is_exhaustive
    assert not search.has_close_runner_up
    assert search.best.cube.log_prob == pytest.approx(-5.4)
    assert (search.best.colours == LETTERS).all()
    assert (search.best.arrangement.facelets == np.arange(54).reshape(6, 9)).all()


def test_a_cube_is_turned_so_that_the_standard_colours_are_up_and_in_front() -> None:
    scored = ScoredArrangements.of(ideal_scores(CUBE).reshape(6, 9, 6), IN_PLACE)
    held = [FACES.index(face) for face in "RDFLUB"]  # the right face is now up
    search = ArrangementSearch(scored, held, scored.bounds())
    examine_all(search)
    assert search.best is not None
    assert (search.best.colours == LETTERS[np.argsort(cube_rotation(1, 2))]).all()
    assert search.best.arrangement.position_colours.tolist() == held
    assert (search.best.colours[search.best.arrangement.facelets] == LETTERS.reshape(6, 9)).all()
    assert search.best.face_indices[4::9].tolist() == [0, 1, 2, 3, 4, 5]


def test_only_cubes_within_the_margin_matter_once_one_is_found() -> None:
    search = search_of(ideal_scores(CUBE), IN_PLACE)
    assert search.threshold == -np.inf
    search.solve(0)
    assert search.threshold == pytest.approx(-MAX_MARGIN - ROUNDING)


def test_arrangements_whose_cubes_cannot_matter_are_not_decoded() -> None:
    search = search_of(ideal_scores(CUBE), two_corners())
    best = int(search.bounds.upper.argmax())
    search.solve(best)
    for index in {0, 1, 2} - {best}:
        assert search.bounds.upper[index] < search.threshold
        search.examine(index)
    assert len(search.found) == 1


def test_with_a_tie_only_a_better_cube_matters() -> None:
    hidden = {facelet for edge in EDGES[:3] for facelet in edge}
    search = search_of(ideal_scores(CUBE, hidden=hidden), IN_PLACE)
    examine_all(search)
    assert search.best is not None
    assert search.has_close_runner_up
    assert search.threshold == pytest.approx(search.best.cube.log_prob - ROUNDING)


def test_a_search_that_reaches_its_limit_is_not_exhaustive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_decoder, "MAX_EXACT_SOLVES", 2)
    search = search_of(ideal_scores(CUBE), two_corners())
    search.solve(0)
    search.solve(1)
    assert search.is_exhaustive
    search.solve(2)
    assert not search.is_exhaustive
    assert len(search.found) == 2


def test_the_most_probable_letters_make_a_legal_cube_in_the_true_arrangement_alone() -> None:
    search = search_of(ideal_scores(CUBE), two_corners())
    true = np.arange(54).reshape(6, 9)
    for index in range(3):
        shown = search.scored.arrangements.for_all_views(index).facelets
        assert search.unconstrained_cube_is_legal(index) == (shown == true).all()

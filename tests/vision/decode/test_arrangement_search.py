"""The search over arrangements: its results, pruning and limit."""

import numpy as np
import pytest

from solver.core.facelets import EDGES
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.benchmarks import ideal_scores
from vision.arrays import FloatArray
from vision.decode import arrangement_search
from vision.decode.arrangement_search import MAX_MARGIN, ArrangementSearch, examine_all
from vision.decode.arrangements import Arrangements, enumerate_arrangements, fixed_arrangement
from vision.decode.bounds import ROUNDING, ScoredArrangements
from vision.decode.face_matching import ViewClusters
from vision.detect.face import ViewGroup
from vision.facelet_indices import cube_rotation, facelet_indices

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
    monkeypatch.setattr(arrangement_search, "MAX_EXACT_SOLVES", 2)
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

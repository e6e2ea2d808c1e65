"""The benchmarks of the beginner's course, of layers-1978 and of pure sequences."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.harness.progress import QUIET
from benchmarks.solving import other_methods
from benchmarks.solving.lengths import Lengths, StageLengths
from benchmarks.solving.other_methods import LayersLengths, beginner, layers, sequences
from solver.engines.beginner_course import load_course
from solver.engines.sequences.beam_search import default_table


def test_the_beginners_course_is_shown_beside_published_figures() -> None:
    ours, cube_unstuck, *packages, stages = beginner(QUIET, seed=3, cubes=20)
    assert isinstance(ours, Lengths)
    assert isinstance(stages, StageLengths)
    assert isinstance(cube_unstuck, Lengths)
    assert (cube_unstuck.qtm_mean, cube_unstuck.qtm_fewest, cube_unstuck.qtm_most) == (210, 80, 321)
    # The descriptions of magiccube and rubik-cube.
    assert [each.mean for each in packages if isinstance(each, Lengths)] == [136, 158]
    # The standard deviation of one is 20 turns.
    assert ours.mean is not None
    assert abs(ours.mean - load_course().mean_turns) < 15
    assert abs(sum(stages.means.values()) - ours.mean) < 1e-9
    assert "Turn the corners" in stages.means


@pytest.mark.slow
def test_a_thousand_cubes_are_solved_in_the_mean_that_the_page_and_the_documents_state() -> None:
    result = next(beginner(QUIET))
    assert isinstance(result, Lengths)
    assert round(result.mean or 0) == load_course().mean_turns
    document = (Path(__file__).parents[3] / "docs" / "beginner.md").read_text(encoding="utf-8")
    assert (
        f"| `beginner`, {len(load_course().sequences)} sequences | {result.mean:.1f} |" in document
    )


@pytest.mark.thorough
def test_layers_and_lbl_solve_the_same_cubes_at_every_effort() -> None:
    records = list(layers(QUIET, seed=1, cubes=3))
    lengths = [each for each in records if isinstance(each, LayersLengths)]
    assert [each.method for each in lengths] == [
        f"{method} --effort {effort}" for method, effort in other_methods.LAYERS
    ]
    assert lengths[3].ratio == 1
    assert lengths[0].ratio == pytest.approx((lengths[0].mean or 0) / (lengths[3].mean or 1))
    stages = [each for each in records if isinstance(each, StageLengths)]
    assert [each.method for each in stages] == ["effort 1", "effort 5", "effort 20"]
    for each, length in zip(stages, lengths[:3], strict=True):
        assert sum(each.means.values()) == pytest.approx(length.mean)


def test_pure_sequences_solve_the_same_cubes_with_every_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Wada's own table takes seconds to build, so it is measured but not tested.
    monkeypatch.setattr(other_methods, "four_sequences_table", default_table)
    monkeypatch.setattr(other_methods, "EFFORTS", (1, 3))
    records = list(sequences(QUIET, cubes=3))
    assert [each.method for each in records] == [
        "Wada's four with setup moves, effort 20",
        "the shortest, effort 1",
        "the shortest, effort 3",
    ]
    assert (records[1].mean or 0) >= (records[2].mean or 0)

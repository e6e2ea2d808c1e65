"""No cube is called solved by a camera that lies; the count of those that are can fail."""

from __future__ import annotations

from functools import partial

import pytest

from benchmarks.robot.lying_cameras import LIES, deceive
from benchmarks.support import simulated_job
from rokumen.jobs.cube_job import Job

NUMBER = len(LIES)
SEED = 7  # the robot of the first job has no fault that ends it


@pytest.mark.thorough
def test_no_lie_makes_a_cube_solved_and_the_truth_does() -> None:
    found = deceive(NUMBER, SEED)
    assert [each.lie for each in found] == list(LIES)
    assert [each.jobs for each in found] == [1] * NUMBER
    # Some lies begin too late, or end too early, to change anything.
    assert [each.solved for each in found[:3]] == [1, 0, 0]
    assert all(each.is_good for each in found)


def test_a_host_that_believes_what_it_sees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_job, "Job", partial(Job, challenge=False))
    found = deceive(2, SEED)
    assert [(each.solved, each.false_claims, each.is_good) for each in found[:2]] == [
        (1, 0, True),
        (1, 1, False),
    ]

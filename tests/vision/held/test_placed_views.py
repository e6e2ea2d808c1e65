"""Views that are said to show one face are those, in the turns of which they show it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.facelet_indices import facelet_indices
from vision.held.placed_views import clusters_of

SHOWN = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=8)


@given(SHOWN)
def test_views_of_one_face_have_one_number_and_their_turn_from_the_first(
    shown: list[tuple[int, int]],
) -> None:
    clusters = clusters_of(np.array([facelet_indices(face, turns) for face, turns in shown]))
    first: dict[int, tuple[int, int]] = {}
    for view, (face, turns) in enumerate(shown):
        number, turns_of_first = first.setdefault(face, (len(first), turns))
        assert clusters.face_ids[view] == number
        # Turned on by the stated number of quarter turns, the first view's face is this one's.
        quarter_turns = int(clusters.quarter_turns[view])
        assert (
            facelet_indices(face, turns_of_first + quarter_turns) == facelet_indices(face, turns)
        ).all()

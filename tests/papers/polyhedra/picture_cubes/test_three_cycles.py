"""Sequences for every cycle of three inner pieces, and permutations made of them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papers.polyhedra.picture_cubes.inner_pieces import inner_orbits, orbit_kind
from papers.polyhedra.picture_cubes.three_cycles import (
    cycle_table,
    solve_arrangement,
    turns_on_orbit,
)
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import write_all
from tests.support.numbered_stickers import solved_stickers, turned_stickers


@pytest.mark.parametrize("kind", ["diagonal", "line", "other"])
def test_every_cycle_of_three_has_a_sequence_of_at_most_twelve_turns(kind: str) -> None:
    sequences = cycle_table(kind).sequences
    assert set(sequences) == set(permutations(range(24), 3))
    assert {len(sequence) for sequence in sequences.values()} == {8, 10, 12}


def test_a_sequence_moves_three_stickers_and_no_others_on_any_size() -> None:
    rng = Random(0)
    for n in (4, 5, 8, 9):
        for orbit in inner_orbits(n):
            cell = divmod(int(orbit[0]), n)
            table = cycle_table(orbit_kind(cell, n))
            for cycle in rng.sample(sorted(table.sequences), 3):
                numbers = turns_on_orbit(table, cycle, cell, n)
                written = write_all(map(geometry(n).turn_at, numbers), n)
                places, _ = turned_stickers(" ".join(written), n)
                assert (places != solved_stickers(n)[0]).any(axis=1).sum() == 3
                stickers = geometry(n).apply(
                    np.arange(6 * n * n), map(geometry(n).turn_at, numbers)
                )
                a, b, c = orbit[list(cycle)]
                assert (stickers[b], stickers[c], stickers[a]) == (a, b, c)


@pytest.mark.parametrize(("n", "orbits"), [(4, 1), (5, 2), (6, 4), (7, 6)])
def test_the_orbits_are_all_inner_pieces_but_the_middles(n: int, orbits: int) -> None:
    found = inner_orbits(n)
    assert len(found) == orbits
    assert len(np.unique(np.concatenate(found))) == 24 * orbits == 6 * ((n - 2) ** 2 - n % 2)


@settings(max_examples=10)
@given(st.permutations(range(24)))
def test_cycles_solve_an_even_arrangement(drawn: list[int]) -> None:
    if sum(a > b for i, a in enumerate(drawn) for b in drawn[i + 1 :]) % 2:
        drawn[0], drawn[1] = drawn[1], drawn[0]
    now = dict(enumerate(drawn))
    for a, b, c in solve_arrangement(tuple(drawn), cycle_table("line")):
        now[b], now[c], now[a] = now[a], now[b], now[c]
    assert all(place == piece for place, piece in now.items())

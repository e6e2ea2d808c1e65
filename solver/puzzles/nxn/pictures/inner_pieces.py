"""The turns that bring all inner pieces of a cube to their own places and keep the rest.

Commutators of sets of columns and rows come first, as long as they place more pieces for a turn
than single three-cycles do; then each orbit is solved by three-cycles.
"""

from __future__ import annotations

from solver.puzzles.nxn.layers import Ints, geometry
from solver.puzzles.nxn.pictures.pieces import inner_orbits
from solver.puzzles.nxn.pictures.three_cycles import (
    cycle_table,
    solve_arrangement,
    turns_on_orbit,
)
from solver.puzzles.nxn.tsukuda.centres.sequences import centre_sequences

# A three-cycle of eight turns places two pieces: 0.25 for a turn.
_WORTHWHILE_RATE = 0.26


def place_inner_pieces(places: Ints, n: int) -> list[int]:
    """Return the numbers of the turns that bring all inner pieces home.

    `places` (6nn) says for each sticker where it belongs; corners and edges are solved.
    """
    now = places.copy()
    numbers = _block_commutators(now, n)
    for orbit in inner_orbits(n):
        index = {int(sticker): number for number, sticker in enumerate(orbit)}
        cell = divmod(int(orbit[0]), n)
        table = cycle_table(orbit_kind(cell, n))
        for cycle in solve_arrangement(tuple(index[int(home)] for home in now[orbit]), table):
            numbers += turns_on_orbit(table, cycle, cell, n)
    return numbers


def orbit_kind(cell: tuple[int, int], n: int) -> str:
    """Return whether the pieces of a row and column are on a diagonal, a middle line or neither."""
    row, column = cell
    if row == column or row + column == n - 1:
        return "diagonal"
    return "line" if n - 1 in (2 * row, 2 * column) else "other"


def _block_commutators(places: Ints, n: int) -> list[int]:
    """Apply commutators that place many pieces for their turns; return the turns' numbers."""
    numbers: list[int] = []
    while True:
        found = centre_sequences(n).placing_commutator(places)
        if found.rate < _WORTHWHILE_RATE:
            return numbers
        geometry(n).apply_numbers(places, found.numbers)
        numbers += found.numbers

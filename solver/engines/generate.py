"""Makes the case tables again: `python -m solver.engines.generate [TABLE...]`.

Without names all tables are made, which takes some minutes and 4 GB of memory. With
`--show` the tables are printed as they are, a line `case | name | algorithm, algorithm...` for each
case. The first algorithm of a case is a shortest one, a half turn counting as one turn; of several,
the one that is the easiest to do by hand.

Each case of OLL has several algorithms in the table `oll_choice`. They turn up the same stickers
and permute the pieces differently, so that one of them often leaves a short PLL. The first is that
of the table `oll`; the others are algorithms of one look, each of which orients some pattern. Those
are taken, one after another, that shorten OLL and PLL together the most, over the 288 arrangements
that the pattern can have.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from solver.core.turn import inverse
from solver.encodings import SOLVED_BYTES, TOP, ByteEffect, effect_on_bytes, turn_bytes
from solver.engines.case_tables import (
    FILE,
    Algorithm,
    Case,
    load_cases,
    make_case,
    pack_cases,
    write_blocks,
)
from solver.engines.lbl.generate_first_layers import (
    Row,
    corner_rows,
    cross_distances,
    cross_edge_rows,
    ergonomic_key,
    pair_case_rows,
    pair_rows,
)
from solver.engines.lbl.generate_last_layer import oll_rows, one_look_rows, pll_rows
from solver.engines.lbl.last_layer import arrangements, oll_pattern
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS

# How many algorithms a case has at most.
ALGORITHMS = 4


def oll_choice_rows() -> Iterator[Row]:
    """Return the algorithms of the 58 cases, that of the table `oll` first."""
    known = _by_pattern()
    for case in load_cases("oll").values():
        yield case.key, case.name, _chosen(case, known[case.key])


def _by_pattern() -> dict[str, list[Algorithm]]:
    """Return the algorithms of one look, seen from any side, by the pattern that they orient."""
    found: dict[str, set[Algorithm]] = defaultdict(set)
    for case in load_cases("one_look").values():
        for algorithm in case.algorithms:
            for side in SLOT_VIEWPOINTS:
                seen = side.to_cube_turns(algorithm)
                found[_pattern(seen)].add(seen)
    return {pattern: sorted(known, key=ergonomic_key) for pattern, known in found.items()}


def _pattern(algorithm: Algorithm) -> str:
    return oll_pattern(turn_bytes(SOLVED_BYTES, inverse(algorithm))[TOP])


def _chosen(case: Case, known: Sequence[Algorithm]) -> tuple[Algorithm, ...]:
    usual = case.algorithm
    chosen = [usual]
    if usual:
        undone = effect_on_bytes(inverse(usual))
        states = [top.translate(undone) for top in arrangements()]
        lengths = {each: _lengths(each, case.key, states) for each in known}
        best = _lengths(usual, case.key, states)
        while len(chosen) < ALGORITHMS:
            # Of equal ones, the easiest is the first.
            added = min(known, key=lambda each: sum(map(min, best, lengths[each])))
            shorter = list(map(min, best, lengths[added]))
            if shorter == best:
                break
            chosen.append(added)
            best = shorter
    return tuple(chosen)


def _lengths(algorithm: Algorithm, pattern: str, states: Sequence[bytes]) -> list[int]:
    """Return the turns of OLL and PLL in each state, by an algorithm from any side that fits."""
    seen = (side.to_cube_turns(algorithm) for side in SLOT_VIEWPOINTS)
    effects: list[ByteEffect] = [
        effect_on_bytes(each) for each in seen if _pattern(each) == pattern
    ]
    left = arrangements()
    return [
        len(algorithm) + min(len(left[top.translate(effect)].algorithm) for effect in effects)
        for top in states
    ]


# What the keys of some tables say.
TOP_COLOUR = "which way the top colour looks at each place, row by row from the back"
CYCLES = "where the algorithm sends the pieces, as cycles"


@dataclass(frozen=True)
class TableFile:
    """A file of tables, and how each is made.

    `tables`: what the key of a case says, and what makes the rows of the table. `others`: what
    makes the bytes of a block that has no rows. They are made in this order.
    """

    file: Path
    program: str
    tables: Mapping[str, tuple[str, Callable[[], Iterator[Row]]]]
    others: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)

    def cases(self, table: str, rows: Iterable[Row] | None = None) -> tuple[Case, ...]:
        """Return the cases of a table, short algorithms first, from its rows or generated."""
        _, generate = self.tables[table]
        ordered = sorted(rows or generate(), key=lambda row: (len(row[2][0]), row))
        return tuple(make_case(*row) for row in ordered)

    def block(self, name: str) -> bytes:
        """Return the bytes of a block of the file, generated."""
        return self.others[name]() if name in self.others else pack_cases(self.cases(name))

    def text(self, table: str) -> str:
        """Return a table of the file as text: what its keys say, and a line for each case."""
        lines = (str(case) for case in load_cases(table, self.file).values())
        return "\n".join([f"# {self.tables[table][0]} | name | algorithms", *lines])

    def run(self) -> None:
        """Write the tables that are named on the command line, or all; or print them."""
        parser = argparse.ArgumentParser(prog=f"python -m {self.program}")
        parser.add_argument("--show", action="store_true", help="print tables as they are")
        parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(self.tables))
        arguments = parser.parse_args()
        unknown = set(arguments.tables) - {*self.tables, *self.others}
        if unknown:
            parser.error(f"no table is named {', '.join(sorted(unknown))}")
        if arguments.show:
            for table in arguments.tables or self.tables:
                print(self.text(table))
            return
        for name in arguments.tables or (*self.others, *self.tables):
            write_blocks({name: self.block(name)}, self.file)
            print(f"{name} is written to {self.file}")


DISTANCES = "cross"
TABLES = TableFile(
    FILE,
    "solver.engines.generate",
    {
        "cross_edges": (
            "where the edge of DF is, and which of its neighbours are placed",
            cross_edge_rows,
        ),
        "corner": ("where the corner of DFR is", corner_rows),
        "pair_cases": ("where the corner of DFR and the edge of FR are", pair_case_rows),
        "pair": (
            "where the corner of DFR and the edge of FR are, and which slots are filled",
            pair_rows,
        ),
        "oll": (TOP_COLOUR, oll_rows),
        "pll": (CYCLES, pll_rows),
        "one_look": ("where URF UFL ULB UBR UR UF UL UB are", one_look_rows),
        # From the tables before it.
        "oll_choice": (TOP_COLOUR, oll_choice_rows),
    },
    {DISTANCES: cross_distances},
)


if __name__ == "__main__":
    TABLES.run()

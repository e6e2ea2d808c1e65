"""Makes the case tables again: `python -m solver.engines.generate [TABLE...]`.

Without names all tables are made, which takes about twenty minutes and 4 GB of memory. With
`--show` the tables are printed as they are, a line `case | name | algorithm, algorithm...` for each
case. The first algorithm of a case is a shortest one, a half turn counting as one turn, and in the
tables of `paper` as the polyhedra paper counts turns; of several, the one that is the easiest to do
by hand.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

from solver.engines.case_tables import (
    FILE,
    Case,
    load_cases,
    make_case,
    pack_cases,
    write_blocks,
)
from solver.engines.lbl import generate_paper_tables
from solver.engines.lbl.generate_first_layers import (
    Row,
    corner_rows,
    cross_distances,
    cross_edge_rows,
    pair_case_rows,
    pair_rows,
)
from solver.engines.lbl.generate_last_layer import oll_rows, one_look_rows, pll_rows
from solver.engines.lbl.generate_oll_choice import oll_choice_rows
from solver.engines.sequences.generate_pure_sequences import shortest_pure_sequences

# What the key of a case says, and what makes the rows of its table.
TABLES: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
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
    "oll": ("which way the top colour looks at each place, row by row from the back", oll_rows),
    "pll": ("where the algorithm sends the pieces, as cycles", pll_rows),
    "paper_corner": ("where the corner of DFR is", generate_paper_tables.corner_rows),
    "paper_pair": (
        "where the corner of DFR and the edge of FR are",
        generate_paper_tables.pair_rows,
    ),
    "paper_oll": (
        "which way the top colour looks at each place, row by row from the back",
        generate_paper_tables.oll_rows,
    ),
    "paper_pll": (
        "where the algorithm sends the pieces, as cycles",
        generate_paper_tables.pll_rows,
    ),
    "one_look": ("where URF UFL ULB UBR UR UF UL UB are", one_look_rows),
    # From the tables before it.
    "oll_choice": (
        "which way the top colour looks at each place, row by row from the back",
        oll_choice_rows,
    ),
}

DISTANCES, PURE = "cross", "pure"


def generate_cases(table: str, rows: Iterable[Row] | None = None) -> tuple[Case, ...]:
    """Return the cases of a table, short algorithms first, from its rows or generated."""
    _, generate = TABLES[table]
    ordered = sorted(rows or generate(), key=lambda row: (len(row[2][0]), row))
    return tuple(make_case(*row) for row in ordered)


def generate_block(name: str) -> bytes:
    """Return the bytes of a block of the file, generated."""
    if name == DISTANCES:
        return cross_distances()
    if name == PURE:
        return pack_cases([make_case("shortest", "", shortest_pure_sequences())])
    return pack_cases(generate_cases(name))


def table_text(table: str) -> str:
    """Return a table of the file as text: what its keys say, and a line for each case."""
    lines = (str(case) for case in load_cases(table).values())
    return "\n".join([f"# {TABLES[table][0]} | name | algorithms", *lines])


def main() -> None:
    """Write the tables that are named on the command line, or all; or print them."""
    parser = argparse.ArgumentParser(prog="python -m solver.engines.generate")
    parser.add_argument("--show", action="store_true", help="print tables as they are in the file")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(TABLES))
    arguments = parser.parse_args()
    unknown = set(arguments.tables) - {DISTANCES, *TABLES, PURE}
    if unknown:
        parser.error(f"no table is named {', '.join(sorted(unknown))}")
    if arguments.show:
        for table in arguments.tables or TABLES:
            print(table_text(table))
        return
    for name in arguments.tables or (DISTANCES, *TABLES, PURE):
        write_blocks({name: generate_block(name)})
        print(f"{name} is written to {FILE}")


if __name__ == "__main__":
    main()

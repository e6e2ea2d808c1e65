"""Generates the case tables: `python -m solver.engines.lbl.generate_tables [TABLE...]`.

The first algorithm of a case is a shortest one, a half turn counting as one turn; of several, the
one that is the easiest to do by hand. It takes about twenty minutes.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from solver.engines.lbl.generate.f2l import corner_rows, pair_case_rows, pair_rows
from solver.engines.lbl.generate.last_layer import oll_rows, one_look_rows, pll_rows
from solver.engines.lbl.generate.rows import Row, cross_distances, cross_edge_rows

DATA = Path(__file__).parents[1] / "data"

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
    "one_look": ("where URF UFL ULB UBR UR UF UL UB are", one_look_rows),
}


def table_text(table: str, rows: Iterable[Row] | None = None) -> str:
    """Return the text of a table's file, generated or from its rows."""
    case, generate = TABLES[table]
    lines = (
        f"{key} | {name} | {', '.join(' '.join(map(str, a)) for a in algorithms)}".strip()
        for key, name, algorithms in sorted(
            rows or generate(), key=lambda row: (len(row[2][0]), row)
        )
    )
    remark = f"# {case} | name | algorithms. Written by solver.lbl.generate.\n"
    return remark + "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write all tables, or those that are named on the command line."""
    for table in sys.argv[1:] or ("cross", *TABLES):
        if table == "cross":
            (DATA / "cross.bin").write_bytes(zlib.compress(cross_distances(), 9))
        else:
            (DATA / f"{table}.txt").write_text(table_text(table), encoding="utf-8")
        print(f"{table} is written to {DATA}")


if __name__ == "__main__":
    main()

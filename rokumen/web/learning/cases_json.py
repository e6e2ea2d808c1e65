"""The cases of LBL as JSON, for those who know the course: picture, sequence and setup of each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from rokumen.web.learning.course_json import ANY
from solver.core.facelets import CENTRES, FACELET_BY_NAME, SOLVED
from solver.core.turn import inverse
from solver.engines.beginner.course import load_course
from solver.engines.beginner.seen import turn_seen
from solver.engines.case_tables import Case, load_cases
from solver.notation.printing import moves_text

_FIRST_LAYERS = "DF DR DB DL DFR DLF DBL DRB FR FL BL BR"
# Of each table: the pieces that are drawn, and whether of the top only its own colour is.
_DRAWN = {
    "cross_edges": "DF",
    "pair_cases": "DF DR DB DL DFR FR",
    "oll": _FIRST_LAYERS,
    "pll": f"{_FIRST_LAYERS} URF UFL ULB UBR UR UF UL UB",
}
# How a case without a common name is called, with the places of its pieces.
_NAMES = {
    "cross_edges": "Edge at {}",
    "pair_cases": "Corner at {}, edge at {}",
}
# The pieces that the person looks for: a picture is drawn from a side that shows them.
_SOUGHT = {"cross_edges": "DF", "pair_cases": "DFR FR"}
_FLAT = ("oll", "pll")
# Of the cross only the places of its first edge: the others depend on what is placed.
_ONLY = {"cross_edges": " -"}


@cache
def cases_json(step: str) -> dict[str, Any]:
    """Return the cases of a step of LBL by its id. Raises KeyError for another one."""
    tables = {each.id: each.table for each in load_course().next_steps}
    return {"cases": list(_cases(tables[step]))}


def _cases(table: str) -> Iterable[dict[str, Any]]:
    start = _solved_part(table)
    for case in load_cases(table).values():
        if case.algorithm and case.key.endswith(_ONLY.get(table, "")):
            yield _case(table, case, start)


def _case(table: str, case: Case, start: str) -> dict[str, Any]:
    setup = inverse(case.algorithm)
    seen, sought = start, _only(start, _SOUGHT.get(table, ""))
    for turn in setup:
        seen, sought = turn_seen(seen, turn), turn_seen(sought, turn)
    return {
        "id": f"{table} {case.key}",
        "name": _NAMES.get(table, case.name).format(*case.key.split()),
        "view": "top" if table in _FLAT else "cube",
        "picture": seen,
        "seen": [at for at, letter in enumerate(sought) if letter != ANY],
        "moves": moves_text(case.algorithm).split(),
        "setup": moves_text(setup).split(),
    }


def _solved_part(table: str) -> str:
    """Return the solved cube with the stickers that a case of the table is about."""
    others = {*CENTRES, *(range(9) if table == "oll" else ())}
    pieces = _only(SOLVED, _DRAWN[table])
    return "".join(SOLVED[at] if at in others else letter for at, letter in enumerate(pieces))


def _only(letters: str, pieces: str) -> str:
    """Return the letters of some pieces, by the names of their places, and ANY for the others."""
    drawn = set(pieces.split())
    shown = {at for name, at in FACELET_BY_NAME.items() if drawn & _names(name)}
    return "".join(letter if at in shown else ANY for at, letter in enumerate(letters))


def _names(name: str) -> set[str]:
    """Return a piece's name from each of its stickers on."""
    return {name[i:] + name[:i] for i in range(len(name))}

"""Why each step is what it is, in words for the person who holds the cube."""

from __future__ import annotations

from collections.abc import Sequence

from solver.lbl.cross import Cross, distance
from solver.lbl.ending import Part
from solver.lbl.f2l import Insertion
from solver.lbl.holds import VIEWS
from solver.lbl.state import State
from solver.lbl.tables import Case

OF_TURNED_CROSS = "the four edges are right among themselves, and a turn puts them all right"


def of_cross(cross: Cross, views: Sequence[State]) -> str:
    """Say how the cross compares with those on the other faces."""
    needed = {view.below: distance(state) for view, state in zip(VIEWS, views, strict=True)}
    below = VIEWS[cross.view].below
    all_faces = ", ".join(f"{face} {turns}" for face, turns in needed.items())
    reason = f"a cross needs at least (by face) {all_faces} turns"
    if len(cross.moves) == min(needed.values()):
        return f"{reason}; none is shorter than this one on {below}"
    return f"{reason}; this one on {below} takes {len(cross.moves)} and leaves shorter pairs"


def of_insertion(insertion: Insertion) -> str:
    """Say where the pair is and what has to stay."""
    corner, edge, filled = insertion.case.split()
    if insertion.length == 0:
        return "this pair is in its slot already"
    if filled == "-":
        kept = "no slot is filled yet, so all may be used on the way"
    elif filled.count("+") == 2:
        kept = "the other three slots are kept, and what is left of the last layer is short"
    else:
        kept = f"{filled.replace('+', ' and ')} must be kept, the other slots may be used"
    return f"the corner of DFR is at {corner} and the edge of FR at {edge}; {kept}"


def of_edge(case: Case) -> str:
    """Say where the next edge of the cross is and which neighbours have to stay."""
    edge, placed = case.key.split()
    if not case.algorithm:
        return "the edge that goes to DF is there already"
    kept = "no neighbour is placed yet"
    if placed != "-":
        kept = f"what is placed at {placed.replace('+', ' and ')} must be kept"
    return f"the edge that goes to DF is at {edge}; {kept}"


def of_corner(case: Case) -> str:
    """Say why this slot comes next, and where its corner is."""
    place = "already there" if not case.algorithm else f"at {case.key}, and is brought there first"
    return (
        "no slot that is left takes fewer turns; "
        f"the corner of DFR belongs in the slot or above it, and is {place}"
    )


def of_pair(case: Case) -> str:
    """Say where corner and edge are, once the corner is in its slot or above it."""
    corner, edge = case.key.split()
    if not case.algorithm:
        return "this pair is in its slot already"
    reason = f"the corner of DFR is at {corner} and the edge of FR at {edge}"
    if "U" in edge or {*edge} == {*"FR"}:
        return reason
    return f"{reason}, in another slot, which is not filled yet and need not be kept"


def of_part(part: Part) -> str:
    """Say what is seen of the last layer."""
    if not part.algorithm:
        return "there is nothing left to do"
    kind = part.stage.partition(":")[0]
    if kind == "OLL":
        return f"the top colour looks {part.case}, row by row from the back"
    if kind == "PLL":
        return f"the pieces of the top change places as {part.case}"
    return f"the pieces URF UFL ULB UBR UR UF UL UB are at {part.case}, but for a turn of the top"

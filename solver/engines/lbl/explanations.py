"""Why each step is what it is, in words for the person who holds the cube."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.core.byte_cube import PackedState
from solver.core.turn import Turn
from solver.engines.lbl.case_tables import Case
from solver.engines.lbl.cross import Cross, distance
from solver.engines.lbl.f2l import Insertion
from solver.engines.lbl.holding import CROSS_VIEWPOINTS, Viewpoint
from solver.engines.lbl.last_layer import LastLayerStep

OF_TURNED_CROSS = "the four edges are right among themselves, and a turn puts them all right"


def explain_cross(cross: Cross, views: Sequence[PackedState]) -> str:
    """Return how the cross compares with those on the other faces."""
    needed = {
        view.bottom_face: distance(state)
        for view, state in zip(CROSS_VIEWPOINTS, views, strict=True)
    }
    below = CROSS_VIEWPOINTS[cross.view].bottom_face
    all_faces = ", ".join(f"{face} {turns}" for face, turns in needed.items())
    reason = f"a cross needs at least (by face) {all_faces} turns"
    if len(cross.moves) == min(needed.values()):
        return f"{reason}; none is shorter than this one on {below}"
    return f"{reason}; this one on {below} takes {len(cross.moves)} and leaves shorter pairs"


def explain_insertion(insertion: Insertion) -> str:
    """Return where the pair is and what has to stay."""
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


def explain_edge(case: Case) -> str:
    """Return where the next edge of the cross is and which neighbours have to stay."""
    edge, placed = case.key.split()
    if not case.algorithm:
        return "the edge that goes to DF is there already"
    kept = "no neighbour is placed yet"
    if placed != "-":
        kept = f"what is placed at {placed.replace('+', ' and ')} must be kept"
    return f"the edge that goes to DF is at {edge}; {kept}"


def explain_corner(case: Case) -> str:
    """Return where the corner of a slot is."""
    place = "already there" if not case.algorithm else f"at {case.key}, and is brought there first"
    return f"the corner of DFR belongs in the slot or above it, and is {place}"


def explain_cheapest_corner(case: Case) -> str:
    """Return why this slot comes next, and where its corner is."""
    return f"no slot that is left takes fewer turns; {explain_corner(case)}"


def explain_pair(case: Case) -> str:
    """Return where corner and edge are, once the corner is in its slot or above it."""
    corner, edge = case.key.split()
    if not case.algorithm:
        return "this pair is in its slot already"
    reason = f"the corner of DFR is at {corner} and the edge of FR at {edge}"
    if "U" in edge or {*edge} == {*"FR"}:
        return reason
    return f"{reason}, in another slot, which is not filled yet and need not be kept"


def explain_part(part: LastLayerStep) -> str:
    """Return what is seen of the last layer."""
    if not part.algorithm:
        return "there is nothing left to do"
    kind = part.stage.partition(":")[0]
    if kind == "OLL":
        return f"the top colour looks {part.case}, row by row from the back"
    if kind == "PLL":
        return f"the pieces of the top change places as {part.case}"
    return f"the pieces URF UFL ULB UBR UR UF UL UB are at {part.case}, but for a turn of the top"


@dataclass(frozen=True, slots=True)
class Step:
    """One case met and solved.

    `stage` is the stage of the solution that it belongs to, `case` says what was seen, `algorithm`
    what to do about it when the cube is held as `hold` says, and `reason` why.
    """

    stage: str
    case: str
    hold: Viewpoint
    algorithm: tuple[Turn, ...]
    reason: str

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Return the turns with the cube's centres at rest."""
        return self.hold.to_cube_turns(self.algorithm)

    @property
    def note(self) -> str:
        """Return how the cube is held and why the step is what it is."""
        return f"{self.hold.bottom_face} below, {self.hold.front_face} in front: {self.reason}"

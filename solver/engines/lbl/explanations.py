"""Why each step is what it is, in words for the person who holds the cube."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby
from operator import attrgetter

from solver.core.turn import Turn
from solver.encodings import PackedState
from solver.engines.case_tables import Case
from solver.engines.lbl.first_two_layers import Cross, Insertion, distance
from solver.engines.lbl.last_layer import LastLayerStep
from solver.engines.lbl.viewpoints import CROSS_VIEWPOINTS, Viewpoint
from solver.solution import Stage

# The places of the pieces in the keys of the one-look cases.
_LAST_LAYER = "URF UFL ULB UBR UR UF UL UB"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step is what it is: a sentence with {} for each of `places`.

    The places are named as they are seen by the person who holds the cube as the step says.
    """

    sentence: str
    places: tuple[str, ...] = ()

    @property
    def as_seen(self) -> str:
        """Return the sentence for the person who holds the cube as the step says."""
        return self.sentence.format(*self.places)

    def followed_by(self, sentence: str, *places: str) -> Reason:
        """Return the reason with one more sentence and its places."""
        return Reason(f"{self.sentence}; {sentence}", (*self.places, *places))

    def on_cube(self, hold: Viewpoint) -> str:
        """Return the sentence for a cube that is never rotated, with the cube's own faces."""
        return self.sentence.format(*[place.translate(hold.face_names) for place in self.places])


OF_TURNED_CROSS = Reason(
    "the four edges are right among themselves, and a turn puts them all right"
)


def explain_cross(cross: Cross, views: Sequence[PackedState]) -> Reason:
    """Return how the cross compares with those on the other faces."""
    needed = {
        view.bottom_face: distance(state)
        for view, state in zip(CROSS_VIEWPOINTS, views, strict=True)
    }
    below = CROSS_VIEWPOINTS[cross.view].bottom_face
    all_faces = ", ".join(f"{face} {turns}" for face, turns in needed.items())
    reason = f"a cross needs at least (by face) {all_faces} turns"
    if len(cross.moves) == min(needed.values()):
        return Reason(f"{reason}; none is shorter than this one on {below}")
    return Reason(
        f"{reason}; this one on {below} takes {len(cross.moves)} and leaves shorter pairs"
    )


def explain_insertion(insertion: Insertion) -> Reason:
    """Return where the pair is and what has to stay."""
    if insertion.length == 0:
        return Reason("this pair is in its slot already")
    return _explain_pair_case(insertion.case)


@cache
def _explain_pair_case(case: str) -> Reason:
    corner, edge, filled = case.split()
    pair = _whereabouts(corner, edge)
    if filled == "-":
        return pair.followed_by("no slot is filled yet, so all may be used on the way")
    if filled.count("+") == 2:
        return pair.followed_by(
            "the other three slots are kept, and what is left of the last layer is short"
        )
    return pair.followed_by(
        "{} must be kept, the other slots may be used", filled.replace("+", " and ")
    )


def explain_edge(case: Case) -> Reason:
    """Return where the next edge of the cross is and which neighbours have to stay."""
    edge, placed = case.key.split()
    if not case.algorithm:
        return Reason("the edge that goes to {} is there already", ("DF",))
    at = Reason("the edge that goes to {} is at {}", ("DF", edge))
    if placed == "-":
        return at.followed_by("no neighbour is placed yet")
    return at.followed_by("what is placed at {} must be kept", placed.replace("+", " and "))


def explain_corner(case: Case) -> Reason:
    """Return where the corner of a slot is."""
    belongs = Reason("the corner of {} belongs in the slot or above it", ("DFR",))
    if not case.algorithm:
        return belongs.followed_by("it is already there")
    return belongs.followed_by("it is at {}, and is brought there first", case.key)


def explain_cheapest_corner(case: Case) -> Reason:
    """Return why this slot comes next, and where its corner is."""
    corner = explain_corner(case)
    return replace(corner, sentence=f"no slot that is left takes fewer turns; {corner.sentence}")


def explain_pair(case: Case) -> Reason:
    """Return where corner and edge are, once the corner is in its slot or above it."""
    corner, edge = case.key.split()
    if not case.algorithm:
        return Reason("this pair is in its slot already")
    pair = _whereabouts(corner, edge)
    if "U" in edge or {*edge} == {*"FR"}:
        return pair
    return pair.followed_by("that is another slot, which is not filled yet and need not be kept")


def explain_part(part: LastLayerStep) -> Reason:
    """Return what is seen of the last layer."""
    if not part.algorithm:
        return Reason("there is nothing left to do")
    kind = part.stage.partition(":")[0]
    if kind == "OLL":
        seen = Reason("the colour of {} is seen at {}, row by row from {}", ("U", part.case, "B"))
        if part.is_usual:
            return seen
        return seen.followed_by(
            "another sequence than the usual one, since it leaves a shorter PLL"
        )
    if kind == "PLL":
        if part.case == "-":
            return Reason(
                "the pieces of {} are right among themselves, and a turn puts them right", ("U",)
            )
        return Reason("the pieces of {} change places as {}", ("U", part.case))
    return Reason("the pieces {} are at {}, but for a turn of {}", (_LAST_LAYER, part.case, "U"))


def _whereabouts(corner: str, edge: str) -> Reason:
    return Reason("the corner of {} is at {} and the edge of {} at {}", ("DFR", corner, "FR", edge))


@dataclass(frozen=True, slots=True)
class LblStep:
    """One case met and solved.

    `stage` is the stage of the solution that it belongs to, `case` says what was seen, `algorithm`
    what to do about it when the cube is held as `hold` says, and `reason` why.
    """

    stage: str
    case: str
    hold: Viewpoint
    algorithm: tuple[Turn, ...]
    reason: Reason

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Return the turns with the cube's centres at rest."""
        return self.hold.to_cube_turns(self.algorithm)

    @property
    def note(self) -> str:
        """Return why the step is what it is, for a cube whose centres stay at rest."""
        return self.reason.on_cube(self.hold)


def stages_of(steps: Iterable[LblStep]) -> tuple[Stage[Turn], ...]:
    """Return the stages that steps belong to, with their notes and how the cube is held."""
    stages = []
    for name, group in groupby(steps, key=attrgetter("stage")):
        done = tuple(group)
        if len(done) == 1:
            (step,) = done
            stages.append(Stage(name, step.moves, step.note, step.hold.description))
            continue
        stages.append(
            Stage(
                name,
                tuple(chain.from_iterable(step.moves for step in done)),
                note="; then ".join(step.note for step in done),
                hold="; then ".join(dict.fromkeys(step.hold.description for step in done)),
            )
        )
    return tuple(stages)

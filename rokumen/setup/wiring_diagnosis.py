"""Which servos are wrongly connected or mounted, from what a camera saw of their motions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from firmware_sim.wiring import RIGHT_WIRING, Wiring, parse_wiring
from robot.rigs.camera_places import is_place
from robot.rigs.command import USUAL_PULSE_PER_DEGREE, WIDEST_PULSES, actuator_name
from robot.rigs.rig import Rig
from rokumen.setup.expected_motions import (
    MANY_PIXELS,
    MIN_PIXELS,
    ExpectedMotions,
    PixelChange,
    Places,
    SeenMotion,
    expected_motions,
    unlikeness,
)
from rokumen.setup.picture_alignment import Aligner
from solver.core.geometry import FACES

SWAPPED, REVERSED, DEAD, CLIPPED, TURNED = "swap", "reverse", "dead", "clip", "horn"
# How far a horn may be askew (degrees) before it is named, and how far it is looked for.
_HORNS = (10, 12, 15, 18, 22, 26, 30, 36)
_HORNS_ALIGNED = (14, 28)
# At which pulses (microseconds) an axis may end before its last place, and a gripper on its way.
_LOW_ENDS = tuple(range(1030, 560, -55))
_HIGH_ENDS = tuple(range(1970, 2440, 55))
_GRIPPER_ENDS = tuple(range(1200, 1900, 50))
_LOWEST, _HIGHEST = WIDEST_PULSES
_MIDDLE = 1500
# Where a dead servo of a gripper may stand.
_DEAD_GRIPPERS = (1000, 1500, 2000)
# What fits is at least so much like what was seen.
GOOD_LIKENESS = 0.65
# So many of the likeliest are compared again, each with pictures aligned for it.
_LOOKED_AT_AGAIN = 6
# What was not seen to move at all counts so much where something may have been in its way.
_HINDERED = 0.5
# By so much what was seen must be more like a fault, in motions that are seen well.
_MARGIN = 0.35


@dataclass(frozen=True, slots=True)
class Suspect:
    """One wrong connection: its `kind`, the actuators that it concerns, and by how much.

    `degrees`: by how many a part stands off; `low`, `high`: the pulses (microseconds) at which its
    servo ends; `stands`: at which pulse a dead one stands.
    """

    kind: str
    actuators: tuple[str, ...]
    degrees: float = 0.0
    low: int = _LOWEST
    high: int = _HIGHEST
    stands: float | None = None

    @property
    def wiring(self) -> str:
        """Return it as `--wiring` has it."""
        names = " ".join(self.actuators)
        if self.kind == TURNED:
            return f"{self.kind} {names} {self.degrees:g}"
        if self.kind == CLIPPED:
            return f"{self.kind} {names} {self.low} {self.high}"
        return f"{self.kind} {names}"

    def words(self, rig: Rig) -> str:
        """Return what is wrong, and what to do, for a person."""
        names = [actuator_name(each, rig.grippers) for each in self.actuators]
        the = f"The {names[0]}"
        match self.kind:
            case "swap":
                return f"{the} and the {names[1]} are exchanged: swap their plugs."
            case "reverse":
                return f"{the} turns the wrong way: its pulses must be turned round."
            case "dead":
                return f"{the} does not move: look at its plug, its supply and its ground."
            case "clip":
                end = self.high if self.low == _LOWEST else self.low
                degrees = (end - _MIDDLE) / USUAL_PULSE_PER_DEGREE
                return (
                    f"{the} ends at {end} µs, {degrees:+.0f} degrees from its middle: look what "
                    "stops it, and at the limits of its channel."
                )
        return (
            f"{the} stands about {abs(self.degrees):.0f} degrees off: refit its horn, or let its "
            "pulses be moved."
        )


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the motions have shown: the `suspect`, None where all is as it should be.

    `likeness`: how much what was seen is like it, 0 to 1; `unseen`: the actuators that were not
    moved, or of which a camera there sees too little.
    """

    suspect: Suspect | None
    likeness: float
    unseen: tuple[str, ...]


def suspects(rig: Rig) -> Iterator[Suspect]:
    """Yield what may be wrong with the servos of a rig, one at a time."""
    actuators = [":".join(each) for each in rig.actuators]
    for pair in combinations(actuators, 2):
        yield Suspect(SWAPPED, pair)
    for actuator in actuators:
        is_axis = actuator.startswith("axis:")
        stands = (_MIDDLE,) if is_axis else _DEAD_GRIPPERS
        yield from (Suspect(DEAD, (actuator,), stands=each) for each in stands)
        yield Suspect(REVERSED, (actuator,))
        if is_axis:
            # Jaws that open a little more or less are set in the step of the angles.
            yield from (Suspect(TURNED, (actuator,), s * by) for by in _HORNS for s in (1, -1))
        for low in _LOW_ENDS if is_axis else _GRIPPER_ENDS:
            yield Suspect(CLIPPED, (actuator,), low=low)
        for high in _HIGH_ENDS if is_axis else ():
            yield Suspect(CLIPPED, (actuator,), high=high)


def diagnose(rig: Rig, expected: ExpectedMotions, motions: Sequence[SeenMotion]) -> Diagnosis:
    """Return what is wrong with the servos of a rig, by the motions that a camera has seen.

    A fault is named only if what was seen is much more like it than like servos that are all right.
    """
    unseen = unseen_actuators(rig, expected, motions)
    seen = _Comparison(rig, expected, motions)
    pictures: dict[Suspect | None, _Alignments] = {None: seen.aligned(None)}
    found: dict[Suspect, float] = {}
    for suspect in suspects(rig):
        if set(suspect.actuators) <= set(unseen):
            continue
        like = _aligned_like(suspect)
        if like not in pictures:
            pictures[like] = seen.aligned(like)
        found[suspect] = seen.against(suspect, pictures[like])
    if not found:
        # The camera has seen nothing to judge by.
        return Diagnosis(None, 0.0, unseen)
    nearest = sorted(found, key=lambda each: found[each])[:_LOOKED_AT_AGAIN]
    aligned = {each: seen.aligned(each) for each in nearest}
    found = {each: seen.against(each, aligned[each]) for each in nearest}
    best = min(found, key=lambda each: found[each])
    # The camera stands where it stands, whatever is wrong: none of these places is a fault's own.
    places = (*pictures.values(), *aligned.values())
    right, total = min(seen.against(None, each) for each in places), max(len(motions), 1)
    if right - found[best] < _MARGIN:
        return Diagnosis(None, 1 - right / total, unseen)
    return Diagnosis(best, 1 - found[best] / total, unseen)


def _aligned_like(suspect: Suspect) -> Suspect | None:
    """Return for which suspect pictures are aligned that are compared with this one.

    An end, and a few degrees more or less, change too little for a map of their own.
    """
    if suspect.kind == CLIPPED:
        return None
    if suspect.kind != TURNED:
        return suspect
    size = _HORNS_ALIGNED[abs(suspect.degrees) > sum(_HORNS_ALIGNED) / 2]
    return replace(suspect, degrees=math.copysign(size, suspect.degrees))


def best_place(rig: Rig, motions: Sequence[SeenMotion]) -> tuple[str, float]:
    """Return where a camera looks that saw these motions of rightly connected servos.

    It is one of all faces, edges and corners; with it how much they are like it, 0 to 1.
    """
    found = {}
    for place in _PLACES:
        seen = _Comparison(rig, expected_motions(rig, place), motions)
        found[place] = 1 - seen.against(None, seen.aligned(None)) / max(len(motions), 1)
    place = max(found, key=lambda each: found[each])
    return place, found[place]


_PLACES = tuple(
    "".join(faces)
    for count in (1, 2, 3)
    for faces in combinations(FACES, count)
    if is_place("".join(faces))
)


def unseen_actuators(
    rig: Rig, expected: ExpectedMotions, motions: Sequence[SeenMotion]
) -> tuple[str, ...]:
    """Return the actuators that were not moved, or of which too little can be seen."""
    seen = {":".join(each): 0 for each in rig.actuators}
    for motion in motions:
        change = expected.change(*(expected.places(each) for each in _in_order(rig, motion)))
        for name in motion.before:
            if motion.before[name] != motion.after[name]:
                seen[name] = max(seen[name], change.inner_count)
    return tuple(name for name, pixels in seen.items() if pixels < MANY_PIXELS)


# The changes of all motions, aligned in some ways.
_Alignments = tuple[tuple[PixelChange, ...], ...]


class _Comparison:
    """What was seen of motions, compared with what is expected with a suspect, or without one."""

    def __init__(self, rig: Rig, expected: ExpectedMotions, motions: Sequence[SeenMotion]) -> None:
        self._rig = rig
        self._expected = expected
        self._seen = tuple(motion.change for motion in motions)
        self._aligner = Aligner(self._seen) if motions else None
        self._pulses = [_in_order(rig, motion) for motion in motions]
        self._right = tuple(self._places(None))
        self._known: dict[tuple[int, int, Places, Places], float] = {}
        # Kept, so that the identity of each is its own.
        self._aligned: list[_Alignments] = []

    def aligned(self, suspect: Suspect | None) -> _Alignments:
        """Return the changes that were seen, brought over those that are expected."""
        due = [self._expected.change(*both) for both in self._places(suspect)]
        # The first is what was seen as it is: it is the same for all.
        found = self._aligner.alignments(due) if self._aligner else ((),)
        self._aligned.append((self._seen, *found[1:]))
        return self._aligned[-1]

    def against(self, suspect: Suspect | None, aligned: _Alignments) -> float:
        """Return what sums up how much changes differ from those expected, aligned as is best."""
        places = tuple(self._places(suspect))
        return min(self._sum(places, seen) for seen in aligned)

    def _sum(self, places: Sequence[tuple[Places, Places]], seen: tuple[PixelChange, ...]) -> float:
        total = 0.0
        for number, both in enumerate(places):
            key = (id(seen), number, *both)
            if key not in self._known:
                self._known[key] = unlikeness(seen[number], self._expected.change(*both))
            total += min(self._known[key], self._most(number, *both))
        return total

    def _most(self, number: int, before: Places, after: Places) -> float:
        """Return how much an unlike motion counts at most.

        A part that stands elsewhere than it should may be in the way of what does not move.
        """
        if self._seen[number].count >= MIN_PIXELS:
            return 1.0
        stays = [a == b for a, b in zip(before, after, strict=True)]
        right = self._right[number][0]
        strays = (still and at != due for still, at, due in zip(stays, before, right, strict=True))
        return _HINDERED if any(strays) else 1.0

    def _places(self, suspect: Suspect | None) -> Iterator[tuple[Places, Places]]:
        wiring = parse_wiring(suspect.wiring, self._rig) if suspect else RIGHT_WIRING
        rest: Sequence[float] = self._pulses[0][0] if self._pulses else ()
        if suspect is not None and suspect.stands is not None:
            rest = (suspect.stands,) * len(rest)
        for before, after in self._pulses:
            yield (
                self._expected.places(_moved(wiring, before, rest)),
                self._expected.places(_moved(wiring, after, rest)),
            )


def _moved(wiring: Wiring, pulses: Sequence[float], rest: Sequence[float]) -> tuple[float, ...]:
    """Return where servos stand, as pulses; one without pulses stays where it is at rest."""
    return tuple(
        at if pulse is None else pulse
        for pulse, at in zip(wiring.servo_pulses(pulses), rest, strict=True)
    )


def _in_order(rig: Rig, motion: SeenMotion) -> tuple[tuple[float, ...], tuple[float, ...]]:
    names = [":".join(each) for each in rig.actuators]
    return (
        tuple(motion.before[name] for name in names),
        tuple(motion.after[name] for name in names),
    )

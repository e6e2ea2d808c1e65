"""Rows of the table `oll_choice`: of each case of OLL several algorithms, for the search.

They turn up the same stickers and permute the pieces differently, so that one of them often leaves
a short PLL. The first is that of the table `oll`; the others are algorithms of one look, each of
which orients some pattern. Those are taken, one after another, that shorten OLL and PLL together
the most, over the 288 arrangements that the pattern can have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from solver.core.turn import inverse
from solver.encodings import SOLVED_BYTES, TOP, ByteEffect, effect_on_bytes, turn_bytes
from solver.engines.case_tables import Algorithm, Case, load_cases
from solver.engines.lbl.generate_first_layers import Row, ergonomic_key
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

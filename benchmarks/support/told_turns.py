"""What a smart cube told compared with what was done to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.tracking.tracker import SyncLost
from solver.core.turn import Turn
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube


@dataclass(frozen=True, slots=True)
class ToldTurns:
    """How the told turns of one cube compare with those that were made.

    `right`: told with the right cube after them; `wrong`: others; `missing`: never told;
    `unannounced`: wrong ones, and gaps before others, that no lost sync follows; `losses`: how
    often sync was lost.
    """

    made: int
    right: int
    wrong: int
    missing: int
    unannounced: int
    losses: int


def compare_turns(start: Cube, made: Sequence[Turn], events: Sequence[CubeEvent]) -> ToldTurns:
    """Return how events of a smart cube compare with the turns that were made on it."""
    truth = _after_each(start, made)
    told = [
        (at, event.told) for at, event in enumerate(events) if isinstance(event.told, WatchedTurn)
    ]
    losses = [at for at, event in enumerate(events) if isinstance(event.told, SyncLost)]
    last_loss = losses[-1] if losses else -1
    matches = _matches([(turn.turn, turn.facelets) for _, turn in told], truth)
    unannounced, next_made = 0, 0
    for number, (at, turn) in enumerate(told):
        found = matches.get(number)
        # What was before the cube told its state for the first time is no gap.
        is_gap = found is not None and 0 < next_made < found and not turn.after_gap
        unannounced += (found is None or is_gap) and at > last_loss
        next_made = next_made if found is None else found + 1
    right = len(matches)
    return ToldTurns(
        len(made), right, len(told) - right, len(made) - right, unannounced, len(losses)
    )


def _after_each(start: Cube, made: Sequence[Turn]) -> list[tuple[str, str]]:
    """Return each turn with the facelets after it."""
    after = []
    for turn in made:
        start = start.turn(turn)
        after.append((str(turn), start.facelets))
    return after


def _matches(told: Sequence[object], truth: Sequence[object]) -> dict[int, int]:
    """Return which of the true ones each told one is, of a longest common subsequence."""
    lengths = [[0] * (len(truth) + 1) for _ in range(len(told) + 1)]
    for i in range(len(told) - 1, -1, -1):
        row, below = lengths[i], lengths[i + 1]
        for j in range(len(truth) - 1, -1, -1):
            same = told[i] == truth[j]
            row[j] = below[j + 1] + 1 if same else max(below[j], row[j + 1])
    found, i, j = {}, 0, 0
    while i < len(told) and j < len(truth):
        if told[i] == truth[j]:
            found[i] = j
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return found

"""What a film and a smart cube told of the same turns, beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drawing.palette import WESTERN
from files.wording import counted
from solver.core.watched_turn import WatchedTurn
from solver.turn_distance import Distance, TimedTurn, by_colour, distance

_FACES = {colour: face for face, colour in WESTERN.items()}


@dataclass(frozen=True, slots=True)
class ComparedTurns:
    """The quarter turns of a smart cube beside those of a film, named as a smart cube names them.

    That is U for the layer around the white centre, F around the green one, and so on. `told` and
    `seen` count them.
    """

    told: int
    seen: int
    found: Distance

    @classmethod
    def of(
        cls,
        told: Sequence[WatchedTurn],
        seen: Sequence[WatchedTurn],
        colours: Mapping[str, str],
    ) -> ComparedTurns:
        """Compare what a cube told with what was seen in a film.

        `colours`: of the centre of each face, as the cube was held at the start of the film.
        """
        faces = {face: _FACES[colour] for face, colour in colours.items()}
        truth = by_colour([TimedTurn(each.turn, each.end) for each in told])
        as_held = by_colour([TimedTurn(each.turn, each.end) for each in seen])
        film = by_colour(
            [TimedTurn(faces[each.turn[0]] + each.turn[1:], each.end) for each in as_held]
        )
        return cls(len(truth), len(film), distance(truth, film))

    @property
    def agrees(self) -> bool:
        """Whether the film shows what the cube told, and nothing else."""
        return not self.found.changes

    def lines(self) -> Iterator[str]:
        """Yield in words how far both agree, and each turn in which not, at seconds of the film."""
        told = f"The cube told {counted(self.told, 'quarter turn')}, the film shows {self.seen}"
        if self.agrees:
            yield f"{told}: the same. {self._clocks()}".rstrip()
            return
        yield f"{told}; {counted(self.found.changes, 'difference')}. {self._clocks()}".rstrip()
        for made, watched in self.found.differences:
            match made, watched:
                case TimedTurn(), TimedTurn():
                    words = f"{made.turn} by the cube, {watched.turn} by the film"
                case TimedTurn(), None:
                    words = f"{made.turn} by the cube only"
                case _, TimedTurn():
                    words = f"{watched.turn} by the film only"
            yield f"{self._seconds(made, watched):9.3f} s  {words}"

    def _seconds(self, made: TimedTurn | None, watched: TimedTurn | None) -> float:
        if watched is not None:
            return watched.end
        return made.end + self.found.offset if made is not None else 0.0

    def _clocks(self) -> str:
        if not self.found.delays:
            return ""
        return f"The film began {-self.found.offset:.3f} s after the connection to the cube."

    def values(self) -> dict[str, Any]:
        """Return the comparison as values for JSON."""
        return {
            "told": self.told,
            "seen": self.seen,
            "offset": self.found.offset if self.found.delays else None,
            "differences": [
                {"told": _value(made), "seen": _value(watched)}
                for made, watched in self.found.differences
            ],
        }


def _value(turn: TimedTurn | None) -> dict[str, Any] | None:
    return None if turn is None else {"turn": turn.turn, "end": turn.end}

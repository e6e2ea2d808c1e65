"""A twisty polyhedron as a KPuzzle definition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.puzzles.polyhedra.polyhedron import Permutation, Polyhedron, PolyhedronTurn, format_turn

# Where each of a piece's own stickers is.
_Frame = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _OrbitOfPieces:
    """The places that a piece can be taken to.

    `upright`: the frame of orientation 0 in each, by its first position; `ways`: what the stickers
    of a piece exchange at each orientation.
    """

    upright: Mapping[int, _Frame]
    ways: tuple[_Frame, ...]

    def orientation(self, upright: _Frame, turned: _Frame) -> int:
        """Return the orientation of a piece whose stickers are turned from the upright frame."""
        return self.ways.index(tuple(upright.index(position) for position in turned))


def definition_of(puzzle: Polyhedron) -> dict[str, Any]:
    """Return the KPuzzle definition of a polyhedron, whose moves are smallest turns of a layer.

    Pieces that look alike have one number. The stickers of a piece that turns in place about
    several axes, which no orientation describes, are places of their own.
    """
    turns = [
        PolyhedronTurn(axis, layer, 1)
        for axis in range(len(puzzle.axes))
        for layer in range(1, puzzle.layers + 1)
    ]
    targets = {turn: puzzle.targets(turn) for turn in turns}
    orbits = {
        f"PIECES{number}": orbit
        for number, orbit in enumerate(_orbits(puzzle.pieces, tuple(targets.values())), 1)
    }
    return {
        "name": puzzle.name,
        "orbits": [
            {
                "orbitName": name,
                "numPieces": len(orbit.upright),
                "numOrientations": len(orbit.ways),
            }
            for name, orbit in orbits.items()
        ],
        "defaultPattern": {name: _solved(orbit, puzzle.colours) for name, orbit in orbits.items()},
        "moves": {
            format_turn(puzzle, turn): {
                name: _change(orbit, made) for name, orbit in orbits.items()
            }
            for turn, made in targets.items()
        },
    }


def _orbits(pieces: Sequence[_Frame], turns: Sequence[Permutation]) -> Iterator[_OrbitOfPieces]:
    """Yield the orbits of pieces, each of them the stickers of one."""
    place_of = {position: place for place, piece in enumerate(pieces) for position in piece}
    seen: set[int] = set()
    for place, piece in enumerate(pieces):
        if place in seen:
            continue
        frames = _frames(piece, turns)
        upright: dict[int, _Frame] = {}
        for frame in frames:
            upright.setdefault(place_of[frame[0]], frame)
        seen |= upright.keys()
        ways = _as_powers(
            [
                tuple(piece.index(position) for position in frame)
                for frame in frames
                if place_of[frame[0]] == place
            ]
        )
        if ways is None:
            stickers = [(position,) for frame in upright.values() for position in frame]
            yield from _orbits(stickers, turns)
        else:
            yield _OrbitOfPieces({frame[0]: frame for frame in upright.values()}, ways)


def _frames(piece: _Frame, turns: Sequence[Permutation]) -> list[_Frame]:
    """Return every way in which turns can place the stickers of a piece."""
    found = {piece: None}
    for frame in (waiting := [piece]):
        for targets in turns:
            reached = tuple(targets[position] for position in frame)
            if reached not in found:
                found[reached] = None
                waiting.append(reached)
    return waiting


def _as_powers(ways: Sequence[_Frame]) -> tuple[_Frame, ...] | None:
    """Return exchanges of stickers as the powers of one of them; None where they are not."""
    for step in ways:
        powers = [tuple(range(len(step)))]
        while len(powers) < len(ways):
            powers.append(tuple(step[i] for i in powers[-1]))
        if set(powers) == set(ways):
            return tuple(powers)
    return None


def _solved(orbit: _OrbitOfPieces, colours: Sequence[int]) -> dict[str, list[int]]:
    looks = [
        tuple(sorted(colours[position] for position in frame)) for frame in orbit.upright.values()
    ]
    # Pieces with several orientations differ by their colours.
    labels = [looks.index(look) for look in looks]
    return {"pieces": labels, "orientation": [0] * len(looks)}


def _change(orbit: _OrbitOfPieces, targets: Permutation) -> dict[str, list[int]]:
    places = {
        position: (place, first)
        for place, (first, frame) in enumerate(orbit.upright.items())
        for position in frame
    }
    permutation, deltas = [0] * len(orbit.upright), [0] * len(orbit.upright)
    for source, frame in enumerate(orbit.upright.values()):
        turned = tuple(targets[position] for position in frame)
        reached, first = places[turned[0]]
        permutation[reached] = source
        deltas[reached] = orbit.orientation(orbit.upright[first], turned)
    return {"permutation": permutation, "orientationDelta": deltas}

"""The 24 ways in which a whole cube can be held."""

from __future__ import annotations

from dataclasses import dataclass

from solver.geometry import FACES, FRAMES, face_towards, rotate_clockwise


@dataclass(frozen=True, slots=True)
class Orientation:
    """`faces[i]` is the cube's face that is now at the i-th position of U R F D L B."""

    faces: tuple[str, ...]

    @classmethod
    def identity(cls) -> Orientation:
        """Give the cube held with each face at the position of its name."""
        return cls(tuple(FACES))

    def face_at(self, position: str) -> str:
        """Say which of the cube's faces is at `position`."""
        return self.faces[FACES.index(position)]

    def position_of(self, face: str) -> str:
        """Say at which position the cube's `face` is."""
        return FACES[self.faces.index(face)]

    def rotated(self, position: str, quarter_turns: int) -> Orientation:
        """Turn the whole cube clockwise as somebody looking at `position` sees it."""
        faces = self.faces
        for _ in range(quarter_turns % 4):
            faces = tuple(faces[source] for source in _SOURCES[position])
        return Orientation(faces)


def _sources(position: str) -> tuple[int, ...]:
    """Say for each position where its new face comes from in a clockwise rotation."""
    targets = {
        face_towards(rotate_clockwise(FRAMES[face].normal, position)): face for face in FACES
    }
    return tuple(FACES.index(targets[face]) for face in FACES)


_SOURCES = {position: _sources(position) for position in FACES}


def _all_orientations() -> tuple[Orientation, ...]:
    found = [Orientation.identity()]
    for orientation in found:
        for position in "UR":
            turned = orientation.rotated(position, 1)
            if turned not in found:
                found.append(turned)
    return tuple(found)


ORIENTATIONS: tuple[Orientation, ...] = _all_orientations()

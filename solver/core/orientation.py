"""The 24 orientations of the whole cube."""

from __future__ import annotations

from dataclasses import dataclass

from solver.core.geometry import FACES, FRAMES, face_towards, rotate_clockwise


@dataclass(frozen=True, slots=True)
class Orientation:
    """`faces[i]` is the cube's face that is now at the i-th position of U R F D L B."""

    faces: tuple[str, ...]

    @classmethod
    def identity(cls) -> Orientation:
        """Return the cube held with each face at the position of its name."""
        return cls(tuple(FACES))

    def face_at(self, position: str) -> str:
        """Return which of the cube's faces is at `position`."""
        return self.faces[FACES.index(position)]

    def position_of(self, face: str) -> str:
        """Return the position of the cube's `face`."""
        return FACES[self.faces.index(face)]

    def rotated(self, position: str, quarter_turns: int) -> Orientation:
        """Return the orientation after a clockwise rotation, as seen by a viewer of `position`."""
        faces = self.faces
        for _ in range(quarter_turns % 4):
            faces = tuple(faces[source] for source in _SOURCES[position])
        return Orientation(faces)


def _rotation_sources(position: str) -> tuple[int, ...]:
    """Return for each position where its new face comes from in a clockwise rotation."""
    targets = {
        face_towards(rotate_clockwise(FRAMES[face].normal, position)): face for face in FACES
    }
    return tuple(FACES.index(targets[face]) for face in FACES)


_SOURCES = {position: _rotation_sources(position) for position in FACES}


def _all_orientations() -> tuple[Orientation, ...]:
    found = [Orientation.identity()]
    for orientation in found:
        for position in "UR":
            turned = orientation.rotated(position, 1)
            if turned not in found:
                found.append(turned)
    return tuple(found)


ORIENTATIONS: tuple[Orientation, ...] = _all_orientations()

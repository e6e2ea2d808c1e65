"""A reading that grows: photograph after photograph of one cube, until it is certain."""

from __future__ import annotations

from vision.camera import Frame
from vision.errors import TooFewFacesError
from vision.picture import Picture, look
from vision.profile import ColourProfile
from vision.reading import Reading, read_pictures


class Reader:
    """Reads a cube from photographs as they come; every one adds to what the others showed."""

    def __init__(self, profile: ColourProfile | None = None) -> None:
        """Start without photographs; `profile`: what the colours look like, if measured."""
        self._profile = profile
        self._pictures: list[Picture] = []

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The photographs so far."""
        return tuple(self._pictures)

    def add(self, frame: Frame) -> Reading | None:
        """Take a photograph into the reading; None while fewer than six faces have been shown.

        Raises NoFaceError for a photograph without a face, which is left out, and what
        `read_cube` raises.
        """
        return self.add_picture(look(frame))

    def add_picture(self, picture: Picture) -> Reading | None:
        """Take the faces found in a photograph into the reading, as `add` does."""
        self._pictures.append(picture)
        try:
            return read_pictures(self._pictures, self._profile)
        except TooFewFacesError:
            return None

"""A cube shown face by face to a camera: follow it, take each face, and say what to show next.

A `Scan` is fed with frames and knows the time from them alone; it opens nothing, waits for
nothing and draws nothing, so that a terminal, a page and a test use the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from vision.arrays import Image
from vision.camera import Frame
from vision.centres import name_centres
from vision.errors import VisionError
from vision.face import FaceView
from vision.find import find_faces
from vision.follow import follow_face
from vision.guide import next_step
from vision.picture import with_neighbours
from vision.profile import ColourProfile
from vision.reading import MIRRORED, Reading, read_pictures
from vision.same_face import is_same_face
from vision.sharpness import sharpness
from vision.steady import Seen, Track
from vision.take import Take

FACES = 6

DONE = "all six faces are read"
BLURRED = "the picture is blurred: hold the cube still, and a little farther away"
UNSURE = "some stickers cannot be seen: keep fingers and highlights off them"


class Phase(Enum):
    """How far a scan is with the face before the camera."""

    SEARCHING = "searching"
    FOLLOWING = "following"
    TAKEN = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What came of one frame.

    `phase`; `view`: the face that is followed, None while none is; `progress` (0..1): how much of
    the stillness that is needed it has shown; `words`: what the person is to do now; `took`:
    whether this frame made a face be taken.
    """

    phase: Phase
    view: FaceView | None
    progress: float
    words: str
    took: bool = False


class Scan:
    """Takes the six faces of a cube from the frames of a camera, in any order."""

    def __init__(self, profile: ColourProfile | None = None, takes: Iterable[Take] = ()) -> None:
        """Start anew, or with what an earlier scan took; `profile`: the colours, if measured."""
        self._profile = profile
        self._takes = list(takes)
        self._shown = [take.name for take in self._takes]
        self._track = Track()
        self._passing: list[FaceView] = []
        self._before_camera: str | None = None
        self._reading: Reading | None = None
        self._advice = ""
        self._read()

    @property
    def takes(self) -> tuple[Take, ...]:
        """The faces taken so far, named `face 1` and so on."""
        return tuple(self._takes)

    @property
    def centres(self) -> tuple[str, ...]:
        """What the centres of the faces taken so far are called, as far as can be told."""
        return name_centres([take.view for take in self._takes], self._profile)

    @property
    def reading(self) -> Reading | None:
        """The cube as far as it can be read; None before six faces are there."""
        return self._reading

    @property
    def is_done(self) -> bool:
        """Tell whether the cube is known with certainty."""
        return self._reading is not None and self._reading.certain

    @property
    def looks_mirrored(self) -> bool:
        """Tell whether the faces look like those of an ordinary cube in a mirror."""
        return self._reading is not None and list(self._reading.scheme.values()) == MIRRORED

    @property
    def words(self) -> str:
        """What the person is to do next."""
        if self.is_done:
            return DONE
        if self._advice:
            return self._advice
        called = dict(zip([take.name for take in self._takes], self.centres, strict=True))
        return next_step([called[name] for name in self._shown])

    def forget(self, name: str) -> None:
        """Give a face up, so that it can be taken again; KeyError if none of that name is there."""
        if name not in self._shown:
            raise KeyError(name)
        self._keep([take for take in self._takes if take.name != name])
        self._before_camera = None
        self._read()

    def see(self, frame: Frame) -> Sight:
        """Take the next frame into account."""
        if self.is_done:
            return Sight(Phase.DONE, None, 1.0, DONE)
        view = self._follow(frame.image)
        if view is None:
            phase = Phase.DONE if self.is_done else Phase.SEARCHING
            return Sight(phase, None, 0.0, self.words)
        self._track = self._track.longer(Seen(frame.time, view, sharpness(frame.image, view)))
        progress = self._track.progress
        if progress < 1:
            self._passing.append(view)
            return Sight(Phase.FOLLOWING, view, progress, self.words)
        if not self._track.is_sharp:
            return Sight(Phase.FOLLOWING, view, progress, BLURRED)
        voted = self._track.vote()
        if self._is_taken(voted):
            return Sight(Phase.TAKEN, view, progress, self.words)
        if not self._track.is_sure:
            return Sight(Phase.FOLLOWING, view, progress, UNSURE)
        self._take(frame, voted)
        return Sight(
            Phase.DONE if self.is_done else Phase.TAKEN, view, progress, self.words, took=True
        )

    def _follow(self, image: Image) -> FaceView | None:
        """Find the face that is followed again, or else a new one."""
        if self._track.seen:
            followed = follow_face(image, self._track.newest)
            if followed is not None:
                return followed
            self._lose()
        return next(iter(find_faces(image)), None)

    def _lose(self) -> None:
        """Let a face go: what was seen of it in passing may settle what its stillness did not."""
        number = self._number(self._before_camera)
        if number is not None:
            before = self._takes[number]
            self._takes[number] = before.with_glances(self._passing)
            if len(self._takes[number].glances) > len(before.glances) and self._reading:
                self._read()
        self._track, self._passing, self._before_camera = Track(), [], None

    def _is_taken(self, view: FaceView) -> bool:
        """Tell whether a view shows the face that is before the camera and has been taken."""
        number = self._number(self._before_camera)
        return number is not None and is_same_face(self._takes[number].view, view)

    def _number(self, name: str | None) -> int | None:
        return next((i for i, take in enumerate(self._takes) if take.name == name), None)

    def _take(self, frame: Frame, voted: FaceView) -> None:
        """Take a face; one that was taken before is taken again in its place."""
        same = [take.name for take in self._takes if is_same_face(take.view, voted)]
        name = same[0] if same else self._free_name()
        picture = with_neighbours(replace(frame, name=name), voted)
        take = Take(name, picture).with_glances(self._passing)
        number = self._number(name)
        if number is None:
            self._takes.append(take)
        else:
            self._takes[number] = take
        self._shown = [shown for shown in self._shown if shown != name] + [name]
        self._before_camera, self._passing = name, []
        self._read()

    def _free_name(self) -> str:
        return next(
            name
            for number in range(1, len(self._shown) + 2)
            if (name := f"face {number}") not in self._shown
        )

    def _keep(self, takes: Sequence[Take]) -> None:
        self._takes = list(takes)
        names = {take.name for take in takes}
        self._shown = [name for name in self._shown if name in names]

    def _read(self) -> None:
        """Read the cube from the faces that there are, if they are enough."""
        self._reading, self._advice = None, ""
        if len(self._takes) < FACES:
            return
        try:
            self._reading = self._read_takes(self._takes)
            self._advice = self._reading.advice
        except VisionError as error:
            self._advice = str(error)
        if len(self._takes) > FACES and not self.is_done:
            self._leave_one_out()

    def _read_takes(self, takes: Sequence[Take]) -> Reading:
        """Read faces as they stood still, and in passing too where that leaves a doubt."""
        reading = read_pictures([take.picture for take in takes], self._profile)
        if reading.certain or not any(take.glances for take in takes):
            return reading
        more = read_pictures([p for take in takes for p in take.pictures], self._profile)
        return more if more.certain else reading

    def _leave_one_out(self) -> None:
        """Find the take that shows none of the cube's faces: without it the others are certain.

        Faces whose centre another has too are tried first: one of the two is it, if it is a cube's.
        """
        centres = self.centres
        order = sorted(range(len(centres)), key=lambda i: centres.count(centres[i]) == 1)
        for odd in order:
            takes = [take for i, take in enumerate(self._takes) if i != odd]
            reading = self._attempt(takes)
            if reading is not None and reading.certain:
                self._keep(takes)
                self._reading, self._advice = reading, ""
                return
        # Which one is wrong cannot be told; the oldest is the soonest shown again.
        self._keep(self._takes[1:])

    def _attempt(self, takes: Sequence[Take]) -> Reading | None:
        try:
            return read_pictures([take.picture for take in takes], self._profile)
        except VisionError:
            return None

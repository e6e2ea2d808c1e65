"""A film of hands that turn a cube, or a camera before them: its turns, and what is known after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from solver.core.watched_turn import StartFrom, WatchedTurn
from solver.cube import Cube
from vision.capture.files import VideoFile
from vision.capture.open import open_camera
from vision.errors import EndOfStreamError
from vision.film.film_watcher import FILM_LAG_FRAMES, FilmWatcher


class WatchedFilm:
    """The turns of a film, a video file or a camera: iterate over `turns` once.

    Attributes: `source`.
    """

    def __init__(
        self,
        source: str,
        start: Cube | None = None,
        on_frame: Callable[[float, float], None] = lambda seconds, length: None,
    ) -> None:
        """Prepare to watch; nothing is opened before `turns` begins.

        `source`: a video file, the index of a camera or a URL; `start`: the cube at the start,
        whichever way it is held; where none is given see `FilmWatcher`. `on_frame` is called with
        the time of each frame of a video and the video's length, in seconds; 0 where that is
        unknown.
        """
        self.source = source
        self._on_frame = on_frame
        self._watcher = FilmWatcher(start)

    def turns(self) -> Iterator[WatchedTurn]:
        """Yield the turns in order, each some seconds after it was made.

        Times are in seconds from the first frame. Raises CameraError for what is no video or
        camera, and NoFaceError at the end of a film that shows no cube.
        """
        with open_camera(self.source) as camera:
            if isinstance(camera, VideoFile):
                self._watcher.lag_frames = FILM_LAG_FRAMES
            try:
                while True:
                    frame = camera.read()
                    yield from self._watcher.see(frame)
                    if isinstance(camera, VideoFile):
                        self._on_frame(frame.time, camera.seconds)
            except EndOfStreamError:
                yield from self._watcher.finish(self.source)

    def stop(self) -> list[WatchedTurn]:
        """Return the turns that were seen and not told yet, where a camera is stopped."""
        return self._watcher.finish(self.source)

    @property
    def facelets(self) -> str:
        """The 54 facelets after the last turn, as the cube is then held; "" before a cube is seen.

        A letter is the face on which that colour's centre was at the start.
        """
        return self._watcher.facelets

    @property
    def start(self) -> str:
        """The 54 facelets before the first turn, as the cube was held; "" before it is seen."""
        return self._watcher.start

    @property
    def start_from(self) -> StartFrom:
        """Where the cube at the start is from: known once a turn was told."""
        return self._watcher.start_from

    @property
    def colours(self) -> Mapping[str, str]:
        """The colour of each letter of the facelets; none before a cube is seen."""
        return self._watcher.colours

    @property
    def certain(self) -> bool:
        """Whether all turns are certain, no view is missing, and both ends fix all pieces."""
        return self._watcher.certain

"""Reads a cube in a film in which it is turned as a whole before the camera.

While nothing but the whole cube turns, its faces come to the front one after the other. Which one
is where follows from the pose, frame by frame, of a cube that is expected to rotate on; what each
frame shows of a face is put together, and decoded as photographs of the six faces are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.assembly import assemble_reading
from vision.colour.illumination import light_colours, squared_distance
from vision.colour.scheme import STANDARD_SCHEME, KnownScheme
from vision.decode.arrangements import known_arrangements
from vision.decode.joint_estimation import fit_cube_as_arranged
from vision.decode.observations import Observations, samples_of
from vision.detect.face import FaceView
from vision.film.film_frames import FilmFrame, ObservedFrame, ObservedFrames
from vision.film.pose_tracker import PoseTracker
from vision.film.sticker_colours import StickersSeen, see_stickers
from vision.held.placed_views import clusters_of

# A sticker of a frame counts if so much of it is seen; a view of a face if so many frames show at
# least so many of its stickers.
SEEN_WEIGHT, VIEW_FRAMES, VIEW_STICKERS = 0.5, 8, 4
# A frame agrees with the usual colour of a sticker within this distance (squared standard
# deviations, in brightness and in each channel relative to it, of natural logarithms of light).
AGREEING, FRAME_SIGMA = 9.0, (0.3, 0.15)
# Frames until the cube is read again: where not all faces were seen, and where what was seen of
# them was not certain, which takes as long as ten frames.
READ_EVERY, READ_AGAIN = 15, 75
_SCHEME = KnownScheme(STANDARD_SCHEME, may_be_mirrored=False)

# The stickers of each side that is seen in a frame, by the side and the facelets there.
_SeenSides = Mapping[tuple[int, ...], StickersSeen]


class CubeReader:
    """What the last frames show of a cube's 54 stickers, if only the whole cube is turned in them.

    `tracker`: the pose of the cube; `frames`: the last frames, as they are seen with it;
    `shown_frames`: in how many of the last ones the cube was followed.
    """

    def __init__(self, max_frames: int) -> None:
        """Begin with no frame, and keep so many of the last ones."""
        self._max_frames = max_frames
        self._until_read = READ_EVERY  # frames
        self.frames = ObservedFrames()
        self.tracker = PoseTracker(follows=True)
        # Which facelet of the first frame is at each place of the present one.
        self._facelets: IntArray = np.arange(54)
        self._shown: deque[_SeenSides] = deque(maxlen=max_frames)

    @property
    def shown_frames(self) -> int:
        """How many of the last frames show the cube, followed from one to the next."""
        return len(self._shown)

    @property
    def is_due(self) -> bool:
        """Whether the cube should be read now; it may be at any time."""
        return self._until_read <= 0

    def see(self, frame: FilmFrame, time: float) -> None:
        """Add a frame, at a time in seconds.

        Where the cube is not followed from the last one, what was seen before is forgotten.
        """
        cube = self.tracker.see(frame)
        seen = None if cube.pose is None else see_stickers(frame.image, cube.pose)
        self.frames.add(
            ObservedFrame(time, seen, cube.whole_turn_prices, self.tracker.still_frames)
        )
        self.frames.drop_unseen()
        self.frames.drop_before(self.frames.end - self._max_frames)
        self._until_read -= 1
        sides: _SeenSides = {}
        if seen is not None:
            if cube.places is None:
                self._facelets = np.arange(54)
                self._shown.clear()
            else:
                self._facelets = self._facelets[cube.places]
            sides = dict(self._sides(seen))
        if len(self.frames):
            self._shown.append(sides)

    def _sides(self, seen: StickersSeen) -> Iterator[tuple[tuple[int, ...], StickersSeen]]:
        """Yield the items of _SeenSides of which enough is seen."""
        for side in range(len(FACES)):
            own = slice(9 * side, 9 * side + 9)
            if (seen.weight[own] > SEEN_WEIGHT).sum() >= VIEW_STICKERS:
                part = StickersSeen(seen.light[own].copy(), seen.weight[own].copy())
                yield (side, *self._facelets[own].tolist()), part

    def read(self) -> IntArray | None:
        """Return the colours (54, of STANDARD_SCHEME) of the cube, held in any way.

        None where they are not certain, or not all faces were seen. This takes some tenths of a
        second.
        """
        self._until_read = READ_EVERY
        parts: dict[tuple[int, ...], list[StickersSeen]] = {}
        for sides in self._shown:
            for key, part in sides.items():
                parts.setdefault(key, []).append(part)
        views = {key: seen for key, seen in parts.items() if len(seen) >= VIEW_FRAMES}
        if len({key[5] // 9 for key in views}) < len(FACES):
            return None
        facelets = np.array([key[1:] for key in views])
        shown = tuple(_view(frames) for frames in views.values())
        clusters = clusters_of(facelets)
        image = (0,) * len(shown)
        observations = Observations(
            shown,
            ("",) * len(shown),
            samples_of(shown, image).matched(clusters.sticker_ids),
            clusters,
            known_arrangements(facelets[None], clusters),
        )
        fitted = fit_cube_as_arranged(observations, scheme=_SCHEME)
        reading = assemble_reading(observations, fitted, _SCHEME)
        if not reading.certain:
            self._until_read = READ_AGAIN
            return None
        colours = {face: STANDARD_SCHEME.index(reading.scheme[face]) for face in FACES}
        return np.array([colours[letter] for letter in reading.facelets])


def _view(frames: list[StickersSeen]) -> FaceView:
    """Return a face as most frames show it; a sticker is as visible as frames agree on it."""
    light = np.stack([each.light for each in frames])
    is_seen = np.stack([each.weight for each in frames]) > SEEN_WEIGHT
    # Of a sticker that no frame shows all frames count, to have a colour; it is not visible.
    counts = np.logical_or(is_seen, ~is_seen.any(0, keepdims=True))
    middle = np.nanmedian(np.where(counts[..., None], light, np.nan), 0)
    agrees = is_seen & (squared_distance(light - middle, FRAME_SIGMA) < AGREEING)
    colours: FloatArray = light_colours(middle).reshape(3, 3, 3)
    visibility = agrees.mean(0).reshape(3, 3)
    return FaceView(3, np.eye(3), colours, visibility, 1.0, colours.mean((0, 1)))

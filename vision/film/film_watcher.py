"""The turns of a film of hands, frame by frame, some seconds after they are seen.

The cube is tracked (`pose_tracker`), its stickers are sampled (`sticker_colours`), their colours
learnt from the first seconds on (`film_colours`), and the turns searched (`turn_search`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from drawing.palette import WESTERN
from solver.core.geometry import FACES
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from vision.arrays import FloatArray, Image, IntArray
from vision.capture.frame import Frame
from vision.detect.lattice import resized
from vision.errors import NoFaceError
from vision.facelet_indices import CUBE_ROTATIONS
from vision.film.film_colours import FilmColours
from vision.film.held_moves import LAYER_TURNS, MOVES, SOURCES
from vision.film.pose_tracker import PoseTracker
from vision.film.seen_pieces import SeenPieces
from vision.film.sticker_colours import StickersSeen, see_stickers
from vision.film.turn_search import LAG_FRAMES, DoneMove, TurnSearch

# The longer side (pixels) of the frames as they are searched.
SMALLEST_SIDE, LARGEST_SIDE = 360, 640
# The colours are learnt first from so many frames that show the cube, in so many rounds.
FIRST_FRAMES, FIRST_ROUNDS = 75, 3
MEASURED_FRAMES = 5  # from which the light is estimated
UPDATE_FRAMES = 15  # between updates of the colours
# A whole-cube turn may be seen so many frames before or after the pose is named anew.
PRICE_FRAMES = 3
GAP_SECONDS = 0.5  # a cube that is not seen for longer leaves a gap


@dataclass(frozen=True, slots=True, eq=False)
class _Observation:
    """One frame: its time, the stickers or None, the prices of WHOLE_TURNS."""

    time: float
    seen: StickersSeen | None
    prices: FloatArray


class FilmWatcher:
    """Watches the frames of one film. Feed them to `see`, then call `finish`.

    `start`: the cube at the start of the film, whichever way it is held; solved where none is
    given. As an attribute it is that cube as it was held, as `facelets` has it, "" before it is
    seen.
    """

    def __init__(self, start: Cube | None = None) -> None:
        cube = Cube.solved() if start is None else start
        letters = np.array([FACES.index(letter) for letter in cube.facelets])
        self._starts: IntArray = np.stack([letters[np.argsort(r)] for r in CUBE_ROTATIONS])
        self._tracker = PoseTracker()
        self._observations: deque[_Observation] = deque()
        self._first_number = 0  # of the frames, that of the first in `_observations`
        self._colours: FilmColours | None = None
        self._search = TurnSearch(self._starts)
        self._state: IntArray | None = None  # after the last turn that was decided
        self._letters = self.start = ""
        self._checked = 0  # frames whose stickers were compared with what was decided
        self._first_pieces, self._last_pieces = SeenPieces(), SeenPieces()
        self._first_time: float | None = None
        self._last_seen: float | None = None
        self._gaps = 0
        self._is_after_gap = False
        self._turned = False
        self.certain_turns = True

    def see(self, frame: Frame) -> list[WatchedTurn]:
        """Return the turns that the next frame decides, which were made some seconds before it."""
        image = _searched(frame.image)
        cube = self._tracker.see(image)
        seen = None if cube.pose is None else see_stickers(image, cube.pose)
        self._first_time = frame.time if self._first_time is None else self._first_time
        time = frame.time - self._first_time
        self._observations.append(_Observation(time, seen, cube.whole_turn_prices))
        if self._colours is None:
            clear = [each.seen for each in self._observations if each.seen is not None]
            if len(clear) < FIRST_FRAMES:
                return self._wait()
            self._learn_first(clear)
        self._search_until(self._next_number - PRICE_FRAMES)
        return list(self._decided(LAG_FRAMES))

    def finish(self, name: str) -> list[WatchedTurn]:
        """Return the turns that are left when the film ends.

        `name`: of the film. Raises NoFaceError where it showed no cube.
        """
        if self._colours is None:
            clear = [each.seen for each in self._observations if each.seen is not None]
            if len(clear) < MEASURED_FRAMES:
                raise NoFaceError(
                    name,
                    f"{name!r}: no cube was seen; film both hands from above so that two faces of "
                    "the cube are seen, and the cube is large in the picture",
                )
            self._learn_first(clear)
        self._search_until(self._next_number)
        turns = list(self._decided(0))
        self._compare_until(self._next_number)
        return turns

    @property
    def facelets(self) -> str:
        """The 54 facelets after the last turn that was told, as the cube is then held."""
        return "" if self._state is None else "".join(self._letters[c] for c in self._state)

    @property
    def colours(self) -> Mapping[str, str]:
        """The colour of each letter of the facelets; none before a cube is seen."""
        return {letter: WESTERN[face] for letter, face in zip(self._letters, FACES, strict=False)}

    @property
    def certain(self) -> bool:
        """Whether all turns are certain and the first and last views fix all pieces."""
        ends = self._first_pieces.fix_the_cube and self._last_pieces.fix_the_cube
        return self.certain_turns and ends and not self._gaps

    @property
    def _next_number(self) -> int:
        return self._first_number + len(self._observations)

    def _wait(self) -> list[WatchedTurn]:
        """Drop what shows no cube before it is first seen."""
        while self._observations and self._observations[0].seen is None:
            self._observations.popleft()
        return []

    def _learn_first(self, clear: list[StickersSeen]) -> None:
        """Learn the colours from the first frames, searched over and over."""
        measured = clear[:MEASURED_FRAMES]
        light = np.median([each.light for each in measured], 0)
        weight = np.median([each.weight for each in measured], 0)
        self._colours, _ = FilmColours.of_start(StickersSeen(light, weight), self._starts)
        for _ in range(FIRST_ROUNDS):
            self._search = TurnSearch(self._starts)
            self._search_until(self._next_number)
            state, _ = self._search.start()
            self._learn(state, self._search.path(), 0, self._next_number)
            self._colours.update()
        self._search = TurnSearch(self._starts)

    def _learn(self, state: IntArray, path: Iterable[DoneMove], first: int, last: int) -> None:
        """Learn from the frames first..last, in which the cube was `state` and then turned."""
        assert self._colours is not None
        for number, current in _at_rest(state, path, first, last):
            seen = self._observations[number - self._first_number].seen
            if seen is not None:
                self._colours.learn(seen, current)

    def _search_until(self, number: int) -> None:
        """Search the frames up to this one."""
        assert self._colours is not None
        while self._search.frame < number:
            at = self._search.frame - self._first_number
            around = range(max(at - PRICE_FRAMES, 0), at + PRICE_FRAMES + 1)
            prices = [self._observations[k].prices for k in around if k < len(self._observations)]
            seen = self._observations[at].seen
            still, moving = _NOTHING if seen is None else self._colours.likelihoods(seen)
            self._search.advance(still, moving, np.min(prices, 0))

    def _decided(self, lag: int) -> Iterator[WatchedTurn]:
        """Yield the turns that are older than a lag, and drop the frames before them."""
        for done, certain in self._search.decide(lag):
            if self._state is None:
                self._begin()
            self._compare_until(done.start)
            self._checked = max(self._checked, done.end)
            yield self._told(done, certain)
        if self._state is None and self._search.frame > 2 * LAG_FRAMES:
            self._begin()
        if self._state is not None:
            self._compare_until(self._search.frame - LAG_FRAMES)
        while self._first_number < self._search.frame - 2 * LAG_FRAMES - PRICE_FRAMES:
            self._observations.popleft()
            self._first_number += 1

    def _begin(self) -> None:
        """Decide how the cube is held at the start."""
        state, index = self._search.start()
        self._search.keep_start(index)
        self._state = state
        order = {int(state[9 * k + 4]): FACES[k] for k in range(6)}
        self._letters = "".join(order[colour] for colour in range(6))
        self.start = self.facelets

    def _told(self, done: DoneMove, certain: bool) -> WatchedTurn:
        """Return a decided move as a turn, and make it."""
        assert self._state is not None
        self._state = self._state[SOURCES[done.move]]
        start, end = self._time(done.start), self._time(done.end)
        is_gap, self._is_after_gap = self._is_after_gap, False
        if done.move < len(LAYER_TURNS):
            self._turned = True
            self._last_pieces = SeenPieces()
        else:
            self._last_pieces.turn(SOURCES[done.move])
            if not self._turned:
                self._first_pieces.turn(SOURCES[done.move])
        certain = certain and not is_gap
        self.certain_turns = self.certain_turns and certain
        return WatchedTurn(MOVES[done.move], start, end, self.facelets, certain, is_gap)

    def _time(self, number: int) -> float:
        at = min(max(number - self._first_number, 0), len(self._observations) - 1)
        return self._observations[at].time

    def _compare_until(self, number: int) -> None:
        """Compare the frames up to this one with the state decided, and learn their colours."""
        assert self._colours is not None
        if self._state is None:
            self._begin()
        assert self._state is not None
        while self._checked < number:
            at = self._checked - self._first_number
            if 0 <= at < len(self._observations):
                self._compare(self._observations[at])
            self._checked += 1
            if self._checked % UPDATE_FRAMES == 0:
                self._colours.update()

    def _compare(self, observation: _Observation) -> None:
        assert self._colours is not None
        assert self._state is not None
        if observation.seen is None:
            return
        if self._last_seen is not None and observation.time - self._last_seen > GAP_SECONDS:
            self._gaps += 1
            self._is_after_gap = True
        self._last_seen = observation.time
        still, _ = self._colours.likelihoods(observation.seen)
        self._last_pieces.see(still, self._state)
        if not self._turned:
            self._first_pieces.see(still, self._state)
        self._colours.learn(observation.seen, self._state)


_NOTHING = (np.zeros((54, 6)), np.zeros((6, 3, 21, 6)))


def _searched(image: Image) -> Image:
    """Return an image as it is searched: neither very small nor large."""
    longer = max(image.shape[:2])
    if longer > LARGEST_SIDE:
        return resized(image, LARGEST_SIDE)
    if longer >= SMALLEST_SIDE:
        return image
    scale = SMALLEST_SIDE / longer
    enlarged = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return np.asarray(enlarged, np.uint8)


def _at_rest(
    state: IntArray, path: Iterable[DoneMove], first: int, last: int
) -> Iterator[tuple[int, IntArray]]:
    """Yield the frames first..last - 1 in which nothing turns, and the cube in each."""
    number = first
    for done in path:
        for rest in range(number, min(done.start, last)):
            yield rest, state
        number = max(number, done.end + 1)
        state = state[SOURCES[done.move]]
    for rest in range(number, last):
        yield rest, state

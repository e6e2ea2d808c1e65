"""The turns of a film of hands, frame by frame, some seconds after they are seen.

The cube is tracked (`pose_tracker`), its stickers are sampled (`sticker_colours`), their colours
learnt from the first seconds on (`film_colours`), and the turns searched (`turn_search`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np

from drawing.palette import WESTERN
from solver.core.geometry import FACES
from solver.core.watched_turn import StartFrom, WatchedTurn
from solver.cube import Cube
from vision.arrays import FloatArray, IntArray
from vision.capture.frame import Frame
from vision.errors import NoFaceError
from vision.facelet_indices import CUBE_ROTATIONS
from vision.film.cube_reader import CubeReader
from vision.film.decided_cube import DecidedCube, StickerAgreement
from vision.film.film_colours import FilmColours
from vision.film.film_frames import PRICE_FRAMES, FilmFrame, ObservedFrame, ObservedFrames
from vision.film.held_moves import LAYER_TURNS, MOVES, SOURCES
from vision.film.pose_tracker import PoseTracker
from vision.film.sticker_colours import StickersSeen, see_around, see_stickers
from vision.film.turn_search import TurnSearch, at_rest

# The colours are learnt first from so many frames that show the cube, in so many rounds.
FIRST_FRAMES, FIRST_ROUNDS = 75, 3
MEASURED_FRAMES = 5  # from which the light is estimated
UPDATE_FRAMES = 15  # between updates of the colours
# Before the first turn the cube may be shown for so many frames, and so many where it is lost.
INSPECTION_FRAMES, FINDING_FRAMES = 900, 300
# A cube may be lost where so many turns, of those not decided yet, were not seen on their way.
DOUBTFUL_TURNS = 2
# The mean loss of a sticker with less of which the first frames show a cube like the expected one.
LIKE_LOSS = 8.0
# A turn is decided so many frames after it was made: what follows shows whether it was another one.
# Who stands before a camera waits for it. That of a camera is enough everywhere to learn colours,
# and to see that the first turn was made.
LIVE_LAG_FRAMES, FILM_LAG_FRAMES = 75, 225


class FilmWatcher:
    """Watches the frames of one film. Feed them to `see`, then call `finish`.

    `start`: the cube at the start of the film, whichever way it is held. Where none is given it is
    read from the film if all its faces are shown before the first turn, and taken to be solved
    otherwise. As an attribute it is that cube as it was held, as `facelets` has it, "" before it is
    seen; `start_from` says where it is from. `lag_frames`: how much later a turn is decided.
    """

    def __init__(self, start: Cube | None = None, lag_frames: int = LIVE_LAG_FRAMES) -> None:
        self.lag_frames = lag_frames
        cube = Cube.solved() if start is None else start
        self._starts = _held_in_any_way(np.array([FACES.index(each) for each in cube.facelets]))
        self.start_from = StartFrom.SOLVED if start is None else StartFrom.GIVEN
        # None while it is known which cube that is: from its start on, until it may be lost.
        self._reader = CubeReader(INSPECTION_FRAMES) if start is None else None
        # Whether the first frames show a cube like that with which the film is taken to begin.
        self._starts_fit = False
        self._tracker = PoseTracker()
        self._frames = ObservedFrames()
        # What is around the cube in the first frames.
        self._around: list[FloatArray] = [np.zeros((0, 3))]
        self._colours: FilmColours | None = None
        self._search = TurnSearch(self._starts)
        self._agreement = StickerAgreement()
        self._cube = DecidedCube()
        # Frames from which colours were learnt, and those that were compared with what was decided.
        self._learnt = self._checked = 0
        self._first_time: float | None = None

    def see(self, frame: Frame) -> list[WatchedTurn]:
        """Return the turns that the next frame decides, which were made some seconds before it."""
        film_frame = FilmFrame(frame.image)
        cube = self._tracker.see(film_frame)
        seen = None
        if cube.pose is not None:
            seen = see_stickers(film_frame.image, cube.pose)
            if len(self._around) <= MEASURED_FRAMES:
                self._around.append(see_around(film_frame.image, cube.pose))
        self._first_time = frame.time if self._first_time is None else self._first_time
        time = frame.time - self._first_time
        still_frames = self._tracker.still_frames
        self._frames.add(ObservedFrame(time, seen, cube.whole_turn_prices, still_frames))
        if self._reader is not None:
            self._reader.see(film_frame, time)
        if self._colours is None:
            # What shows no cube before it is first seen does not count.
            self._frames.drop_unseen()
            if len(list(self._frames.clear())) < FIRST_FRAMES:
                return []
            self._learn_first()
        if self._cube.state is None:
            self._look_for_start()
            if self._reader is not None:
                return []
        self._follow_until(self._frames.end - PRICE_FRAMES)
        turns = list(self._decided(self.lag_frames))
        if self._search.frame % UPDATE_FRAMES == 0:
            self._learn_until(min(self._search.agreed(), self._search.frame - LIVE_LAG_FRAMES))
        return turns + list(self._found_again())

    def _look_for_start(self) -> None:
        """Read the cube with which the film begins; stop reading once it is known, or too late."""
        if self._reader is not None and self._reader.is_due:
            self._read_start(self._reader)
        if self._reader is not None and self._starts_fit:
            self._follow_until(self._frames.end - PRICE_FRAMES)
            if self._search.has_turned(LIVE_LAG_FRAMES):
                self._reader = None
        if len(self._frames) >= INSPECTION_FRAMES:
            self._reader = None

    def _read_start(self, reader: CubeReader) -> None:
        """Begin with the cube that the film shows, if that is certain."""
        colours = reader.read()
        if colours is not None:
            self.start_from = StartFrom.FILM
            self._begin_with(colours, reader, len(reader.frames))

    def _begin_with(self, colours: IntArray, reader: CubeReader, count: int) -> None:
        """Begin with a cube (54), held in any way, at the first of the last frames of a reader."""
        self._reader, self._tracker, self._frames = None, reader.tracker, reader.frames.last(count)
        self._starts = _held_in_any_way(colours)
        self._learn_first()

    def _found_again(self) -> Iterator[WatchedTurn]:
        """Look for the cube where it may be lost; yield what is left to tell if it was."""
        if self._cube.state is None:
            return
        is_doubtful = not self._agreement.is_right or self._search.unseen >= DOUBTFUL_TURNS
        if self._reader is None:
            self._reader = CubeReader(FINDING_FRAMES) if is_doubtful else None
        elif not is_doubtful:
            self._reader = None
        elif self._reader.is_due:
            yield from self._read_again(self._reader)

    def _read_again(self, reader: CubeReader) -> Iterator[WatchedTurn]:
        """Go on with the cube that the film shows, if that is certain and another one."""
        colours = reader.read()
        if colours is None:
            return
        self._reader = None
        if self._search.is_at(_held_in_any_way(colours)):
            return
        yield from self._decided(reader.shown_frames)
        self._begin_with(colours, reader, reader.shown_frames)
        self._follow_until(self._frames.end - PRICE_FRAMES)
        self._cube.begin_again(self._search.decide_start())
        self._learnt = self._checked = 0

    def finish(self, name: str) -> list[WatchedTurn]:
        """Return the turns that are left when the film ends.

        `name`: of the film. Raises NoFaceError where it showed no cube.
        """
        if self._colours is None:
            if len(list(self._frames.clear())) < MEASURED_FRAMES:
                raise NoFaceError(
                    name,
                    f"{name!r}: no cube was seen; film both hands from above so that two faces of "
                    "the cube are seen, and the cube is large in the picture",
                )
            self._learn_first()
        turns: list[WatchedTurn] = []
        if self._reader is not None:
            if self._cube.state is None:
                self._read_start(self._reader)
            else:
                turns += self._read_again(self._reader)
        self._follow_until(self._frames.end)
        turns += self._decided(0)
        self._compare_until(self._frames.end)
        return turns

    @property
    def start(self) -> str:
        """The 54 facelets before the first turn, as the cube was held; "" before it is seen."""
        return self._cube.start

    @property
    def facelets(self) -> str:
        """The 54 facelets after the last turn that was told, as the cube is then held."""
        return self._cube.facelets

    @property
    def expected(self) -> tuple[tuple[str, ...], str]:
        """The turns that seem to have been made since the last one told, and the facelets then.

        Later frames may show others. None, and "", before the cube is seen.
        """
        if self._cube.state is None:
            return (), ""
        state, path = self._cube.state, self._search.path()
        for done in path:
            state = state[SOURCES[done.move]]
        return tuple(MOVES[done.move] for done in path), self._cube.lettered(state)

    @property
    def colours(self) -> Mapping[str, str]:
        """The colour of each letter of the facelets; none before a cube is seen."""
        letters = self._cube.letters
        return {letter: WESTERN[face] for letter, face in zip(letters, FACES, strict=False)}

    @property
    def certain_turns(self) -> bool:
        """Whether all turns that were told are certain."""
        return self._cube.certain_turns

    @property
    def certain(self) -> bool:
        """Whether all turns are certain, no view is missing, and both ends fix all pieces."""
        return self._cube.certain

    def _learn_first(self) -> None:
        """Learn the colours from the first frames, searched over and over."""
        clear = list(islice(self._frames.clear(), FIRST_FRAMES))
        end = clear[-1][0] + 1
        light = np.median([seen.light for _, seen in clear[:MEASURED_FRAMES]], 0)
        weight = np.median([seen.weight for _, seen in clear[:MEASURED_FRAMES]], 0)
        first, around = StickersSeen(light, weight), np.concatenate(self._around)
        self._colours, loss = FilmColours.of_start(first, around, self._starts)
        self._starts_fit = loss < LIKE_LOSS
        for _ in range(FIRST_ROUNDS):
            self._search = TurnSearch(self._starts)
            self._search_until(end)
            state = self._search.start()
            for number, current in at_rest(state, self._search.path(), 0, end):
                seen = self._frames[number].seen
                if seen is not None:
                    self._colours.learn(seen, current)
            self._colours.update()
        self._search = TurnSearch(self._starts)
        self._agreement = StickerAgreement()

    def _search_until(self, number: int) -> None:
        """Search the frames up to this one."""
        while self._search.frame < number:
            self._search_next()

    def _search_next(self) -> FloatArray:
        """Search one more frame; return its likelihoods (54 x 6)."""
        assert self._colours is not None
        prices = self._frames.prices(self._search.frame)
        frame = self._frames[self._search.frame]
        found = _NOTHING if frame.seen is None else self._colours.likelihoods(frame.seen)
        still, moving = (frame.share * each for each in found)
        self._search.advance(still, moving, prices)
        return still

    def _follow_until(self, number: int) -> None:
        """Search the frames up to this one, and compare them with the best hypothesis."""
        while self._search.frame < number:
            still = self._search_next()
            if self._search.rests:
                self._agreement.see(still, self._search.states[0])

    def _learn_until(self, number: int) -> None:
        """Learn the colours of the frames up to this one from the turns that seem to be made."""
        assert self._colours is not None
        state = self._search.start() if self._cube.state is None else self._cube.state
        first = max(self._learnt, self._frames.first)
        for frame, current in at_rest(state, self._search.path(), first, number):
            seen = self._frames[frame].seen
            if seen is not None:
                self._colours.learn(seen, current)
        self._colours.update()
        self._learnt = max(self._learnt, number)

    def _decided(self, lag: int) -> Iterator[WatchedTurn]:
        """Yield the turns that are older than a lag, and drop the frames before them."""
        for done, certain in self._search.decide(lag):
            # The frame itself too: it may be the first one after a gap.
            self._compare_until(done.start + 1)
            self._checked = max(self._checked, done.end)
            start, end = self._frames[done.start].time, self._frames[done.end].time
            certain = certain and not self._agreement.is_lost
            turn = self._cube.turn(done.move, start, end, certain=certain)
            if done.move < len(LAYER_TURNS):
                self._tracker.follows = False
            if turn is not None:
                yield turn
        if self._cube.state is None and self._search.frame > 2 * self.lag_frames:
            self._begin()
        if self._cube.state is not None:
            self._compare_until(self._search.frame - self.lag_frames)
        self._frames.drop_before(self._search.frame - 2 * self.lag_frames - PRICE_FRAMES)

    def _begin(self) -> None:
        """Decide how the cube is held at the start."""
        self._cube.begin(self._search.decide_start())

    def _compare_until(self, number: int) -> None:
        """Compare the frames up to this one with the cube that is decided."""
        assert self._colours is not None
        if self._cube.state is None:
            self._begin()
        for checked in range(max(self._checked, self._frames.first), min(number, self._frames.end)):
            frame = self._frames[checked]
            if frame.seen is not None:
                self._cube.see(frame.time, self._colours.likelihoods(frame.seen)[0])
        self._checked = max(self._checked, number)


def _held_in_any_way(colours: IntArray) -> IntArray:
    """Return a cube (54) as it may be held (24 x 54)."""
    return np.stack([colours[np.argsort(rotation)] for rotation in CUBE_ROTATIONS])


_NOTHING = (np.zeros((54, 6)), np.zeros((6, 3, 21, 6)))

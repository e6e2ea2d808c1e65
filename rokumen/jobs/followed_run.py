"""Follows the cube through the records of a run, and reads its pictures again.

Between two readings the cube is what the acknowledged turns make of the one that was read. Each
picture must show the cube that this gives at its time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from files.wording import reason
from robot.execution.journal import Record
from rokumen.devices.camera_colours import stickers_of
from rokumen.devices.face_sight import FaceSight
from rokumen.devices.rig_cameras import faces_at, with_doubt
from rokumen.jobs.challenge import ANSWERS
from rokumen.jobs.missing_turns import MIN_CONTRADICTIONS, contradictions, letters_of
from rokumen.storage.run_pictures import RunLook, RunPicture, RunReading, stored_record
from solver.core.errors import CubeError
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from vision.errors import VisionError
from vision.held.placed_views import HeldPicture
from vision.held.reading import read_held_cube
from vision.reading_result import Reading

# After these a scan may show another cube than the turns before it leave.
_EXPLAINING = ("replanning", "contradiction", "failed")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A part of a stored run that does not prove what it claims, and why."""

    part: str
    why: str

    def __str__(self) -> str:
        return f"{self.part}: {self.why}"


class FollowedRun:
    """The cube of a run, as far as its records have been followed; `doubts` are what was found."""

    def __init__(self, folder: Path) -> None:
        """Follow a run whose pictures are in `folder`."""
        self.doubts: list[Doubt] = []
        self.readings = self.looks = self.turns = 0
        self._folder = folder
        self._pictures: dict[str, RunPicture] = {}
        self._due = ""
        self._begin()

    def _begin(self) -> None:
        """Forget the cube: the run begins, or goes on after a person may have changed it."""
        self._first = ""
        self._cube: Cube | None = None
        # The turns since the last reading, and the cube that it showed.
        self._base: Cube | None = None
        self._made: list[Turn] = []
        self._is_explained = False
        # What a plan must come of before anything else is said of the cube.
        self._unexplained: Doubt | None = None
        # A look that the run itself must say to be a contradiction, in its next record.
        self._contradicted: Doubt | None = None
        self._sight: FaceSight | None = None
        # Whether a picture has shown the cube since its last turn.
        self._is_seen = False
        self._solved_readings = 0
        # The turns of challenges that are not answered yet, and what pictures have shown since.
        self._challenges: list[str] = []
        self._shown: list[Cube] = []
        self._answers = 0

    def follow(self, number: int, record: Record) -> None:
        """Take the next record, from line `number` of the journal."""
        kind = str(record.get("record"))
        steps: Mapping[str, Callable[[str, Record], None]] = {
            "picture": self._take_picture,
            "reading": self._read_again,
            "look": self._look_again,
            "plan": self._plan,
            "command": self._send,
            "done": self._turn,
            "challenge": self._begin_challenge,
            "answer": self._answer,
            "finished": self._finish,
            "resumed": lambda part, record: self._begin(),
        }
        if self._contradicted is not None and kind != "contradiction":
            self.doubts.append(self._contradicted)
        self._contradicted = None
        self._is_explained |= kind in _EXPLAINING
        if kind == "replanning":
            self._cube = None
            self._challenges.clear()
        if kind in steps:
            part = f"line {number} ({kind})"
            try:
                steps[kind](part, record)
            except (ValueError, CubeError, VisionError, OSError) as error:
                self._doubt(part, f"it cannot be followed: {reason(error)}")

    def _doubt(self, part: str, why: str) -> None:
        self.doubts.append(Doubt(part, why))

    def _take_picture(self, part: str, record: Record) -> None:
        picture = stored_record(RunPicture, record)
        self._pictures[picture.file] = picture

    def _read_again(self, part: str, record: Record) -> None:
        """Read the pictures of a reading again, and compare what they show."""
        stored = stored_record(RunReading, record)
        self.readings += 1
        if not stored.certain:
            return
        reading, sight = self._reading_of(stored)
        if not reading.certain or reading.facelets != stored.facelets:
            what = reading.facelets if reading.certain else "no cube with certainty"
            self._doubt(part, f"its pictures show {what}, not {stored.facelets}")
            return
        cube = Cube.from_facelets(stored.facelets)
        self._first = self._first or stored.facelets
        if self._cube is not None and self._cube != cube and not self._is_explained:
            self._unexplained = Doubt(
                part, "its pictures show another cube than the turns acknowledged before it leave"
            )
        if self._cube == cube:
            self._note_shown(cube)
        self._cube = self._base = cube
        self._made, self._sight = [], sight
        self._is_seen, self._is_explained = True, False
        self._solved_readings = self._solved_readings + 1 if cube.is_solved() else 0

    def _reading_of(self, stored: RunReading) -> tuple[Reading, FaceSight]:
        """Return what the pictures of a reading show. Raises VisionError, OSError, ValueError."""
        places = [place.place() for place in stored.basis.places]
        taken = [self._pictures[name] for name in stored.pictures if name in self._pictures]
        if len(taken) < len(stored.pictures) or any(p.camera >= len(places) for p in taken):
            raise ValueError("it names a picture or a camera that the journal does not have")
        frames = [each.frame(self._folder) for each in taken]
        held = [
            HeldPicture(
                faces_at(frame, places[each.camera]),
                each.camera,
                each.holding.orientation,
                {position: frozenset(cells) for position, cells in each.hidden.items()},
            )
            for each, frame in zip(taken, frames, strict=True)
        ]
        reading = read_held_cube(held, places, stored.basis.colours, stored.basis.scheme).reading
        holdings = [each.holding for each in taken]
        stickers = stickers_of(reading, frames)
        return reading, FaceSight.of_scan(holdings, reading, stickers, self._sight)

    def _look_again(self, part: str, record: Record) -> None:
        """Compare what the picture of a look shows with the cube as it was followed."""
        look = stored_record(RunLook, record)
        self.looks += 1
        if self._cube is None or self._sight is None:
            return
        expected = letters_of(self._cube, look.face)
        picture = self._pictures.get(look.picture)
        if picture is None or len(look.letters) != len(expected):
            raise ValueError("it names a picture that the journal does not have")
        if contradictions(look.letters, expected) >= MIN_CONTRADICTIONS:
            words = f"it shows {look.letters} where the turns leave {expected} on {look.face}"
            # In a challenge another picture has to show it.
            self._contradicted = None if self._challenges else Doubt(part, words)
            return
        view, frame = look.view(picture.holding), picture.frame(self._folder)
        if self._sight.fits(frame, view, expected):
            seen: str | None = with_doubt(expected, view.hidden_facelets)
        else:
            seen = self._sight.letters(frame, view, expected)
        if seen is None or contradictions(seen, expected) >= MIN_CONTRADICTIONS:
            shown = "no such face" if seen is None else seen
            self._doubt(
                part, f"its picture shows {shown} where the turns leave {expected} on {look.face}"
            )
            return
        self._is_seen = True
        self._note_shown(self._cube)

    def _note_shown(self, cube: Cube) -> None:
        """Note that a picture has shown the cube of a challenge, turned or turned back."""
        if self._challenges:
            self._shown.append(cube)

    def _plan(self, part: str, record: Record) -> None:
        """Begin a plan, which may be for the cube without one of the turns before."""
        self._unexplained = None
        cube = Cube.from_facelets(str(record.get("facelets")))
        if self._cube is None or cube == self._cube:
            return
        base = self._base or cube
        without = (
            base.apply((*self._made[:i], *self._made[i + 1 :])) for i in range(len(self._made))
        )
        if not self._is_explained or cube not in without:
            self._doubt(part, "it is for another cube than the turns acknowledged before it leave")
        self._cube, self._base, self._made = cube, cube, []

    def _send(self, part: str, record: Record) -> None:
        self._due = str(record.get("turn") or "")

    def _turn(self, part: str, record: Record) -> None:
        """Make the turns that a robot has acknowledged."""
        words = str(record.get("turn") or "")
        if words != self._due:
            self._doubt(part, f"it acknowledges {words or 'no turn'}, {self._due!r} was sent")
        turns = parse_turns(words) if words else ()
        self.turns += len(turns)
        if turns and self._cube is not None:
            self._cube = self._cube.apply(turns)
            self._made += turns
            self._is_seen = False

    def _begin_challenge(self, part: str, record: Record) -> None:
        """Begin a challenge, which takes back the turn of the one before."""
        self._report_unexplained()
        made = parse_turns(" ".join(self._challenges[-1:]))
        if self._cube is None or self._cube != Cube.solved().apply(made):
            self._doubt(part, "the turns acknowledged before it leave a cube that is not solved")
        if not self._challenges:
            self._shown = []
        self._challenges.append(str(record.get("turn")))

    def _answer(self, part: str, record: Record) -> None:
        turn = self._challenges.pop(0) if self._challenges else ""
        if record.get("seen") is not True:
            self._is_explained = True
            return
        if record.get("turn") != turn:
            self._doubt(part, f"it answers {record.get('turn')}, and the challenge was {turn}")
        if Cube.solved().apply(parse_turns(turn)) not in self._shown[:-1]:
            self._doubt(part, f"no pictures show {turn} made and taken back")
        self._answers += 1

    def _finish(self, part: str, record: Record) -> None:
        """Compare the outcome that is claimed with the last pictures."""
        self._report_unexplained()
        if record.get("outcome") != "solved":
            self._doubt(part, f"it claims {record.get('outcome')!r}, which no finished run does")
        if self._cube is None or not self._cube.is_solved():
            self._doubt(part, "the turns acknowledged before it leave a cube that is not solved")
        if not self._is_seen:
            self._doubt(part, "no picture after the last turn shows the cube")
        if self._answers < ANSWERS and self._solved_readings < ANSWERS:
            self._doubt(part, "the pictures show the cube solved only once, and no turn was seen")
        if record.get("facelets") != self._first:
            self._doubt(part, "it claims another cube than the first pictures show")

    def _report_unexplained(self) -> None:
        if self._unexplained is not None:
            self.doubts.append(self._unexplained)
            self._unexplained = None

"""WebSocket session of a scan, and then of checking the user's turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rokumen.errors import InputError
from rokumen.storage.profiles import NO_PROFILE, SelectedProfile
from rokumen.web.sessions.readings import encode_reading, on_page, scheme_of
from rokumen.web.sessions.serving import CameraSession
from solver.core.turn import Turn
from solver.cube import Cube
from vision.capture.frame import Frame
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.detect.lattice_finder import USUAL_SIZE
from vision.live.captured_cube import CapturedFace
from vision.live.guidance import WAYS, FrameResult
from vision.live.scanner import FaceScanner
from vision.live.solution_follower import SolutionFollower
from vision.live.turn_recognition import TurnChecker, fit_scanned_colours
from vision.reading_result import Reading

# Maximum number of stickers corrected by the user, compared with the reading.
MAX_CORRECTED = 6
# For how long (seconds) a face that is to be taken now is waited for.
TAKE_SECONDS = 2.0


class ScanSession(CameraSession):
    """Session of one page: the scan of a cube, then the check of the user's turns.

    Not thread-safe.
    """

    def __init__(
        self,
        chosen_for: Callable[[str], SelectedProfile] = lambda camera: NO_PROFILE,
        size: int | None = USUAL_SIZE,
        scheme: KnownScheme = USUAL_SCHEME,
    ) -> None:
        """Start a scan; `chosen_for` returns the colour profile of a camera.

        `size`: the stickers per side; None: it is found from the faces; `scheme`: what is known of
        the order of the colours, until the page says it.
        """
        self._size = size
        self._chosen_for = chosen_for
        self._chosen = chosen_for("")
        self._scheme = scheme
        self._scanner = self._new_scanner()
        self._start_seconds = time.perf_counter()
        self._last_sent_reading: Reading | None = None
        self._follower: SolutionFollower | None = None
        self._wants_face = False
        self._wanted_since: float | None = None

    def _new_scanner(self, captured: Sequence[CapturedFace] = ()) -> FaceScanner:
        return FaceScanner(self._chosen.profile, captured, self._size, self._scheme)

    @property
    def captured_faces(self) -> tuple[CapturedFace, ...]:
        """Return the faces captured so far."""
        return self._scanner.captured_faces

    @property
    def is_done(self) -> bool:
        """Return whether the cube is known with certainty."""
        return self._scanner.is_done

    def see(self, frame: Frame) -> dict[str, Any]:
        """Process a frame and return the JSON of the result."""
        if self._follower is not None:
            before = self._follower.turns_done
            result = self._follower.process_frame(frame)
            return {
                "seen": _frame_as_json(result, frame),
                "check": _check_as_json(self._follower, before),
            }
        result, missed = self._scan(frame)
        return {
            "seen": _frame_as_json(result, frame),
            **({"missed": missed} if missed else {}),
            # An unchanged state is not sent again.
            **(
                self.state()
                if result.captured or self._scanner.reading is not self._last_sent_reading
                else {}
            ),
        }

    def _scan(self, frame: Frame) -> tuple[FrameResult, str]:
        """Return the result of a frame, and why the face that was wanted was not taken, or ""."""
        if not self._wants_face:
            return self._scanner.process_frame(frame), ""
        result = self._scanner.take_face(frame)
        if self._wanted_since is None:
            self._wanted_since = frame.time
        is_late = frame.time - self._wanted_since > TAKE_SECONDS
        if result.captured or is_late:
            self._wants_face, self._wanted_since = False, None
        return result, "" if result.captured or not is_late else result.instruction

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Execute a command, return the new state. Raises InputError and CalibrationFileError."""
        match command:
            case {"do": "forget", "name": str(name)}:
                try:
                    self._scanner.discard_face(name)
                except KeyError:
                    raise InputError(f"no face {name!r} has been captured") from None
            case {"do": "take"}:
                self._wants_face, self._wanted_since = True, None
            case {"do": "camera", "name": str(camera)}:
                self._use_profile(self._chosen_for(camera))
            case {"do": "follow", "facelets": str(facelets), "moves": list(moves), "at": int(at)}:
                self._follow(facelets, [Turn.parse(str(move)) for move in moves])
                return self._set_turn(at)
            case {"do": "at", "at": int(at)} if self._follower is not None:
                return self._set_turn(at)
            case {"do": "unfollow"}:
                self._follower = None
                return {"check": None}
            case {"do": "order"}:
                self._use_scheme(scheme_of(command))
            case {"do": "restart"}:
                self._follower, self._wants_face = None, False
                self._scanner = self._new_scanner()
                self._start_seconds = time.perf_counter()
            case _:
                raise InputError(f"unknown command {dict(command)!r}")
        return self.state()

    def _use_profile(self, chosen: SelectedProfile) -> None:
        """Use a camera's colour profile; faces captured by another camera remain."""
        if chosen != self._chosen:
            self._chosen = chosen
            self._scanner = self._new_scanner(self._scanner.captured_faces)

    def _use_scheme(self, scheme: KnownScheme) -> None:
        """Read the captured faces as those of a cube with colours in this order."""
        if scheme != self._scheme:
            self._scheme = scheme
            self._scanner = self._new_scanner(self._scanner.captured_faces)

    def _follow(self, facelets: str, moves: list[Turn]) -> None:
        """Start to check the user's turns on the scanned cube."""
        reading = self._scanner.reading
        cube = Cube.from_facelets(facelets)
        if (
            not isinstance(reading, Reading)
            or _differences(facelets, reading.facelets) > MAX_CORRECTED
        ):
            raise InputError("this cube has not been scanned: show its six faces first")
        colours = fit_scanned_colours(self._scanner.captured_faces, reading, facelets)
        if colours is None:
            raise InputError(
                "the scan did not show all six colours: press Start over and scan again"
            )
        self._follower = SolutionFollower(TurnChecker(cube, moves, colours))

    def _set_turn(self, at: int) -> dict[str, Any]:
        assert self._follower is not None
        try:
            self._follower.set_turns_done(at)
        except IndexError as error:
            raise InputError(f"there is no such turn: {error}") from None
        return {"check": _check_as_json(self._follower, at)}

    def state(self) -> dict[str, Any]:
        """Return the JSON of the captured faces, and of the cube if it can be read."""
        scanner = self._scanner
        reading = self._last_sent_reading = scanner.reading
        seconds = time.perf_counter() - self._start_seconds
        return {
            "words": on_page(scanner.instruction),
            "way": WAYS.get(scanner.instruction, ""),
            "profile": self._chosen.name,
            "size": scanner.size or USUAL_SIZE,
            "mirrored": scanner.looks_mirrored,
            "faces": [
                {"name": face.name, "place": place, "paints": face.view.hex_colours}
                for place, face in zip(scanner.net_positions, scanner.captured_faces, strict=True)
            ],
            "reading": None if reading is None else encode_reading(reading, seconds, self._scheme),
        }


def _frame_as_json(result: FrameResult, frame: Frame) -> dict[str, Any]:
    return {
        "phase": result.phase.value,
        "progress": round(result.stillness, 2),
        "corners": _corners(result),
        "took": result.captured,
        "unsure": result.is_unsure,
        "words": on_page(result.instruction),
        "size": frame.image.shape[1::-1],
        "stickers": None if result.view is None else result.view.n,
    }


def _check_as_json(follower: SolutionFollower, before: int) -> dict[str, Any]:
    """Return the JSON of the turn check; `before` is the number of turns before this frame."""
    result = follower.last_result
    finding = result.status.value if result else ""
    wrong = result.wrong_turn if result else None
    return {
        "from": before,
        "at": follower.turns_done,
        "finding": finding,
        "wrong": str(wrong) if wrong else None,
        "words": follower.instruction,
    }


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _corners(result: FrameResult) -> list[list[float]] | None:
    if result.view is None:
        return None
    return [[round(float(x), 1), round(float(y), 1)] for x, y in result.view.corners]

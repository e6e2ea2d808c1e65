"""How well cubes are read, on photographs whose truth is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, median

import cv2
import numpy as np
from rich.table import Table

from rokumen.bench.failures import draw_error, save
from rokumen.bench.following import Following, follow
from rokumen.bench.photographs import (
    TrueCube,
    TruePicture,
    corner_error,
    cubes_by_corners,
    cubes_by_faces,
    real_cubes,
    real_pictures,
    upright_turns,
)
from rokumen.bench.real_stickers import told_alone, told_stickers
from rokumen.bench.sticker_colours import is_read_right, measured_cubes
from rokumen.bench.trials import Trial, hidden_trials, wrong_trials
from solver.geometry import FACES
from vision.arrays import Floats, Ints
from vision.camera import Frame, load_image
from vision.errors import VisionError
from vision.explain import explain
from vision.find import find_faces
from vision.reading import Reading, read_cube

# How far a corner may be off, in sides of the face: for rendered and for hand-marked pictures.
EXACT_CORNERS = 0.04
MARKED_CORNERS = 0.12
BRIGHTNESS_SIGMA = 0.25
BALANCE_SIGMA = 0.15
GAMMA = 2.2

Change = Callable[[Frame], Frame]
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what was measured, how it came out, and what was asked for."""

    what: str
    measured: str
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One cube read: `reading` is None where an error said why not; `seconds` of this thread."""

    cube: TrueCube
    frames: tuple[Frame, ...]
    reading: Reading | None
    error: str
    seconds: float

    @property
    def is_right(self) -> bool:
        """Tell whether the most likely cube is the true one."""
        return self.reading is not None and self.reading.facelets == self.cube.facelets

    @property
    def is_certain(self) -> bool:
        """Tell whether the reading is called certain."""
        return self.reading is not None and self.reading.certain


@dataclass(frozen=True, slots=True)
class Found:
    """One face that is truly in a picture: how far off it was found, None where it was not.

    `error` is the largest distance of a corner, in sides of the face.
    """

    picture: TruePicture
    error: float | None

    def is_within(self, within: float) -> bool:
        """Tell whether the face was found, its corners off by no more than `within`."""
        return self.error is not None and self.error <= within


def measure(data: Path, failures: Path, seed: int, trials: int, tell: Progress) -> Iterator[Row]:
    """Measure everything on the data sets in `data`, telling what is being done.

    Draws what was not read or found into the folder `failures`. Raises InputError where a data
    set is not there.
    """
    # One core, and no work in threads whose time is not counted.
    cv2.setNumThreads(1)
    tell("cube-photos: finding single faces")
    cubes = cubes_by_faces(data)
    found, seconds = find_in(picture for cube in cubes for picture in cube.pictures)
    yield from finding_rows("cube-photos, single faces", found, EXACT_CORNERS, "99%")
    yield from searching_rows("single faces", seconds)
    missed = [face for face in found if not face.is_within(EXACT_CORNERS)]
    tell("cube-photos: six faces")
    by_faces = read_cubes(cubes)
    yield from reading_rows("cube-photos, six faces", by_faces, "24")
    tell("cube-photos: finding the faces of corners")
    corners = cubes_by_corners(data)
    found, seconds = find_in(picture for cube in corners for picture in cube.pictures)
    yield from finding_rows("cube-photos, faces of corners", found, EXACT_CORNERS, "")
    yield from searching_rows("corners", seconds)
    missed += [face for face in found if not face.is_within(EXACT_CORNERS)]
    tell("cube-photos: two corners")
    by_corners = read_cubes(corners)
    yield from reading_rows("cube-photos, two corners", by_corners, "22")
    tell("cube-photos: six faces in other light, and in other exposure")
    lit, exposed = read_cubes(cubes, lit_anew(seed)), read_cubes(cubes, exposed_anew(seed))
    yield from kept_rows("other light", by_faces, lit)
    yield from kept_rows("other exposure", by_faces, exposed)
    tell("real-photos: finding faces")
    found, _ = find_in(real_pictures(data))
    yield from finding_rows("real-photos, all faces", found, MARKED_CORNERS, "97%")
    missed += [face for face in found if not face.is_within(MARKED_CORNERS)]
    tell("real-photos: whole cubes")
    real = read_cubes(real_cubes(data))
    yield from reading_rows("real-photos, whole cubes", real, "8")
    tell("real-photos: faces by themselves")
    yield from sticker_rows(real, real_pictures(data))
    tell("cube-clips: following a face")
    yield from following_rows(follow(data))
    tell("sticker-colours: cubes of 2 x 2 x 2 to 6 x 6 x 6")
    measured = measured_cubes(data)
    right = sum(map(is_read_right, measured))
    yield Row("sticker-colours: right", f"{right} of {len(measured)}", f"{len(measured)}")
    tell(f"{trials} cubes with six stickers hidden, {trials} with three told wrongly")
    yield from trial_rows("six stickers hidden", list(hidden_trials(trials, seed)))
    yield from trial_rows("three told wrongly", list(wrong_trials(trials, seed)))
    tell("other ways to tell the colours, on the same samples")
    yield from peer_rows(cubes)
    readings = {
        "six faces": by_faces,
        "two corners": by_corners,
        "other light": lit,
        "other exposure": exposed,
        "real": real,
    }
    drawn = [*draw_unfound(missed, failures)]
    for title, outcomes in readings.items():
        drawn += draw_failures(title, outcomes, failures)
    tell(f"{len(drawn)} pictures of what was not found or not read right are in {failures}")


def read_cubes(cubes: Iterable[TrueCube], change: Change = lambda frame: frame) -> list[Outcome]:
    """Read each cube from its pictures, changed by `change` before anything looks at them."""
    return [_read(cube, change) for cube in cubes]


def _read(cube: TrueCube, change: Change) -> Outcome:
    frames = tuple(change(load_image(picture.path)) for picture in cube.pictures)
    began = time.thread_time()
    try:
        reading, error = read_cube(frames), ""
    except VisionError as problem:
        reading, error = None, str(problem)
    return Outcome(cube, frames, reading, error, time.thread_time() - began)


def exposed_anew(seed: int) -> Change:
    """Change each picture's pixel values as an editor does: brightness, and each channel's gain.

    What gets too bright is lost, as in an overexposed photograph.
    """
    draw = _Draws(seed)

    def change(frame: Frame) -> Frame:
        return _scaled(frame, frame.image / 255.0, draw.gains())

    return change


def lit_anew(seed: int) -> Change:
    """Change the light that each picture was taken in: its brightness and its colour."""
    draw = _Draws(seed)

    def change(frame: Frame) -> Frame:
        # The same gains on light are gains to the power of 1 / gamma on pixel values.
        return _scaled(frame, frame.image / 255.0, draw.gains() ** (1 / GAMMA))

    return change


class _Draws:
    """Draws of brightness and white balance, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def gains(self) -> Floats:
        """Draw the gains of the three channels for one picture."""
        brightness = 1 + self._rng.gauss(0, BRIGHTNESS_SIGMA)
        balance = [1 + self._rng.gauss(0, BALANCE_SIGMA) for _ in range(3)]
        return np.maximum(brightness * np.array(balance), 0.1)


def _scaled(frame: Frame, values: Floats, gains: Floats) -> Frame:
    image = (np.clip(values * gains, 0, 1) * 255).round().astype(np.uint8)
    return Frame(image, frame.time, frame.name)


def find_in(pictures: Iterable[TruePicture]) -> tuple[list[Found], list[float]]:
    """Look for every face of the pictures; also gives the seconds (of this thread) a picture."""
    found: list[Found] = []
    seconds = []
    for picture in pictures:
        image = load_image(picture.path).image
        began = time.thread_time()
        corners = [view.corners for view in find_faces(image)]
        seconds.append(time.thread_time() - began)
        found += [
            Found(picture, min((corner_error(f, true.corners) for f in corners), default=None))
            for true in picture.faces
        ]
    return found, seconds


def reading_rows(title: str, outcomes: Sequence[Outcome], asked: str) -> Iterator[Row]:
    """Sum up how cubes were read."""
    right = sum(outcome.is_right for outcome in outcomes)
    sure = sum(outcome.is_right and outcome.is_certain for outcome in outcomes)
    wrong = sum(outcome.is_certain and not outcome.is_right for outcome in outcomes)
    yield Row(f"{title}: right", f"{right} of {len(outcomes)}", asked)
    yield Row(f"{title}: right and certain", f"{sure} of {len(outcomes)}")
    yield Row(f"{title}: wrong and certain", f"{wrong}", "0")
    yield Row(f"{title}: seconds a cube", f"{fmean(o.seconds for o in outcomes):.2f}")


def finding_rows(title: str, found: Sequence[Found], within: float, asked: str) -> Iterator[Row]:
    """Sum up how faces were found."""
    errors = [face.error or 0.0 for face in found if face.is_within(within)]
    share = len(errors) / len(found)
    yield Row(f"{title}: found", f"{len(errors)} of {len(found)} ({share:.1%})", asked)
    if errors:
        yield Row(
            f"{title}: corners off, median and worst, of the side",
            f"{median(errors):.1%}, {max(errors):.1%}",
        )


def searching_rows(what: str, seconds: Sequence[float]) -> Iterator[Row]:
    """Sum up how long it took to search pictures of 640 x 480."""
    mean, slowest = fmean(seconds), max(seconds)
    yield Row(
        f"searching, {what}: mean, slowest", f"{1000 * mean:.0f}, {1000 * slowest:.0f} ms", "40 ms"
    )
    yield Row(f"searching, {what}: frames a second", f"{1 / mean:.0f}")


def sticker_rows(outcomes: Sequence[Outcome], pictures: Sequence[TruePicture]) -> Iterator[Row]:
    """Sum up the stickers of all real faces: those of whole cubes as these were read.

    The others are told by themselves, the photographs of one scene together; then each
    photograph's alone.
    """
    told = [told_stickers(o.cube, o.reading, MARKED_CORNERS) for o in outcomes]
    right, of = sum(each.right for each in told), sum(each.of for each in told)
    whole = {picture.path for o in outcomes for picture in o.cube.pictures}
    loose = told_alone(pictures, whole, MARKED_CORNERS, together=True)
    alone = told_alone(pictures, whole, MARKED_CORNERS, together=False)
    title = "real-photos: stickers right"
    yield Row(f"{title}, all faces", _shared(right + loose.right, of + loose.of), "99.5%")
    yield Row(f"{title}, faces of whole cubes", _shared(right, of))
    yield Row(f"{title}, loose faces of one scene", _shared(loose.right, loose.of))
    yield Row(f"{title}, the same, each photograph alone", _shared(alone.right, alone.of))


def _shared(right: int, of: int) -> str:
    return f"{right} of {of} ({right / of:.1%})"


def kept_rows(title: str, before: Sequence[Outcome], after: Sequence[Outcome]) -> Iterator[Row]:
    """Sum up how many of the cubes that were right stay right when the pictures change."""
    pairs = list(zip(before, after, strict=True))
    kept = sum(b.is_right and a.is_right for b, a in pairs)
    right = sum(b.is_right for b, _ in pairs)
    wrong = sum(a.is_certain and not a.is_right for _, a in pairs)
    yield Row(f"{title}: stay right", f"{kept} of {right} ({kept / right:.0%})", "95%")
    yield Row(f"{title}: wrong and certain", f"{wrong}", "0")


def following_rows(following: Following) -> Iterator[Row]:
    """Sum up how faces were followed."""
    share = following.followed / following.still
    yield Row(
        "cube-clips: frames followed", f"{following.followed} of {following.still} ({share:.0%})"
    )
    mean, slowest = fmean(following.seconds), max(following.seconds)
    yield Row("following: mean, slowest", f"{1000 * mean:.1f}, {1000 * slowest:.0f} ms", "10 ms")
    yield Row("following: frames a second", f"{1 / mean:.0f}")


def trial_rows(title: str, trials: Sequence[Trial]) -> Iterator[Row]:
    """Sum up trials of decoding."""
    wrong = sum(trial.is_certain and not trial.is_right for trial in trials)
    sure = sum(trial.is_certain and trial.is_right for trial in trials)
    yield Row(f"{title}: right and certain", f"{sure} of {len(trials)}")
    yield Row(f"{title}: wrong and certain", f"{wrong}", "0")
    only = [trial for trial in trials if trial.is_only]
    if only:
        told = sum(trial.is_certain and trial.is_right for trial in only)
        yield Row(f"{title}: only one cube fits, and it is told", f"{told} of {len(only)}", "all")
        doubt = [trial for trial in trials if not trial.is_only]
        said = sum(not trial.is_certain for trial in doubt)
        yield Row(f"{title}: several fit, and it is said", f"{said} of {len(doubt)}", "all")


def peer_rows(cubes: Sequence[TrueCube]) -> Iterator[Row]:
    """Tell the colours of the same samples in three ordinary ways, the faces' places being known.

    A cube counts where all 54 stickers are right.
    """
    from rokumen.bench import peers

    ways = {
        "nearest by CIEDE2000": peers.nearest_colour,
        "k-means, nine each": peers.k_means,
        "nine each": peers.nine_each,
    }
    samples = [sampled(cube) for cube in cubes]
    for name, way in ways.items():
        right = [way(colours) == labels for colours, labels in samples]
        whole = sum(bool(agreed.all()) for agreed in right)
        stickers = sum(int(agreed.sum()) for agreed in right)
        yield Row(
            f"beside it, {name}: cubes with every colour right",
            f"{whole} of {len(cubes)} ({stickers / (54 * len(cubes)):.1%} of stickers)",
        )


def sampled(cube: TrueCube) -> tuple[Floats, Ints]:
    """Give a cube's samples (6 x 9 x 3, BGR) by the found faces, and which face each belongs to."""
    colours, labels = [], []
    for index, picture in enumerate(cube.pictures):
        (true,) = picture.faces
        views = find_faces(load_image(picture.path).image)
        view = min(views, key=lambda found: corner_error(found.corners, true.corners))
        upright = np.rot90(view.colours, -upright_turns(view.corners, true.corners))
        colours.append(upright.reshape(9, 3))
        start = 9 * index
        labels.append([FACES.index(letter) for letter in cube.facelets[start : start + 9]])
    return np.array(colours), np.array(labels)


def draw_failures(title: str, outcomes: Iterable[Outcome], folder: Path) -> Iterator[Path]:
    """Draw each cube that was not read right, and why if that is known; gives the paths."""
    for outcome in outcomes:
        if outcome.is_right:
            continue
        if outcome.reading is None:
            image = draw_error(outcome.frames, outcome.cube.pictures, outcome.error)
        else:
            image = explain(outcome.frames, outcome.reading)
        yield save(folder, f"{outcome.cube.name}, {title}", image)


def draw_unfound(missed: Sequence[Found], folder: Path) -> Iterator[Path]:
    """Draw each picture in which a face was not found; gives the paths."""
    for picture in dict.fromkeys(face.picture.path for face in missed):
        faces = [face for face in missed if face.picture.path == picture]
        name = f"{picture.parent.name}, {picture.stem}, not found"
        error = f"{picture.name}: {len(faces)} of {len(faces[0].picture.faces)} faces not found"
        image = draw_error([load_image(picture)], [faces[0].picture], error)
        yield save(folder, name, image)


def table(rows: Iterable[Row]) -> Table:
    """Lay the rows out."""
    shown = Table("", "rokumen", "asked for", title="reading")
    shown.columns[1].justify = shown.columns[2].justify = "right"
    for row in rows:
        shown.add_row(row.what, row.measured, row.asked)
    return shown

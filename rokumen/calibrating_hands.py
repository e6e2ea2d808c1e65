"""Calibrating a robot's hands: by its own clock, and by what a camera sees of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration.errors import UnclearMotionError
from calibration.grippers import MOST_OFF, RigProfile, measure_hands, walk
from calibration.wrists import see_wrists
from robot.link import Link
from robot.motion import Holding, after_step, holding_at_home
from robot.rig import Rig
from robot.scan import plan_scan
from rokumen.drive import robot_and_eyes
from rokumen.eyes import Eyes
from solver.cube import Cube
from solver.errors import CubeError
from solver.turn import Turn
from vision.errors import PhotographsError, PictureError

# A wrist's pulse is changed so often at most, by a small step each time.
ROUNDS = 6

Tell = Callable[[str], None]
Show = Callable[[Mapping[str, float]], None]


@dataclass(frozen=True, slots=True)
class MeasuredHands:
    """What came of calibrating hands.

    `seen`: where the camera saw wrists stop (degrees), by place; `pulses`: a Maestro's pulses that
    were changed (microseconds, before and after), by place.
    """

    profile: RigProfile
    seen: Mapping[str, float]
    pulses: Mapping[str, tuple[float, float]]


def measure_by_clock(port: str, repeats: int, tell: Tell) -> MeasuredHands:
    """Measure a robot's hands by its own word. Raises what `measure_hands` and `Link` do."""
    with Link(port) as link:
        return MeasuredHands(_timed(link, repeats, tell), {}, {})


def measure_by_camera(
    port: str, camera: str, repeats: int, tell: Tell, show: Show = lambda seen: None
) -> MeasuredHands:
    """Measure a robot's hands with a camera watching, and a Maestro's pulses for its wrists.

    First each hand shows the cube alone. Only where all stop near their detents is the cube read,
    every motion made, and the cube read again: it must be what the motions should have made of
    it. `show` is told where wrists stop whenever that was seen, whatever comes of it. Raises
    UnclearMotionError where the cube is another one, and what `measure_by_clock` does.
    """
    pulses = _trim(port, camera, tell, show) if port.startswith("maestro://") else {}
    with robot_and_eyes(port, camera) as (link, eyes):
        seen = _see(link, eyes, tell)
        show(seen)
        _check(seen)
        tell("reading the cube")
        before, held = _read(link, eyes, holding_at_home(link.rig))
        profile = _timed(link, repeats, tell)
        turns, held = _made(link.rig, held, repeats)
        tell("reading the cube again")
        after, _ = _read(link, eyes, held)
        if after != before.apply(turns):
            raise UnclearMotionError(
                f"the camera does not see the cube that {profile.motions} motions should have "
                "made: a turn was not made whole, or more went along with it, though the robot "
                "says otherwise. Look at how tightly the hands hold"
            )
        return MeasuredHands(replace(profile, angles={**profile.angles, **seen}), seen, pulses)


def _timed(link: Link, repeats: int, tell: Tell) -> RigProfile:
    return measure_hands(link, link.rig, repeats, lambda made: tell(f"{made} motions made"))


def _see(link: Link, eyes: Eyes, tell: Tell) -> Mapping[str, float]:
    return see_wrists(link, link.rig, eyes.see, lambda place: tell(f"seen at {place}"))


def _check(seen: Mapping[str, float]) -> None:
    off = [
        f"{place} at {at:+.1f}°"
        for place, at in seen.items()
        if abs(at - float(place.split()[1])) > MOST_OFF
    ]
    if off:
        raise UnclearMotionError(
            f"the camera sees wrists stop beside their detents: {', '.join(off)}. A layer so far "
            "off catches on its neighbours. Adjust the servo's horn or its end points, and "
            "calibrate again"
        )


def _read(link: Link, eyes: Eyes, held: Holding) -> tuple[Cube, Holding]:
    """Show all six faces and go home; gives the cube, and how it is held then."""
    shots = []
    for leg in plan_scan(link.rig, held):
        for action in leg.plan.actions:
            link.perform(action.command)
        held = leg.plan.end
        shots.append(eyes.look(leg.stop))
    try:
        reading, held = eyes.read(shots, held)
        if not reading.certain:
            raise UnclearMotionError(
                f"the camera cannot read the cube with certainty: {reading.advice} Or a hand did "
                "not take the cube along"
            )
        cube = Cube.from_facelets(reading.facelets)
    except (PhotographsError, PictureError, CubeError) as error:
        raise UnclearMotionError(
            f"the camera cannot read the cube: {error}. Or a hand did not take it along"
        ) from error
    for command in link.rig.homing(held.pose):
        link.perform(command)
        held, _ = after_step(held, link.rig.step(held.pose, command))
    return cube, held


def _made(rig: Rig, held: Holding, repeats: int) -> tuple[tuple[Turn, ...], Holding]:
    """Say which turns of the cube `measure_hands` makes, and how the cube is held then."""
    turns: list[Turn] = []
    for _, step in walk(rig, repeats):
        held, made = after_step(held, step)
        turns += made
    for command in rig.homing(held.pose):
        held, made = after_step(held, rig.step(held.pose, command))
        turns += made
    return tuple(turns), held


def _trim(port: str, camera: str, tell: Tell, show: Show) -> Mapping[str, tuple[float, float]]:
    """Find the pulses that bring a Maestro's wrists to their detents, and store them.

    They are tried in a copy of the settings, by small steps, and never far from the first ones.
    """
    from rokumen.maestro.errors import MaestroSettingsError
    from rokumen.maestro.port import parts
    from rokumen.maestro.settings import read_settings
    from rokumen.maestro.trimming import check_limits, is_near, trimmed, write_pulses

    try:
        device, path = parts(port)
        first = settings = read_settings(path)
        with TemporaryDirectory() as folder:
            trial = Path(folder) / path.name
            trial.write_bytes(path.read_bytes())
            for _ in range(ROUNDS):
                url = f"maestro://{device}?settings={trial}"
                with robot_and_eyes(url, camera) as (link, eyes):
                    seen = _see(link, eyes, tell)
                show(seen)
                if all(is_near(place, at) for place, at in seen.items()):
                    break
                settings = trimmed(settings, seen)
                check_limits(first, settings)
                write_pulses(trial, settings)
            else:
                _check(seen)
        if settings != first:
            write_pulses(path, settings)
    except MaestroSettingsError as error:
        raise UnclearMotionError(str(error)) from error
    return {
        f"{name} {degrees:+g}": (first.axes[name].pulse(degrees), pulse)
        for name, servo in settings.axes.items()
        for degrees, pulse in servo.pulses
        if pulse != first.axes[name].pulse(degrees)
    }

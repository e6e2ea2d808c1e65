"""Turns of stepper motors over a line: each once, all given before the first, ended at detents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from robot.control.turn_queue import TurnQueue
from robot.control.turn_segments import pieces_of, quarter_steps, segments_of
from robot.drives.chip import ChipDrive
from robot.drives.drive import ChannelKind
from robot.errors import DriveError, RigError
from robot.planning.turn_schedule import Schedule, schedule_of
from robot.rigs.mechanisms.six_axis import SixAxis, motor_durations
from robot.rigs.motors import CuttingTable, Motors
from robot.rigs.rig import FaceTurn
from solver.core.turn import Turn, parse_turns, random_turns
from tests.support.chip_bench import ServedBench

TABLE = CuttingTable(same=((20.0, 20.0),), opposite=((10.0, 30.0),))
MOTORS = Motors(motor="nema17-0.3", cutting=TABLE)
RIG = SixAxis(motors=MOTORS, durations=motor_durations(MOTORS))
QUARTER = quarter_steps(RIG)


def schedule(turns: tuple[Turn, ...]) -> Schedule:
    ways = {1: 90, 2: 180, 3: -90}
    return schedule_of(
        RIG, [[FaceTurn(each.face, each.face, ways[each.quarter_turns])] for each in turns]
    )


@pytest.fixture
def bench() -> Iterator[ServedBench]:
    # As many segments as an RP2040 keeps.
    with closing(ServedBench(ChannelKind.STEPPER, depth=32)) as bench:
        yield bench


def driven(bench: ServedBench) -> ChipDrive:
    drive = bench.drive()
    for channel in range(6):
        drive.enable(channel, 0)
    return drive


def ends(made: Schedule) -> list[float]:
    """Return where the motors are after some turns, in steps."""
    found = [0.0] * 6
    for each in made:
        found[RIG.axes.index(each.turn.axis)] += each.turn.degrees / 90 * QUARTER
    return found


def outputs(bench: ServedBench) -> list[float | None]:
    return list(bench.outputs().values())


def test_pieces_end_at_the_detent_and_at_none_before() -> None:
    for degrees in (90, 180):
        pieces = pieces_of(RIG.law("R").course(degrees))
        steps = [round(way * MOTORS.steps / 360) for _, way in pieces]
        assert len(pieces) % 2 == 1
        assert steps[-1] == degrees // 90 * QUARTER
        assert all(each % QUARTER for each in steps[:-1])


def test_segments_are_the_course_in_whole_steps() -> None:
    made = schedule(random_turns(Random(1), 12))
    for each in segments_of(RIG, made, dict.fromkeys(RIG.axes, 0), 5.0):
        assert each.segments[0].at == pytest.approx(5.0 + each.scheduled.start)
        seconds = sum(segment.seconds for segment in each.segments)
        assert seconds == pytest.approx(each.scheduled.seconds)


def test_all_turns_are_acknowledged_before_the_first_begins(bench: ServedBench) -> None:
    queue = TurnQueue(driven(bench), RIG)
    made = schedule(random_turns(Random(2), 8))
    queue.load(made)
    assert outputs(bench) == [0.0] * 6
    assert bench.chip._segments.taken == sum(
        len(pieces_of(RIG.law(each.turn.axis).course(abs(each.turn.degrees)))) for each in made
    )
    queue.run()
    bench.wait(0.05)
    assert outputs(bench) == ends(made)
    assert queue.late == ()


def test_what_does_not_fit_is_given_while_it_turns(bench: ServedBench) -> None:
    queue = TurnQueue(driven(bench), RIG)
    made = schedule(random_turns(Random(3), 40))
    queue.load(made)
    queue.run()
    bench.wait(0.05)
    assert outputs(bench) == ends(made)


def test_an_abort_ends_at_detents(bench: ServedBench) -> None:
    rng = Random(4)
    drive = driven(bench)
    for _ in range(12):
        before = outputs(bench)
        queue = TurnQueue(drive, RIG)
        made = schedule(random_turns(rng, 8))
        queue.load(made)
        after = rng.uniform(0.0, 0.2)
        bench.wait(queue.begin + after - drive.info.clock.now())
        queue.abort()
        bench.wait(0.1)
        counts = [ends(made[:count]) for count in range(9)]
        moved = [a - b for a, b in zip(outputs(bench), before, strict=True)]  # type: ignore[operator]
        assert moved in counts
        assert not all(value == 0 for value in moved) or after < 0.02


def test_a_late_line_leaves_the_layers_at_their_detents(bench: ServedBench) -> None:
    drive = driven(bench)
    queue = TurnQueue(drive, RIG)
    made = schedule(random_turns(Random(3), 40))
    queue.load(made)
    # The host is busy: meanwhile the queue runs dry.
    bench.wait_with(drive, 2.5)
    rested = outputs(bench)
    assert all(each is not None and each % QUARTER == 0 for each in rested)
    assert rested != ends(made)
    queue.run()
    bench.wait(0.05)
    assert outputs(bench) == ends(made)
    (late,) = queue.late
    assert 1 < late.number < 40
    assert f"turn {late.number} (" in str(late)
    assert "before now" in str(late)


# Turns of which each second one leads back: where motors stand does not tell how many were made.
BACK_AND_FORTH = parse_turns("R R' L' L R R' L2 L2")


@pytest.mark.parametrize("turns", [*(random_turns(Random(n), 4) for n in range(3)), BACK_AND_FORTH])
def test_over_a_bad_line_each_turn_is_made_once(
    bench: ServedBench, turns: tuple[Turn, ...]
) -> None:
    drive = driven(bench)
    queue = TurnQueue(drive, RIG)
    bench.inject("bit_flip~0.01", "drop_cmd~0.05", "drop_reply~0.05", seed=len(turns))
    made = schedule(turns)
    queue.load(made)
    queue.run()
    bench.repair()
    bench.wait(0.2)
    assert outputs(bench) == ends(made)
    assert sum(drive.turns().values()) == len(turns)


def test_turns_that_a_stop_from_noise_has_dropped_are_made_later(bench: ServedBench) -> None:
    queue = TurnQueue(driven(bench), RIG)
    made = schedule(random_turns(Random(2), 8))
    queue.load(made)
    bench.wait(queue.begin + 0.05 - bench.clock.now())
    bench.send(b"\x18")
    queue.run()
    bench.wait(0.05)
    assert outputs(bench) == ends(made)


def test_a_button_ends_the_turns(bench: ServedBench) -> None:
    drive = driven(bench)
    queue = TurnQueue(drive, RIG)
    made = schedule(random_turns(Random(2), 8))
    queue.load(made)
    bench.wait(queue.begin + 0.05 - bench.clock.now())
    bench.chip.press_button()
    with pytest.raises(DriveError):
        queue.run()
    bench.wait(0.5)
    assert 0 < sum(drive.turns().values()) < 8
    assert all(each is not None and each % QUARTER == 0 for each in outputs(bench))


def test_what_has_no_six_motors_is_refused() -> None:
    with (
        closing(ServedBench(ChannelKind.PULSE)) as bench,
        pytest.raises(RigError, match="needs 6 steppers"),
    ):
        TurnQueue(bench.drive(), RIG)
    with closing(ServedBench(ChannelKind.STEPPER)) as bench:
        drive = driven(bench)
        queue = TurnQueue(drive, RIG)
        bench.hardware.pulses[3] = 37.0
        with pytest.raises(DriveError, match="the motor of U is at 37 steps"):
            queue.load(schedule(random_turns(Random(1), 2)))

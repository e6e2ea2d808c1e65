"""What a question does to the pulses of each board, and how fast its jogs are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.harness.records import Criterion
from benchmarks.support.pulse_recorder import (
    EmulatedMaestroBoard,
    PlainBoard,
    PulsedBoard,
    PulseRecorder,
)
from robot.rigs.command import JOG_SPEED
from robot.rigs.registry import DEFAULT_RIG, load_rig

# From its first pulse, and there and back, in microseconds.
_FIRST_PULSE, _STEP = 1500, 900
_ENABLE_SECONDS, _ASK_SECONDS = 1.2, 0.5
# A jog's own time, and some more until its reply is there.
_JOG_SECONDS = _STEP / JOG_SPEED + 0.3


def jogs() -> Iterator[Criterion]:
    """Yield for each board how many servos a question moves, and its fastest jog."""
    boards: dict[str, Callable[[], PulsedBoard]] = {
        "emulated Maestro": EmulatedMaestroBoard,
        "plain simulator": PlainBoard,
    }
    for name, make in boards.items():
        recorder = PulseRecorder(make())
        yield Criterion.at_most(f"servos that a question moves, {name}", _asked(recorder), 0)
        yield Criterion.at_most(f"fastest jog, {name} (µs/s)", _fastest(recorder), JOG_SPEED)


def _servos() -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the fields of each servo of the usual rig, and its number."""
    for number, actuator in enumerate(load_rig(DEFAULT_RIG).actuators):
        yield actuator, number


def _asked(recorder: PulseRecorder[PulsedBoard]) -> int:
    """Return how many servos get another pulse by a question: without power, and then with it."""
    moved = set()
    for is_on in (False, True):
        for servo, _ in _servos():
            if is_on:
                recorder.send("ENABLE", servo, ("us", f"{_FIRST_PULSE}"), seconds=_ENABLE_SECONDS)
        before = recorder.board.pulses()
        for servo, number in _servos():
            told = recorder.send("JOG", servo).get("us")
            recorder.wait(_ASK_SECONDS)
            now = recorder.board.pulses()[number]
            if now != before[number] or told != f"{round(now or 0)}":
                moved.add(number)
    return len(moved)


def _fastest(recorder: PulseRecorder[PulsedBoard]) -> int:
    """Return the highest speed of jogs of servos that have power, in microseconds a second."""
    recorder.recorded.clear()
    for servo, _ in _servos():
        for step in (_STEP, -_STEP):
            done = recorder.send("JOG", servo, ("by", f"{step:+d}"), seconds=_JOG_SECONDS)
            assert done.verb == "done", done
    return round(max(recorder.fastest(number) for _, number in _servos()))

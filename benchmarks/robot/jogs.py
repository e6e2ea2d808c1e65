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
from robot.rigs.command import JOG_SPEED, Enable, Jog
from robot.rigs.registry import DEFAULT_RIG, load_rig

_ACTUATORS = load_rig(DEFAULT_RIG).actuators
# From its first pulse, and there and back, in microseconds.
_FIRST_PULSE, _STEP = 1500, 900
_ASK_SECONDS = 0.5


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


def _asked(recorder: PulseRecorder) -> int:
    """Return how many servos get another pulse by a question: without power, and then with it."""
    moved = set()
    for is_on in (False, True):
        for kind, name in _ACTUATORS:
            if is_on:
                recorder.enable(Enable(kind, name, _FIRST_PULSE))
        before = recorder.board.pulses()
        for number, (kind, name) in enumerate(_ACTUATORS):
            told = recorder.board.servos.pulse(kind, name)
            recorder.wait(_ASK_SECONDS)
            now = recorder.board.pulses()[number]
            if now != before[number] or told != round(now or 0):
                moved.add(number)
    return len(moved)


def _fastest(recorder: PulseRecorder) -> int:
    """Return the highest speed of jogs of servos that have power, in microseconds a second."""
    recorder.recorded.clear()
    for kind, name in _ACTUATORS:
        for step in (_STEP, -_STEP):
            recorder.jog(Jog(kind, name, step))
    return round(max(recorder.fastest(number) for number in range(len(_ACTUATORS))))

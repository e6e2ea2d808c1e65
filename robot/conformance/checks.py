"""The rules of docs/protocol.md, a check each, and trying them all on a robot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from robot.command import Home
from robot.conformance import framing, greeting, motions, numbering, refusals, stopping
from robot.conformance.expectations import SLACK
from robot.conformance.probe import PATIENCE, BreachError, InapplicableError, Probe
from robot.port import Port
from robot.protocol import EVENT_REPEAT_SECONDS, STOP, Event

Check = Callable[[Probe], None]

CHECKS: tuple[Check, ...] = (
    greeting.greets,
    greeting.refuses_another_version,
    framing.tells_its_status,
    framing.naks_a_damaged_line,
    framing.survives_noise,
    numbering.naks_a_wrong_number,
    numbering.answers_a_repeated_line_alike,
    numbering.counts_past_the_end,
    motions.moves_where_it_is_told,
    motions.grips_as_it_is_told,
    motions.stays_where_it_is,
    motions.says_that_it_is_busy,
    motions.does_one_motion_at_a_time,
    refusals.keeps_the_rules_of_its_rig,
    refusals.refuses_what_it_does_not_know,
    stopping.stops_at_once,
    stopping.repeats_events_until_they_are_answered,
    stopping.stops_when_its_host_is_silent,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a check came out.

    `breach` says in words what the robot did wrong, "" if nothing; `inapplicable` why the rule
    cannot be shown on this robot, "" where it was.
    """

    rule: str
    breach: str = ""
    inapplicable: str = ""

    @property
    def kept(self) -> bool:
        """Tell whether nothing was wrong."""
        return not self.breach


def run_checks(port: Port) -> Iterator[Verdict]:
    """Try every rule on the robot at `port`; its hands move, with or without a cube.

    Raises BreachError where there is no talking with it at all, and RigError for an unknown rig.
    """
    probe = Probe(port)
    for check in CHECKS:
        rule = (check.__doc__ or "").strip().rstrip(".")
        try:
            _make_ready(probe)
            check(probe)
        except BreachError as error:
            yield Verdict(rule, breach=str(error))
        except InapplicableError as error:
            yield Verdict(rule, inapplicable=str(error))
        else:
            yield Verdict(rule)
    with suppress(BreachError):
        _make_ready(probe)


def _make_ready(probe: Probe) -> None:
    """Bring the robot home, out of whatever the check before it has left."""
    probe.send_raw(STOP + b"\n")
    probe.forget()
    probe.hello()
    probe.send("CLEAR")
    probe.reply("done", patience=PATIENCE)
    probe.perform(Home())
    settled = probe.now() + EVENT_REPEAT_SECONDS + SLACK
    while (line := probe.hear(settled - probe.now())) is not None:
        if isinstance(line, Event):
            probe.accept(line)

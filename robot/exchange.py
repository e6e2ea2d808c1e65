"""Commands and their answers over a line that loses and damages: sent until they are answered.

docs/protocol.md gives the rules for numbers, repetition and time-outs.
"""

from __future__ import annotations

from robot.errors import EndlessError, SilentError
from robot.greeting import Greeting, read_greeting
from robot.protocol import BUSY_SECONDS, STATUS, STOP, VERSION, Fields, Message, encode, next_seq
from robot.replies import verdict
from robot.wire import STOP_REPEAT_SECONDS, Wire

FIRST_WAIT_SECONDS = 0.1
TRIES = 5
# A robot that is heard, but does not answer the command, is given this many rounds of tries.
ROUNDS = 10
# A motion that is still going on after this time never ends.
LONGEST_MOTION_SECONDS = 30.0
# A motion is given up for lost after three of the periods in which the robot must say busy.
QUIET_SECONDS = 3 * BUSY_SECONDS


class Exchange:
    """Asks one robot, over `wire`, for as long as the robot's epoch stays the same."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._clock = wire.clock
        self._seq = 0
        self._heartbeat = QUIET_SECONDS

    def greet(self) -> Greeting:
        """Open a session.

        Raises SilentError (nobody answers), VersionError, or LinkError (no greeting).
        """
        reply = self.ask("HELLO", (("proto", str(VERSION)),))
        greeting = read_greeting(reply)
        self._heartbeat = greeting.heartbeat
        self._wire.meet(greeting.epoch)
        return greeting

    def ask(self, verb: str, fields: Fields = ()) -> Message:
        """Have a command answered for good, opening the port anew once if nothing helps.

        To say it again under a new number is safe: targets are absolute. Raises PortError where
        the port goes away once more, SilentError, RebootedError, or the MotionError that a reply
        means.
        """
        try:
            return self._insist(verb, fields)
        except OSError:
            self._reopen()
        return self._insist(verb, fields)

    def wait_until_still(self) -> None:
        """Wait until the robot says that it does not move, or says nothing any more.

        Raises EndlessError where it goes on for too long.
        """
        deadline = self._clock.now() + LONGEST_MOTION_SECONDS
        while (status := self._status()) is not None and status.get("state") == "moving":
            if self._wire.stop_asked:
                self._wire.write(STOP)
            elif self._clock.now() > deadline:
                self._give_up_waiting()
            else:
                self._clock.sleep(BUSY_SECONDS)

    def _reopen(self) -> None:
        self._wire.reopen()
        if self._wire.epoch:
            self._wire.meet(self._insist("HELLO", (("proto", str(VERSION)),)).get("epoch"))
            self.wait_until_still()

    def _insist(self, verb: str, fields: Fields) -> Message:
        """Send a line until it is answered, waiting twice as long each time."""
        self._seq = next_seq(self._seq)
        line = encode(Message(self._seq, verb, fields))
        for _ in range(ROUNDS):
            for attempt in range(TRIES):
                self._wire.traffic.repeated += 1 if attempt else 0
                self._wire.write(line)
                reply = self._follow(FIRST_WAIT_SECONDS * 2**attempt)
                if reply is not None:
                    return verdict(reply, self._wire.volts)
            if not self._is_alive():
                break
        raise SilentError(
            f"the robot on {self._wire.url} does not answer {verb}. Is it switched on, and is the "
            "port the right one?"
        )

    def _follow(self, wait: float) -> Message | None:
        """Wait for the end of the command just sent; None where the line should be sent again."""
        began = self._clock.now()
        deadline = began + wait
        moving = False
        while True:
            message = self._wire.receive(min(deadline, self._clock.now() + self._pulse(moving)))
            now = self._clock.now()
            if self._wire.stop_asked:
                self._wire.write(STOP)
            if moving and now > began + LONGEST_MOTION_SECONDS:
                self._give_up_waiting()
            if message is None:
                if now >= deadline:
                    return None
                self._wire.write(STATUS)
            elif message.verb == "status":
                self._wire.meet(message.get("epoch"))
                if message.get("state") == "moving":
                    moving = True
                    deadline = now + QUIET_SECONDS
                elif moving:
                    return None
            elif message.verb == "nak":
                self._wire.write(STATUS)
                return None
            elif message.seq == self._seq:
                if message.verb not in ("ack", "busy"):
                    return message
                moving = True
                deadline = now + QUIET_SECONDS

    def _give_up_waiting(self) -> None:
        self._wire.stop()
        raise EndlessError(
            f"the robot on {self._wire.url} says that it is busy, and has not ended a motion in "
            f"{LONGEST_MOTION_SECONDS:.0f} s; it has been told to stop. Switch it off and on again"
        )

    def _pulse(self, moving: bool) -> float:
        """Say how long to be silent at most: during a motion the robot listens for its host."""
        if self._wire.stop_asked:
            return STOP_REPEAT_SECONDS
        return self._heartbeat / 4 if moving else QUIET_SECONDS

    def _is_alive(self) -> bool:
        """Ask with the raw byte, which is heard even where lines are not, as often as a line."""
        heard = self._wire.bytes_heard
        return any(
            self._status(FIRST_WAIT_SECONDS * 2**attempt) is not None
            or self._wire.bytes_heard > heard
            for attempt in range(TRIES)
        )

    def _status(self, patience: float = QUIET_SECONDS) -> Message | None:
        """Ask for the status."""
        self._wire.write(STATUS)
        deadline = self._clock.now() + patience
        while (message := self._wire.receive(deadline)) is not None:
            if message.verb == "status":
                self._wire.meet(message.get("epoch"))
                return message
        return None

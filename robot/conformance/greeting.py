"""The rules of HELLO: how a session is opened."""

from __future__ import annotations

from robot.conformance.probe import BreachError, Probe

_GREETING = ("proto", "firmware", "rig", "epoch", "feedback", "heartbeat")


def greets(probe: Probe) -> None:
    """HELLO is answered with everything that a greeting says."""
    missing = [key for key in _GREETING if not probe.hello().get(key)]
    if missing:
        raise BreachError(f"its greeting lacks {', '.join(missing)}")


def refuses_another_version(probe: Probe) -> None:
    """HELLO with another version is refused with PROTO."""
    probe.send("HELLO", (("proto", "999"),))
    if not probe.error("PROTO").get("proto"):
        raise BreachError("its refusal does not say which version it speaks")

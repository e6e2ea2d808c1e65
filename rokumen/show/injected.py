"""What the simulator was made to do wrong, in words, for the end of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from firmware_sim.faults import Injection

_MOST_LINES = 20


def injected_text(injections: Sequence[Injection]) -> str:
    """Tell of the faults that struck, one a line; of many, the first ones and the counts."""
    if not injections:
        return "No fault was injected."
    lines = ["Injected, by the robot's clock:", *map(str, injections[:_MOST_LINES])]
    if len(injections) > _MOST_LINES:
        counts = Counter(injection.kind for injection in injections)
        said = ", ".join(f"{kind} {count}" for kind, count in counts.most_common())
        lines.append(f"and so on; in all {said}")
    return "\n".join(lines)

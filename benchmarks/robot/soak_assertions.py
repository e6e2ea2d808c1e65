"""What the soak asserts, as one list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from benchmarks.harness.records import Record, column


class Assertion(Enum):
    """One assertion of the soak: its name in words is that of the member, its value a sentence."""

    TRUE_CLAIM = "A cube that is called solved is solved."
    EVERY_TURN_ONCE = (
        "Each turn that was acknowledged was made once, in its order, and no other; the one that "
        "was being made when the host ended may be made or not."
    )
    NO_PLAN_GIVEN_UP = "Over a bad line alone no plan is given up."
    NO_ACCIDENT = "Grippers never collide, where the robot reports its faults."
    SOON_STOPPED = (
        "After a fault that stays the robot stops safely within the bound of its scenario."
    )
    RESUMED = (
        "A run that did not end solved is resumed and solved, once faults are removed and the disk "
        "has space."
    )
    WRITTEN_FIRST = "No command of a plan is sent before it is in the journal."
    READABLE = "A journal can be read after every end of its run, up to the last whole record."
    NEWEST_FIRST = (
        "The run that `resume` takes is the one that was started last, whatever the clock says."
    )
    NO_MOTION_AFTER_STOP = "After STOP or Ctrl-C the session sends no more motion."
    ALONE_AT_REST = "A robot whose host has ended stands still once it has ended its motion."
    STILL_IN_TIME = "After an emergency stop the mechanism stands still within 80 ms, and stays so."
    TRUE_POSE = "The pose that a stopped robot reports is right to a tenth of a degree."
    ENDS_IN_WORDS = (
        "A host ends solved, stopped safely with a reason, by Ctrl-C, or killed; no other error "
        "leaves it."
    )
    SAME_STEPS = "The same seed gives the same steps, byte for byte."

    @property
    def title(self) -> str:
        """Return the name in words."""
        return self.name.lower().replace("_", " ")


# Whether each assertion held that was checked.
Checks = Mapping[Assertion, bool]


@dataclass(frozen=True, slots=True)
class AssertionCount(Record):
    """One assertion: how often all parts of the soak checked it, and how often it was violated."""

    key = "assertions"
    title = "assertions of the soak"

    name: str = column("assertion")
    checked: int = column("checked")
    violated: int = column("violated")

    @property
    def is_good(self) -> bool:
        """Return whether it was never violated."""
        return not self.violated


def counted(checks: Iterable[Checks]) -> list[AssertionCount]:
    """Return the count of each assertion, those too that nothing has checked."""
    checked: Counter[Assertion] = Counter()
    violated: Counter[Assertion] = Counter()
    for each in checks:
        checked.update(each.keys())
        violated.update(name for name, held in each.items() if not held)
    return [AssertionCount(each.title, checked[each], violated[each]) for each in Assertion]

"""What holds the execution of a plan, and what looks at the cube meanwhile."""

from __future__ import annotations

from threading import Event

from robot.link.session import Link
from robot.planning.robot_state import PlannedCommand

# While paused the pose is read this often, so that a lost connection is noticed.
KEEP_ALIVE_SECONDS = 1.0


class PauseSwitch:
    """Pauses execution between two turns of faces. Any thread may switch; one thread waits."""

    def __init__(self) -> None:
        self._running = Event()
        self._running.set()

    def pause(self) -> None:
        """Start no further turn; the one that is being prepared or made is made to its end."""
        self._running.clear()

    def resume(self) -> None:
        """End a pause."""
        self._running.set()

    @property
    def is_on(self) -> bool:
        """Return whether execution pauses, or will after the present turn."""
        return not self._running.is_set()

    def wait_while_paused(self, link: Link) -> None:
        """Wait while paused, and keep the link alive meanwhile. Raises LinkError."""
        while not self._running.wait(KEEP_ALIVE_SECONDS):
            link.pose()


class Watch:
    """What looks at the cube after commands of a plan; this one nowhere."""

    def looks_after(self, command: PlannedCommand) -> bool:
        """Return whether it would look after a command, before the next one begins."""
        return False

    def pass_over(self, command: PlannedCommand) -> None:
        """Take note of a command after which nobody can look."""

    def check_after(self, command: PlannedCommand) -> bool:
        """Look where that tells anything; return False if the cube is not as it should be."""
        return True

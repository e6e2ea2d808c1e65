"""What holds the execution of a plan, and what looks at the cube meanwhile.

Executes a plan whose turns a robot takes all at once, before the first one begins.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from threading import Event

from robot.execution.events import (
    CommandDone,
    CommandStarted,
    Contradicted,
    Done,
    Paused,
    RunEvent,
    record_of,
)
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import PlannedCommand
from robot.planning.turn_schedule import Schedule, ScheduledTurn
from robot.rigs.command import Pose
from robot.rigs.rig import FaceTurn, Rig

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


def turn_all(
    link: Link, journal: Journal, pause: PauseSwitch, plan: Plan, watch: Watch
) -> Generator[RunEvent, None, Done | Contradicted]:
    """Execute a plan as `Executor.execute_watched` does, over a link that takes schedules.

    A pause ends the turns that have begun; the others are given anew after it. The watch looks
    once all turns are made: the robot does not wait between them.
    """
    state, left = plan.start, plan.commands
    while left:
        if pause.is_on:
            yield Paused()
        pause.wait_while_paused(link)
        for command in left:
            journal.write(**record_of(command, "queued"))
        schedules = _schedules(link.rig, link.pose(), left)
        made = link.turn(tuple(t for each in schedules for t in each), lambda: pause.is_on)
        for command, schedule in zip(left, schedules, strict=True):
            made -= len(schedule)
            if made < 0:
                break
            number = len(plan.commands) - len(left) + 1
            started = CommandStarted(command, number, len(plan.commands))
            yield started
            journal.write(**started.record())
            done = CommandDone(command, command.seconds * 100 / link.speed)
            journal.write(**done.record())
            yield done
            state, left = command.after, left[1:]
            if left:
                watch.pass_over(command)
            elif not watch.check_after(command):
                return Contradicted(state)
        if left and not pause.is_on:
            link.clear()
    return Done(state)


def _schedules(rig: Rig, pose: Pose, commands: Sequence[PlannedCommand]) -> list[Schedule]:
    """Return the turns of each command from a pose on, from the begin of the first one."""
    now = dict(zip(rig.axes, pose.angles, strict=True))
    begin = commands[0].start
    schedules = []
    for command in commands:
        turns = []
        for axis, target in command.targets.items():
            assert not isinstance(target, str)
            # Of two turns that begin at once, a pause may have left one.
            if target != now[axis]:
                turn = FaceTurn(axis, axis, target - now[axis])
                seconds = rig.turn_seconds(turn)
                turns.append(ScheduledTurn(turn, command.start - begin, seconds))
            now[axis] = target
        schedules.append(tuple(turns))
    return schedules

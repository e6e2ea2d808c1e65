"""Live progress of a job on stderr."""

from __future__ import annotations

from collections.abc import Container, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from robot.execution.executor import CommandDone, CommandFailed, CommandStarted
from robot.link.handshake import RobotInfo
from robot.rigs.actuator_names import command_words
from robot.rigs.camera_places import place_text
from rokumen.jobs.events import (
    CubeRead,
    JobEvent,
    PictureTaken,
    PlacesDoubted,
    PlacesLearnt,
    PlanMade,
    Replanning,
    Rescanning,
    TurnMissing,
)
from rokumen.show.stage_names import in_full
from rokumen.show.terminal.net import net, numbers_text
from solver.core.facelets import SOLVED
from solver.notation.printing import moves_text


class JobProgress:
    """Progress display of a job; a context manager."""

    def __init__(self, grippers: Container[str]) -> None:
        """Show the job of a robot with these grippers."""
        self._grippers = grippers
        self._console = Console(stderr=True, highlight=False)
        self._progress = Progress(
            TextColumn("  {task.description:<28}"),
            BarColumn(bar_width=30),
            TextColumn("{task.completed:.0f}/{task.total:.0f}"),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._task: TaskID | None = None
        self._stages: list[tuple[str, int]] = []
        self._turns_made = 0

    def __enter__(self) -> JobProgress:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show_devices(self, greeting: RobotInfo, port: str, camera: str) -> None:
        """Show the robot and the camera of the job."""
        self._say(f"[bold]Robot[/]    {greeting.firmware}, a {greeting.rig} rig, on {port}")
        self._say(f"[bold]Camera[/]   {camera}")

    def note(self, words: str) -> None:
        """Show a line that is not an event of the job."""
        self._say(words)

    def on_event(self, event: JobEvent) -> None:
        """Show one event of the job."""
        match event:
            case PictureTaken(shown=shown):
                self._advance_to("scanning the six faces", shown, 6)
            case PlacesLearnt(places=places, robot=robot):
                option = " ".join(f"--camera-at {place_text(place)}" for place in places)
                kept = f"kept with the robot {robot}" if robot else f"{option} says so at once"
                self._say(f"[bold]Camera[/]   looks at {_looks(places)}; {kept}")
            case PlacesDoubted(places=places):
                self._say(
                    "[yellow]![/] the pictures do not fit a camera that looks at "
                    f"{_looks(places)}, as it did before: looking for its place again"
                )
            case CubeRead():
                self._show_reading(event)
            case PlanMade():
                self._show_plan(event)
            case CommandStarted(action=action, number=number, total=total) if self._stages:
                self._advance_to(
                    f"{self._stage()}: {moves_text(action.turns) or '…'}", number - 1, total
                )
            case CommandDone(action=action):
                self._turns_made += len(action.turns)
            case CommandFailed():
                self._show_trouble(event)
            case Replanning(why=why, avoided=avoided):
                self._stages = []
                axes = f", avoiding {' and '.join(avoided)}"
                self._say(
                    f"[yellow]![/] {why}: stopped, scanning and planning again"
                    f"{axes if avoided else ''}"
                )
            case Rescanning(why=why):
                self._say(f"[yellow]![/] {why.rstrip('.')}: scanning again")
            case TurnMissing(turn=turn):
                self._say(
                    f"[yellow]![/] turn {turn} was not made, as the camera shows: made up for"
                )

    def _show_reading(self, event: CubeRead) -> None:
        self._end_bar()
        reading = event.reading
        self._say("")
        self._progress.console.print(net(reading.facelets, reading.scheme))
        if reading.facelets == SOLVED and reading.certain:
            self._say("[bold]Read[/]     solved")
        elif reading.numbers is not None:
            self._say("[bold]Read[/]     with certainty; the 48 numbers:")
            self._say(numbers_text(reading.numbers, 9))
        else:
            self._say(f"[yellow]![/] not certain: {reading.advice}")
        self._stages = []

    def _show_plan(self, event: PlanMade) -> None:
        solution, plan = event.solution, event.plan
        self._say(f"[bold]Solved[/]   by {solution.method} in {solution.htm} turns")
        names = [in_full(stage.name) for stage in solution.stages]
        width = max(map(len, names))
        for name, stage in zip(names, solution.stages, strict=True):
            self._say(f"         [cyan]{name:<{width}}[/]  {moves_text(stage.turns)}")
        self._say(
            f"[bold]Planned[/]  {len(plan.commands)} commands, {plan.seconds:.0f} s of motion"
        )
        self._stages = [(stage.name, len(stage.turns)) for stage in solution.stages]
        self._turns_made = 0

    def _show_trouble(self, event: CommandFailed) -> None:
        action = event.action
        command = command_words(action.command, self._grippers)
        what = f"turn {moves_text(action.turns)}" if action.turns else command
        then = event.next_step.description if event.next_step else "abandoning this plan"
        self._say(f"[yellow]![/] {what}: {event.error}; {then}")

    def _stage(self) -> str:
        made = 0
        for name, length in self._stages:
            made += length
            if self._turns_made < made:
                return name
        return self._stages[-1][0]

    def _advance_to(self, description: str, completed: int, total: int) -> None:
        if self._task is None:
            self._task = self._progress.add_task(description, total=total)
        self._progress.update(self._task, description=description, completed=completed, total=total)

    def _end_bar(self) -> None:
        if self._task is not None:
            self._progress.remove_task(self._task)
            self._task = None

    def _say(self, line: str) -> None:
        self._progress.console.print(line, soft_wrap=True)


def _looks(places: Sequence[str]) -> str:
    return " and ".join(map(place_text, places))

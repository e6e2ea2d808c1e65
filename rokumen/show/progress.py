"""The progress of a job as it happens, on stderr."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from robot.executor import Began, Caught, Ended
from robot.greeting import Greeting
from rokumen.job import Event, Looked, LookingAgain, Planned, Read, Replanning
from rokumen.output import moves_text
from rokumen.show.net import net
from solver.facelets import SOLVED


class JobProgress:
    """Tells a person what the job is doing; a context manager around it."""

    def __init__(self) -> None:
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

    def greet(self, greeting: Greeting, port: str, camera: str) -> None:
        """Say which robot and which camera there are."""
        self._say(f"[bold]Robot[/]    {greeting.firmware}, a {greeting.rig} rig, on {port}")
        self._say(f"[bold]Camera[/]   {camera}")

    def note(self, words: str) -> None:
        """Show a line that is no event of the job."""
        self._say(words)

    def tell(self, event: Event) -> None:
        """Show one event of the job."""
        match event:
            case Looked(number=number):
                self._advance_to("scanning the six faces", number, 6)
            case Read():
                self._show_reading(event)
            case Planned():
                self._show_plan(event)
            case Began(action=action, number=number, total=total) if self._stages:
                self._advance_to(
                    f"{self._stage()}: {moves_text(action.turns) or '…'}", number - 1, total
                )
            case Ended(action=action):
                self._turns_made += len(action.turns)
            case Caught():
                self._show_trouble(event)
            case Replanning(why=why, avoided=avoided):
                self._stages = []
                hands = f", turning less with {' and '.join(avoided)}"
                self._say(
                    f"[yellow]![/] {why}: holding, scanning again and planning anew"
                    f"{hands if avoided else ''}"
                )
            case LookingAgain(why=why):
                self._say(f"[yellow]![/] {why.rstrip('.')}: looking again")

    def _show_reading(self, event: Read) -> None:
        self._end_bar()
        reading = event.reading
        self._say("")
        self._progress.console.print(net(reading.facelets, reading.scheme))
        if reading.facelets == SOLVED and reading.certain:
            self._say("[bold]Seen[/]     solved")
        elif reading.certain:
            self._say("[bold]Read[/]     with certainty")
        else:
            self._say(f"[yellow]![/] not certain: {reading.advice}")
        self._stages = []

    def _show_plan(self, event: Planned) -> None:
        solution, plan = event.solution, event.plan
        self._say(f"[bold]Solved[/]   by {solution.method} in {solution.htm} turns")
        width = max(len(stage.name) for stage in solution.stages)
        for stage in solution.stages:
            self._say(f"         [cyan]{stage.name:<{width}}[/]  {moves_text(stage.moves)}")
        self._say(f"[bold]Planned[/]  {len(plan.actions)} commands, {plan.seconds:.0f} s of motion")
        self._stages = [(stage.name, len(stage.moves)) for stage in solution.stages]
        self._turns_made = 0

    def _show_trouble(self, event: Caught) -> None:
        action = event.action
        what = f"turn {moves_text(action.turns)}" if action.turns else str(action.command)
        then = event.rung.words if event.rung else "giving this plan up"
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

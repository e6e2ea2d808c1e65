"""What a command of another package is made of, beside what `rokumen.extend` has.

Options and their checks, JSON and tables on stdout, progress on stderr, and the exit status. A
group is `click.command(cls=LazyGroup, lazy=...)` with a `Command` for each name: the location of
its definition, which is imported when it is called.
"""

from __future__ import annotations

from rokumen.cli.cube.lesson import Lesson, print_lesson
from rokumen.cli.lazy_group import Command, LazyGroup
from rokumen.cli.output import draw_option, json_option, print_json
from rokumen.cli.parameters import SEED, Number, WholeNumber, check_one_given
from rokumen.cli.puzzle.stages_output import (
    check_drawing,
    draw_stages,
    named_size,
    print_stages,
)
from rokumen.errors import NOTHING_FOUND, ApplicationError, InputError
from rokumen.exit_status import DONE, FAILURE, INTERRUPTED
from rokumen.show.fitted import aligned, print_table
from rokumen.show.progress import StatusLine
from rokumen.show.table_progress import build_puzzle_tables
from solver.core.errors import UnsolvedError

__all__ = [
    "DONE",
    "FAILURE",
    "INTERRUPTED",
    "NOTHING_FOUND",
    "SEED",
    "ApplicationError",
    "Command",
    "InputError",
    "LazyGroup",
    "Lesson",
    "Number",
    "StatusLine",
    "UnsolvedError",
    "WholeNumber",
    "aligned",
    "build_puzzle_tables",
    "check_drawing",
    "check_one_given",
    "draw_option",
    "draw_stages",
    "json_option",
    "named_size",
    "print_json",
    "print_lesson",
    "print_stages",
    "print_table",
]

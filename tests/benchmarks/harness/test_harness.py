"""What the harness makes of a benchmark: its command, table, JSON, plot, progress, kept records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
import pytest
from click.testing import CliRunner, Result

from benchmarks.command import BENCHES
from benchmarks.harness.command import command_of, record_kinds
from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import Work, in_processes
from files.errors import Error
from rokumen.errors import InputError
from tests.support.command_line import table_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Size(Record):
    """A size of cubes, with the means of its stages."""

    key = "sizes"
    title = "{cubes} cubes"
    caption = "seed {seed}"
    published_by = "the paper"

    name: str = column("size")
    mean: float | None = column("mean", ".1f", published=46.0)
    solved: int | None = column("solved", "{solved} of {cubes}")
    cubes: int = 0
    stages: Mapping[str, float] = column("stage", ".2f", default=None)
    remarks: tuple[str, ...] = column("remarks", default=())
    nothing: float | None = column("nothing", default=None)

    @classmethod
    def plot(cls, records: Sequence[Size], figure: Figure) -> None:
        """Plot the means."""
        axes = figure.add_subplot()
        axes.plot([each.name for each in records], [each.mean or 0 for each in records])


@dataclass(frozen=True, slots=True)
class Total(Record):
    """How many cubes were solved."""

    key = "totals"
    sentence = "{solved} cubes solved [all]"

    solved: int

    @property
    def is_good(self) -> bool:
        """Return whether any was solved."""
        return self.solved > 0


MEASURED: list[int] = []


def made_bench(
    progress: Progress,
    kept: Kept,
    seed: Seed = 0,
    cubes: Cubes = 20,
    sizes: Annotated[tuple[int, ...], Option("A size.", click.INT, flag="--size")] = (),
    quick: Annotated[bool, Option("Say less.", excludes="draw")] = False,
    processes: Processes = CORES,
) -> Iterator[Size | Total]:
    """Measure made sizes.

    The exit status is 1 if no cube is solved.
    """
    for n in progress.each("sizes", sizes or (2, 3)):
        make = partial(made, n, cubes)
        yield from kept.measured(f"size {n}", {"seed": seed}, [Size], make)
    if not quick:
        yield Total(0 if seed == 13 else cubes)


def made(n: int, cubes: int) -> Iterator[Size]:
    MEASURED.append(n)
    yield Size(f"{n}x{n}x{n}", 10.0 * n, cubes - 1, cubes, {"Cross": n / 2}, ("a", "b") * (n > 2))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(
        command_of("made-bench", made_bench), arguments, standalone_mode=False
    )


def test_the_table_has_a_column_for_each_field_and_key_that_has_a_value() -> None:
    result = run("--cubes=7")
    assert result.return_value == 0
    assert table_rows(result.stdout) == [
        ["size", "mean", "solved", "stage Cross", "remarks"],
        ["the paper", "46.0", "", "", ""],
        ["2x2x2", "20.0", "6 of 7", "1.00", "none"],
        ["3x3x3", "30.0", "6 of 7", "1.50", "a, b"],
    ]
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[0] == "7 cubes"
    assert lines[-2:] == ["seed 0", "7 cubes solved [all]"]


def test_records_may_be_the_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Size, "is_column", True)
    assert table_rows(run("--size=3").stdout) == [
        ["size", "the paper", "3x3x3"],
        ["mean", "46.0", "30.0"],
        ["solved", "", "19 of 20"],
        ["stage Cross", "", "1.50"],
        ["remarks", "", "a, b"],
    ]


def test_json_is_one_object_of_the_options_and_the_records() -> None:
    shown = json.loads(run("--json", "--size=2", "--quick").stdout)
    assert shown["sizes"][0] | {"cubes": 20} == shown["sizes"][0]
    assert shown["sizes"][0]["stages"] == {"Cross": 1}
    assert (shown["seed"], shown["cubes"], shown["totals"]) == (0, 20, [])


def test_a_record_that_is_not_good_is_a_failure() -> None:
    assert run("--seed=13").return_value == 1


def test_options_have_the_helps_defaults_and_bounds_of_the_signature() -> None:
    help_text = " ".join(run("--help").stdout.split())
    assert "Measure made sizes. The exit status is 1 if no cube is solved." in help_text
    for part in (
        "Number of cubes. [default: 20]",
        "--size INTEGER A size.",
        "[default: (all cores)]",
        "--keep FILE",
        "--draw PATH",
        "--json",
    ):
        assert part in help_text
    assert isinstance(run("--cubes=0").exception, click.BadParameter)


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, beginning in (("plot.svg", b"<?xml"), ("plot.png", b"\x89PNG")):
        assert run(f"--draw={tmp_path / name}").return_value == 0
        assert (tmp_path / name).read_bytes().startswith(beginning)


def test_what_cannot_be_drawn_is_said_before_anything_is_measured(tmp_path: Path) -> None:
    MEASURED.clear()
    for arguments, message in (
        ((f"--draw={tmp_path / 'plot.doc'}",), "plot.doc"),
        ((f"--draw={tmp_path / 'plot.svg'}", "--quick"), "leave out --quick or --draw"),
    ):
        error = run(*arguments).exception
        assert isinstance(error, Error)
        assert message in str(error)
    assert not MEASURED


def test_without_matplotlib_an_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("benchmarks.harness.tables.find_spec", lambda name: None)
    error = run(f"--draw={tmp_path / 'plot.svg'}").exception
    assert "pip install 'rokumen[plots]'" in str(error)
    assert find_spec("json")


def test_progress_names_what_begins_where_there_is_no_terminal() -> None:
    assert run().stderr == "sizes\n"


def test_kept_records_are_not_measured_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    MEASURED.clear()
    run("--size=2", f"--keep={file}")
    both = run("--size=2", "--size=3", f"--keep={file}", "--json")
    assert MEASURED == [2, 3]
    assert len(file.read_text().splitlines()) == 2
    assert json.loads(both.stdout)["sizes"] == json.loads(run("--json").stdout)["sizes"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"part": "size 2", "settings": {"seed": 1}, "records": []}', "they are those of"),
        ('{"part": "size 2", "settings": {"seed": 0}, "records": [["x", {}]]}', "'x'"),
        ('{"part": 2}', "part = 2"),
        ("[]", "is not the records of a part"),
        ("{", "line 1"),
    ],
)
def test_records_that_cannot_be_gone_on_with_are_an_error(
    tmp_path: Path, lines: str, message: str
) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text(lines + "\n")
    error = run(f"--keep={file}").exception
    assert isinstance(error, InputError)
    assert message in str(error)
    assert str(file) in str(error)


@dataclass(frozen=True)
class Half:
    value: float
    ends: tuple[int, ...]


@dataclass(frozen=True)
class Pair:
    first: Half
    second: Half | None


def test_jobs_that_are_kept_are_not_done_again(tmp_path: Path) -> None:
    asked: list[int] = []

    def do(job: int) -> Pair:
        asked.append(job)
        return Pair(Half(job / 2, (job, job + 1)), None if job == 30 else Half(job, ()))

    file = tmp_path / "kept.jsonl"
    first = Work(kept=Kept(file)).results("pairs", Pair, do, {3: 30, 4: 40})
    again = Work(kept=Kept(file)).results("pairs", Pair, do, {5: 50, 4: 40, 3: 30})
    assert first == (Pair(Half(15, (30, 31)), None), Pair(Half(20, (40, 41)), Half(40, ())))
    assert again == (Pair(Half(25, (50, 51)), Half(50, ())), *reversed(first))
    assert asked == [30, 40, 50]
    Work(kept=Kept(file)).results("other pairs", Pair, do, {3: 30})
    assert asked == [30, 40, 50, 30]


def test_jobs_have_their_results_in_order_in_any_number_of_processes() -> None:
    for processes in (1, 2):
        assert list(in_processes(abs, [-3, 2, -1], processes)) == [3, 2, 1]


@pytest.mark.parametrize("name", BENCHES)
def test_every_benchmark_has_json_and_names_its_lists_apart_from_its_options(name: str) -> None:
    benchmark = BENCHES[name]
    command = benchmark.load()
    options = {parameter.name for parameter in command.params}
    assert "as_json" in options
    assert command.help
    keys = [kind.key for kind in record_kinds(benchmark.function())]
    assert len({*keys, *options}) == len(keys) + len(options)

"""The whole life of a run from one seed: host, robot, line, disk and clock.

A host begins a run and ends at drawn steps, a new one resumes it, until the cube is solved. The
assertions of `soak_assertions` are checked on the way and at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.robot.seeded_world import JOURNAL, StopClock, World
from benchmarks.robot.soak_assertions import Assertion
from benchmarks.support.own_folders import in_own_folders
from benchmarks.support.simulated_job import VirtualLineRobot
from benchmarks.support.stub_scanner import OracleScanner
from files.folders import state_folder
from robot.errors import FrameError, JournalError, RobotError
from robot.execution.journal import Journal, read_journal
from robot.firmware.motions import HEARTBEAT_SECONDS
from robot.link.line_connection import LineConnection
from robot.link.protocol import MOTION_VERBS, Message, decode
from robot.link.session import Link
from robot.rigs.command import Pose
from rokumen.devices.simulated_camera import wait_for_picture
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.storage.runs import (
    RunSettings,
    SolutionPolicy,
    create_journal,
    find_unfinished_run,
    reopen_journal,
    runs_folder,
)
from solver.cube import Cube
from solver.symmetry import SYMMETRIES

# Hosts of a run to which something happens, and those after them, for which all is well.
_DISTURBED, _UNDISTURBED = 4, 3
# Approximate number of steps of a run.
_STEPS = 1500
MAX_STOP_SECONDS = 0.050
_POSE_TOLERANCE_DEGREES = 0.05 + 1e-6
_WITHOUT_PLAN = ("HOME", "LOAD")
_HOW = ("v", "torque")

# What a robot, its line and its camera may do; of the hard ones there is one at most.
_NOISE = "bit_flip~0.002,drop_cmd~0.02,drop_reply~0.02,truncate~0.005,dup_line~0.01,late_ack~0.01"
_LOST = "drop_cmd~0.5"  # half of what the host sends
_JAMS = "jam~0.03,grip_miss~0.005,home_fail~0.01"
_SILENT = "jam_silent~0.003,under_turn~0.002,rescan_wrong~0.02"
_HARD = (
    "jam_forever@{turn}",
    "servo_offline@{turn}",
    "unplug@{line}",
    "mute@{line}",
    "reboot_mid_turn@{turn}",
    "brownout@{turn}",
    "camera_lost@{picture}",
)


@dataclass(slots=True)
class SeededRun:
    """What came of the run of a seed: `steps` as lines, how each host ended, and the checks.

    `stop_seconds` and `has_lied` are those of its `World`.
    """

    seed: int
    faults: str
    steps: Sequence[str] = ()
    ends: list[str] = field(default_factory=list)
    checks: dict[Assertion, bool] = field(default_factory=dict)
    stop_seconds: Sequence[float] = ()
    has_lied: bool = False

    def check(self, assertion: Assertion, held: bool) -> None:
        """Note whether an assertion held; one that was violated once stays violated."""
        self.checks[assertion] = self.checks.get(assertion, True) and held


def faults_of(chance: Random) -> str:
    """Return drawn faults of robot, line and camera, as text."""
    noise = chance.choice((_NOISE, _NOISE, _NOISE, _LOST))
    kinds = [each for each in (noise, _JAMS) if chance.random() < 0.6]
    kinds += [_SILENT] * (chance.random() < 0.2)
    kinds += [chance.choice(_HARD)] * (chance.random() < 0.4)
    return ",".join(kinds).format(
        turn=chance.randint(1, 25), line=chance.randint(20, 300), picture=chance.randint(1, 12)
    )


def run_of(seed: int, may_happen: Collection[str] = ()) -> SeededRun:
    """Do the run of a seed, and return what came of it; only `may_happen` happens, if given."""
    chance = Random(f"{seed} run")
    run = SeededRun(seed, faults_of(chance))
    clock = StopClock()
    with (
        in_own_folders(),
        VirtualLineRobot(seed, run.faults, clock) as virtual,
        ExitStack() as stack,
    ):
        folder = state_folder()
        world = World(seed, virtual, folder, clock, may_happen)
        _write_key(chance)
        stack.enter_context(world.around())
        # An older run, of a time at which the clock may have said more than now.
        create_journal(runs_folder() / "older.jsonl", RunSettings(SolutionPolicy())).close()
        world.set_clock()
        _Life(run, world, virtual, chance, not may_happen or JOURNAL in may_happen).live()
        run.steps = tuple(world.steps)
        run.stop_seconds, run.has_lied = tuple(world.stop_seconds), world.has_lied
    return run


def _write_key(chance: Random) -> None:
    """Write the key of the seals, so that they are the same for the same seed."""
    state_folder().mkdir(parents=True, exist_ok=True)
    (state_folder() / "journals.key").write_text(chance.randbytes(32).hex())


class _Life:
    """The hosts of one run, one after the other."""

    def __init__(
        self,
        run: SeededRun,
        world: World,
        virtual: VirtualLineRobot,
        chance: Random,
        may_journals_lie: bool,
    ) -> None:
        self._run = run
        self._world = world
        self._virtual = virtual
        self._chance = chance
        self._path = runs_folder() / "run.jsonl"
        self._may_journals_lie = may_journals_lie
        self._lies = _SILENT in run.faults
        # Such a robot does not hear that it is stopped.
        self._is_deaf = "mute" in run.faults or "unplug" in run.faults
        world.sent = self._check_line

    def live(self) -> None:
        """Let hosts begin and end until the cube is solved."""
        for _ in range(self._chance.randint(1, _DISTURBED)):
            self._world.draw(self._chance.randint(1, 3), _STEPS)
            if self._solve_as_host():
                break
            self._attend()
        else:
            resumed = self._resume_undisturbed()
            # A journal that lies may leave nothing that can be resumed.
            if not self._world.has_lied:
                self._run.check(Assertion.RESUMED, resumed)
        if not self._lies:
            self._run.check(Assertion.NO_ACCIDENT, not self._virtual.robot.accidents)

    def _resume_undisturbed(self) -> bool:
        for _ in range(_UNDISTURBED):
            self._world.restore()
            self._virtual.robot.repair()
            if self._solve_as_host():
                return True
            self._virtual.wait_until_still()
        return False

    def _attend(self) -> None:
        """Look after robot and disk as a person would, or leave them as they are; set the clock."""
        if self._chance.random() < 0.5:
            self._world.restore()
        if self._chance.random() < 0.5:
            self._virtual.robot.repair()
        if self._chance.random() < 0.3:
            self._world.set_clock()
        if self._chance.random() < 0.1 and self._may_journals_lie and _has_begun(self._path):
            self._world.let_journal_lie(self._path)

    def _solve_as_host(self) -> bool:
        """Run a host to its end, check what it left, and return whether it ended solved."""
        self._world.begin_host()
        end = self._end_of_host()
        self._run.ends.append(end)
        self._world.note("host", f"ended: {end}")
        self._check_rest()
        kind = end.partition(":")[0]
        self._run.check(Assertion.ENDS_IN_WORDS, kind != "error")
        if not self._is_deaf and self._world.stop_seconds:
            self._run.check(
                Assertion.STILL_IN_TIME, self._world.stop_seconds[-1] <= MAX_STOP_SECONDS
            )
        truth = self._virtual.robot.state()
        if kind == "solved":
            self._run.check(Assertion.TRUE_CLAIM, truth.is_solved())
        self._check_journal()
        return kind == "solved"

    def _connection(self, url: str) -> LineConnection:
        return LineConnection(url, self._world.port)

    def _end_of_host(self) -> str:
        """Return how a host ended, in words."""
        try:
            with (
                self._journal() as journal,
                Link(self._virtual.url, opened_by=self._connection) as link,
            ):
                self._world.link = link
                rng = Random(f"{self._run.seed} challenge {len(self._run.ends)}")
                scanner = OracleScanner(
                    self._world, lambda: wait_for_picture(self._virtual.robot, self._virtual.clock)
                )
                try:
                    result = Job(link, scanner, SolutionPolicy(), journal, rng=rng).run()
                except SafeStopError:
                    self._check_pose(link)
                    raise
        except SystemExit:
            return "killed"
        except KeyboardInterrupt:
            return "Ctrl-C"
        except (SafeStopError, RobotError) as error:
            return f"stopped: {error}" if str(error) else "error: stopped without a reason"
        except Exception as error:
            return f"error: {error!r}"
        return "solved" if result.solved else f"error: {result.outcome}"

    def _check_pose(self, link: Link) -> None:
        """Check the pose that a stopped robot reports, where its servos do not lie about it."""
        if self._lies or not self._world.was_stopped_in_motion:
            return
        with suppress(RobotError):
            reported = link.pose()
            self._run.check(
                Assertion.TRUE_POSE, _is_near(reported, self._virtual.robot.state().pose)
            )

    def _journal(self) -> Journal:
        """Begin the run, or go on with it as `rokumen resume` does. Raises JournalError."""
        if not _has_begun(self._path):
            self._path.unlink(missing_ok=True)
            settings = RunSettings(SolutionPolicy(), port=self._virtual.url)
            return create_journal(self._path, settings)
        newest, _ = find_unfinished_run(None)
        self._run.check(Assertion.NEWEST_FIRST, newest == self._path)
        return reopen_journal(newest)

    def _check_line(self, line: bytes) -> None:
        """Check a line that the host sends."""
        try:
            message = decode(line.rstrip(b"\n"))
        except FrameError:
            return
        if not isinstance(message, Message) or message.verb not in MOTION_VERBS:
            return
        self._run.check(Assertion.NO_MOTION_AFTER_STOP, not self._world.has_ended_host)
        if message.verb not in _WITHOUT_PLAN:
            self._run.check(Assertion.WRITTEN_FIRST, self._is_written(message))

    def _is_written(self, message: Message) -> bool:
        """Return whether the last record is this command, or a failure that this backs off from."""
        last = read_journal(self._path)[-1]
        if last["record"] in ("failed", "replanning"):
            return True
        fields = {name: value for name, value in message.fields if name not in _HOW}
        written = {n: v for n, v in last.get("fields", {}).items() if n not in _HOW}
        return (last["record"], last.get("verb"), written) == ("command", message.verb, fields)

    def _check_rest(self) -> None:
        """Check that the robot comes to rest by itself."""
        began = self._virtual.clock.now()
        self._virtual.wait_until_still()
        # The time of a stop ends now, where it came at the end of a motion.
        self._world.clock.is_watched()
        alone = self._virtual.clock.now() - began
        self._run.check(Assertion.ALONE_AT_REST, alone <= HEARTBEAT_SECONDS + 0.01)

    def _check_journal(self) -> None:
        """Check that the journal can be read, and tells the turns that were made."""
        if not self._path.exists():
            return
        try:
            records = read_journal(self._path)
        except JournalError:
            self._run.check(Assertion.READABLE, not _has_begun(self._path))
            return
        self._run.check(Assertion.READABLE, True)
        if not self._lies and not self._world.has_lied:
            told = _cubes_told(records, self._virtual.cube)
            truth = self._virtual.robot.state().with_layers_aligned().cube
            # Each scan names the faces by where they are, and a host may end with the cube rotated.
            seen = {each.conjugate(truth) for each in SYMMETRIES if not each.is_mirror}
            self._run.check(Assertion.EVERY_TURN_ONCE, told is None or not told.isdisjoint(seen))


def _is_near(reported: Pose, true: Pose) -> bool:
    angles = zip(reported.angles, true.angles, strict=True)
    return reported.grips == true.grips and all(
        abs(a - b) <= _POSE_TOLERANCE_DEGREES for a, b in angles
    )


def _has_begun(path: Path) -> bool:
    """Return whether a whole first record was written."""
    return path.exists() and b"\n" in path.read_bytes()


def _cubes_told(records: Sequence[Mapping[str, Any]], cube: Cube) -> set[Cube] | None:
    """Return what the cube may be by the journal, None where it went home and was not seen since.

    A turn without an end may be made in part.
    """
    in_flight: tuple[str, ...] = ()
    went_home = False
    for record in records:
        match record:
            case {"record": "scan", "certain": True, "facelets": str(facelets)}:
                cube, in_flight, went_home = Cube.from_facelets(facelets), (), False
            case {"record": "command", "turn": str(turn)}:
                in_flight = tuple(turn.split())
            case {"record": "done", "turn": str(turn)}:
                cube, in_flight = cube.apply(turn), ()
            case {"record": "resumed" | "replanning"}:
                went_home = True
    cubes = {cube}
    for turn in in_flight:
        cubes |= {each.apply(turn[0] + part) for each in cubes for part in ("", "2", "'")}
    return None if went_home else cubes

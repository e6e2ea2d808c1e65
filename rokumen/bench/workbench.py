"""A robot in this process, in virtual time, and whole jobs on it."""

from __future__ import annotations

from random import Random

from firmware_sim.faults import Faults, read_faults
from firmware_sim.serial_handlers.protocol_sim import forget, keep
from firmware_sim.simulated_robot import SimulatedRobot
from firmware_sim.truth import Truth
from robot.clock import VirtualClock
from robot.errors import RobotError
from robot.journal import Journal
from robot.link import Link
from robot.rig import DEFAULT_RIG, load_rig
from rokumen.bench.glance import GlancingEyes
from rokumen.choice import Choice
from rokumen.drive import how_to_go_on
from rokumen.errors import SafeStopError
from rokumen.eyes import Eyes, Looking
from rokumen.in_process import InProcessCamera, register
from rokumen.job import Job, JobResult
from solver.scramble import random_cube

NOT_BEGUN = JobResult(
    solved=False,
    facelets="",
    moves=(),
    motion_seconds=0.0,
    jams=0,
    slips=0,
    retries=0,
    replans=0,
    outcome="not begun",
)


class Workbench:
    """A robot that holds the random cube of `seed`; a context manager around its existence.

    `why` is what a person was told when the last job stopped safely.
    """

    def __init__(self, seed: int, faults: str = "", clock: VirtualClock | None = None) -> None:
        register()
        rig = load_rig(DEFAULT_RIG)
        self.clock = clock or VirtualClock()
        self.cube = random_cube(Random(seed))
        self.robot = SimulatedRobot(
            rig,
            self.clock,
            Truth.at_home(rig.home, self.cube),
            Faults(read_faults(faults), seed, self.clock),
            entropy=Random(f"{seed} epoch"),
        )
        self.why = ""
        self._name = f"workbench{seed}"
        self.url = f"sim://{DEFAULT_RIG}?name={self._name}"

    def __enter__(self) -> Workbench:
        keep(self._name, self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        forget(self._name)

    def eyes(self, *, photographed: bool = False) -> Looking:
        """Give something to see the robot with: the rendered camera, or a mere glance."""
        if not photographed:
            return GlancingEyes(self.robot)
        return Eyes([InProcessCamera(self.url)], self.robot.rig)

    def rest(self) -> None:
        """Let the robot come to rest, as it does when it does not hear of its host."""
        while self.robot.resting() is None:
            wake = self.robot.next_wake()
            assert wake is not None
            self.clock.sleep(max(wake - self.clock.now(), 0.001))
            self.robot.advance()

    def is_resumed(self, eyes: Looking, journal: Journal) -> bool:
        """Lift the faults and go on; tells whether the cube is solved then, truly."""
        self.rest()
        self.robot.mend()
        result, _ = self.do_job(eyes, journal)
        return result.solved and self.robot.look().is_solved

    def do_job(self, eyes: Looking, journal: Journal) -> tuple[JobResult, int]:
        """Do a job to its end or to a safe stop; also gives how many lines were repeated."""
        try:
            with Link(self.url) as link:
                job = Job(link, eyes, Choice(), journal)
                try:
                    return job.run(), link.traffic.repeated
                except SafeStopError as error:
                    self.why = how_to_go_on(str(error), error.__cause__)
                    stopped = job.result(solved=False, outcome="stopped")
                    return stopped, link.traffic.repeated
        except RobotError as error:
            self.why = how_to_go_on(str(error), error)
            return NOT_BEGUN, 0

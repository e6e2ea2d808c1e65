"""Puts the simulator together: a robot, its port and its camera, from one set of options."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType, TracebackType

from firmware_sim import state_file
from firmware_sim.endpoints import Endpoint, PseudoTerminal, TcpPort
from firmware_sim.errors import BoardError
from firmware_sim.fault_log import write_fault_log
from firmware_sim.faults import Fault, Faults, Injection
from firmware_sim.mechanics import CORNER_CUTTING_DEGREES
from firmware_sim.pulsed_servos import EXACT, Jaws
from firmware_sim.server import Server
from firmware_sim.simulated_board import RIG as BOARD_RIG
from firmware_sim.simulated_board import SimulatedBoard
from firmware_sim.simulated_maestro import SimulatedMaestro
from firmware_sim.simulated_robot import SimulatedRobot
from firmware_sim.truth import Truth
from robot.clock import Clock, SystemClock
from robot.rig import DEFAULT_RIG, Rig, load_rig
from solver.cube import Cube

AnyRobot = SimulatedRobot | SimulatedBoard | SimulatedMaestro

# Cameras' threads hand the interpreter back this soon, so that the robot answers in time.
_SWITCH_SECONDS = 0.0005


@dataclass(frozen=True, slots=True)
class SimulatorOptions:
    """What to simulate.

    `cube` is what the robot holds, white up and green in front, unless `state_file` exists and
    says otherwise. Motions run `pace` times faster than the rig's. Each face turn jams with
    probability `jam`; what struck of all faults is written to `fault_log` in the end. With a
    `board`, the ELF file of a real board's firmware, that chip is the robot; with `maestro` its
    servos hang on such a board, the port is the board's, and `jaws` say where its hands really
    close. Neither knows faults or a pace. `tcp` (HOST:PORT) serves there in place of a
    pseudo-terminal; the camera's `camera_port` 0 is any free one, and None no camera.
    """

    rig: str = DEFAULT_RIG
    cube: Cube = Cube.solved()  # noqa: RUF009 (a frozen value)
    seed: int = 0
    jam: float = 0.0
    faults: tuple[Fault, ...] = ()
    corner_cutting: float = CORNER_CUTTING_DEGREES
    pace: float = 1.0
    board: Path | None = None
    maestro: bool = False
    jaws: Jaws = EXACT
    tcp: str | None = None
    camera_port: int | None = 0
    state_file: Path | None = None
    fault_log: Path | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """Where the robot is to be found: what pySerial opens, and what cv2.VideoCapture does.

    Several cameras are parted by commas.
    """

    port: str
    camera: str | None

    def to_json(self) -> str:
        """Write it as one line of JSON."""
        return json.dumps(asdict(self))


class Simulator:
    """A robot that is there from entering the `with` block to leaving it.

    `serve` does the work, in the thread that calls it, until `stop`. Entering raises
    SimulatorError (a port that cannot be served, a bad state file), robot.errors.RigError, and
    OSError for a camera's port that is taken.
    """

    def __init__(self, options: SimulatorOptions) -> None:
        self._options = options
        self._stack = ExitStack()
        self._server: Server | None = None

    def __enter__(self) -> Simulator:
        with ExitStack() as stack:
            self._assemble(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def robot(self) -> AnyRobot:
        """The robot, whose truth may be looked at from any thread."""
        return self._robot

    @property
    def announcement(self) -> Announcement:
        """Where the robot is to be found."""
        return self._announcement

    def serve(self) -> None:
        """Be the robot until `stop` is called."""
        assert self._server is not None
        self._server.serve()

    def stop(self) -> None:
        """End `serve`; may be called from any thread and from a signal's handler.

        Called before there is anything to serve, it raises KeyboardInterrupt.
        """
        if self._server is None:
            raise KeyboardInterrupt
        self._server.stop()

    def _assemble(self, stack: ExitStack) -> None:
        options = self._options
        rig = load_rig(options.rig)
        clock = SystemClock()
        truth = Truth.at_home(rig.home, options.cube)
        if options.state_file and options.state_file.exists():
            truth = state_file.load(options.state_file, rig)
        self._robot = _robot(options, rig, clock, truth)
        stack.callback(self._write_fault_log)
        stack.callback(lambda: self._save(self._robot.power_off()))
        self._save(truth)
        endpoint: Endpoint = TcpPort(options.tcp) if options.tcp else PseudoTerminal()
        address = endpoint.address
        self._server = stack.enter_context(Server(self._robot, endpoint, clock, self._save))
        camera = self._open_camera(stack)
        self._announcement = Announcement(address, camera)

    def _open_camera(self, stack: ExitStack) -> str | None:
        port = self._options.camera_port
        if port is None:
            return None
        # Pictures need numpy and OpenCV, which a robot without a camera does not.
        from firmware_sim.camera_server import CameraServer

        server = CameraServer(self._options.rig, self._robot.seen, port=port)
        return ",".join(stack.enter_context(server).urls)

    def _write_fault_log(self) -> None:
        if self._options.fault_log:
            write_fault_log(self._options.fault_log, self._robot.injections)

    def _save(self, truth: Truth) -> None:
        if self._options.state_file:
            state_file.save(self._options.state_file, self._robot.rig, truth)
            if isinstance(self._robot, SimulatedBoard):
                self._robot.save_memory()


def _robot(options: SimulatorOptions, rig: Rig, clock: Clock, truth: Truth) -> AnyRobot:
    if options.board is None and not options.maestro:
        wishes = (*options.faults, Fault("jam", probability=options.jam))
        faults = Faults(wishes, options.seed, clock)
        cutting = options.corner_cutting
        return SimulatedRobot(rig, clock, truth, faults, options.pace, corner_cutting=cutting)
    if options.faults or options.jam or options.pace != 1.0:
        raise BoardError("with a board there are no faults, no jams and no pace; leave them out")
    if rig.name != BOARD_RIG:
        raise BoardError(f"the board moves a {BOARD_RIG} rig, not a {rig.name}")
    if options.board is None:
        return SimulatedMaestro(rig, clock, truth, options.jaws)
    memory = options.state_file.with_suffix(".eeprom") if options.state_file else None
    return SimulatedBoard(options.board, clock, truth, memory)


def run(
    options: SimulatorOptions, announce: Callable[[Announcement], None]
) -> tuple[Injection, ...]:
    """Be the robot until SIGINT or SIGTERM; `announce` is told once when all is ready.

    Gives the faults that struck.

    To be called in the main thread. Raises what `Simulator` does.
    """
    simulator = Simulator(options)
    # Signals are caught until all is put away: a second one must not cut that short.
    with _stopped_by_signals(simulator), simulator:
        announce(simulator.announcement)
        simulator.serve()
        return simulator.robot.injections


@contextmanager
def _stopped_by_signals(simulator: Simulator) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        simulator.stop()

    caught = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stop) for number in caught}
    switch = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(switch)
        for number, handler in before.items():
            signal.signal(number, handler)

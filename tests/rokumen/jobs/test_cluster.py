"""`rokumen solve --cluster`: a scheduler and two workers, as processes on this machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from solver.cube import Cube
from tests.support.command_line import Rokumen

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra `cluster` is not installed"
)

SCHEDULER = (
    "import asyncio; from distributed import Scheduler\n"
    "async def main():\n"
    "    async with Scheduler(host='127.0.0.1', port={port}, dashboard=False) as s:\n"
    "        await s.finished()\n"
    "asyncio.run(main())"
)
WORKER = (
    "import asyncio; from distributed import Worker\n"
    "async def main():\n"
    "    async with Worker('tcp://127.0.0.1:{port}', nthreads=1, dashboard=False) as w:\n"
    "        await w.finished()\n"
    "asyncio.run(main())"
)


@contextmanager
def python(code: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@dataclass(frozen=True)
class Cluster:
    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    port = free_port()
    with ExitStack() as stack:
        stack.enter_context(python(SCHEDULER.format(port=port), folder))
        wait_until(lambda: listens(port))
        started = tuple(
            stack.enter_context(python(WORKER.format(port=port), folder)) for _ in range(workers)
        )
        yield Cluster(f"tcp://127.0.0.1:{port}", started)


def listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def wait_until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def cubes(tmp_path: Path) -> Path:
    file = tmp_path / "cubes.txt"
    lines = [Cube.random(seed).facelets for seed in range(650)]
    twisted = list(Cube.solved().facelets)
    twisted[8], twisted[9], twisted[20] = twisted[9], twisted[20], twisted[8]
    file.write_text("\n".join(["".join(twisted), *lines[:320], "R Q", *lines[320:]]))
    return file


@pytest.mark.thorough
def test_two_workers_give_the_same_answers_as_one_process(
    rokumen: Rokumen, cubes: Path, tmp_path: Path
) -> None:
    local = rokumen("solve", "--file", str(cubes), "--effort=0")
    with cluster(tmp_path, 2) as running:
        clustered = rokumen(
            "solve", "--file", str(cubes), "--effort=0", f"--cluster={running.address}"
        )
    assert clustered == local
    assert "line 322: 'R Q': 'Q' is not a move" in local.err
    assert len(local.out.splitlines()) == 650


@pytest.mark.thorough
def test_a_worker_that_is_killed_loses_nothing(
    rokumen: Rokumen, cubes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = rokumen("solve", "--file", str(cubes), "--effort=1")
    printed: list[str] = []
    with cluster(tmp_path, 2) as running:

        def echo(text: str, real: Callable[..., None] = click.echo, **more: object) -> None:
            printed.append(text)
            if len(printed) == 50:
                running.workers[0].send_signal(signal.SIGKILL)
                running.workers[0].wait()
            real(text, **more)

        monkeypatch.setattr("click.echo", echo)
        clustered = rokumen(
            "solve", "--file", str(cubes), "--effort=1", f"--cluster={running.address}"
        )
        assert running.workers[0].returncode == -signal.SIGKILL
    assert clustered == local


def test_errors_of_a_cluster_are_reported(
    rokumen: Rokumen, cubes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rokumen.jobs import batch

    monkeypatch.setattr(batch, "SECONDS_TO_ANSWER", 1.0)
    file = ("--file", str(cubes))
    no_scheduler = rokumen("solve", *file, f"--cluster=tcp://127.0.0.1:{free_port()}")
    assert no_scheduler.status == 1
    assert "no Dask scheduler answers at 'tcp://127.0.0.1" in no_scheduler.err
    bad_address = rokumen("solve", *file, "--cluster=carrier-pigeon://roof")
    assert bad_address.status == 2
    assert "'carrier-pigeon://roof' is not the address of a cluster" in bad_address.err
    single = rokumen("solve", "R U", "--cluster=tcp://127.0.0.1:1")
    assert single.status == 2
    assert "--file" in single.err
    with cluster(tmp_path, 0) as empty:
        idle = rokumen("solve", *file, f"--cluster={empty.address}")
    assert idle.status == 1
    assert "has no workers" in idle.err
    monkeypatch.setitem(sys.modules, "distributed", None)
    missing = rokumen("solve", *file, "--cluster=tcp://127.0.0.1:1")
    assert missing.status == 2
    assert "pip install 'rokumen[cluster]'" in missing.err
    assert no_scheduler.out + bad_address.out + single.out + idle.out + missing.out == ""


@pytest.mark.parametrize("address", ["tcp://robots.example:8786", "10.0.0.7:8786", "ws://a:1"])
def test_a_cluster_on_another_computer_needs_tls(
    rokumen: Rokumen, tmp_path: Path, address: str
) -> None:
    cubes = tmp_path / "cubes.txt"
    cubes.write_text("R U\n")
    result = rokumen("solve", "--file", str(cubes), "--cluster", address)
    assert result.status == 2
    assert "leaves this computer without TLS" in result.err
    assert f"tls://{address.rpartition('/')[2]}" in result.err


def test_missing_certificates_are_named(rokumen: Rokumen, tmp_path: Path) -> None:
    cubes = tmp_path / "cubes.txt"
    cubes.write_text("R U\n")
    result = rokumen("solve", "--file", str(cubes), "--cluster", "tls://127.0.0.1:1")
    assert result.status == 2
    assert "needs certificates" in result.err


SECURITY = """distributed:
  comm:
    require-encryption: true
    tls:
      ca-file: {0}/ca.pem
      scheduler: {{ cert: {0}/me.pem, key: {0}/me.key }}
      worker: {{ cert: {0}/me.pem, key: {0}/me.key }}
      client: {{ cert: {0}/me.pem, key: {0}/me.key }}
"""


def make_authority(folder: Path) -> dict[str, str]:
    """Make an authority and a certificate of it; return the environment of a machine with them."""
    folder.mkdir()
    new_key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    for command in (
        f"req -x509 {new_key} -keyout ca.key -out ca.pem -subj /CN=authority -days 2",
        f"req {new_key} -keyout me.key -out me.csr -subj /CN=machine",
        "x509 -req -in me.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out me.pem",
    ):
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    (folder / "security.yaml").write_text(SECURITY.format(folder))
    return {"DASK_CONFIG": str(folder)}


@contextmanager
def dask(*arguments: str, settings: dict[str, str]) -> Iterator[None]:
    """Run `dask` with these settings until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        env={**os.environ, **settings},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl for certificates")
def test_a_cluster_by_tls_solves_for_those_with_a_certificate(tmp_path: Path) -> None:
    ours, theirs = (make_authority(tmp_path / name) for name in ("ours", "theirs"))
    cubes = tmp_path / "cubes.txt"
    cubes.write_text("R U F\n")
    address = f"tls://127.0.0.1:{free_port()}"

    def solve(settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
        command = ["solve", "--file", str(cubes), "--cluster", address]
        return subprocess.run(
            [sys.executable, "-m", "rokumen", *command],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )

    port = int(address.rpartition(":")[2])
    with dask(
        *("scheduler", "--protocol", "tls", "--host", "127.0.0.1", "--port", str(port)),
        settings=ours,
    ):
        wait_until(lambda: listens(port))
        with dask("worker", address, "--nthreads", "1", "--no-nanny", settings=ours):
            solved = solve(ours)
        without, other = solve({"DASK_CONFIG": str(tmp_path / "none")}), solve(theirs)
    assert (solved.returncode, solved.stdout) == (0, "F' U' R'\n"), solved.stderr
    assert (without.returncode, without.stdout) == (2, "")
    assert "needs certificates: Dask's settings name none" in without.stderr
    assert (other.returncode, other.stdout) == (1, "")
    assert "with certificates of the same authority" in other.stderr
    assert "Traceback" not in without.stderr + other.stderr

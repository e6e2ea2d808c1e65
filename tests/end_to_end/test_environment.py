"""What the system gives a command too little of, or wrongly, is said in one line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.variants import thorough_but

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")

LIMITED = """
import resource, sys
sys.argv[0] = "rokumen"
megabytes = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
from rokumen.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def compiled() -> None:
    """Let kernels be compiled with all of the memory: a compiler without it ends the process."""
    subprocess.run([sys.executable, "-m", "rokumen", "solve", "RUF"], check=True, timeout=300)
    command = [sys.executable, "-m", "rokumen", "solve", "--method", "two-phase", "RUF"]
    subprocess.run(command, check=True, timeout=300)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("megabytes", thorough_but([100, 200], [60, 100, 159, 200, 300, 400]))
@pytest.mark.parametrize(
    "command", ["solve --method two-phase RUF", "demo --seed 1", "faces x.jpg"]
)
def test_little_memory_is_named(megabytes: int, command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, str(megabytes), *command.split()],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert "Traceback" not in ended.stderr
    assert ended.returncode in (0, 1, 2, 5)
    if megabytes < 160:
        assert f"this process may have {megabytes} MB" in ended.stderr


@pytest.mark.parametrize("threads", ["0", "-3", "00"])
def test_a_wrong_number_of_threads_is_named(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", threads)
    ended = subprocess.run(
        [sys.executable, "-m", "rokumen", "solve", "--method", "two-phase", "RUF"],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    assert f"NUMBA_NUM_THREADS={threads}: write a whole number" in ended.stderr
    assert "Traceback" not in ended.stderr

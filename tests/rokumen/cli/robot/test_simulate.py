"""`rokumen simulate` refuses what it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import Said

Rokumen = Callable[..., Said]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--faults=flood@3"], "flood"),
        (["--tcp=nowhere"], "nowhere"),
        (["--jam=2"], "0<=x<=1"),
        (["--scramble=R Q"], "'Q' is not a move"),
        (["--rig=octopus"], "'octopus' is not"),
    ],
)
def test_bad_input_is_quoted(rokumen: Rokumen, arguments: list[str], message: str) -> None:
    said = rokumen("simulate", *arguments)
    assert said.status == 2
    assert message in said.err
    assert said.out == ""


def test_a_spoilt_state_file_is_quoted(rokumen: Rokumen, tmp_path: Path) -> None:
    state = tmp_path / "robot.json"
    state.write_text("no state")
    said = rokumen("simulate", f"--state={state}")
    assert said.status == 2
    assert str(state) in said.err

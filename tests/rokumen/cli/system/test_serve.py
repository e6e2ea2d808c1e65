"""`rokumen serve` says where it listens, and refuses what it cannot."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import cast

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from tests.support.command_line import CommandResult

Rokumen = Callable[..., CommandResult]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[ASGIApp]:
    """Return what would be served."""
    apps: list[ASGIApp] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        apps.append(cast("ASGIApp", server.config.app))

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return apps


@pytest.mark.parametrize("option", ["--host=", "--host=a..b", "--token=\udcff", "--token=a\nb"])
def test_bad_input_is_quoted(rokumen: Rokumen, option: str) -> None:
    said = rokumen("serve", "--port=0", option)
    assert said.status == 2
    assert option.partition("=")[0][2:] in said.err or "a..b" in said.err


@pytest.mark.parametrize("host", ["0.0.0.0", "0"])
def test_other_computers_need_a_token_and_are_not_encrypted(
    rokumen: Rokumen, served: list[ASGIApp], host: str
) -> None:
    said = rokumen("serve", "--port=0", f"--host={host}", "--token=a&b#c")
    assert said.status == 0, said.err
    assert said.out.startswith(f"http://{socket.gethostname()}:")
    assert said.out.endswith("/?token=a%26b%23c\n")
    assert "The connection is not encrypted" in said.err
    page = TestClient(served[0], base_url=said.out.strip().partition("?")[0])
    assert page.get("/").status_code == 401
    assert page.get(said.out.strip()).status_code == 200


def test_this_computer_needs_no_token(rokumen: Rokumen, served: list[ASGIApp]) -> None:
    said = rokumen("serve", "--port=0", "--token=")
    assert "token" not in said.out
    assert "encrypted" not in said.err
    page = TestClient(served[0], base_url=said.out.strip())
    assert page.get("/").status_code == 200
    assert page.get("/", headers={"Host": "evil.example"}).status_code == 421

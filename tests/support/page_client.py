"""A client of the pages' server, in this process."""

from __future__ import annotations

from starlette.testclient import TestClient

from rokumen.web.app import ServerSettings, create_app

HOST = "127.0.0.1:8000"


def page_client(settings: ServerSettings | None = None) -> TestClient:
    """Return a client whose requests come from the server's own pages."""
    return TestClient(
        create_app(settings or ServerSettings()),
        base_url=f"http://{HOST}",
        # A WebSocket is asked for at another host by default.
        headers={"Host": HOST, "Origin": f"http://{HOST}", "Accept": "application/json"},
    )

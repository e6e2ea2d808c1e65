"""`rokumen serve`: the page."""

from __future__ import annotations

import secrets
import socket

import click

from rokumen import exit_status
from rokumen.errors import InputError

EVERYWHERE = frozenset({"0.0.0.0", "::"})  # not addresses that one can open
MOST_MESSAGE = 1024 * 1024  # bytes of a WebSocket message


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen here.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--camera", metavar="SRC", default="", help="A camera of this computer's, as of `scan`."
)
@click.option("--profile", metavar="NAME|FILE", help="The colours [those of the camera, if any].")
@click.option("--token", help="Asked of whoever is not this computer [a random one].")
def command(host: str, port: int, camera: str, profile: str | None, token: str | None) -> int:
    """Serve the page: show a cube to a camera, and follow its solution in 3D.

    Only this computer can open it, unless --host says otherwise; then a token is asked for, which
    is in the address that is printed.
    """
    import uvicorn

    from rokumen.profiles import chosen_profile
    from rokumen.serve.app import PageSettings, page
    from rokumen.serve.guard import LOOPBACK

    if host not in LOOPBACK:
        token = token or secrets.token_urlsafe(16)
    app = page(PageSettings(camera, token, chosen_profile(profile, camera)))
    with _listening(host, port) as listener:
        bound = listener.getsockname()[1]
        query = f"?token={token}" if token else ""
        click.echo(f"http://{_shown(host)}:{bound}/{query}")
        click.echo("Open this address in a browser. Ctrl-C ends.", err=True)
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE,
            lifespan="off",
        )
        uvicorn.Server(config).run(sockets=[listener])
    return exit_status.DONE


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # From here on browsers are not refused, though they wait until they are answered.
        listener.listen()
    except OSError as error:
        listener.close()
        raise InputError(
            f"cannot listen on {host}:{port}: {error.strerror or error}. Is the page served "
            "already? --port names another port, and 0 any free one"
        ) from error
    return listener


def _shown(host: str) -> str:
    if host in EVERYWHERE:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host

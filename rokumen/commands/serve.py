"""`rokumen serve`: the page."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.errors import InputError
from rokumen.planning_options import planning_options
from rokumen.simulated_options import simulated_options

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
@click.option("--demo", is_flag=True, help="Attach the simulator, to be run from the page.")
@click.option(
    "--robot", metavar="PORT", default="", help="Attach a robot, as --port of `run`; --camera too."
)
@planning_options
@simulated_options
@click.option(
    "--pace",
    type=click.FloatRange(0.1, 1000),
    default=8.0,
    show_default=True,
    help="Of --demo: how many times as fast as real hands.",
)
def command(
    host: str,
    port: int,
    camera: str,
    profile: str | None,
    token: str | None,
    demo: bool,
    robot: str,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    rig_profile: Path | None,
    seed: int | None,
    rig: str,
    jam: float,
    faults: str,
    pace: float,
) -> int:
    """Serve the page: show a cube to a camera, and follow its solution in 3D.

    With --demo or --robot a robot is run from it too, with the options of `demo` or `run`. Only
    this computer can open the page, unless --host says otherwise; then a token is asked for, which
    is in the address that is printed.
    """
    import uvicorn

    from rokumen.choice import Choice
    from rokumen.demo import checked_faults
    from rokumen.profiles import chosen_for
    from rokumen.serve.app import PageSettings, page
    from rokumen.serve.attached import Attached, Demo
    from rokumen.serve.guard import LOOPBACK

    if host not in LOOPBACK:
        token = token or secrets.token_urlsafe(16)
    if demo and robot:
        raise InputError(f"--demo and --robot {robot!r} are two robots; the page runs one")
    attached: Attached | None = None
    choice = Choice(method, fastest, time_limit)
    if demo:
        simulated = Demo(rig, seed, jam, pace, checked_faults(faults))
        attached = Attached(choice, demo=simulated, rig_profile=rig_profile)
    elif robot:
        attached = Attached(choice, robot, camera or "0", rig_profile=rig_profile)
    # A robot's camera is the robot's: the scan by hand is with the browser's.
    if profile is not None:
        chosen_for(profile, "")  # one that is not there is said now
    settings = PageSettings("" if robot else camera, token, profile, attached)
    app = page(settings)
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
            # What is large is JPEG, which deflating makes no smaller.
            ws_per_message_deflate=False,
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

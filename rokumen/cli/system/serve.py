"""`rokumen serve`: the pages in a browser, on a phone too."""

from __future__ import annotations

import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from files.wording import reason
from rokumen import exit_status
from rokumen.cli.options import (
    FIRST_CAMERA,
    JAM,
    ROBOT_OR_PORT,
    RunOptions,
    camera_profile_option,
    run_options,
)
from rokumen.cli.parameters import LongCommand, WholeNumber
from rokumen.errors import InputError

if TYPE_CHECKING:
    from rokumen.web.app import ServerSettings
    from rokumen.web.certificate import Certificate
    from rokumen.web.robot_settings import AttachedRobot, DemoRobot
    from rokumen.web.stop_door import StopEntrance


DEFAULT_HOST, EVERYWHERE = "127.0.0.1", "0.0.0.0"
DEFAULT_PORT = 8000
MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH = 12, 200
WHAT_TO_DO = """\
Scan this code with the phone's camera, or open the address in its browser. The phone must be in
the same network. It warns once of a certificate that nobody else has signed, since it was made
just now: compare the fingerprint (SHA-256), and go on. Ctrl-C ends.
"""
UNENCRYPTED = (
    "Other computers can reach this server. The connection is not encrypted: whoever can read "
    "the network's traffic can read the token and the pictures, and press the buttons."
)


@click.command("serve", cls=LongCommand)
@click.option("--host", default=DEFAULT_HOST, show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port to listen on; 0: any free one.",
)
@click.option(
    "--camera", metavar="SRC", default="", help="A camera of this computer, as for `scan`."
)
@camera_profile_option
@click.option("--token", help='Required of each browser [random]; "" for none on this computer.')
@click.option(
    "--phone",
    is_flag=True,
    help="Serve by https to other devices, and show the address as a QR code.",
)
@click.option("--demo", is_flag=True, help="Run the simulator from the page.")
@click.option("--setup", metavar="NAME", default="", help="Set up the robot NAME on the page.")
@click.option(
    "--cube",
    metavar="NAME",
    default="",
    help="Follow this smart cube on the page Learn, as for `watch`.",
)
@run_options(
    *("robot", "rig", "seed", "jam", "method", "fastest", "pace", "faults", "camera_at"),
    *("durations", "servos", "overlap", "trace"),
    robot={
        **ROBOT_OR_PORT,
        "help": "Run the robot NAME that is set up, as `run` does; or the one on PORT, which needs "
        "--camera, several with commas.",
    },
    jam={"default": JAM, "help": f"With --demo: probability that a turn jams [{JAM}]."},
    pace={
        "default": 8.0,
        "help": "With --demo: speed: fast, real, or how many times that of a real robot [8].",
    },
)
def command(
    options: RunOptions,
    host: str,
    port: int,
    camera: str,
    profile: str | None,
    token: str | None,
    phone: bool,
    demo: bool,
    setup: str,
    cube: str,
) -> int:
    """Serve web pages: show a cube to a camera, and follow its solution in 3D.

    With --demo or --robot the pages also run a robot, with the options of `demo` or `run`. Only
    this computer can open them, unless --host or --phone is given. A token is required, which is
    part of the printed address.
    """
    from rokumen.storage.profiles import profile_for_camera
    from rokumen.web.app import ServerSettings

    if not host:
        raise InputError('--host "" is no address; all addresses are 0.0.0.0')
    attached = _attached(options, camera, demo=demo)
    if profile is not None:
        profile_for_camera(profile, "")  # raises now if it does not exist
    settings = ServerSettings(
        # That of a robot belongs to it; scanning by hand then uses the browser's.
        "" if options.robot else camera,
        profile=profile,
        attached=attached,
        setup=setup,
    )
    _check_setup(setup)
    settings = _with_smart_cube(settings, cube)
    (_serve_phone if phone else _serve)(host, port, _checked(token), settings)
    return exit_status.DONE


def _attached(options: RunOptions, camera: str, *, demo: bool) -> AttachedRobot:
    """Return the robot that the pages run, or the simulator, or none.

    Raises InputError for both at once, for a file in place of a camera, and for a robot without a
    port.
    """
    from rokumen.devices.robot_connection import check_no_files
    from rokumen.storage.robots import load_robot, robot_names
    from rokumen.web.robot_settings import AttachedRobot

    robot = port = options.robot
    if robot and demo:
        raise InputError(f"--demo and --robot {robot!r} are two robots; the page runs only one")
    if robot in robot_names():
        stored = load_robot(robot)
        if not stored.port:
            raise InputError(f"the robot {robot!r} has no port yet: type rokumen setup {robot}")
        port = stored.url
    else:
        robot = ""
    cameras = (camera,) if port and camera else FIRST_CAMERA
    check_no_files(*cameras)
    options = replace(options, robot=robot, port=port, camera=cameras)
    return AttachedRobot(
        options.run_settings().lasting,
        demo=_demo_robot(options) if demo else None,
        opened_by=options.opener(),
    )


def _check_setup(name: str) -> None:
    """Raise an error for a bad name or file of a robot that is to be set up."""
    from rokumen.storage.robots import load_or_new_robot

    if name:
        load_or_new_robot(name)


def _with_smart_cube(settings: ServerSettings, name: str) -> ServerSettings:
    """Return the settings with a smart cube, unchanged for an empty name."""
    if not name:
        return settings
    from rokumen.smart_cubes.link import PacedLink
    from rokumen.smart_cubes.opening import open_link
    from rokumen.smart_cubes.protocols.protocol import Protocol
    from rokumen.smart_cubes.smart_cube import SmartCube

    link = open_link(name)
    if link.protocol.layers != Protocol.layers:
        link.close()
        raise InputError(
            f"--cube {name!r} is a 2x2x2, and the page Learn is for the 3x3x3: follow it with "
            "rokumen watch --cube"
        )
    cube = SmartCube(link if link.is_live else PacedLink(link))
    return replace(settings, smart_cube=cube)


def _demo_robot(options: RunOptions) -> DemoRobot:
    from rokumen.devices.simulated_robot import resolve_faults
    from rokumen.web.robot_settings import DemoRobot

    return DemoRobot(
        options.simulated_rig,
        options.seed,
        options.jam or 0.0,
        options.pace,
        resolve_faults(options.faults or ""),
        options.servos,
    )


def _serve_phone(host: str, port: int, token: str | None, settings: ServerSettings) -> None:
    """Serve the pages until Ctrl-C to whoever has the token, by https.

    Only so do browsers give a page of another computer the camera. Raises InputError where no
    certificate can be made.
    """
    from rokumen.show.drawings.qr_code import drawn_in_terminal, qr_code
    from rokumen.web.app import create_app
    from rokumen.web.certificate import make_certificate, own_address
    from rokumen.web.server import make_server

    with _listening(EVERYWHERE if host == DEFAULT_HOST else host, port) as listener:
        bound, port = listener.getsockname()[:2]
        address = own_address() if ip_address(bound).is_unspecified else str(bound)
        own = socket.gethostname().lower()
        names = frozenset({own, f"{own}.local"})
        token = token or _random_token()
        shown = f"[{address}]" if ":" in address else address
        url = f"https://{shown}:{port}/?token={quote(token, safe='')}"
        certificate = make_certificate(address, names)
        click.echo(url)
        # A longer address, such as one with a long token, fits no code.
        with suppress(ValueError):
            code = drawn_in_terminal(qr_code(url))
            if sys.stderr.isatty():
                click.echo(f"\n{code}\n", err=True)
        click.echo(f"{WHAT_TO_DO}{certificate.fingerprint}", err=True)
        settings = replace(settings, token=token, names=names)
        with _stop_entrance(settings, bound, certificate) as stop_at:
            app = create_app(replace(settings, stop_at=stop_at))
            make_server(app, certificate).run(sockets=[listener])


def _serve(host: str, port: int, token: str | None, settings: ServerSettings) -> None:
    """Serve the pages until Ctrl-C; with an empty token this computer needs none."""
    from rokumen.web.app import create_app
    from rokumen.web.server import make_server

    with _listening(host, port) as listener:
        bound, port = listener.getsockname()[:2]
        address = ip_address(bound)
        own = socket.gethostname()
        if address.is_loopback:
            names, required = {host}, _random_token() if token is None else token
        else:
            names, required = {host, own, f"{own}.local"}, token or _random_token()
        lower = frozenset(name.lower() for name in names)
        settings = replace(settings, token=required or None, names=lower)
        query = f"?token={quote(required, safe='')}" if required else ""
        shown = own if address.is_unspecified else host
        url_host = f"[{shown}]" if ":" in shown else shown
        site = f"http://{url_host}:{port}"
        click.echo(f"{site}/{query}")
        if address.is_unspecified:
            # A container's own name means nothing outside it.
            click.echo(f"On this computer: http://localhost:{port}/{query}", err=True)
        if settings.setup:
            click.echo(f"Set the robot {settings.setup} up at {site}/setup.html{query}", err=True)
        click.echo("Open this address in a browser. Ctrl-C ends.", err=True)
        if not address.is_loopback:
            click.echo(UNENCRYPTED, err=True)
        with _stop_entrance(settings, bound) as stop_at:
            make_server(create_app(replace(settings, stop_at=stop_at))).run(sockets=[listener])


@contextmanager
def _stop_entrance(
    settings: ServerSettings, address: str, secured: Certificate | None = None
) -> Iterator[StopEntrance | None]:
    """Open STOP's own entrance at any free port of an address; none without a robot."""
    from rokumen.web.stop_door import StopEntrance

    if settings.attached.is_none and not settings.setup:
        yield None
        return
    with _listening(address, 0) as listener:
        yield StopEntrance(listener, secured)


def _random_token() -> str:
    return secrets.token_urlsafe(16)


def _checked(token: str | None) -> str | None:
    """Return the token. Raises InputError for one that is too short, or no address can hold."""
    length = len(token or "")
    if token and not (
        token.isascii() and token.isprintable() and MIN_TOKEN_LENGTH <= length <= MAX_TOKEN_LENGTH
    ):
        raise InputError(
            f"--token of {length} characters: write {MIN_TOKEN_LENGTH} to {MAX_TOKEN_LENGTH} ASCII "
            "letters, digits and signs, or leave it out for a random one"
        )
    return token


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # From here on connections are queued until the server accepts them.
        listener.listen()
    except (OSError, UnicodeError) as error:
        listener.close()
        raise InputError(
            f"cannot listen on {host}:{port}: {reason(error)}. Is rokumen serve already running? "
            "Use --port with another port, or 0 for any free one"
        ) from error
    return listener

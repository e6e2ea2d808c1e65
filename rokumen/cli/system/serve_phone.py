"""`rokumen serve --phone`: the pages by https, with their address as a QR code."""

from __future__ import annotations

import secrets
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import click

from rokumen.show.drawings.qr_code import drawn_in_terminal, qr_code
from rokumen.web.app import ServerSettings, create_app
from rokumen.web.guards.certificate import make_certificate, own_address
from rokumen.web.guards.server import make_server

WHAT_TO_DO = """\
Scan this code with the phone's camera, or open the address in its browser. The phone must be in
the same network. It warns once of a certificate that nobody else has signed, since it was made
just now: compare the fingerprint (SHA-256), and go on. Ctrl-C ends.
"""


def serve_phone(listener: socket.socket, settings: ServerSettings) -> None:
    """Serve the pages until Ctrl-C to whoever has the token, by https.

    Only so do browsers give a page of another computer the camera. Raises InputError where no
    certificate can be made.
    """
    bound, port = listener.getsockname()[:2]
    address = own_address() if ip_address(bound).is_unspecified else str(bound)
    own = socket.gethostname().lower()
    names = frozenset({own, f"{own}.local"})
    token = settings.token or secrets.token_urlsafe(16)
    host = f"[{address}]" if ":" in address else address
    url = f"https://{host}:{port}/?token={quote(token, safe='')}"
    with TemporaryDirectory() as folder:
        certificate = make_certificate(Path(folder), address, names)
        click.echo(url)
        # A longer address, such as one with a long token, fits no code.
        with suppress(ValueError):
            code = drawn_in_terminal(qr_code(url))
            if sys.stderr.isatty():
                click.echo(f"\n{code}\n", err=True)
        click.echo(f"{WHAT_TO_DO}{certificate.fingerprint}", err=True)
        app = create_app(replace(settings, token=token, names=names))
        make_server(app, certificate).run(sockets=[listener])

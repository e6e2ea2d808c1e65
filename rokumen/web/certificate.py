"""A certificate for https, made on the spot by openssl for this computer's address.

Its key is in memory only: whoever reads the computer's folders later does not find it.
"""

from __future__ import annotations

import hashlib
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from files.wording import reason
from rokumen.errors import InputError

# Browsers refuse certificates that are valid for longer than a year or so.
VALID_DAYS = 30
SECONDS_TO_MAKE = 60
_PEM_KINDS = ("PRIVATE KEY", "CERTIFICATE")
_PEM = re.compile(rf"(-----BEGIN ({'|'.join(_PEM_KINDS)})-----\n[^-]+-----END \2-----\n)")
_OPEN_FILES = "/dev/fd"
_STANDARD_OUTPUT = "/dev/stdout" if os.path.isdir(_OPEN_FILES) else "-"
# An address for documentation (RFC 5737), to which nothing is sent.
_ELSEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A key and its certificate, in PEM. The key is in no file that has a name."""

    key: str = field(repr=False)
    certificate: str

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the certificate as browsers show it: pairs of digits."""
        encoded = ssl.PEM_cert_to_DER_cert(self.certificate)
        digits = hashlib.sha256(encoded).hexdigest().upper()
        return ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))

    def context(self) -> ssl.SSLContext:
        """Return what encrypts the connections of a server with this certificate."""
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with _file_of(self.certificate) as certificate, _file_of(self.key) as key:
            made.load_cert_chain(certificate, key)
        return made


@contextmanager
def _file_of(text: str) -> Iterator[str]:
    """Yield the path of a file that has no name, and lasts as long as it is open.

    Where the system has no paths of open files (Windows), it has a name meanwhile.
    """
    if os.path.isdir(_OPEN_FILES):
        with TemporaryFile("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            file.seek(0)
            yield f"{_OPEN_FILES}/{file.fileno()}"
    else:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "file.pem"
            path.write_text(text, encoding="ascii")
            yield str(path)


def make_certificate(address: str, names: Collection[str]) -> Certificate:
    """Make a key and a certificate for an address and for names.

    Raises InputError where openssl is missing or fails.
    """
    owners = ",".join([f"IP:{address}", *(f"DNS:{name}" for name in sorted(names))])
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-nodes", "-days", str(VALID_DAYS), "-subj", "/CN=rokumen"),
        *("-addext", f"subjectAltName={owners}"),
        # Both go through a pipe: the key never lies in a folder.
        *("-keyout", _STANDARD_OUTPUT),
    ]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS_TO_MAKE
        )
    except OSError as error:
        raise InputError(
            f"--phone makes a certificate with openssl, which does not run: {reason(error)}; "
            "install it (Debian and Ubuntu: sudo apt install openssl)"
        ) from error
    made = {kind: text for text, kind in _PEM.findall(done.stdout)}
    if done.returncode or len(made) != len(_PEM_KINDS):
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise InputError(f"openssl made no certificate for {owners}: {last[0]}")
    return Certificate(*(made[kind] for kind in _PEM_KINDS))


def own_address() -> str:
    """Return this computer's IPv4 address in its network; that of itself alone without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])

"""A certificate for https, made on the spot by openssl for this computer's address."""

from __future__ import annotations

import hashlib
import socket
import ssl
import subprocess
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from rokumen.errors import InputError

# Browsers refuse certificates that are valid for longer than a year or so.
VALID_DAYS = 30
SECONDS_TO_MAKE = 60
# An address for documentation (RFC 5737), to which nothing is sent.
_ELSEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a key and of its certificate, in PEM."""

    key: Path
    certificate: Path

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the certificate as browsers show it: pairs of digits."""
        encoded = ssl.PEM_cert_to_DER_cert(self.certificate.read_text(encoding="ascii"))
        digits = hashlib.sha256(encoded).hexdigest().upper()
        return ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))


def make_certificate(folder: Path, address: str, names: Collection[str]) -> Certificate:
    """Make a key and a certificate for an address and for names, in a folder of its own.

    Raises InputError where openssl is missing or fails.
    """
    made = Certificate(folder / "key.pem", folder / "certificate.pem")
    owners = ",".join([f"IP:{address}", *(f"DNS:{name}" for name in sorted(names))])
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-nodes", "-days", str(VALID_DAYS), "-subj", "/CN=rokumen"),
        *("-addext", f"subjectAltName={owners}"),
        *("-keyout", str(made.key), "-out", str(made.certificate)),
    ]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS_TO_MAKE
        )
    except OSError as error:
        raise InputError(
            f"--phone makes a certificate with openssl, which does not run: {error.strerror}; "
            "install it (Debian and Ubuntu: sudo apt install openssl)"
        ) from error
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise InputError(f"openssl made no certificate for {owners}: {last[0]}")
    return made


def own_address() -> str:
    """Return this computer's IPv4 address in its network; that of itself alone without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])

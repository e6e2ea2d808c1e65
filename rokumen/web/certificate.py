"""A certificate for https, made on the spot for this computer's address.

Its key is in memory only: whoever reads the computer's folders later does not find it.
"""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from rokumen.errors import InputError

# Browsers refuse certificates that are valid for longer than a year or so.
VALID_DAYS = 30
_OPEN_FILES = "/dev/fd"
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

    Raises InputError for a name that no certificate can have.
    """
    # What only reads a certificate starts without it.
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    try:
        owners = [x509.IPAddress(ip_address(address)), *map(x509.DNSName, sorted(names))]
    except ValueError as error:
        raise InputError(f"no certificate is for {address} and {sorted(names)}: {error}") from error
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key()
    # It is its own signer.
    signer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "rokumen")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(signer, signer, public, x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(VALID_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.SubjectAlternativeName(owners), critical=False)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return Certificate(private.decode(), certificate.public_bytes(Encoding.PEM).decode())


def own_address() -> str:
    """Return this computer's IPv4 address in its network; that of itself alone without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])

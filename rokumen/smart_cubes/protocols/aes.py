"""AES-128 on blocks of 16 bytes (FIPS 197), and how cubes apply it to their packets.

The keys are the same in all cubes of a model and published: they hide nothing, packets are only
not readable without them.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC, ECB

BLOCK = 16  # bytes


def encrypt_blocks(key: bytes, blocks: bytes) -> bytes:
    """Return whole blocks, each encrypted with a key of 16 bytes."""
    return Cipher(AES(key), ECB()).encryptor().update(blocks)


def decrypt_blocks(key: bytes, blocks: bytes) -> bytes:
    """Return whole blocks, each decrypted with a key of 16 bytes."""
    return Cipher(AES(key), ECB()).decryptor().update(blocks)


class SaltedCipher:
    """The cipher of GAN's and MoYu's cubes: key and initial vector depend on the cube's address.

    The first 16 bytes of a packet are encrypted, and then its last 16, which overlap with them
    where the packet is shorter than 32 bytes. Source: afedotov/gan-web-bluetooth (MIT).
    """

    def __init__(self, key: bytes, vector: bytes, address: bytes) -> None:
        """Prepare the keys; `address`: six bytes in the order in which it is written."""
        self._cipher = Cipher(AES(_salted(key, address)), CBC(_salted(vector, address)))

    def encrypt(self, packet: bytes) -> bytes:
        """Return a packet of at least 16 bytes, encrypted."""
        data = bytearray(packet)
        for at in _block_starts(packet):
            block = bytes(data[at : at + BLOCK])
            data[at : at + BLOCK] = self._cipher.encryptor().update(block)
        return bytes(data)

    def decrypt(self, packet: bytes) -> bytes:
        """Return a packet of at least 16 bytes, decrypted."""
        data = bytearray(packet)
        for at in reversed(_block_starts(packet)):
            block = bytes(data[at : at + BLOCK])
            data[at : at + BLOCK] = self._cipher.decryptor().update(block)
        return bytes(data)


def _block_starts(packet: bytes) -> tuple[int, ...]:
    return (0,) if len(packet) == BLOCK else (0, len(packet) - BLOCK)


def _salted(key: bytes, address: bytes) -> bytes:
    # Modulo 255, as the cubes do it.
    salt = bytes(reversed(address))
    mixed = ((byte + extra) % 255 for byte, extra in zip(key, salt, strict=False))
    return bytes(mixed) + key[len(salt) :]

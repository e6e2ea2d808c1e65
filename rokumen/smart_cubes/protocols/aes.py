"""AES-128 on single blocks of 16 bytes (FIPS 197), and how cubes apply it to their packets.

The keys are the same in all cubes of a model and published: they hide nothing, packets are only
not readable without them. So this is written to be short. It is not for secrets: how long it takes
depends on key and data.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

BLOCK = 16  # bytes
_ROUNDS = 10
_POLYNOMIAL = 0x11B


def _times(a: int, b: int) -> int:
    """Return the product of two bytes in the field of AES."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (_POLYNOMIAL if a & 0x80 else 0)
        b >>= 1
    return product


def _substitutions() -> bytes:
    """Return the S-box: of each byte the inverse in the field, mixed by an affine map."""
    # 3 generates the field, and 0xF6 is its inverse: the powers run through all pairs of inverses.
    inverses = bytearray(256)
    power, inverse = 1, 1
    for _ in range(255):
        inverses[power] = inverse
        power, inverse = _times(power, 3), _times(inverse, 0xF6)
    return bytes(0x63 ^ _affine(each) for each in inverses)


def _affine(byte: int) -> int:
    result = byte
    for bits in range(1, 5):
        result ^= (byte << bits | byte >> 8 - bits) & 0xFF
    return result


_S_BOX = _substitutions()
_INVERSE_S_BOX = bytes(_S_BOX.index(byte) for byte in range(256))
# Row r of the state, whose columns are four bytes in a row, is rotated by r columns.
_SHIFTED = tuple((at + 4 * (at % 4)) % BLOCK for at in range(BLOCK))
_shift = itemgetter(*_SHIFTED)
_unshift = itemgetter(*(_SHIFTED.index(at) for at in range(BLOCK)))


def _column_tables(factors: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each row what a byte there adds to its column, of a circulant matrix."""
    return tuple(
        tuple(
            int.from_bytes(bytes(_times(byte, factors[(row - to) % 4]) for to in range(4)))
            for byte in range(256)
        )
        for row in range(4)
    )


_MIX = _column_tables((2, 3, 1, 1))
_UNMIX = _column_tables((14, 11, 13, 9))


@lru_cache(maxsize=16)
def _round_keys(key: bytes) -> tuple[bytes, ...]:
    """Return the eleven keys of the rounds."""
    words = [key[at : at + 4] for at in range(0, BLOCK, 4)]
    constant = 1
    for index in range(4, 4 * (_ROUNDS + 1)):
        word = words[-1]
        if index % 4 == 0:
            word = (word[1:] + word[:1]).translate(_S_BOX)
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = _times(constant, 2)
        words.append(_xor(words[-4], word))
    return tuple(b"".join(words[at : at + 4]) for at in range(0, len(words), 4))


def _xor(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) ^ int.from_bytes(other)).to_bytes(len(one))


def _mixed(state: bytes, tables: Sequence[Sequence[int]]) -> bytes:
    """Return the state with its columns multiplied by a matrix."""
    first, second, third, fourth = tables
    return b"".join(
        (
            first[state[at]] ^ second[state[at + 1]] ^ third[state[at + 2]] ^ fourth[state[at + 3]]
        ).to_bytes(4)
        for at in range(0, BLOCK, 4)
    )


def encrypt_block(key: bytes, block: bytes) -> bytes:
    """Return a block of 16 bytes, encrypted with a key of 16 bytes."""
    first, *rest = _round_keys(key)
    state = _xor(block, first)
    for number, round_key in enumerate(rest, 1):
        state = bytes(_shift(state)).translate(_S_BOX)
        if number < _ROUNDS:
            state = _mixed(state, _MIX)
        state = _xor(state, round_key)
    return state


def decrypt_block(key: bytes, block: bytes) -> bytes:
    """Return a block of 16 bytes, decrypted with a key of 16 bytes."""
    first, *rest = _round_keys(key)
    state = block
    for number, round_key in reversed(list(enumerate(rest, 1))):
        state = _xor(state, round_key)
        if number < _ROUNDS:
            state = _mixed(state, _UNMIX)
        state = bytes(_unshift(state)).translate(_INVERSE_S_BOX)
    return _xor(state, first)


class SaltedCipher:
    """The cipher of GAN's and MoYu's cubes: key and initial vector depend on the cube's address.

    The first 16 bytes of a packet are encrypted, and then its last 16, which overlap with them
    where the packet is shorter than 32 bytes. Source: afedotov/gan-web-bluetooth (MIT).
    """

    def __init__(self, key: bytes, vector: bytes, address: bytes) -> None:
        """Prepare the keys; `address`: six bytes in the order in which it is written."""
        self._key = _salted(key, address)
        self._vector = _salted(vector, address)

    def encrypt(self, packet: bytes) -> bytes:
        """Return a packet of at least 16 bytes, encrypted."""
        data = bytearray(packet)
        for at in _block_starts(packet):
            block = _xor(bytes(data[at : at + BLOCK]), self._vector)
            data[at : at + BLOCK] = encrypt_block(self._key, block)
        return bytes(data)

    def decrypt(self, packet: bytes) -> bytes:
        """Return a packet of at least 16 bytes, decrypted."""
        data = bytearray(packet)
        for at in reversed(_block_starts(packet)):
            block = decrypt_block(self._key, bytes(data[at : at + BLOCK]))
            data[at : at + BLOCK] = _xor(block, self._vector)
        return bytes(data)


def _block_starts(packet: bytes) -> tuple[int, ...]:
    return (0,) if len(packet) == BLOCK else (0, len(packet) - BLOCK)


def _salted(key: bytes, address: bytes) -> bytes:
    # Modulo 255, as the cubes do it.
    salt = bytes(reversed(address))
    mixed = ((byte + extra) % 255 for byte, extra in zip(key, salt, strict=False))
    return bytes(mixed) + key[len(salt) :]

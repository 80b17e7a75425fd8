"""The key that signs checkpoints and receipts: Ed25519, made on first use, for its owner's eyes."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.audit.log_files import alone_in
from answerable.audit.plain_files import open_plain
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.workspace import write_atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["KEY_FILE", "PUBLIC_FILE", "SigningKey", "key_id_of", "verify_signature"]

KEY_FILE = "signing.key"
PUBLIC_FILE = "signing.pub"
"""The public key in hexadecimal, for whoever checks and need not be able to sign."""
_MOST_BYTES = 16 * 1024
"""A key file is a few hundred bytes; what is larger is not one."""

_OWN_BEGINNING = bytes.fromhex("302e020100300506032b657004220420")
"""DER of PKCS #8: an Ed25519 key, and 32 bytes follow."""
_OWN_PEM = re.compile(rb"-----BEGIN PRIVATE KEY-----\n([A-Za-z0-9+/]{64})\n-----END PRIVATE KEY-----\n")


@dataclass(frozen=True, slots=True)
class SigningKey:
    _private: Ed25519PrivateKey
    public_key: str = field(init=False)
    """In hexadecimal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "public_key", self._private.public_key().public_bytes_raw().hex())

    @classmethod
    def load_or_make(cls, folder: Path) -> SigningKey:
        """The folder's key, made where there is none; several processes at once get the same one."""
        path = folder / KEY_FILE
        try:
            if not path.exists():
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                with alone_in(folder):
                    if not path.exists():
                        _demand_none(folder)
                        write_atomically(path, _new_pem())
                        write_atomically(folder / PUBLIC_FILE, cls.load(path).public_key.encode() + b"\n")
            return cls.load(path)
        except OSError as error:
            raise AuditUnavailable(
                msg("audit.signing_key_unusable", path=path, reason=error.strerror),
                hint=msg("audit.correct_checkpoint_folder"),
            ) from None

    @classmethod
    def of(cls, folder: Path) -> SigningKey | None:
        """The folder's key; None where none was made yet. Raises AuditUnavailable where it is not the one that was."""
        path = folder / KEY_FILE
        if not path.exists():
            _demand_none(folder)
            return None
        key = cls.load(path)
        if _public_of(folder) not in ("", key.public_key):
            raise AuditUnavailable(
                msg("audit.other_signing_key", path=path), hint=msg("audit.put_back_public_key", public_key=PUBLIC_FILE)
            )
        return key

    @classmethod
    def load(cls, path: Path) -> SigningKey:
        with open_plain(path) as file:
            private = _private_key(file.read(_MOST_BYTES))
        if private is None:
            raise AuditUnavailable(
                msg("audit.not_a_key", path=path),
                hint=msg("audit.put_right_key_back"),
            )
        return cls(private)

    def sign(self, data: bytes) -> str:
        return self._private.sign(data).hex()

    @property
    def key_id(self) -> str:
        return key_id_of(self.public_key)


def _private_key(pem: bytes) -> Ed25519PrivateKey | None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if seed := _own_seed(pem):
        return Ed25519PrivateKey.from_private_bytes(seed)
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # with SSH and PKCS#12: 15 ms

    try:
        private = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
    return private if isinstance(private, Ed25519PrivateKey) else None


def _own_seed(pem: bytes) -> bytes | None:
    """Of a key file as `_new_pem` writes it: the seed is what follows a fixed beginning. None for every other file."""
    written = _OWN_PEM.fullmatch(pem)
    der = base64.b64decode(written[1]) if written else b""
    return der.removeprefix(_OWN_BEGINNING) if der.startswith(_OWN_BEGINNING) else None


def _demand_none(folder: Path) -> None:
    """A key that is lost is not made anew: what it signed would no longer be trusted."""
    if _public_of(folder):
        raise AuditUnavailable(
            msg("audit.signing_key_missing", key=folder / KEY_FILE, public_key=PUBLIC_FILE),
            hint=msg("audit.put_key_back"),
        )


def _public_of(folder: Path) -> str:
    try:
        with open_plain(folder / PUBLIC_FILE) as file:
            return file.read(_MOST_BYTES).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return ""


def key_id_of(public_key: str) -> str:
    """A name short enough to read out to somebody."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:16]


def verify_signature(public_key: str, signature: str, data: bytes) -> bool:
    """False for whatever is no key or no signature, too, or is not spelled as `sign` does."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key, signed = _bytes(public_key), _bytes(signature)
        if _is_weak(key):
            return False
        Ed25519PublicKey.from_public_bytes(key).verify(signed, data)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _bytes(text: str) -> bytes:
    """Raises ValueError for capitals and spaces, which Python would read: what is signed has one spelling."""
    read = bytes.fromhex(text)
    if read.hex() != text:
        raise ValueError("another spelling")
    return read


_WEAK = frozenset(
    bytes.fromhex(point)
    for point in (
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    )
)
"""Points of small order, without their sign: under such a key one signature holds for many texts."""


def _is_weak(key: bytes) -> bool:
    return len(key) == 32 and key[:31] + bytes([key[31] & 0x7F]) in _WEAK


def _new_pem() -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )

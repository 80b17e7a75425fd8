"""The key that signs checkpoints and receipts: Ed25519, made on first use, for its owner's eyes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.audit.files import alone_in
from answerable.errors import AuditUnavailable
from answerable.workspace import write_atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["KEY_FILE", "PUBLIC_FILE", "SigningKey", "key_id_of", "verify_signature"]

KEY_FILE = "signing.key"
PUBLIC_FILE = "signing.pub"
"""The public key in hexadecimal, for whoever checks and need not be able to sign."""
_MOST_BYTES = 16 * 1024
"""A key file is a few hundred bytes; what is larger is not one."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    _private: Ed25519PrivateKey

    @classmethod
    def load_or_make(cls, folder: Path) -> SigningKey:
        """The folder's key, made where there is none; several processes at once get the same one."""
        path = folder / KEY_FILE
        try:
            if not path.exists():
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                with alone_in(folder):
                    if not path.exists():
                        write_atomically(path, _new_pem())
                        write_atomically(folder / PUBLIC_FILE, cls.load(path).public_key.encode() + b"\n")
            return cls.load(path)
        except OSError as error:
            raise AuditUnavailable(
                f"The signing key '{path}' cannot be read or made: {error.strerror}.",
                hint="Correct the folder's permissions, or choose another with audit_checkpoints.",
            ) from None

    @classmethod
    def load(cls, path: Path) -> SigningKey:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        with path.open("rb") as file:
            data = file.read(_MOST_BYTES)
        try:
            private = load_pem_private_key(data, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            private = None
        if not isinstance(private, Ed25519PrivateKey):
            raise AuditUnavailable(
                f"'{path}' is not an Ed25519 key.", hint="Put the right one back, or move it aside to begin a new one."
            )
        return cls(private)

    def sign(self, data: bytes) -> str:
        return self._private.sign(data).hex()

    @property
    def public_key(self) -> str:
        return self._private.public_key().public_bytes_raw().hex()

    @property
    def key_id(self) -> str:
        return key_id_of(self.public_key)


def key_id_of(public_key: str) -> str:
    """A name short enough to read out to somebody."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:16]


def verify_signature(public_key: str, signature: str, data: bytes) -> bool:
    """False for whatever is no key or no signature, too."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _new_pem() -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )

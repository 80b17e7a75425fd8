"""Secrets of a workspace's projects, such as keys of language models: encrypted with the workspace's key.

Whoever can read both files can read the secrets; a copy of the store alone, in a backup say, tells nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.secrets import confide
from answerable.kernel.workspace import Workspace, write_atomically
from answerable.kernel.workspace_key import KEY_FILE, workspace_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

__all__ = ["SecretStore"]

_FILE = "secrets.json"
_PURPOSE = b"answerable: secrets of projects"
_NONCE_BYTES = 12


@dataclass(frozen=True, slots=True)
class SecretStore:
    root: Path
    """The workspace."""

    @classmethod
    def of(cls, workspace: Workspace) -> SecretStore:
        return cls(workspace.root)

    def get(self, project: str, name: str) -> str:
        """Empty where there is none. Raises BadSetting where it cannot be read with this workspace's key."""
        from cryptography.exceptions import InvalidTag

        if (sealed := self._read().get(_entry(project, name))) is None:
            return ""
        try:
            data = b64decode(sealed, validate=True)
            secret = self._cipher().decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], _entry(project, name).encode())
        except (InvalidTag, ValueError):
            raise BadSetting(
                msg("kernel.secret_unreadable", name=name, key=KEY_FILE), hint=msg("kernel.store_secret_again")
            ) from None
        confide(secret.decode())
        return secret.decode()

    def put(self, project: str, name: str, secret: str) -> None:
        """In place of an older one."""
        confide(secret)
        Workspace(self.root).make()
        nonce = os.urandom(_NONCE_BYTES)
        sealed = nonce + self._cipher().encrypt(nonce, secret.encode(), _entry(project, name).encode())
        with self._alone():
            self._write({**self._read(), _entry(project, name): b64encode(sealed).decode()})

    def remove(self, project: str, name: str) -> None:
        if not self.has(project, name):
            return
        with self._alone():
            self._write({entry: sealed for entry, sealed in self._read().items() if entry != _entry(project, name)})

    def has(self, project: str, name: str) -> bool:
        return _entry(project, name) in self._read()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """What another process stores meanwhile is not lost."""
        workspace_key(self.root)
        with (self.root / KEY_FILE).open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads((self.root / _FILE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise BadSetting(
                msg("kernel.secrets_unreadable", file=_FILE, reason=error), hint=msg("kernel.store_secret_again")
            ) from None
        return found if isinstance(found, dict) else {}

    def _write(self, entries: dict[str, str]) -> None:
        write_atomically(self.root / _FILE, json.dumps(entries, indent=1, sort_keys=True).encode())

    def _cipher(self) -> AESGCM:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        derived = HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(workspace_key(self.root).encode())
        return AESGCM(derived)


def _entry(project: str, name: str) -> str:
    return f"{project}/{name}"

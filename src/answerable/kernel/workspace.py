"""The one folder that holds state: cache, logs, receipts, artifacts, the sample."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["Workspace", "checkpoint_base"]


@dataclass(frozen=True, slots=True)
class Workspace:
    root: Path

    @classmethod
    def at(cls, location: str, folder: Path | None = None) -> Workspace:
        """`location` as the setting has it: relative to `folder`, or absolute. Nothing is made yet."""
        return cls((folder or Path.cwd()) / Path(location).expanduser())

    @classmethod
    def around(cls, audit_log: Path) -> Workspace:
        return cls(audit_log.parent.parent)

    @property
    def audit_log(self) -> Path:
        return self.root / "logs" / "data_agent_runs.jsonl"

    def make(self) -> Workspace:
        """The workspace with its folder in place; what is in there is for its owner's eyes."""
        try:
            self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise BadSetting(
                msg("kernel.workspace_not_made", folder=self.root, reason=error.strerror),
                hint=msg("kernel.choose_workspace"),
            ) from None
        return self


def checkpoint_base(setting: str, environ: Mapping[str, str] | None = None) -> Path | None:
    """Where signed checkpoints and their key are kept: `setting`, or the user's state folder; None without a home."""
    environ = os.environ if environ is None else environ
    try:
        if setting:
            return Path(setting).expanduser()
        state = environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        return Path(state) / "answerable" / "audit"
    except RuntimeError:  # a user without a home
        return None


def write_atomically(path: Path, data: bytes) -> None:
    """The file is either as it was or whole and new, whatever happens in between."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise

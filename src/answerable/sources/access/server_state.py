"""Answerable's own files are no source: accounts, sessions, keys, logs, receipts, caches.

A file is known by the folders it really lies in, compared by device and inode, so that no spelling, link, mount or
letter case leads past. A hard link lies elsewhere: it is known by the inode it shares with one of these files.

A workspace is a folder for state alone. Where somebody works inside of it (`--workspace .`), their files lie beside
the state: there only what goes by one of its names is state.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from answerable.kernel.errors import Refused
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace, checkpoint_base

__all__ = ["FileId", "ServerState", "file_id", "holds_own_tables", "is_below", "own_tables_refused"]

FileId = tuple[int, int]
"""Device and inode."""

PEOPLES_FILES = ("uploads", "sample")
"""Folders of a workspace that hold data, not state."""
_MARKS = (("logs/data_agent_runs.jsonl",), ("secret.key", "answerable.db"))
"""What no folder holds but a workspace: all of one line."""
_STATE = re.compile(
    r"\.?(answerable\.db|checkpoints|chat_history|cache|demo|logs|model_usage\.db|policy\.sha256|receipts|"
    r"secret\.key|secrets\.json|serving|uploads)"
    r"(?!\w).*",
    re.IGNORECASE,
)
"""Names of what a workspace holds, with what SQLite and atomic writes put around them."""
_OWN_TABLES = frozenset({"auth_user", "django_session", "projects_apitoken", "projects_signinlink"})


@dataclass(frozen=True, slots=True)
class ServerState:
    """The folders that hold state: this workspace, and the checkpoints with their signing key."""

    folders: tuple[Path, ...]
    here: Path
    """Where somebody works: relative paths begin there."""

    @classmethod
    def of(cls, settings: Settings, folder: Path) -> ServerState:
        base = checkpoint_base(settings.audit_checkpoints)
        workspace = Workspace.at(settings.workspace, folder).root
        return cls((workspace, base) if base else (workspace,), folder)

    def refuse(self, path: Path, name: str) -> None:
        """Raises Refused where `path`, which is followed to its end, is state or lies among it."""
        real = path.resolve()
        if self._lies_in_state(real) or self._shares_an_inode(real):
            raise _refusal(name)

    def is_peoples(self, path: Path) -> bool:
        """An upload or the sample of this workspace, which the server itself has put there."""
        return _is_peoples(self.folders[0], path.resolve())

    def _lies_in_state(self, real: Path) -> bool:
        ids = {found for one in self.folders if (found := file_id(one))}
        for above in (real, *real.parents):
            if file_id(above) in ids or _is_workspace(above):
                return not _is_peoples(above, real) and (not self._is_shared(above) or _is_named_as_state(above, real))
        return False

    def _is_shared(self, folder: Path) -> bool:
        return is_below(self.here, folder)

    def _shares_an_inode(self, real: Path) -> bool:
        found = _stat(real)
        if found is None or found.st_nlink < 2 or not stat.S_ISREG(found.st_mode):
            return False
        is_theirs = self.is_peoples(real)
        return (found.st_dev, found.st_ino) in set(self._state_ids(() if is_theirs else ("uploads",)))

    def _state_ids(self, also: tuple[str, ...]) -> Iterator[FileId]:
        """With files in the folders of people that are named: from outside, an upload is as closed as state."""
        for folder in self.folders:
            for above, folders, names in os.walk(folder):
                if Path(above) == folder:
                    folders[:] = [name for name in folders if name not in PEOPLES_FILES or name in also]
                    if self._is_shared(folder):
                        folders[:], names = filter(_STATE.fullmatch, folders), list(filter(_STATE.fullmatch, names))
                yield from (found for name in names if (found := file_id(Path(above, name))))


def file_id(path: Path) -> FileId | None:
    found = _stat(path)
    return (found.st_dev, found.st_ino) if found else None


def is_below(path: Path, folder: Path) -> bool:
    """Whether the folder is the path, or one of those above it; both are followed to their ends."""
    wanted, real = file_id(folder), path.resolve()
    return wanted is not None and any(file_id(above) == wanted for above in (real, *real.parents))


def holds_own_tables(tables: Iterable[str]) -> bool:
    """Whether a database is the one that keeps accounts and sessions, or a copy of it: wherever it is, it is one."""
    return {name.rpartition(".")[2].casefold() for name in tables} >= _OWN_TABLES


def own_tables_refused(name: CodedMessage | str) -> Refused:
    return Refused(msg("sources.own_database", name=name), hint=msg("sources.name_another_database"))


def _refusal(name: str) -> Refused:
    return Refused(
        msg("sources.own_files", name=name),
        hint=msg("sources.name_file_outside_workspace"),
    )


def _is_workspace(folder: Path) -> bool:
    return any(all((folder / name).is_file() for name in mark) for mark in _MARKS)


def _is_named_as_state(workspace: Path, real: Path) -> bool:
    """The folder itself is not: what it gives are the files in it, each looked at by itself."""
    parts = real.relative_to(workspace).parts
    return bool(parts) and _STATE.fullmatch(parts[0]) is not None


def _is_peoples(workspace: Path, real: Path) -> bool:
    """Below one of the folders, not the folder itself: that holds what several people brought."""
    for name in PEOPLES_FILES:
        if (own := file_id(workspace / name)) and any(file_id(above) == own for above in real.parents):
            return True
    return False


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None

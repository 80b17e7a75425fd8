"""Fetching model files while a server serves. How far a file is shows in the folder, to every process that serves."""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.errors import AnswerableError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.providers.files.find_model_file import model_folder
from answerable.providers.files.model_catalogue import file_in, model_catalogue
from answerable.providers.files.model_download import partial_file
from answerable.providers.files.pull_model import demand_pullable, pull_model

if TYPE_CHECKING:
    from answerable.providers.files.model_catalogue import ModelFile
    from answerable.providers.model_settings import ModelSettings

__all__ = ["FileState", "file_states", "start_pull"]

_lock = threading.Lock()
_running: set[str] = set()
_problems: dict[str, AnswerableError] = {}
"""Why the last pull of a file ended in this process."""


@dataclass(frozen=True, slots=True)
class FileState:
    name: str
    entry: ModelFile
    path: str
    """Empty where the whole file is not here."""
    bytes_here: int
    is_pulling: bool
    problem: AnswerableError | None = None
    """Why the last pull ended."""


def start_pull(name: str, settings: ModelSettings) -> None:
    """Returns at once. Nothing happens where it is under way. Raises BadSetting for a name that is not in the
    catalogue."""
    demand_pullable(name, settings)
    with _lock:
        if name in _running:
            return
        _running.add(name)
        _problems.pop(name, None)
    threading.Thread(target=_pull, args=(name, settings), daemon=True).start()


def file_states(settings: ModelSettings) -> tuple[FileState, ...]:
    folder = model_folder(settings)
    return tuple(_state(name, entry, folder) for name, entry in model_catalogue().items())


def _pull(name: str, settings: ModelSettings) -> None:
    try:
        pull_model(name, settings, lambda _there, _all: None)
    except AnswerableError as error:
        _problems[name] = error
    except Exception as error:  # noqa: BLE001 — nobody else hears of it
        _problems[name] = AnswerableError(msg("models.pull_broke", reason=error), hint=msg("models.pull_again"))
    finally:
        with _lock:
            _running.discard(name)


def _state(name: str, entry: ModelFile, folder: Path) -> FileState:
    path = file_in(folder, entry)
    if path:
        return FileState(name, entry, str(path), entry.size, is_pulling=False)
    partial = partial_file(folder, entry)
    there = partial.stat().st_size if partial.exists() else 0
    is_pulling = name in _running or _is_held(partial)
    return FileState(name, entry, "", there, is_pulling, None if is_pulling else _problems.get(name))


def _is_held(partial: Path) -> bool:
    """By whoever fetches it, in whatever process."""
    try:
        with partial.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False

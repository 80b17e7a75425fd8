"""Fetching a model's file: goes on where it stopped, and is kept only if its hash is the one that is known."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import IO, TYPE_CHECKING

from answerable.kernel.errors import OperatorError, disk_full
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.providers.files.model_catalogue import ModelFile

__all__ = ["ModelDownload", "PullFailed", "partial_file"]

_BLOCK = 1 << 20
_PARTIAL = 206
_STEADY_FAILURES = 5
"""Failures without a byte between them before it gives up."""
_TIMEOUT_SECONDS = 30.0

Progress = Callable[[int, int], None]
"""Bytes there are, bytes there will be."""


class PullFailed(OperatorError):
    code = "pull_failed"


def partial_file(folder: Path, entry: ModelFile) -> Path:
    """What is there of a file until it is whole."""
    return folder / f"{entry.file}.part"


@dataclass(frozen=True, slots=True)
class ModelDownload:
    entry: ModelFile
    folder: Path
    url: str
    wait_seconds: float = 1.0
    """After a failure; longer after each further one."""

    @property
    def target(self) -> Path:
        return self.folder / self.entry.file

    def run(self, progress: Progress) -> Path:
        """The file, which is taken as it is if it is there and whole. Raises PullFailed."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._alone() as partial:
                if not self.target.exists():
                    self._fetch(partial, progress)
                    self._accept(partial)
                elif _sha256(self.target) != self.entry.sha256:
                    raise PullFailed(msg("models.other_file_there", path=self.target), hint=msg("models.move_it_away"))
        except OSError as error:
            if disk_full(error):
                raise self._no_room(0) from None
            raise PullFailed(
                msg("models.folder_unusable", folder=self.folder, reason=error.strerror or error),
                hint=msg("models.choose_folder"),
            ) from None
        return self.target

    @contextmanager
    def _alone(self) -> Iterator[IO[bytes]]:
        """The file as far as it is there, open at its end; one process at a time fetches it."""
        path = partial_file(self.folder, self.entry)
        with path.open("ab+") as partial:
            try:
                fcntl.flock(partial, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                what = msg("models.pulled_elsewhere", file=self.entry.file)
                raise PullFailed(what, hint=msg("models.wait")) from None
            try:
                yield partial
            finally:
                if path.exists() and (self.target.exists() or path.stat().st_size == 0):
                    path.unlink()

    def _fetch(self, partial: IO[bytes], progress: Progress) -> None:
        failures = 0
        while (before := _size(partial)) < self.entry.size:
            self._demand_room(self.entry.size - before)
            try:
                self._receive(partial, before, progress)
                problem: Exception | None = None
            except urllib.error.HTTPError as error:
                error.close()
                problem = error
            except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError) as error:
                problem = error
            failures = failures + 1 if _size(partial) == before else 0
            if failures >= _STEADY_FAILURES or _is_final(problem):
                raise self._not_fetched(problem)
            time.sleep(self.wait_seconds * failures)

    def _receive(self, partial: IO[bytes], there: int, progress: Progress) -> None:
        headers = {"Range": f"bytes={there}-"} if there else {}
        request = urllib.request.Request(self.url, headers=headers)  # noqa: S310 — of http or https: see `pull_model`
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:  # noqa: S310
            if there and response.status != _PARTIAL:
                partial.truncate(there := 0)
            self._copy(response, partial, there, progress)

    def _copy(self, response: HTTPResponse, partial: IO[bytes], there: int, progress: Progress) -> None:
        while block := response.read(min(_BLOCK, self.entry.size - there + 1)):
            partial.write(block)
            there += len(block)
            progress(min(there, self.entry.size), self.entry.size)
            if there > self.entry.size:
                break
        partial.flush()

    def _accept(self, partial: IO[bytes]) -> None:
        path = Path(partial.name)
        if _size(partial) != self.entry.size or _sha256(path) != self.entry.sha256:
            path.unlink()
            raise PullFailed(
                msg("models.wrong_hash", url=self.url, sha256=self.entry.sha256), hint=msg("models.pull_from_elsewhere")
            )
        path.replace(self.target)

    def _demand_room(self, needed: int) -> None:
        if shutil.disk_usage(self.folder).free < needed:
            raise self._no_room(needed)

    def _no_room(self, needed: int) -> PullFailed:
        what = msg("models.no_room", folder=self.folder, megabytes=(needed or self.entry.size) / 1e6)
        return PullFailed(what, hint=msg("models.make_room"))

    def _not_fetched(self, problem: Exception | None) -> PullFailed:
        reason = getattr(problem, "reason", None) or problem or msg("models.connection_broke")
        said = reason if isinstance(reason, CodedMessage) else str(reason)
        return PullFailed(msg("models.not_fetched", url=self.url, reason=said), hint=msg("models.pull_again"))


def _is_final(problem: Exception | None) -> bool:
    """What asking again would not change."""
    return isinstance(problem, urllib.error.HTTPError) and problem.code < 500 and problem.code not in (408, 429)


def _size(file: IO[bytes]) -> int:
    return file.seek(0, 2)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

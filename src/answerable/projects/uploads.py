"""Files people bring: kept in the workspace under names that cannot lead elsewhere, opened once before they count."""

from __future__ import annotations

import re
import shutil
import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from django.conf import settings

from answerable.kernel.errors import AnswerableError, BadSource, disk_full
from answerable.kernel.messages import msg
from answerable.projects.connect_source import connect

if TYPE_CHECKING:
    from answerable.projects.membership import Identity
    from answerable.projects.models import Source

__all__ = ["MOST_BYTES", "Upload", "keep_upload"]

MOST_BYTES = 50 << 20
MOST_FILES = 20
KINDS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx")
_LONGEST_NAME = 80


class Upload(Protocol):
    """A file as it arrives."""

    @property
    def name(self) -> str | None: ...

    @property
    def size(self) -> int | None: ...

    def chunks(self) -> Iterable[bytes]: ...


def keep_upload(identity: Identity, files: Sequence[Upload]) -> Source:
    """One source of all the files together. Nothing stays behind when they cannot be read."""
    names = _checked_names(files)
    folder = Path(settings.WORKSPACE.root) / "uploads" / identity.project.slug / uuid.uuid4().hex
    folder.mkdir(parents=True)
    try:
        for file, name in zip(files, names, strict=True):
            _write(file, folder / name)
        _demand_data([folder / name for name in names])
        spec = folder / names[0] if len(files) == 1 else folder
        title = names[0] if len(files) == 1 else f"{names[0]} and {len(files) - 1} more"
        return connect(identity.project, str(spec), _free(title, identity), identity.user, is_upload=True)
    except (AnswerableError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise _refusal(error) from None


def _checked_names(files: Sequence[Upload]) -> list[str]:
    if not 0 < len(files) <= MOST_FILES:
        raise BadSource(
            msg("projects.too_many_files", count=len(files)), hint=msg("projects.send_fewer_files", most=MOST_FILES)
        )
    if sum(file.size or 0 for file in files) > MOST_BYTES:
        raise BadSource(msg("projects.files_too_large"), hint=msg("projects.send_fewer_mb", most_mb=MOST_BYTES >> 20))
    names = [safe_name(file.name or "") for file in files]
    if len({name.casefold() for name in names}) < len(names):
        raise BadSource(msg("projects.same_name_twice"), hint=msg("projects.rename_one"))
    return names


def safe_name(given: str) -> str:
    """The last part of the name in harmless characters, with an ending that says what kind of file it is."""
    plain = unicodedata.normalize("NFC", given).replace("\\", "/").rpartition("/")[2]
    stem, dot, suffix = plain.rpartition(".")
    suffix = (dot + suffix).casefold()
    if suffix not in KINDS:
        raise BadSource(
            msg("projects.kind_not_uploadable", file=plain[:_LONGEST_NAME]),
            hint=msg("projects.send_kinds", kinds=" ".join(KINDS)),
        )
    cleaned = re.sub(r"[^\w \-().]", "_", stem).strip(" .")[:_LONGEST_NAME]
    return f"{cleaned or 'data'}{suffix}"


def _write(file: Upload, path: Path) -> None:
    with path.open("xb") as kept:
        for chunk in file.chunks():
            kept.write(chunk)


def _demand_data(paths: Sequence[Path]) -> None:
    """A database is no upload, whatever its name: it may hold views and be a copy of anything."""
    for path in paths:
        with path.open("rb") as file:
            head = file.read(16)
        if head.startswith(b"SQLite format 3\0") or head[8:12] == b"DUCK":
            raise BadSource(
                msg("projects.is_a_database", file=path.name), hint=msg("projects.send_kinds", kinds=" ".join(KINDS))
            )


def _free(title: str, identity: Identity) -> str:
    """The title, or with a number behind it where the project has one of that name."""
    taken = set(identity.project.sources.values_list("name", flat=True))
    numbered = (f"{title} ({number})" for number in range(2, len(taken) + 3))
    return title if title not in taken else next(name for name in numbered if name not in taken)


def _refusal(error: AnswerableError | OSError) -> AnswerableError:
    if isinstance(error, AnswerableError):
        return error
    if full := disk_full(error):
        return full
    return BadSource(msg("projects.upload_not_stored", reason=error.strerror), hint=msg("projects.check_server_disk"))

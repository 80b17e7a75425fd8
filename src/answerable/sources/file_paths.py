"""Paths a person gave: a database file, data files, or a folder of them. What a file is, its first bytes say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg
from answerable.kernel.settings import Settings
from answerable.sources.access.server_state import file_id
from answerable.sources.access.source_files import FileAccess
from answerable.sources.files.content_kind import DUCKDB, SQLITE, database_kind
from answerable.sources.files.list_folder import SUFFIXES, DataFile, identity, list_files
from answerable.sources.source_target import Target
from answerable.sources.worker.worker_process import EngineSpec

__all__ = ["duckdb_target", "locate_paths", "sqlite_target"]

_LOAD_SECONDS = 900.0
_OPEN_SECONDS = 10.0
_DATABASE_SUFFIXES = (".db", ".sqlite", ".sqlite3", ".db3", ".duckdb", ".ddb")
_KINDS = msg("sources.known_kinds")


def locate_paths(specs: Sequence[str], settings: Settings, folder: Path, cache: Path) -> Target:
    access = FileAccess.of(settings, folder)
    paths = [_existing(spec, folder, access) for spec in specs]
    target = _located(specs, paths, settings, folder, cache)
    access.demand_all(target.files, paths, target.name)
    # As they were written, too: a link may come to lead elsewhere.
    written = [str(folder / Path(spec).expanduser()) for spec in specs]
    return replace(target, files=(*written, *target.files))


def _located(specs: Sequence[str], paths: list[Path], settings: Settings, folder: Path, cache: Path) -> Target:
    if len(paths) == 1 and (target := _database(paths[0], settings)):
        return target
    files = list_files(_readable(path) for path in paths)
    if not files:
        return _database_in(paths, settings)
    return _files_target(_name(specs, folder), files, settings, cache)


def _existing(spec: str, folder: Path, access: FileAccess) -> Path:
    if not spec.strip():
        raise BadSource(msg("sources.blank_source"), hint=_KINDS)
    try:
        path = (folder / Path(spec).expanduser()).resolve()
        access.demand(path, spec)
        if path.exists():
            return path
    except (OSError, ValueError, RuntimeError):
        pass
    raise BadSource(msg("sources.no_file", spec=spec), hint=msg("common.check_path"))


def _readable(path: Path) -> Path:
    """A folder, or a file of a kind that can be loaded."""
    if path.is_dir():
        if path.suffix.casefold() in SUFFIXES and not list_files([path]):
            raise BadSource(msg("sources.is_a_folder", file=path.name), hint=msg("sources.give_file_itself"))
        return path
    suffix = path.suffix.casefold()
    if suffix not in SUFFIXES:
        raise BadSource(msg("sources.unreadable_kind", file=path.name), hint=_KINDS)
    if not path.is_file():
        raise BadSource(msg("sources.not_regular_file", file=path.name), hint=_KINDS)
    return path


def _database(path: Path, settings: Settings) -> Target | None:
    """The target when the file is a database, by its first bytes; a name that promises one must keep the promise."""
    if not path.is_file():
        return None
    head = _head(path)
    kind = database_kind(head)
    if kind == SQLITE:
        return sqlite_target(path)
    if kind == DUCKDB:
        return duckdb_target(path, settings)
    if path.suffix.casefold() in _DATABASE_SUFFIXES:
        what = msg("sources.not_a_database", file=path.name) if head else msg("sources.file_empty", file=path.name)
        raise BadSource(what, hint=msg("sources.check_path_file"))
    return None


def _database_in(paths: Sequence[Path], settings: Settings) -> Target:
    """The one database in a folder that holds no data files."""
    inside = [file for path in paths for file in sorted(path.iterdir()) if file.suffix.casefold() in _DATABASE_SUFFIXES]
    if len(inside) == 1 and (target := _database(inside[0].resolve(), settings)):
        return target
    name = paths[0].name
    if inside:
        raise BadSource(
            msg("sources.several_databases", folder=name, count=len(inside)), hint=msg("sources.name_one_to_open")
        )
    raise BadSource(msg("sources.folder_without_data", folder=name), hint=_KINDS)


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(64)
    except OSError as error:
        raise BadSource(
            msg("sources.file_unreadable", file=path.name, reason=error.strerror), hint=msg("common.check_permissions")
        ) from None


def sqlite_target(path: Path) -> Target:
    arguments = {"path": str(path), "file_id": list(file_id(path) or ())}
    spec = EngineSpec("answerable.sources.sqlite.engine:SQLiteEngine", arguments)
    return Target(path.name, spec, _state("sqlite", path), _OPEN_SECONDS, _with_logs(path, "-wal", "-journal"))


def duckdb_target(path: Path, settings: Settings) -> Target:
    arguments = {
        "path": str(path),
        "memory_mb": settings.query_memory_mb,
        "file_id": list(file_id(path) or ()),
    }
    spec = EngineSpec("answerable.sources.duckdb_file.engine:DuckDBEngine", arguments)
    return Target(path.name, spec, _state("duckdb", path), _OPEN_SECONDS, _with_logs(path, ".wal"), True)


def _files_target(name: str, files: tuple[DataFile, ...], settings: Settings, cache: Path) -> Target:
    arguments = {
        "files": [asdict(file) for file in files],
        "cache": str(cache / "files"),
        "memory_mb": settings.query_memory_mb,
        "most": {"columns": settings.file_columns, "unpacked_mb": settings.file_unpacked_mb},
    }
    spec = EngineSpec("answerable.sources.files.engine:FilesEngine", arguments)
    return Target(name, spec, f"files {identity(files)}", _LOAD_SECONDS, tuple(file.path for file in files))


def _with_logs(path: Path, *endings: str) -> tuple[str, ...]:
    """A log beside a database may hold what the file does not yet."""
    return str(path), *(f"{path}{ending}" for ending in endings)


def _state(kind: str, path: Path) -> str:
    """Changes with the file; a write-ahead log beside it may hold what the file does not yet."""
    stats = [file.stat() for file in (path, path.with_name(f"{path.name}-wal")) if file.exists()]
    return f"{kind} {path} {[(state.st_size, state.st_mtime_ns) for state in stats]}"


def _name(specs: Sequence[str], folder: Path) -> str:
    first = (folder / specs[0]).resolve().name
    return first if len(specs) == 1 else f"{first} and {len(specs) - 1} more"

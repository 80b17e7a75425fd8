"""What is known of sources where no server keeps it: the folders of knowledge beside the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from answerable.kernel.errors import BadKnowledge
from answerable.kernel.knowledge import NOTHING_KNOWN, Entry, Known
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings

__all__ = ["folder_knowledge"]

_FOLDER = "knowledge"
_AUTO, _NONE = "auto", "none"
_FILE_SCHEMES = ("sqlite", "duckdb")


def folder_knowledge(specs: Sequence[str], settings: Settings, folder: Path | None = None) -> Known:
    """As the setting `knowledge` says. Raises BadKnowledge where a file is faulty: an answer without a definition that
    somebody wrote down would be another answer."""
    found = list(dict.fromkeys(_folders(specs, settings.knowledge, folder or Path.cwd())))
    if not found:
        return NOTHING_KNOWN
    from answerable.knowledge_files.knowledge_folder import known_in_folder  # most runs know of nothing

    known = [(place, known_in_folder(place)) for place in found]
    return known[0][1] if len(known) == 1 else _together(known)


def _folders(specs: Sequence[str], wanted: str, base: Path) -> Iterator[Path]:
    if wanted == _NONE:
        return
    if wanted != _AUTO:
        yield (base / Path(wanted).expanduser()).resolve()
        return
    for spec in specs:
        try:
            yield from (place for place in _beside(spec, base) if place.is_dir())
        except (OSError, ValueError, RuntimeError):
            continue  # whoever opens the source says what is wrong with its name


def _beside(spec: str, base: Path) -> Iterator[Path]:
    """A database server's lies in the folder that the command runs in."""
    path = _path_of(spec)
    if path is None:
        yield (base / _FOLDER).resolve()
        return
    place = (base / path.expanduser()).resolve()
    if place.is_dir():
        yield place / _FOLDER
    if place != base.resolve():
        yield place.parent / _FOLDER


def _path_of(spec: str) -> Path | None:
    """None for a server; of `sqlite:///shop.db` the file."""
    if "://" not in spec:
        return Path(spec)
    url = urlsplit(spec)
    is_file = url.scheme.partition("+")[0] in _FILE_SCHEMES and len(url.path) > 1
    return Path(unquote(url.path[1:])) if is_file else None


def _together(known: list[tuple[Path, Known]]) -> Known:
    """Of several places; what has one definition has one place."""
    held: dict[tuple[str, str], Path] = {}
    for place, one in known:
        alone: tuple[Entry, ...] = (*one.tables, *one.metrics)
        for entry in alone:
            other = held.setdefault((type(entry).__name__, entry.title), place)
            if other != place:
                raise BadKnowledge(msg("knowledge.twin_folders", title=entry.title, other=other, folder=place))
    return Known(
        tuple(entry for _, one in known for entry in one.tables),
        tuple(entry for _, one in known for entry in one.metrics),
        tuple(entry for _, one in known for entry in one.verified_queries),
        tuple(entry for _, one in known for entry in one.rules),
        tuple(entry for _, one in known for entry in one.learnings),
    )

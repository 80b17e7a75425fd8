"""An entry as the text of its file: always the same bytes for the same entry, and short where nothing is said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from answerable.kernel.errors import BadKnowledge
from answerable.kernel.messages import msg
from answerable.knowledge_files.entry_fields import EntryKind, settle
from answerable.knowledge_files.knowledge_folder import SUFFIXES

__all__ = ["FORMATS", "entry_text", "write_folder"]

FORMATS = {"yaml": ".yaml", "json": ".json"}
_WIDTH = 110
_OTHER_LINE_ENDS = frozenset("\x85\u2028\u2029")
"""YAML folds them unless they are escaped."""


def write_folder(
    folder: Path, entries: Iterable[tuple[EntryKind, str, Mapping[str, Any]]], form: str = "yaml"
) -> tuple[Path, ...]:
    """Kind, slug and fields of each → its file. Raises BadKnowledge where one of the folder's files is in the way."""
    files = {folder / kind.folder / f"{slug}{FORMATS[form]}": (kind, plain) for kind, slug, plain in entries}
    for path in files:
        for other in (path.with_suffix(suffix) for suffix in SUFFIXES if suffix != path.suffix):
            if other.exists():
                raise BadKnowledge(msg("knowledge.file_in_the_way", path=other))
    for path, (kind, plain) in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(entry_text(kind, plain, form), encoding="utf-8", newline="\n")
    return tuple(files)


def entry_text(kind: EntryKind, plain: Mapping[str, Any], form: str = "yaml") -> str:
    said = dict(_said(kind, plain))
    if form == "json":
        return json.dumps(said, ensure_ascii=False, indent=2) + "\n"
    return _yaml(said)


def _said(kind: EntryKind, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Without what is as it would be if nothing were written."""
    unsaid = settle(kind, {})
    for name, value in settle(kind, plain).items():
        if value != unsaid[name]:
            yield name, _without_blanks(value)


def _without_blanks(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_blanks(item) for item in value]
    return {name: part for name, part in value.items() if part != ""} if isinstance(value, dict) else value


def _yaml(said: dict[str, Any]) -> str:
    import yaml

    return yaml.dump(
        said, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=_WIDTH, default_flow_style=False
    )


@cache
def _dumper() -> Any:
    import yaml

    class Dumper(yaml.SafeDumper):
        """Texts of several lines as they are read; one list item under another, indented."""

        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow, False)

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        style = '"' if _OTHER_LINE_ENDS & set(value) else "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    return Dumper

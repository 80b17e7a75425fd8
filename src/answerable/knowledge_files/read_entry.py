"""One file, one entry: its fields as `settle` leaves them, or its faults with their lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.untrusted_files import open_given
from answerable.knowledge_files.entry_fields import EntryField, EntryKind, Form, settle
from answerable.knowledge_files.entry_shape import EntryFault, shape_faults
from answerable.knowledge_files.entry_slug import slug_of
from answerable.knowledge_files.placed_document import PlacedText, Unreadable, read_document

__all__ = ["LARGEST", "EntryFile", "FileFaults", "read_entry"]

LARGEST = 1_000_000
"""Bytes of one file."""
_FLAGS = {"true": True, "false": False, "yes": True, "no": False}


class FileFaults(Exception):
    def __init__(self, faults: list[CodedMessage]) -> None:
        super().__init__(faults)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class EntryFile:
    """An entry that was read."""

    kind: EntryKind
    slug: str
    path: str
    """From the folder of knowledge."""
    plain: dict[str, Any]
    lines: dict[str, int]
    """Field → the line it begins in."""

    @property
    def title(self) -> str:
        return str(self.plain[self.kind.title])

    def fault(self, found: EntryFault) -> CodedMessage:
        """What is wrong with it, with its place."""
        return _fault(self.path, self.lines.get(found.field, 1), found.what)


def read_entry(folder: Path, path: Path, kind: EntryKind) -> EntryFile:
    """Raises FileFaults with every fault, each one line with file and line."""
    shown = path.relative_to(folder).as_posix()
    try:
        document = read_document(_text(path), is_json=path.suffix == ".json")
        return _entry(shown, path, kind, document)
    except Unreadable as error:
        raise FileFaults([_fault(shown, error.line, error.what)]) from None


def _text(path: Path) -> str:
    try:
        with open_given(path) as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(1, msg("knowledge.not_opened", reason=error.strerror or error)) from None
    if len(content) > LARGEST:
        raise Unreadable(1, msg("knowledge.too_large", most=LARGEST))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(content.count(b"\n", 0, error.start) + 1, msg("knowledge.not_utf8")) from None


def _entry(shown: str, path: Path, kind: EntryKind, document: PlacedText) -> EntryFile:
    if not isinstance(document.value, dict):
        raise Unreadable(document.line, msg("knowledge.no_fields"))
    written = document.value
    known = {one.name: one for one in kind.fields}
    given = {name: _given(known.get(name), one) for name, one in written.items()}
    lines = {name: one.line for name, one in written.items()}
    if faults := shape_faults(kind, given):
        raise FileFaults([_fault(shown, lines.get(one.field, 1), one.what) for one in faults])
    slug = slug_of(path.stem)
    if not slug:
        raise Unreadable(1, msg("knowledge.file_without_name"))
    return EntryFile(kind, slug, shown, settle(kind, given), lines)


def _given(one: EntryField | None, placed: PlacedText) -> Any:
    """What was written, as the field's form has it; what is not of that form stays a text, for which it is refused."""
    value = placed.plain()
    if one is None or not isinstance(value, str):
        return value
    if one.form is Form.FLAG:
        return value if placed.is_quoted else _FLAGS.get(value.lower(), value)
    if one.form in (Form.SHARE, Form.COUNT) and not placed.is_quoted:
        try:
            return int(value) if one.form is Form.COUNT else float(value)
        except ValueError:
            return value
    return value


def _fault(path: str, line: int, what: CodedMessage) -> CodedMessage:
    return msg("knowledge.fault_at", path=path, line=line, problem=what)

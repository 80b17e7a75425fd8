"""What a file is, by its first bytes. Its name's ending decides only between kinds of text."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import CodedMessage, msg
from answerable.sources.files.file_limits import FileLimits

__all__ = ["DUCKDB", "SQLITE", "database_kind", "loader_kind"]

SQLITE, DUCKDB = msg("kinds.a_sqlite_database"), msg("kinds.a_duckdb_database")
_HEAD_BYTES = 1 << 16
_PIECE = 1 << 20
_GREATEST_RATIO = 1_032
"""Of what is unpacked to what is packed, by the way ZIP packs."""
_TABLES = {".csv", ".tsv"}
_READ_AS = ((0, b"PAR1", ".parquet"),)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_NO_DATA: tuple[tuple[int, bytes, CodedMessage], ...] = (
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", msg("kinds.an_office_file")),
    (0, b"\x1f\x8b", msg("kinds.a_gzip_archive")),
    (0, b"BZh", msg("kinds.a_bzip2_archive")),
    (0, b"\xfd7zXZ\0", msg("kinds.an_xz_archive")),
    (0, b"\x28\xb5\x2f\xfd", msg("kinds.a_zstd_archive")),
    (0, b"7z\xbc\xaf\x27\x1c", msg("kinds.a_7zip_archive")),
    (0, b"Rar!\x1a\x07", msg("kinds.a_rar_archive")),
    (257, b"ustar", msg("kinds.a_tar_archive")),
    (0, b"ARROW1\0\0", msg("kinds.an_arrow_file")),
    (0, b"ORC", msg("kinds.an_orc_file")),
    (0, b"Obj\x01", msg("kinds.an_avro_file")),
    (0, b"\x89HDF\r\n", msg("kinds.an_hdf5_file")),
    (0, b"%PDF-", msg("kinds.a_pdf_document")),
    (0, b"\x89PNG", msg("kinds.a_picture")),
    (0, b"\xff\xd8\xff", msg("kinds.a_picture")),
    (0, b"GIF8", msg("kinds.a_picture")),
    (0, b"\x7fELF", msg("kinds.a_program")),
)
"""Place, bytes, what it is. None of these can be read here."""


def database_kind(head: bytes) -> CodedMessage | None:
    """`SQLITE`, `DUCKDB`, or nothing."""
    if head.startswith(b"SQLite format 3\0"):
        return SQLITE
    return DUCKDB if head[8:12] == b"DUCK" else None


def loader_kind(path: Path, name: str, suffix: str, limits: FileLimits) -> str:
    """The ending whose loader reads it. Raises BadSource for what none of them can read."""
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
        if head.startswith(_ZIP):
            return _kind_in_zip(file, name, limits)
    if found := database_kind(head):
        raise BadSource(msg("sources.database_among_files", file=name, kind=found), hint=msg("sources.give_it_alone"))
    for place, mark, what in _NO_DATA:
        if head[place:].startswith(mark) and _is_binary(head, mark):
            raise BadSource(msg("sources.disguised_kind", file=name, kind=what), hint=_advice(what))
    read_as = next((kind for place, mark, kind in _READ_AS if head[place:].startswith(mark)), "")
    return read_as or _kind_of_text(head, name, suffix)


def _is_binary(head: bytes, mark: bytes) -> bool:
    """Marks of letters alone also begin texts: what they begin here holds bytes that no text does."""
    return not mark.isalnum() or b"\0" in head


def _advice(kind: CodedMessage) -> CodedMessage:
    return msg("sources.unpack_first") if kind.code.endswith("_archive") else msg("sources.give_a_data_file")


def _kind_in_zip(file: BinaryIO, name: str, limits: FileLimits) -> str:
    try:
        with zipfile.ZipFile(file) as packed:
            inside = packed.infolist()
            if not any(one.filename.startswith("xl/workbook.") for one in inside):
                raise BadSource(msg("sources.zip_not_workbook", file=name), hint=msg("sources.unpack_first"))
            limits.demand_unpacked(name, sum(one.file_size for one in inside))
            limits.demand_unpacked(name, _unpacked_size(packed, limits), is_all=False)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError):
        raise BadSource(msg("sources.damaged_zip", file=name), hint=msg("sources.save_without_password")) from None
    return ".xlsx"


def _unpacked_size(packed: zipfile.ZipFile, limits: FileLimits) -> int:
    """What it really comes to, counted up to the limit: the sizes that an archive names may be lies."""
    if sum(one.compress_size for one in packed.infolist()) * _GREATEST_RATIO <= limits.unpacked_bytes:
        return 0
    size = 0
    for one in packed.infolist():
        one.file_size = limits.unpacked_bytes + 1  # else no more than named is read
        with packed.open(one) as member:
            while size <= limits.unpacked_bytes and (piece := member.read(_PIECE)):
                size += len(piece)
    return size


def _kind_of_text(head: bytes, name: str, suffix: str) -> str:
    """A web page or JSON would be read as a table of one odd column."""
    begin = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if begin[:15].lower().startswith((b"<!doctype html", b"<html", b"<?xml")):
        raise BadSource(msg("sources.is_a_web_page", file=name), hint=msg("sources.save_data_itself"))
    return ".json" if suffix in _TABLES and _is_json(begin) else suffix


def _is_json(begin: bytes) -> bool:
    """An object, or a list of them. Only the beginning is at hand: its first line is whole, or the first value is."""
    if not begin.startswith((b"{", b"[")):
        return False
    text = begin.decode("utf-8", "replace")
    try:
        value, _end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        inner = text.lstrip("[ \t\r\n")
        try:
            value, _end = json.JSONDecoder().raw_decode(inner)
        except ValueError:
            return False
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))

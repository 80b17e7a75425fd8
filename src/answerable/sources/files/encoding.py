"""How a text file is encoded, and the same text as UTF-8."""

from __future__ import annotations

import codecs
from pathlib import Path

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg

__all__ = ["as_utf8", "detect"]

_PIECE = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1b\x08\x1a")
_BINARY_SHARE = 0.01


def detect(path: Path) -> str:
    """A Python codec's name. Raises BadSource for what is no text; Windows-1252 is the last resort."""
    with path.open("rb") as file:
        head = file.read(_PIECE)
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if b"\0" in head:
        return _wide(path, head)
    controls = sum(head.count(bytes([code])) for code in range(32) if code not in _TEXT_CONTROLS)
    if controls > len(head) * _BINARY_SHARE:
        raise _not_text(path)
    return "utf-8" if _decodes(path, "utf-8") else ("cp1252" if _decodes(path, "cp1252") else "latin-1")


def as_utf8(path: Path, scratch: Path) -> Path:
    """The file itself when it is UTF-8 already, else a copy in `scratch`; read in pieces, whatever its size."""
    encoding = detect(path)
    if encoding in ("utf-8", "utf-8-sig"):
        return path
    copy = scratch / f"{path.stem}.utf8{path.suffix}"
    opened = path.open(encoding=encoding, newline="", errors="replace")
    with opened as text, copy.open("w", encoding="utf-8", newline="") as out:
        while piece := text.read(_PIECE):
            out.write(piece)
    return copy


def _wide(path: Path, head: bytes) -> str:
    """UTF-16 without a mark has its zero bytes all on one side."""
    even, odd = head[::2].count(0), head[1::2].count(0)
    for zeros, others, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros > len(head) // 4 and others < len(head) // 100 + 1 and _decodes(path, name):
            return name
    raise _not_text(path)


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as file:
        try:
            while piece := file.read(_PIECE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True


def _not_text(path: Path) -> BadSource:
    return BadSource(msg("sources.not_text_file", file=path.name), hint=msg("sources.give_a_data_file"))

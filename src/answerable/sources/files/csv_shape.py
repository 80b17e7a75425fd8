"""The shape of a CSV file, from its first lines: what separates cells, whether the first line names them, how many."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from answerable.kernel.errors import BadSource
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.sources.files.list_folder import unique

__all__ = ["CsvShape", "column_names", "detect_shape", "is_value", "widest"]

_SAMPLE_CHARACTERS = 1 << 20
_SAMPLE_ROWS = 200
_DELIMITERS = (",", ";", "\t", "|")
_VALUE = re.compile(
    r"""[-+]?[$€£]?\d[\d.,\s%]*(e[-+]?\d+)?      # a number
      | \d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?  # a date, perhaps with a time
      | true | false | null | nan | \\n | .+@.+\..+""",
    re.IGNORECASE | re.VERBOSE,
)

_Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class CsvShape:
    delimiter: str
    has_header: bool
    names: tuple[str, ...]
    sample: Sequence[Sequence[str]]
    """The first rows, without the header."""


def detect_shape(path: Path) -> CsvShape:
    """Of a UTF-8 file, which may begin with a mark."""
    with path.open(encoding="utf-8-sig", newline="", errors="replace") as file:
        text = file.read(_SAMPLE_CHARACTERS)
    if not text.strip():
        raise BadSource(msg("sources.file_empty", file=path.name), hint=msg("sources.give_a_header"))
    delimiter = _delimiter(text, path.suffix.casefold())
    rows = _rows(text, delimiter)
    has_header = _has_header(rows)
    width = max(len(row) for row in rows)
    header = rows[0] if has_header else []
    names = column_names([*header, *[""] * (width - len(header))])
    return CsvShape(delimiter, has_header, names, rows[has_header:])


def column_names(cells: Sequence[str]) -> tuple[str, ...]:
    """Printable, unique without regard to case; a blank name becomes `columnN`, counted from 0."""
    taken: set[str] = set()
    cleaned = (" ".join("".join(c if c.isprintable() else " " for c in cell).split()) for cell in cells)
    return tuple(unique(name or f"column{number}", taken) for number, name in enumerate(cleaned))


def is_value(cell: str) -> bool:
    """True for what looks like a value rather than a column's name."""
    return bool(_VALUE.fullmatch(cell.strip()))


def widest(path: Path, delimiter: str) -> int:
    """Cells of the longest line: reads the whole file."""
    with path.open(encoding="utf-8-sig", newline="", errors="replace") as file:
        return max(len(row) for row in _reader(file, delimiter))


def _delimiter(text: str, suffix: str) -> str:
    """The one that cuts most lines into the same number of cells, at least two; then the one that makes more cells."""
    if suffix == ".tsv":
        return "\t"
    found = {delimiter: _regularity(_rows(text, delimiter)) for delimiter in _DELIMITERS}
    return max(found, key=lambda delimiter: found[delimiter])


def _regularity(rows: _Rows) -> tuple[float, int]:
    counts = Counter(len(row) for row in rows)
    width, lines = max(counts.items(), key=lambda item: (item[1], item[0]))
    return (lines / len(rows), width) if width > 1 else (0.0, 0)


def _rows(text: str, delimiter: str) -> _Rows:
    """The first rows; the last line of a cut sample is left out, as it may be half a line."""
    lines = text.splitlines(keepends=True)
    if len(text) >= _SAMPLE_CHARACTERS and len(lines) > 1:
        lines.pop()
    found: list[Sequence[str]] = []
    for row in _reader(lines, delimiter):
        if any(row):
            found.append(row)
        if len(found) == _SAMPLE_ROWS:
            break
    return found or [[""]]


def _reader(lines: object, delimiter: str) -> csv._reader:  # type: ignore[name-defined]
    csv.field_size_limit(1 << 30)
    return csv.reader(lines, delimiter=delimiter, strict=False)  # type: ignore[arg-type]


def _has_header(rows: _Rows) -> bool:
    """Names are not values; one that is repeated, or none at all, names nothing."""
    first = [cell.strip() for cell in rows[0]]
    return any(first) and not any(is_value(cell) for cell in first)

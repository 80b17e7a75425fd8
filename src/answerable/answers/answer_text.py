"""An answer as plain text: the sentence, the first rows, what the reader must know, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from answerable.answers.values.plain_text import safe_text, text_columns
from answerable.answers.values.typed_cells import unique_names

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.answers.answer import Answer

__all__ = ["answer_text"]

_ROWS_SHOWN = 10
_WIDEST = 40


def answer_text(answer: Answer) -> str:
    """What `print(answer)` shows. Nothing in it can speak to the terminal."""
    blocks = (_sentence(answer), _rows(answer), _remarks(answer))
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def _sentence(answer: Answer) -> Iterator[str]:
    yield safe_text(answer.text)


def _rows(answer: Answer) -> Iterator[str]:
    """Not for a single value: the sentence says it."""
    count = answer.table.num_rows
    if answer.table.shape == (1, 1) or not count:
        return
    yield from _table(answer.table.slice(0, _ROWS_SHOWN))
    if count > _ROWS_SHOWN or answer.is_truncated:
        more = ", and there are more" if answer.is_truncated else ""
        yield f"({min(count, _ROWS_SHOWN)} of {count:,} rows{more})"


def _table(table: pa.Table) -> Iterator[str]:
    """Columns side by side, those of numbers to the right."""
    head = [safe_text(name) for name in unique_names(table.column_names)]
    cells = [[_cut(text) for text in column] for column in text_columns(table)]
    columns = [[name, *column] for name, column in zip(head, cells, strict=True)]
    widths = [max(map(_width, column)) for column in columns]
    numeric = [_is_numeric(kind) for kind in table.schema.types]
    for row in zip(*columns, strict=True):
        yield "  ".join(map(_padded, row, widths, numeric)).rstrip()


def _remarks(answer: Answer) -> Iterator[str]:
    provenance = answer.provenance
    yield from (f"Note: {safe_text(caveat)}" for caveat in provenance.caveats)
    tables = ", ".join(map(safe_text, provenance.tables)) or "no table"
    yield f"From {tables} in {safe_text(provenance.source)}. Trust: {answer.trust.level}."


def _is_numeric(kind: pa.DataType) -> bool:
    return str(kind).startswith(("int", "uint", "float", "double", "halffloat", "decimal"))


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _width(text: str) -> int:
    """In a terminal, where Korean letters take two columns."""
    return len(text) + sum(east_asian_width(character) in "WF" for character in text)


def _padded(text: str, width: int, is_number: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if is_number else text + space

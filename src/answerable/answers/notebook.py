"""An answer as a notebook shows it: the sentence, the first rows, the SQL, and the chart."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from answerable.answers.values.cells import unique_names
from answerable.answers.values.plain_text import safe_text, text_columns

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.answers.answer import Answer

__all__ = ["answer_html", "mime_bundle"]

VEGA_LITE = "application/vnd.vegalite.v5+json"
_ROWS_SHOWN = 20


def mime_bundle(answer: Answer) -> dict[str, Any]:
    """Text and HTML always; the chart where there is one. A notebook takes the richest it can draw."""
    bundle: dict[str, Any] = {"text/plain": answer.text, "text/html": answer_html(answer)}
    if answer.chart is not None:
        bundle[VEGA_LITE] = answer.chart.spec
    return bundle


def answer_html(answer: Answer) -> str:
    """Every text of the data is escaped; nothing in it can become markup."""
    parts = [
        _element("p", _element("strong", _text(answer.text))),
        _table(answer.table.slice(0, _ROWS_SHOWN)),
        _element("p", _text(_rows_left_out(answer))),
        _element("p", _text(f"{answer.explanation} Trust: {answer.trust.level}.")),
        _element("details", _element("summary", "SQL") + _element("pre", escape(answer.sql))),
    ]
    return _element("div", "".join(parts))


def _rows_left_out(answer: Answer) -> str:
    count = answer.table.num_rows
    more = " and there are more" if answer.is_truncated else ""
    return f"First {_ROWS_SHOWN} of {count:,} rows{more}." if count > _ROWS_SHOWN else f"{count:,} rows{more}."


def _table(table: pa.Table) -> str:
    head = _row("th", unique_names(table.column_names))
    body = [_row("td", values) for values in zip(*text_columns(table), strict=True)]
    return _element("table", _element("thead", head) + _element("tbody", "".join(body)))


def _row(tag: str, texts: Iterable[str]) -> str:
    return _element("tr", "".join(_element(tag, _text(text)) for text in texts))


def _text(text: str) -> str:
    return escape(safe_text(text))


def _element(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag}>"

"""An answer as a notebook shows it: the sentence, the chart, the first rows, how it was computed, and the SQL."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from answerable.answers.values.plain_text import safe_text, text_columns
from answerable.answers.values.typed_cells import unique_names
from answerable.kernel.errors import AnswerableError

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.answers.answer import Answer

__all__ = ["answer_html", "mime_bundle"]

VEGA_LITE = "application/vnd.vegalite.v5+json"
_ROWS_SHOWN = 20


def mime_bundle(answer: Answer) -> dict[str, Any]:
    """Text and HTML always; the chart's spec where there is one, for notebooks that draw it themselves."""
    bundle: dict[str, Any] = {"text/plain": answer.text, "text/html": answer_html(answer)}
    if answer.chart is not None:
        bundle[VEGA_LITE] = answer.chart.spec
    return bundle


def answer_html(answer: Answer) -> str:
    """Every text of the data is escaped; nothing in it can become markup."""
    parts = [
        _element("p", _element("strong", _text(answer.text))),
        _element("p", _element("em", "SQL edited by a person")) if answer.is_edited else "",
        _picture(answer),
        _table(answer.table.slice(0, _ROWS_SHOWN)),
        _element("p", _text(_rows_left_out(answer))),
        _element("p", _text(answer.explanation)),
        _element("p", _text(_trust(answer))),
        _folded("How it was computed", _list(_computed(answer))),
        _folded("SQL", _element("pre", _lines(answer.sql))),
        _folded("Ask next", _list(answer.suggestions)) if answer.suggestions else "",
    ]
    return _element("div", "".join(parts))


def _picture(answer: Answer) -> str:
    """The chart as a picture, in which nothing can run; none where it cannot be drawn: the table says the same."""
    from answerable.answers.draw_chart import render_svg

    if answer.chart is None:
        return ""
    try:
        drawn = render_svg(answer.chart)
    except AnswerableError:
        return ""
    return f'<img alt="{_text(answer.text)}" src="data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}">'


def _rows_left_out(answer: Answer) -> str:
    count = answer.table.num_rows
    more = " and there are more" if answer.is_truncated else ""
    return f"First {_ROWS_SHOWN} of {count:,} rows{more}." if count > _ROWS_SHOWN else f"{count:,} rows{more}."


def _trust(answer: Answer) -> str:
    return " ".join((f"Trust: {answer.trust.level}.", *answer.trust.reasons))


def _computed(answer: Answer) -> Iterator[str]:
    provenance = answer.provenance
    yield f"From {', '.join(provenance.tables) or 'no table'} in {provenance.source}, {provenance.elapsed_ms} ms."
    yield from (f"Only where {part}." for part in provenance.filters)
    yield from provenance.assumptions
    yield from (f"Applied: {entry.kind.replace('_', ' ')} '{entry.name}'." for entry in provenance.applied)
    yield from provenance.caveats
    if provenance.freshness:
        yield provenance.freshness
    if provenance.model_note:
        yield provenance.model_note
    sure = "" if answer.confidence is None else f"; confidence {answer.confidence:.0%}"
    yield f"Path: {answer.path}{sure}."
    if answer.receipt and answer.receipt.file:
        yield f"Receipt: {answer.receipt.file}; re-check it with: answerable verify {answer.receipt.file}"


def _table(table: pa.Table) -> str:
    head = _row("th", unique_names(table.column_names))
    body = [_row("td", values) for values in zip(*text_columns(table), strict=True)]
    return _element("table", _element("thead", head) + _element("tbody", "".join(body)))


def _row(tag: str, texts: Iterable[str]) -> str:
    return _element("tr", "".join(_element(tag, _text(text)) for text in texts))


def _list(texts: Iterable[str]) -> str:
    return _element("ul", "".join(_element("li", _text(text)) for text in texts))


def _folded(title: str, inside: str) -> str:
    return _element("details", _element("summary", title) + inside)


def _text(text: str) -> str:
    return escape(safe_text(text))


def _lines(text: str) -> str:
    return "\n".join(map(_text, text.split("\n")))


def _element(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag}>"

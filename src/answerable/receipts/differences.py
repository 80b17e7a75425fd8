"""Why two receipts do not say the same: the causes, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.receipts.column_figures import FigureChange, changed_summaries, figure_name, is_close
from answerable.receipts.knowledge_kinds import kind_message
from answerable.receipts.receipt import Receipt
from answerable.receipts.receipt_paths import are_same_place

__all__ = ["CAUSES", "Cause", "Difference", "diff"]


@dataclass(frozen=True, slots=True)
class Cause:
    kind: str
    """`tampered`, or a name in CAUSES."""
    message: CodedMessage


@dataclass(frozen=True, slots=True)
class Difference:
    causes: tuple[Cause, ...]
    same_result: bool
    figures: tuple[FigureChange, ...] = ()
    remarks: tuple[CodedMessage, ...] = ()


def diff(first: Receipt, second: Receipt, tampered: tuple[CodedMessage, ...] = ()) -> Difference:
    """`tampered` says what was found wrong with the files themselves."""
    causes = [Cause("tampered", message) for message in tampered]
    for kind, find in CAUSES.items():
        causes += [Cause(kind, message) for message in find(first, second)]
    same = _is_same(first.result, second.result)
    figures = () if same else (*_sentence_figures(first, second), *changed_summaries(first.result, second.result))
    return Difference(tuple(causes), same, tuple(dict.fromkeys(figures)), tuple(_remarks(first, second)))


def _source(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    was, now = first.source, second.source
    if was["dialect"] != now["dialect"] or not are_same_place(was["spec"], now["spec"]):
        yield msg("receipt_diff.source", was=f"{was['name']} ({was['kind']})", now=f"{now['name']} ({now['kind']})")


def _sql(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    if first.sql != second.sql:
        yield msg("receipt_diff.sql")
    elif first.parameters != second.parameters:
        yield msg("receipt_diff.parameters")
    yield from _origin(first, second)


def _origin(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    """In what other way the second query came to be."""
    if first.is_edited != second.is_edited:
        yield msg("receipt_diff.second_edited") if second.is_edited else msg("receipt_diff.first_edited")
    was, now = (_reading(receipt) for receipt in (first, second))
    if was != now:
        none = msg("receipt_diff.no_reading")
        yield msg("receipt_diff.reading", was=was or none, now=now or none)


def _reading(receipt: Receipt) -> str:
    reading = receipt.origin["reading"] if receipt.origin else None
    return str(reading["text"]) if reading else ""


def _schema(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    for name in sorted(first.tables.keys() & second.tables.keys()):
        if first.tables[name] != second.tables[name]:
            yield msg("receipt_diff.table", table=name)


def _knowledge(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    was, now = _entries(first), _entries(second)
    for kind, name in sorted(was.keys() | now.keys()):
        if was.get((kind, name)) != now.get((kind, name)):
            yield _turn(kind_message(kind), name, was.get((kind, name)), now.get((kind, name)))


def _entries(receipt: Receipt) -> dict[tuple[str, str], str]:
    return {(entry["kind"], entry["name"]): entry["version"] for entry in receipt.knowledge}


def _turn(kind: CodedMessage, name: str, was: str | None, now: str | None) -> CodedMessage:
    if was is None:
        return msg("receipt_diff.entry_of_second", kind=kind, name=name)
    if now is None:
        return msg("receipt_diff.entry_of_first", kind=kind, name=name)
    return msg("receipt_diff.entry_changed", kind=kind, name=name)


def _policy(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    if first.policy["role"] != second.policy["role"]:
        yield msg("receipt_diff.role", was=first.policy["role"], now=second.policy["role"])
    if first.policy["fingerprint"] != second.policy["fingerprint"]:
        yield msg("receipt_diff.policy")


def _model(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    if first.model != second.model:
        yield msg("receipt_diff.model", was=first.model, now=second.model)
    if first.path != second.path:
        yield msg("receipt_diff.path", was=first.path, now=second.path)
    if first.versions != second.versions:
        changed = sorted(
            name for name in first.versions | second.versions if _version(first, name) != _version(second, name)
        )
        pairs = tuple(f"{_version(first, one)} → {_version(second, one)}" for one in changed)
        yield msg("receipt_diff.versions", versions=pairs)


def _version(receipt: Receipt, name: str) -> str:
    return f"{name} {receipt.versions.get(name, 'unknown')}"


def _limits(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    for name, was in first.limits.items():
        if was != second.limits[name]:
            yield msg("receipt_diff.limit", limit=name.replace("_", " "), was=was, now=second.limits[name])


def _data(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    """Where the same query of the same source gave something else."""
    was, now = first.result, second.result
    if (
        _is_same(was, now)
        or first.sql != second.sql
        or any(_source(first, second))
        or _is_shown_otherwise(first, second)
    ):
        return
    if was["row_count"] != now["row_count"]:
        yield msg("receipt_diff.row_count", was=was["row_count"], now=now["row_count"])
    elif was["is_ordered"] and not changed_summaries(was, now):
        yield msg("receipt_diff.data_or_ties")
    else:
        yield msg("receipt_diff.data")


def _is_shown_otherwise(first: Receipt, second: Receipt) -> bool:
    """Cut at another row, or with other columns shown or masked: the same data gives other results then."""
    was, now = first.result, second.result
    is_cut = was["is_truncated"] or now["is_truncated"]
    shown = ([(column["name"], column["is_masked"]) for column in each["columns"]] for each in (was, now))
    return (is_cut and first.limits["rows"] != second.limits["rows"]) or next(shown) != next(shown)


def _is_same(was: dict[str, Any], now: dict[str, Any]) -> bool:
    """Also where one figure is apart by less than what adding in another order may do."""
    if was["hash"] == now["hash"] or was["columns"] != now["columns"]:
        return bool(was["hash"] == now["hash"])
    numbers = all("sum" in one for each in (was, now) for one in each["summaries"])
    return was["row_count"] == now["row_count"] == 1 and numbers and not changed_summaries(was, now)


CAUSES: dict[str, Callable[[Receipt, Receipt], Iterator[CodedMessage]]] = {
    "source": _source,
    "sql": _sql,
    "schema": _schema,
    "knowledge": _knowledge,
    "policy": _policy,
    "model": _model,
    "limits": _limits,
    "data": _data,
}
"""In the order in which they are told."""


def _sentence_figures(first: Receipt, second: Receipt) -> Iterator[FigureChange]:
    was, now = (_by_name(receipt.answer["figures"]) for receipt in (first, second))
    for (column, label), value in was.items():
        if (column, label) in now and not is_close(value, now[column, label]):
            yield FigureChange(figure_name(column, label), value, now[column, label])


def _by_name(figures: Sequence[dict[str, Any]]) -> dict[tuple[str, Any], Any]:
    """Of several that are called the same nobody can tell which is which."""
    rows: dict[tuple[str, Any], set[int]] = {}
    for one in figures:
        rows.setdefault((one["column"], one["label"]), set()).add(one["row"])
    named = ((one["column"], one["label"]) for one in figures)
    return {name: one["value"] for name, one in zip(named, figures, strict=True) if len(rows[name]) == 1}


def _remarks(first: Receipt, second: Receipt) -> Iterator[CodedMessage]:
    if first.question != second.question:
        yield msg("receipt_diff.questions")
    if first.is_edited and second.is_edited:
        yield msg("receipt_diff.both_edited")
    if first.schema_fingerprint != second.schema_fingerprint and not any(_schema(first, second)):
        yield msg("receipt_diff.schema_elsewhere")
    if _is_same(first.result, second.result):
        return
    if first.sql != second.sql:
        yield msg("receipt_diff.data_unknown_by_query")
    elif _is_shown_otherwise(first, second):
        yield msg("receipt_diff.data_unknown_by_cut")
    if first.result["is_ordered"]:
        yield msg("receipt_diff.ties")

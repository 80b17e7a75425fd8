"""Why two receipts do not say the same: the causes, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.receipts.figures import FigureChange, changed_summaries, is_close
from answerable.receipts.places import are_same_place
from answerable.receipts.receipt import Receipt

__all__ = ["CAUSES", "Cause", "Difference", "diff"]


@dataclass(frozen=True, slots=True)
class Cause:
    kind: str
    """`tampered`, or a name in CAUSES."""
    words: str


@dataclass(frozen=True, slots=True)
class Difference:
    causes: tuple[Cause, ...]
    same_result: bool
    figures: tuple[FigureChange, ...] = ()
    remarks: tuple[str, ...] = ()


def diff(first: Receipt, second: Receipt, tampered: tuple[str, ...] = ()) -> Difference:
    """`tampered` says what was found wrong with the files themselves."""
    causes = [Cause("tampered", words) for words in tampered]
    for kind, find in CAUSES.items():
        causes += [Cause(kind, words) for words in find(first, second)]
    same = _is_same(first.result, second.result)
    figures = () if same else (*_sentence_figures(first, second), *changed_summaries(first.result, second.result))
    return Difference(tuple(causes), same, tuple(dict.fromkeys(figures)), tuple(_remarks(first, second)))


def _source(first: Receipt, second: Receipt) -> Iterator[str]:
    was, now = first.source, second.source
    if was["dialect"] != now["dialect"] or not are_same_place(was["spec"], now["spec"]):
        yield f"The source is another: {was['name']} ({was['kind']}) → {now['name']} ({now['kind']})."


def _sql(first: Receipt, second: Receipt) -> Iterator[str]:
    if first.sql != second.sql:
        yield "Another query ran."
    elif first.parameters != second.parameters:
        yield "The query ran with other values."
    yield from _origin(first, second)


def _origin(first: Receipt, second: Receipt) -> Iterator[str]:
    """In what other way the second query came to be."""
    if first.is_edited != second.is_edited:
        which = "second" if second.is_edited else "first"
        yield f"The SQL of the {which} was edited by a person."
    was, now = (_reading(receipt) for receipt in (first, second))
    if was != now:
        yield f"Another reading was picked: {was or 'none'} → {now or 'none'}."


def _reading(receipt: Receipt) -> str:
    reading = receipt.origin["reading"] if receipt.origin else None
    return str(reading["text"]) if reading else ""


def _schema(first: Receipt, second: Receipt) -> Iterator[str]:
    for name in sorted(first.tables.keys() & second.tables.keys()):
        if first.tables[name] != second.tables[name]:
            yield f"The table {name} has other columns or types."


def _knowledge(first: Receipt, second: Receipt) -> Iterator[str]:
    was, now = _entries(first), _entries(second)
    for kind, name in sorted(was.keys() | now.keys()):
        if was.get((kind, name)) != now.get((kind, name)):
            yield f"The {kind.replace('_', ' ')} '{name}' {_turn(was.get((kind, name)), now.get((kind, name)))}."


def _entries(receipt: Receipt) -> dict[tuple[str, str], str]:
    return {(entry["kind"], entry["name"]): entry["version"] for entry in receipt.knowledge}


def _turn(was: str | None, now: str | None) -> str:
    if was is None:
        return "has a part in the second only"
    return "has a part in the first only" if now is None else "is defined otherwise"


def _policy(first: Receipt, second: Receipt) -> Iterator[str]:
    if first.policy["role"] != second.policy["role"]:
        yield f"They were asked in other roles: '{first.policy['role']}' → '{second.policy['role']}'."
    if first.policy["fingerprint"] != second.policy["fingerprint"]:
        yield "The policy is another."


def _model(first: Receipt, second: Receipt) -> Iterator[str]:
    if first.model != second.model:
        yield f"Another model translated the question: {first.model} → {second.model}."
    if first.path != second.path:
        yield f"The query was come by in another way: {first.path} → {second.path}."
    if first.versions != second.versions:
        changed = sorted(
            name for name in first.versions | second.versions if _version(first, name) != _version(second, name)
        )
        yield (
            "Another version: "
            + ", ".join(f"{_version(first, one)} → {_version(second, one)}" for one in changed)
            + "."
        )


def _version(receipt: Receipt, name: str) -> str:
    return f"{name} {receipt.versions.get(name, 'unknown')}"


def _limits(first: Receipt, second: Receipt) -> Iterator[str]:
    for name, was in first.limits.items():
        if was != second.limits[name]:
            yield f"Another limit of {name.replace('_', ' ')}: {was:,} → {second.limits[name]:,}."


def _data(first: Receipt, second: Receipt) -> Iterator[str]:
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
        yield f"The data has changed: {was['row_count']:,} rows → {now['row_count']:,}."
    elif was["is_ordered"] and not changed_summaries(was, now):
        yield "The data has changed, or rows that tie came in another order."
    else:
        yield "The data has changed."


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


CAUSES: dict[str, Callable[[Receipt, Receipt], Iterator[str]]] = {
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
            of = "" if label is None else f" of {label}"
            yield FigureChange(f"{column}{of}", value, now[column, label])


def _by_name(figures: Sequence[dict[str, Any]]) -> dict[tuple[str, Any], Any]:
    """Of several that are called the same nobody can tell which is which."""
    rows: dict[tuple[str, Any], set[int]] = {}
    for one in figures:
        rows.setdefault((one["column"], one["label"]), set()).add(one["row"])
    named = ((one["column"], one["label"]) for one in figures)
    return {name: one["value"] for name, one in zip(named, figures, strict=True) if len(rows[name]) == 1}


def _remarks(first: Receipt, second: Receipt) -> Iterator[str]:
    if first.question != second.question:
        yield "They answer different questions."
    if first.is_edited and second.is_edited:
        yield "The SQL of both was edited by a person."
    if first.schema_fingerprint != second.schema_fingerprint and not any(_schema(first, second)):
        yield "The schema differs elsewhere: not in the tables these queries read."
    if _is_same(first.result, second.result):
        return
    if first.sql != second.sql:
        yield "Whether the data has changed too cannot be told, because the queries differ."
    elif _is_shown_otherwise(first, second):
        yield "Whether the data has changed too cannot be told: cut at another row, or other columns shown or masked."
    if first.result["is_ordered"]:
        yield "Where rows tie in the order they are asked for, ties may be why they differ."

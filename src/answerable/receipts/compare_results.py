"""A receipt beside what its query gives today: the same, or what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.receipts.column_figures import FigureChange, changed_summaries, is_close, shown_value
from answerable.receipts.knowledge_kinds import kind_message
from answerable.receipts.origins import origin_remarks
from answerable.receipts.receipt import Receipt
from answerable.receipts.row_hashes import MOST_ROWS

__all__ = ["Comparison", "Fresh", "RecheckVerdict", "Traits", "compare"]

_MOST_NAMED = 5
_Messages = tuple[CodedMessage, ...]


class RecheckVerdict(StrEnum):
    SAME = "same"
    DATA_CHANGED = "data changed"
    SCHEMA_CHANGED = "schema changed"
    KNOWLEDGE_CHANGED = "knowledge changed"
    TAMPERED = "tampered"


@dataclass(frozen=True, slots=True)
class Traits:
    """What a query leaves open."""

    varies: tuple[str, ...] = ()
    """Functions whose value is another each time: RANDOM, NOW, …"""
    has_limit: bool = False
    shows_order: bool = True
    """Whether all that it orders by is among the columns it shows."""
    takes_as_read: bool = False
    """Whether it takes values as rows come: the first of a group, or all of them in a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """What there is today."""

    schema_fingerprint: str
    tables: Mapping[str, str]
    policy_fingerprint: str
    result: dict[str, Any] | None
    """Described with the receipt's salt; None where the query does not run any more."""
    cells: tuple[FigureChange, ...] = ()
    """The receipt's figures with the values that stand in their places now."""
    labels: tuple[Any, ...] = ()
    """What each row of the result is called; empty where rows have no names."""
    views: frozenset[str] = frozenset()
    """Those of the tables that are views."""
    knowledge: Mapping[tuple[str, str], str] | None = None
    """Kind and name → version; None where nobody has it at hand."""
    failure: CodedMessage | None = None
    """Why it does not run any more."""
    traits: Traits = field(default_factory=Traits)


@dataclass(frozen=True, slots=True)
class Comparison:
    verdict: RecheckVerdict
    reasons: tuple[CodedMessage, ...]
    remarks: tuple[CodedMessage, ...] = ()
    """What else a reader should know; none of it changes the verdict."""
    figures: tuple[FigureChange, ...] = ()


def compare(receipt: Receipt, fresh: Fresh) -> Comparison:
    schema, knowledge = tuple(_schema(receipt, fresh)), tuple(_knowledge(receipt, fresh))
    data, figures, remarks = _data(receipt, fresh)
    verdict = _verdict(schema, knowledge, data)
    reasons = (*schema, *knowledge, *data) or (_unchanged(receipt),)
    if verdict not in (RecheckVerdict.SAME, RecheckVerdict.DATA_CHANGED) and fresh.result and not data:
        remarks = (*remarks, msg("receipt.result_still_same"))
    return Comparison(verdict, reasons, (*remarks, *_remarks(receipt, fresh, bool(schema))), figures)


def _verdict(schema: _Messages, knowledge: _Messages, data: _Messages) -> RecheckVerdict:
    if knowledge:
        return RecheckVerdict.KNOWLEDGE_CHANGED
    if schema:
        return RecheckVerdict.SCHEMA_CHANGED
    return RecheckVerdict.DATA_CHANGED if data else RecheckVerdict.SAME


def _unchanged(receipt: Receipt) -> CodedMessage:
    return msg("receipt.unchanged", count=receipt.result["row_count"])


def _schema(receipt: Receipt, fresh: Fresh) -> Iterator[CodedMessage]:
    for name, was in receipt.tables.items():
        now = fresh.tables.get(name, "")
        if was and not now:
            yield msg("receipt.table_gone", table=name)
        elif was != now and name in fresh.views:
            yield msg("receipt.view_changed", view=name)
        elif was != now:
            yield msg("receipt.table_changed", table=name)
    if fresh.failure:
        yield fresh.failure


def _knowledge(receipt: Receipt, fresh: Fresh) -> Iterator[CodedMessage]:
    for entry in receipt.knowledge if fresh.knowledge is not None else ():
        assert fresh.knowledge is not None
        now = fresh.knowledge.get((entry["kind"], entry["name"]))
        if now is None:
            yield msg("receipt.entry_gone", kind=kind_message(entry["kind"]), name=entry["name"])
        elif now != entry["version"]:
            yield msg("receipt.entry_changed", kind=kind_message(entry["kind"]), name=entry["name"])


_Data = tuple[_Messages, tuple[FigureChange, ...], _Messages]
"""What changed, the figures that did, and what else is to be said."""


def _data(receipt: Receipt, fresh: Fresh) -> _Data:
    was, now = receipt.result, fresh.result
    if now is None:
        return (), (), ()
    if was["hash"] == now["hash"] or was["fingerprint"] == now["fingerprint"]:
        return tuple(_end_changes(was, now)), (), ()
    if _names(was) == _names(now) and _masks(was) != _masks(now):
        return _unmasked(was, now)
    columns = tuple(_column_changes(was, now))
    if _is_one_figure(was, now) and not columns and not changed_summaries(was, now):
        return (), (), ()
    gone, new = _rows(was, now)
    if was["is_ordered"] and not columns and not gone and not new and _has_rows(was) and _has_rows(now):
        return _reordered(fresh.traits)
    reasons = (*columns, *_row_changes(was, now, gone, new), *_named_rows(was, now, fresh.labels))
    figures = _figures(was, now, fresh)
    lines = tuple(figure.message() for figure in figures)
    return (*(reasons or (msg("receipt.values_changed"),)), *lines), figures, _chance(was, fresh.traits)


def _reordered(traits: Traits) -> _Data:
    if traits.shows_order:
        return (), (), (msg("receipt.reordered_by_ties"),)
    return (msg("receipt.reordered"),), (), (msg("receipt.ties_may_be_why"),)


def _chance(was: dict[str, Any], traits: Traits) -> _Messages:
    """Why it may be others though no data has changed."""
    if traits.takes_as_read:
        return (msg("receipt.taken_as_read"),)
    if was["is_truncated"] and not was["is_ordered"]:
        return (msg("receipt.cut_without_order"),)
    if traits.has_limit:
        return (msg("receipt.limit_with_ties"),)
    if was["is_ordered"] and not _has_rows(was):
        return (msg("receipt.order_with_ties"),)
    return ()


def _names(result: dict[str, Any]) -> list[str]:
    return [column["name"] for column in result["columns"]]


def _masks(result: dict[str, Any]) -> list[bool]:
    return [column["is_masked"] for column in result["columns"]]


def _unmasked(was: dict[str, Any], now: dict[str, Any]) -> _Data:
    remark = msg("receipt.masks_changed")
    figures = changed_summaries(was, now)
    rows = tuple(_row_changes(was, now, 0, 0))
    return (*rows, *(figure.message() for figure in figures)), figures, (remark,)


def _is_one_figure(was: dict[str, Any], now: dict[str, Any]) -> bool:
    """Or several, in one row: the row's hash may fall on another side of a cut."""
    return all(each["row_count"] == 1 and all("sum" in summary for summary in each["summaries"]) for each in (was, now))


def _has_rows(result: dict[str, Any]) -> bool:
    """Whether there is a hash for every row."""
    return 0 < len(result["row_hashes"]) == int(result["row_count"])


def _rows(was: dict[str, Any], now: dict[str, Any]) -> tuple[int, int]:
    before, after = Counter(was["row_hashes"]), Counter(now["row_hashes"])
    return (before - after).total(), (after - before).total()


def _column_changes(was: dict[str, Any], now: dict[str, Any]) -> Iterator[CodedMessage]:
    before, after = ([(one["name"], one["type"]) for one in each["columns"]] for each in (was, now))
    if before != after:
        names = tuple(f"{name} ({kind})" for name, kind in after if (name, kind) not in before)
        yield msg("receipt.other_columns", columns=names) if names else msg("receipt.columns_gone")


def _row_changes(was: dict[str, Any], now: dict[str, Any], gone: int, new: int) -> Iterator[CodedMessage]:
    before, after = was["row_count"], now["row_count"]
    if before != after:
        yield msg("receipt.row_count", now=after, was=before)
    if max(before, after) > MOST_ROWS or not (gone or new):
        return
    if gone == new:
        yield msg("receipt.rows_changed", changed=gone, total=before) if before > 1 else msg("receipt.row_changed")
    else:
        yield msg("receipt.rows_gone_and_new", gone=gone, new=new)


def _end_changes(was: dict[str, Any], now: dict[str, Any]) -> Iterator[CodedMessage]:
    """The rows that were kept are the same; whether there are more was part of what was given, too."""
    if was["is_truncated"] and not now["is_truncated"]:
        yield msg("receipt.no_more_rows", count=now["row_count"])
    elif now["is_truncated"] and not was["is_truncated"]:
        yield msg("receipt.more_rows", count=was["row_count"])


def _named_rows(was: dict[str, Any], now: dict[str, Any], labels: Sequence[Any]) -> Iterator[CodedMessage]:
    """Which rows are not as they were, as far as they are there."""
    if not _has_rows(was) or len(labels) != len(now["row_hashes"]):
        return
    known = set(was["row_hashes"])
    changed = [shown_value(label) for label, row in zip(labels, now["row_hashes"], strict=True) if row not in known]
    if changed:
        names, more = tuple(changed[:_MOST_NAMED]), len(changed) - _MOST_NAMED
        yield (
            msg("receipt.new_rows_and_more", rows=names, more=more) if more > 0 else msg("receipt.new_rows", rows=names)
        )


def _figures(was: dict[str, Any], now: dict[str, Any], fresh: Fresh) -> tuple[FigureChange, ...]:
    """Those of the sentence, then sums, least and greatest of the columns."""
    cells = [cell for cell in fresh.cells if not is_close(cell.was, cell.now)]
    told = {(str(cell.was), str(cell.now)) for cell in cells}
    sums = [one for one in changed_summaries(was, now) if (str(one.was), str(one.now)) not in told]
    return (*dict.fromkeys(cells), *sums)


def _remarks(receipt: Receipt, fresh: Fresh, schema_changed: bool) -> Iterator[CodedMessage]:
    yield from origin_remarks(receipt)
    if not schema_changed and receipt.schema_fingerprint != fresh.schema_fingerprint:
        yield msg("receipt.schema_elsewhere")
    if receipt.policy["fingerprint"] != fresh.policy_fingerprint:
        yield msg("receipt.policy_changed")
    if any(_masks(receipt.result)):
        yield msg("receipt.masked")
    if receipt.knowledge and fresh.knowledge is None:
        yield msg("receipt.knowledge_unchecked")
    if fresh.traits.varies:
        yield msg("receipt.varies", functions=fresh.traits.varies)

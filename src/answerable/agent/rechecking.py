"""A receipt's query run again, with no model: by the guard under today's policy, within the same limits, on record."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from answerable.agent.executor import Executor
from answerable.agent.receipting import Cells, label_column
from answerable.errors import AskerError, CouldNotAnswer, QueryFailed, Refused
from answerable.known import applied
from answerable.receipts import (
    MOST_ROWS,
    Comparison,
    FigureChange,
    Fresh,
    Given,
    are_same_place,
    compare,
    describe,
    plain,
)

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.agent.desk import Desk
    from answerable.agent.ledger import Ledger
    from answerable.agent.schemas import View
    from answerable.guard import Verdict
    from answerable.receipts import Receipt
    from answerable.sources import Source

__all__ = ["recheck"]

_UNKNOWN = frozenset({"unknown_column", "unknown_table"})


def recheck(receipt: Receipt, desk: Desk, *, by: str = "") -> Comparison:
    """Raises Refused where today's policy does not let the query run, CouldNotAnswer where it cannot. `by` is the
    account that asks for it, where the door knows one."""
    _demand_whole(receipt)
    ledger, request_id = desk.ledger(), str(uuid.uuid4())
    about: dict[str, object] = {"receipt_id": receipt.receipt_id, "receipt_hash": receipt.receipt_hash}
    about |= {"rechecked_request": receipt.request_id, **({"by": by} if by else {})}
    with ledger.kept():
        ledger.note(request_id, "request_submitted", {"question": receipt.question, "rechecks": about}, "system")
        comparison = compare(receipt, _fresh(receipt, desk, ledger, request_id))
        # Reasons name rows and figures; cells of a result are not written into the record.
        ledger.append(request_id, "answer_rechecked", {**about, "verdict": comparison.verdict.value}, "system")
    return comparison


def _demand_whole(receipt: Receipt) -> None:
    if "[redacted: " in receipt.sql:
        raise CouldNotAnswer(
            "The query of this receipt held something that may not be written down, so it cannot be run again.",
            hint="Ask the question again.",
        )


def _fresh(receipt: Receipt, desk: Desk, ledger: Ledger, request_id: str) -> Fresh:
    source = _source(receipt, desk)
    view = desk.view(source, refresh=True)
    tables = view.table_fingerprints(tuple(receipt.tables))
    executor = Executor(source, ledger, request_id, has_more=True, samples=desk.samples(source))
    result, failure = _run_again(receipt, desk, view, executor)
    if failure and dict(tables) == receipt.tables:
        raise failure
    return Fresh(
        schema_fingerprint=view.full.fingerprint,
        tables=tables,
        policy_fingerprint=view.policy_fingerprint,
        result=describe(result, receipt.receipt_id) if result else None,
        cells=tuple(_cells(receipt, result)) if result else (),
        labels=tuple(_labels(result)) if result else (),
        views=frozenset(name for name in tables if (table := view.full.table(name)) and table.is_view),
        knowledge=_versions(view),
        failure=f"The query does not run any more: {failure.message}" if failure else "",
        traits=view.traits(receipt.sql),
    )


def _source(receipt: Receipt, desk: Desk) -> Source:
    """The one that was asked, by its place or else its name, or the first that speaks its language."""
    wanted = receipt.source
    fitting = [source for source in desk.sources if source.dialect == wanted["dialect"]]
    if not fitting:
        names = ", ".join(f"{source.name} ({source.dialect})" for source in desk.sources)
        raise AskerError(
            f"The receipt's query is written for {wanted['dialect']}; the source is {names}.",
            hint="Name the source that was asked with --source.",
        )
    named = [source for source in fitting if source.name == wanted["name"]]
    placed = (source for source in named if are_same_place(source.specs, wanted["spec"]))
    return next(placed, (named or fitting)[0])


def _run_again(
    receipt: Receipt, desk: Desk, view: View, executor: Executor
) -> tuple[Given | None, QueryFailed | Refused | None]:
    """What it gives, or why it gives nothing: names that are gone, and what the engine makes of that."""
    verdict = view.judge(receipt.sql)
    executor.note_verdict(verdict)
    if not verdict.allowed:
        return None, _refusal(verdict)
    limits = _limits(receipt, desk)
    try:
        result = executor.run(receipt.sql, verdict, limits)
    except QueryFailed as error:
        return None, error
    if result.is_truncated and limits.rows < receipt.limits["rows"]:
        raise CouldNotAnswer(
            f"The query gives more than the {limits.rows:,} rows that are allowed today; it cannot be compared.",
            hint=f"The receipt was made with a limit of {receipt.limits['rows']:,} rows: raise chat_rows.",
        )
    return (
        Given(
            table=result.table,
            fingerprint=result.fingerprint,
            is_truncated=result.is_truncated,
            is_ordered=view.is_ordered(receipt.sql),
            masked=verdict.masked_columns,
        ),
        None,
    )


def _refusal(verdict: Verdict) -> Refused:
    """Raised at once unless all that is wrong is that names are not there any more."""
    from answerable.agent.graph.validating import refusal

    refused = refusal(verdict)
    if any(finding.code not in _UNKNOWN for finding in verdict.errors):
        raise refused
    return refused


def _limits(receipt: Receipt, desk: Desk) -> Any:
    """Those of the receipt, as far as they hold here."""
    from answerable.sources.engine import Limits

    own, given = desk.settings, receipt.limits
    return Limits(
        rows=max(1, min(given["rows"], own.chat_rows)),
        seconds=max(0.001, min(given["seconds"], own.query_seconds)),
        memory_mb=max(1, min(given["memory_mb"], own.query_memory_mb)),
    )


def _versions(view: View) -> Mapping[tuple[str, str], str] | None:
    if view.known.is_empty:
        return None
    return {(one.kind, one.name): one.version for one in map(applied, view.known.entries())}


def _labels(result: Given) -> list[Any]:
    """What each row of a small result is called."""
    from answerable.answers.values.cells import column_values

    called = label_column(result)
    if called is None or result.table.num_rows > MOST_ROWS:
        return []
    return [plain(value) for value in column_values(result.table.column(called))]


def _cells(receipt: Receipt, result: Given) -> Iterator[FigureChange]:
    """The figures of the sentence beside what stands in their places now."""
    from answerable.answers.values.cells import unique_names

    cells, labels = Cells(result.table), _labels(result)
    places = {name: place for place, name in enumerate(unique_names(result.table.column_names))}
    for figure in receipt.answer["figures"]:
        row = _row(figure, labels, result.table)
        if (place := places.get(figure["column"])) is None or row is None or place in result.masked:
            continue
        of = "" if figure["label"] is None else f" of {figure['label']}"
        yield FigureChange(f"{figure['column']}{of}", figure["value"], cells.at(place, row))


def _row(figure: dict[str, Any], labels: list[Any], table: pa.Table) -> int | None:
    """By what the row is called, or else by its number. Which of several that are called the same nobody can tell."""
    label, row = figure["label"], figure["row"]
    if label is None or not labels:
        return row if 0 <= row < table.num_rows else None
    return labels.index(label) if labels.count(label) == 1 else None

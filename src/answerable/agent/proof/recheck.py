"""A receipt's query run again, with no model: by the guard under today's policy, within the same limits, on record."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from answerable.agent.execution.executor import Executor
from answerable.agent.proof.make_receipt import Cells, label_column
from answerable.agent.stages.validate_stage import refusal
from answerable.answers.values.typed_cells import column_values, unique_names
from answerable.kernel.errors import AskerError, CouldNotAnswer, QueryFailed, Refused
from answerable.kernel.knowledge import applied_entry
from answerable.kernel.messages import msg
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
from answerable.receipts.column_figures import figure_name
from answerable.sources.engine import Limits

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.agent.context.run_context import RunContext
    from answerable.agent.context.schema_views import View
    from answerable.agent.proof.run_record import RunRecord
    from answerable.guard import Verdict
    from answerable.receipts import Receipt
    from answerable.sources import Source

__all__ = ["recheck"]

_UNKNOWN = frozenset({"unknown_column", "unknown_table"})


def recheck(receipt: Receipt, run_context: RunContext, *, by: str = "") -> Comparison:
    """Raises Refused where today's policy does not let the query run, CouldNotAnswer where it cannot. `by` is the
    account that asks for it, where the door knows one."""
    _demand_whole(receipt)
    record, request_id = run_context.new_record(), str(uuid.uuid4())
    about: dict[str, object] = {"receipt_id": receipt.receipt_id, "receipt_hash": receipt.receipt_hash}
    about |= {"rechecked_request": receipt.request_id, **({"by": by} if by else {})}
    with record.flush_on_error():
        record.buffer(request_id, "request_submitted", {"question": receipt.question, "rechecks": about}, "system")
        comparison = compare(receipt, _fresh(receipt, run_context, record, request_id))
        # Reasons name rows and figures; cells of a result are not written into the record.
        record.append(request_id, "answer_rechecked", {**about, "verdict": comparison.verdict.value}, "system")
    return comparison


def _demand_whole(receipt: Receipt) -> None:
    if "[redacted: " in receipt.sql:
        raise CouldNotAnswer(
            msg("agent.receipt_query_withheld"),
            hint=msg("common.ask_the_question_again"),
        )


def _fresh(receipt: Receipt, run_context: RunContext, record: RunRecord, request_id: str) -> Fresh:
    source = _source(receipt, run_context)
    view = run_context.view(source, refresh=True)
    tables = view.table_fingerprints(tuple(receipt.tables))
    executor = Executor(source, record, request_id, has_more=True, samples=run_context.samples(source))
    result, failure = _run_again(receipt, run_context, view, executor)
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
        failure=msg("receipt.does_not_run", why=failure.message) if failure else None,
        traits=view.traits(receipt.sql),
    )


def _source(receipt: Receipt, run_context: RunContext) -> Source:
    """The one that was asked, by its place or else its name, or the first that speaks its language."""
    wanted = receipt.source
    fitting = [source for source in run_context.sources if source.dialect == wanted["dialect"]]
    if not fitting:
        names = ", ".join(f"{source.name} ({source.dialect})" for source in run_context.sources)
        raise AskerError(
            msg("agent.receipt_of_other_dialect", dialect=wanted["dialect"], dialects=names),
            hint=msg("agent.name_asked_source"),
        )
    named = [source for source in fitting if source.name == wanted["name"]]
    placed = (source for source in named if are_same_place(source.specs, wanted["spec"]))
    return next(placed, (named or fitting)[0])


def _run_again(
    receipt: Receipt, run_context: RunContext, view: View, executor: Executor
) -> tuple[Given | None, QueryFailed | Refused | None]:
    """What it gives, or why it gives nothing: names that are gone, and what the engine makes of that."""
    verdict = view.judge(receipt.sql)
    executor.note_verdict(verdict)
    if not verdict.allowed:
        return None, _refusal(verdict)
    limits = _limits(receipt, run_context)
    try:
        result = executor.run(receipt.sql, verdict, limits)
    except QueryFailed as error:
        return None, error
    if result.is_truncated and limits.rows < receipt.limits["rows"]:
        raise CouldNotAnswer(
            msg("agent.more_rows_than_allowed", rows=limits.rows),
            hint=msg("agent.raise_chat_rows", rows=receipt.limits["rows"]),
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
    refused = refusal(verdict)
    if any(finding.code not in _UNKNOWN for finding in verdict.errors):
        raise refused
    return refused


def _limits(receipt: Receipt, run_context: RunContext) -> Any:
    """Those of the receipt, as far as they hold here."""
    own, given = run_context.settings, receipt.limits
    return Limits(
        rows=max(1, min(given["rows"], own.chat_rows)),
        seconds=max(0.001, min(given["seconds"], own.query_seconds)),
        memory_mb=max(1, min(given["memory_mb"], own.query_memory_mb)),
    )


def _versions(view: View) -> Mapping[tuple[str, str], str] | None:
    if view.known.is_empty:
        return None
    return {(one.kind, one.name): one.version for one in map(applied_entry, view.known.entries())}


def _labels(result: Given) -> list[Any]:
    """What each row of a small result is called."""
    called = label_column(result)
    if called is None or result.table.num_rows > MOST_ROWS:
        return []
    return [plain(value) for value in column_values(result.table.column(called))]


def _cells(receipt: Receipt, result: Given) -> Iterator[FigureChange]:
    """The figures of the sentence beside what stands in their places now."""
    cells, labels = Cells(result.table), _labels(result)
    places = {name: place for place, name in enumerate(unique_names(result.table.column_names))}
    for figure in receipt.answer["figures"]:
        row = _row(figure, labels, result.table)
        if (place := places.get(figure["column"])) is None or row is None or place in result.masked:
            continue
        yield FigureChange(figure_name(figure["column"], figure["label"]), figure["value"], cells.at(place, row))


def _row(figure: dict[str, Any], labels: list[Any], table: pa.Table) -> int | None:
    """By what the row is called, or else by its number. Which of several that are called the same nobody can tell."""
    label, row = figure["label"], figure["row"]
    if label is None or not labels:
        return row if 0 <= row < table.num_rows else None
    return labels.index(label) if labels.count(label) == 1 else None

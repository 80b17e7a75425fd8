"""The receipt of an answer: made from what the run has decided, signed, kept, and bound to the audit trail."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from answerable import __version__
from answerable.agent.proof.installation_key import own_key
from answerable.answers.values.typed_cells import column_values, unique_names
from answerable.kernel.messages import CodedMessage, msg
from answerable.receipts import Given, Receipt, describe, keep, place_of, plain
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.agent.context.schema_views import View
    from answerable.agent.stages.active_run import ActiveRun
    from answerable.agent.stages.state import State
    from answerable.answers.answer import Answer
    from answerable.sensitive.redact import Redactor
    from answerable.sources import Source

__all__ = ["Cells", "label_column", "with_receipt"]

_DRIVERS = {
    "duckdb_file": "duckdb",
    "files": "duckdb",
    "mysql": "PyMySQL",
    "postgres": "psycopg",
    "sqlalchemy_url": "SQLAlchemy",
    "sqlite": "apsw",
}
"""Kind of a source → the package that reads it."""
_FEW_ROWS = 50
_NO_SECRET = re.compile(r"(?<=[:=])(?:\*\*\*|\$\{\w+\})")


def with_receipt(answer: Answer, state: State, run: ActiveRun) -> Answer:
    """The answer with its receipt, which is kept as a file and noted in the record. Where no file can be written the
    answer is given all the same, and says so."""
    path = place_of(run.context.workspace.root, state["request_id"])
    draft = _redacted(_draft(answer, state, run), run.audit.redact or run.context.redact)
    key = own_key(run.context.trail, run.context.settings)
    receipt = draft.seal(key, path)
    if key is None:
        answer = _with_caveat(answer, msg("caveats.receipt_not_signed"), state["lang"])
    try:
        keep(receipt, path)
    except OSError as error:
        answer = _with_caveat(
            answer, msg("caveats.receipt_not_written", file=path.name, why=str(error.strerror)), state["lang"]
        )
        receipt = replace(receipt, file=None)
    _note(receipt, state, run)
    return replace(answer, receipt=receipt)


def _with_caveat(answer: Answer, caveat: CodedMessage, lang: str) -> Answer:
    provenance = replace(answer.provenance, caveats=(*answer.provenance.caveats, caveat.render(lang)))
    return replace(answer, provenance=provenance)


def _redacted(receipt: Receipt, redact: Redactor) -> Receipt:
    """What stands there of somebody's words and data. A query that held a secret cannot be asked again."""
    source, columns = receipt.source, receipt.result["columns"]
    told = {
        "question": receipt.question,
        "sql": receipt.sql,
        "answer": receipt.answer,
        "reading": _reading_text(receipt),
        "model_words": _words_of_model(receipt),
        "names": [source["name"], *(column["name"] for column in columns)],
    }
    left = redact(told)
    specs = [_redacted_spec(spec, redact) for spec in source["spec"]]
    if left is told and specs == source["spec"]:
        return receipt
    name, *names = left.pop("names")
    origin = _with_reading_text(receipt.origin, left.pop("reading"))
    columns = [{**column, "name": called} for column, called in zip(columns, names, strict=True)]
    model_use = _with_words_of_model(receipt.model_use, left.pop("model_words"))
    return replace(
        receipt,
        model_use=model_use,
        source={**source, "name": name, "spec": specs},
        result={**receipt.result, "columns": columns},
        origin=origin,
        **left,
    )


def _words_of_model(receipt: Receipt) -> list[str]:
    """What a model looked at may repeat the question."""
    use = receipt.model_use or {}
    return [str(use.get("failure", "")), *use.get("looked_at", ())]


def _with_words_of_model(use: dict[str, Any] | None, words: list[str]) -> dict[str, Any] | None:
    return {**use, "failure": words[0], "looked_at": words[1:]} if use else None


def _reading_text(receipt: Receipt) -> str:
    reading = receipt.origin["reading"] if receipt.origin else None
    return str(reading["text"]) if reading else ""


def _with_reading_text(origin: dict[str, Any] | None, text: str) -> dict[str, Any] | None:
    if origin is None or origin["reading"] is None:
        return origin
    return {**origin, "reading": {**origin["reading"], "text": text}}


def _redacted_spec(spec: str, redact: Redactor) -> str:
    """Passwords are masked already, and the name of the variable that holds one is none: these stay as they are."""
    rest = _NO_SECRET.sub("", spec)
    return spec if redact(rest) == rest else str(redact(spec))


def _note(receipt: Receipt, state: State, run: ActiveRun) -> None:
    made: dict[str, object] = {
        "artifact_type": "receipt",
        "receipt_id": receipt.receipt_id,
        "receipt_hash": receipt.receipt_hash,
        "file": receipt.file.name if receipt.file else None,
    }
    if receipt.is_edited:
        made["is_edited"] = True
    run.record(state, "artifact_generated", made, "system")


def _given(state: State, view: View) -> Given:
    result = state["outcome"].result
    return Given(
        table=result.table,
        fingerprint=result.fingerprint,
        is_truncated=result.is_truncated,
        is_ordered=view.is_ordered(state["generated_query"]),
        masked=state["verdict"].masked_columns,
    )


def _draft(answer: Answer, state: State, run: ActiveRun) -> Receipt:
    source, settings = run.source(state), run.context.settings
    view, receipt_id = run.view(source), str(uuid.uuid4())
    result = _given(state, view)
    return Receipt(
        receipt_id=receipt_id,
        request_id=state["request_id"],
        created_at=datetime.now(UTC).isoformat(timespec="microseconds"),
        question=answer.question,
        lang=state["lang"],
        path=answer.path,
        model=state.get("model", settings.engine),
        source=_source(source),
        sql=answer.sql,
        schema_fingerprint=view.full.fingerprint,
        tables=dict(view.table_fingerprints(tuple(state["relevant_tables"]))),
        knowledge=[{"kind": one.kind, "name": one.name, "version": one.version} for one in answer.provenance.applied],
        policy={"fingerprint": view.policy_fingerprint, "role": settings.role, "decisions": _decisions(state)},
        limits={"rows": settings.chat_rows, "seconds": settings.query_seconds, "memory_mb": settings.query_memory_mb},
        confirm=_confirm(state, settings.confirm),
        origin=_origin(state),
        result=describe(result, receipt_id),
        answer={"text": answer.text, "figures": _figures(answer, result)},
        trust=answer.trust.level,
        confidence=answer.confidence,
        versions=_versions(source.kind),
        chain=state["call"],
        model_use=answer.provenance.model.as_dict() if answer.provenance.model else None,
    )


def _source(source: Source) -> dict[str, Any]:
    return {"name": source.name, "kind": source.kind, "dialect": source.dialect, "spec": list(source.specs)}


def _decisions(state: State) -> list[dict[str, str]]:
    """The guard's word on the query, and what it warned of."""
    warnings = [{"decision": "warn", "rule": finding.code} for finding in state["verdict"].warnings]
    masks = [{"decision": "mask", "rule": "masked_columns"}] if state["verdict"].masked_columns else []
    return [{"decision": "allow", "rule": "all"}, *masks, *warnings]


def _confirm(state: State, mode: str) -> dict[str, str]:
    """`user` where a person approved the text, `beforehand` where one said yes before there was any, else the setting
    by which nobody was asked."""
    by = "beforehand" if state.get("is_beforehand") else "user"
    return {"by": by if state.get("user_approved") else mode, "hash": hash_sql(state["generated_query"])}


def _origin(state: State) -> dict[str, Any]:
    kept_since, ran = state["outcome"].result.kept_since, hash_sql(state["generated_query"])
    picked = state.get("picked")
    return {
        "is_edited": state.get("is_edited", False),
        "builds_on_edit": state.get("builds_on_edit", False),
        "shown_hash": state.get("shown_hash", "") if state.get("user_approved") else "",
        "ran_hash": ran,
        "reading": {name: picked[name] for name in ("request_id", "number", "text")} if picked else None,
        "read_at": (kept_since or datetime.now(UTC)).isoformat(timespec="microseconds"),
        "is_from_cache": kept_since is not None,
    }


def _figures(answer: Answer, result: Given) -> list[dict[str, Any]]:
    if not answer.sentence.figures:
        return []
    cells = Cells(answer.table)
    places = {name: place for place, name in enumerate(unique_names(answer.table.column_names))}
    called = label_column(result)
    return [
        {
            "text": figure.text,
            "row": figure.row,
            "column": figure.column,
            "value": cells.at(places[figure.column], figure.row),
            "label": None if called is None else cells.at(called, figure.row),
        }
        for figure in answer.sentence.figures
    ]


class Cells:
    """Values of a table as a receipt has them; of a small one each column is looked through once."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self._columns: dict[int, list[Any]] = {}

    def at(self, place: int, row: int) -> Any:
        column = self._table.column(place)
        if len(column) > _FEW_ROWS:
            return plain(column_values(column.slice(row, 1))[0])
        if place not in self._columns:
            self._columns[place] = column_values(column)
        return plain(self._columns[place][row])


def label_column(result: Given) -> int | None:
    """The place of the first column that says what a row is about; None where there is but one row."""
    from pyarrow import types

    if result.table.num_rows < 2:
        return None
    for place, field in enumerate(result.table.schema):
        if place not in result.masked and (types.is_string(field.type) or types.is_temporal(field.type)):
            return place
    return None


@lru_cache(maxsize=16)
def _versions(kind: str) -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    package = _DRIVERS.get(kind, kind)
    try:
        engine = f"{package} {version(package)}"
    except PackageNotFoundError:
        engine = package
    return {"answerable": __version__, "engine": engine}

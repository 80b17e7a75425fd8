"""The tools a model may call, and what each answers. What they run, the caller runs: with guard, policy and limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import identifier
from answerable.hybrid.prompt.table_text import table_text
from answerable.hybrid.prompt.wire_names import PlainNames, safe
from answerable.kernel.light_dataclass import dataclass
from answerable.providers import ToolCall, ToolDescription

if TYPE_CHECKING:
    from datetime import date

    from answerable.hybrid.sight import Sees, Sight
    from answerable.kernel.schema import Table

__all__ = ["Look", "Looked", "run_tool", "tools_for"]

_MOST_VALUES, _MOST_ROWS, _LONGEST = 20, 5, 3_000


@dataclass(frozen=True, slots=True)
class Looked:
    """What a query gave that only looks."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    """The first ones."""
    count: int = 0
    is_truncated: bool = False
    category: str = ""
    problem: str = ""
    """Why it was not run, or failed; in English."""


Look = Callable[[str, int], Looked]
"""Runs a query for at most so many rows, if the guard and the policy let it."""


def _tool(name: str, description: str, **parameters: str) -> ToolDescription:
    properties = {key: {"type": "string", "description": told} for key, told in parameters.items()}
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return ToolDescription(name, description, schema)


_DESCRIBE = _tool("describe", "A table's columns and what they mean.", table="its name")
_RELATIONSHIPS = _tool("relationships", "How a table belongs to others.", table="its name")
_VALUES = _tool(
    "values",
    "Values of a column, most frequent first.",
    table="its name",
    column="its name",
    like="part of them, or ''",
)
_SAMPLE = _tool("sample", "The first rows of a table.", table="its name")
_TRY = _tool("try_sql", "Runs one SELECT; gives its columns and how many rows it has.", sql="the SELECT")
_BY_SIGHT: Mapping[Sees, tuple[ToolDescription, ...]] = {
    "schema": (_DESCRIBE, _RELATIONSHIPS, _TRY),
    "values": (_DESCRIBE, _RELATIONSHIPS, _VALUES, _TRY),
    "rows": (_DESCRIBE, _RELATIONSHIPS, _VALUES, _SAMPLE, _TRY),
}


def tools_for(sight: Sight, can_run: bool) -> tuple[ToolDescription, ...]:
    """What may be seen of the data decides what may be looked at."""
    tools = _BY_SIGHT[sight.sees]
    return tools if can_run else tuple(one for one in tools if one in (_DESCRIBE, _RELATIONSHIPS))


def run_tool(call: ToolCall, sight: Sight, names: PlainNames, look: Look | None, today: date) -> str:
    """What the model is told: text, fenced by whoever sends it. Anything that is wrong is said, not raised."""
    given = {key: str(value) for key, value in call.arguments.items()}
    allowed = {one.name for one in tools_for(sight, look is not None)}
    if call.name not in allowed:
        return "There is no such tool."
    if call.name == "try_sql" and look is not None:
        return _tried(given.get("sql", ""), sight, names, look)
    table = sight.schema.table(given.get("table", ""))
    if table is None:
        return "There is no such table."
    match call.name:
        case "describe":
            return table_text(table, sight, names, today)
        case "relationships":
            return _relationships(table, sight)
        case "values" if look is not None:
            return _values(table, given, sight, names, look)
        case "sample" if look is not None:
            return _sample(table, sight, names, look)
    return "There is no such tool."


def _relationships(table: Table, sight: Sight) -> str:
    found = [
        f"{one.table}({', '.join(one.columns)}) -> {one.target}({', '.join(one.target_columns)}), as {safe(one.role)}"
        for one in sight.model.relationships
        if table.qualified in (one.table, one.target)
    ]
    return "\n".join(found) or "None are known."


def _values(table: Table, given: Mapping[str, str], sight: Sight, names: PlainNames, look: Look) -> str:
    column = table.column(given.get("column", ""))
    if column is None:
        return "There is no such column."
    node = exp.column(identifier(column.name))
    query = exp.select(node, exp.alias_(exp.Count(this=exp.Star()), "n")).from_(_node(table)).group_by(node.copy())
    if given.get("like"):
        text = exp.Lower(this=exp.cast(node.copy(), "TEXT"))
        query = query.where(exp.Like(this=text, expression=exp.Literal.string(f"%{given['like'].lower()}%")))
    found = look(query.order_by("2 DESC").sql(dialect=sight.schema.dialect), _MOST_VALUES)
    names.disclosed.values.update(str(row[0]) for row in found.rows)
    return found.problem or _as_text([list(row) for row in found.rows])


def _sample(table: Table, sight: Sight, names: PlainNames, look: Look) -> str:
    columns = [exp.column(identifier(column.name)) for column in table.columns[:20]]
    found = look(
        exp.select(*columns).from_(_node(table)).limit(_MOST_ROWS).sql(dialect=sight.schema.dialect), _MOST_ROWS
    )
    names.disclosed.rows += len(found.rows)
    return found.problem or _as_text([dict(zip(found.columns, row, strict=True)) for row in found.rows])


def _tried(sql: str, sight: Sight, names: PlainNames, look: Look) -> str:
    found = look(sql, _MOST_ROWS)
    if found.problem:
        return f"{found.category}: {found.problem}"
    shape: dict[str, Any] = {"columns": list(found.columns), "rows": found.count, "more": found.is_truncated}
    if sight.sees == "rows":
        names.disclosed.rows += len(found.rows)
        shape["first"] = [list(row) for row in found.rows]
    return _as_text(shape)


def _node(table: Table) -> exp.Table:
    return exp.Table(this=identifier(table.name), db=identifier(table.namespace) if table.namespace else None)


def _as_text(given: Sequence[Any] | Mapping[str, Any]) -> str:
    return safe(json.dumps(given, ensure_ascii=False, default=str), _LONGEST)

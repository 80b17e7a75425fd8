"""`python -m benchmarks.semantics FOLDER [DOMAIN…] [--missed]`: the semantic model against gold SQL.

FOLDER holds a folder a domain with `<domain>.sqlite` and `questions.jsonl` (lines with `query` and `alts`). Declared
keys are hidden from the model and, with the joins of the gold SQL, are the truth about relationships; a relationship
of a column that neither mentions is counted as unconfirmed. The main date of a table is the date most used by its gold
SQL, the scale of a measure what that SQL divides it by, exclusions the conditions that a third of it has.
`--missed` lists what went wrong: not for domains that are set aside.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import Scope, traverse_scope

from answerable.kernel.schema import DatabaseSchema
from answerable.semantics import SemanticModel, build_semantics
from answerable.sources.cell_values import with_cells
from answerable.sources.infer_keys import with_inferred_keys
from answerable.sources.sensitivity import without_sensitive_values
from answerable.sources.sqlite.engine import SQLiteEngine
from answerable.sources.value_sketches import with_sketches

Name = tuple[str, str]
"""Table and column."""


@dataclass
class Counts:
    right: int = 0
    total: int = 0
    missed: list[str] = field(default_factory=list)

    def note(self, is_right: bool, what: str) -> None:
        self.right += is_right
        self.total += 1
        if not is_right:
            self.missed.append(what)

    @property
    def share(self) -> str:
        return f"{self.right / self.total:6.1%} ({self.right} of {self.total})" if self.total else "   – "


def main(arguments: list[str]) -> None:
    folder, *domains = [one for one in arguments if not one.startswith("--")]
    names = domains or sorted(path.parent.name for path in Path(folder).glob("*/questions.jsonl"))
    counts: dict[str, Counts] = defaultdict(Counts)
    unconfirmed, seconds = 0, []
    for name in names:
        schema = read_schema(Path(folder) / name / f"{name}.sqlite")
        uses = GoldUses(schema, Path(folder) / name / "questions.jsonl")
        started = time.process_time()
        model = build_semantics(without_foreign_keys(schema))
        seconds.append(time.process_time() - started)
        unconfirmed += measure_relationships(name, schema, model, uses, counts)
        measure_dates(name, model, uses, counts)
        measure_scales(name, model, uses, counts)
        measure_conditions(name, model, uses, counts)
    for what, count in counts.items():
        print(f"{what:32} {count.share}")
        if "--missed" in arguments:
            print("".join(f"    {line}\n" for line in count.missed), end="")
    print(f"relationships unconfirmed        {unconfirmed}")
    print(
        f"CPU a model                      {max(seconds):.3f} s at most, {sum(seconds) / len(seconds):.3f} s on average"
    )


def read_schema(path: Path) -> DatabaseSchema:
    engine = SQLiteEngine(str(path))
    engine.open()
    schema = with_inferred_keys(engine.read_schema(lambda *_: None), engine.sample)
    schema = without_sensitive_values(with_cells(schema, engine.rows), engine.sample)
    return with_sketches(schema, engine.sample)


def without_foreign_keys(schema: DatabaseSchema) -> DatabaseSchema:
    return replace(schema, tables=tuple(replace(table, foreign_keys=()) for table in schema.tables))


class GoldUses:
    """How gold SQL uses the columns of a schema."""

    def __init__(self, schema: DatabaseSchema, questions: Path) -> None:
        self._schema = schema
        self.joins: Counter[frozenset[Name]] = Counter()
        self.timed: Counter[Name] = Counter()
        self.divided: dict[Name, Counter[str]] = defaultdict(Counter)
        self.summed: Counter[Name] = Counter()
        self.tables: Counter[str] = Counter()
        self.compared: dict[Name, Counter[str]] = defaultdict(Counter)
        for line in questions.read_text(encoding="utf-8").splitlines():
            given = json.loads(line)
            if given["query"]:
                self._read(given["query"])

    def _read(self, sql: str) -> None:
        try:
            tree = sqlglot.parse_one(sql, read="sqlite")
            scopes = list(traverse_scope(tree))
        except SqlglotError:
            return
        for scope in scopes:
            for source in scope.sources.values():
                if isinstance(source, exp.Table) and (table := self._schema.table(source.name)):
                    self.tables[table.qualified] += 1
            for column in scope.columns:
                if name := self._name(column, scope):
                    self._note(name, column, scope)

    def _name(self, column: exp.Column, scope: Scope | None) -> Name | None:
        """The table's own column that is meant, in this scope or one around it."""
        while scope is not None:
            for alias, source in scope.sources.items():
                table = self._schema.table(source.name) if isinstance(source, exp.Table) else None
                is_meant = not column.table or column.table.casefold() == alias.casefold()
                if table and is_meant and not table.is_view and (own := table.column(column.name)):
                    return table.qualified, own.name
            scope = scope.parent
        return None

    def _note(self, name: Name, column: exp.Column, scope: Scope) -> None:
        parent = column.parent
        if isinstance(parent, exp.EQ):
            other = parent.right if parent.left is column else parent.left
            theirs = self._name(other, scope) if isinstance(other, exp.Column) else None
            if theirs and theirs != name:
                self.joins[frozenset((name, theirs))] += 1
        if _is_in_condition(column):
            self.compared[name][_condition(column)] += 1
        if _is_timed(column):
            self.timed[name] += 1
        total = column.find_ancestor(exp.Sum, exp.Avg)
        if total is not None:
            self.summed[name] += 1
            self.divided[name][_divisor(column)] += 1


def _is_timed(column: exp.Column) -> bool:
    """Inside a date function, or compared with a date."""
    parent = column.parent
    if isinstance(parent, exp.Between | exp.GTE | exp.LT | exp.GT | exp.LTE | exp.Like):
        return any(literal.is_string and literal.name[:2] in ("19", "20") for literal in parent.find_all(exp.Literal))
    is_function = isinstance(
        parent, exp.TimeToStr | exp.Substring | exp.Date | exp.TsOrDsToTimestamp | exp.TsOrDsToDate
    )
    is_span = column.find_ancestor(exp.Sub) is not None
    return (is_function or column.find_ancestor(exp.TimeToStr) is not None) and not is_span


def _is_in_condition(column: exp.Column) -> bool:
    return column.find_ancestor(exp.Where, exp.Case, exp.Having) is not None


def _condition(column: exp.Column) -> str:
    parent = column.parent
    if isinstance(parent, exp.Is):
        return "is_not_null" if isinstance(parent.parent, exp.Not) else "is_null"
    literals = [literal.name for literal in parent.find_all(exp.Literal)] if parent is not None else []
    return f"{type(parent).__name__}:{','.join(literals)}"


def _divisor(column: exp.Column) -> str:
    """100 where the SQL divides by it around or within the sum."""
    node: exp.Expr | None = column
    while node is not None and not isinstance(node, exp.Select | exp.Subquery):
        if isinstance(node.parent, exp.Div) and node.parent.left is node:
            return node.parent.right.name.removesuffix(".0")
        node = node.parent
    return "1"


def measure_relationships(
    name: str, schema: DatabaseSchema, model: SemanticModel, uses: GoldUses, counts: dict[str, Counts]
) -> int:
    truth = {pair for pair in uses.joins if len(pair) == 2} | set(_declared(schema))
    pairs = {
        frozenset(((one.table, own), (one.target, theirs))): one
        for one in model.relationships
        for own, theirs in zip(one.columns, one.target_columns, strict=True)
    }
    parents: dict[Name, set[Name]] = defaultdict(set)
    for one in model.relationships:
        for own, theirs in zip(one.columns, one.target_columns, strict=True):
            parents[one.table, own].add((one.target, theirs))
    for pair in sorted(truth, key=sorted):
        first, second = sorted(pair)
        is_found = pair in pairs or bool(parents[first] & parents[second])
        counts["relationships: recall"].note(is_found, f"{name}: {first} {second}")
    unconfirmed = 0
    for pair, one in pairs.items():
        own = (one.table, one.columns[0])
        is_known = any(own in other for other in truth) and schema_key(schema, one.table) != (one.columns[0],)
        if pair in truth or is_known:
            counts["relationships: precision"].note(pair in truth, f"{name}: {sorted(pair)} {one.probability}")
        else:
            unconfirmed += 1
    return unconfirmed


def schema_key(schema: DatabaseSchema, table: str) -> tuple[str, ...]:
    known = schema.table(table)
    return known.primary_key if known else ()


def _declared(schema: DatabaseSchema) -> Iterator[frozenset[Name]]:
    for table in schema.tables:
        for key in table.foreign_keys:
            target = schema.table(key.ref_table)
            if key.inferred or target is None:
                continue
            for own, theirs in zip(key.columns, key.ref_columns or target.primary_key, strict=True):
                mine, other = table.column(own), target.column(theirs)
                if mine and other:
                    yield frozenset(((table.qualified, mine.name), (target.qualified, other.name)))


def measure_dates(name: str, model: SemanticModel, uses: GoldUses, counts: dict[str, Counts]) -> None:
    by_table: dict[str, Counter[str]] = defaultdict(Counter)
    for (table, column), times in uses.timed.items():
        by_table[table][column] += times
    known = {(date.table, date.column) for date in model.dates}
    for table, columns in sorted(by_table.items()):
        for column in columns:
            counts["dates: known as dates"].note((table, column) in known, f"{name}: {table}.{column}")
        (most, times), *rest = columns.most_common(2)
        if times >= 2 and (not rest or rest[0][1] < times):
            main = model.main_date(table)
            counts["dates: main date"].note(
                bool(main and main.column == most), f"{name}: {table} {main and main.column} {columns}"
            )


def measure_scales(name: str, model: SemanticModel, uses: GoldUses, counts: dict[str, Counts]) -> None:
    measures = {(one.table, one.column): one for one in model.measures}
    dates = {(one.table, one.column) for one in model.dates}
    flags = {(one.table, one.column) for one in (*model.flags, *model.statuses)}
    for used in sorted(uses.summed):
        if used in dates or used in flags:
            continue
        measure = measures.get(used)
        counts["measures: known as measures"].note(measure is not None, f"{name}: {used}")
        divisor, times = uses.divided[used].most_common(1)[0]
        if measure and divisor in ("1", "100") and times * 2 > uses.divided[used].total():
            is_cents = abs(measure.scale - 0.01) < 1e-9
            is_percent = measure.unit in ("percent",)
            right = is_cents == (divisor == "100") or is_percent
            counts["measures: scale"].note(right, f"{name}: {used} {measure.unit} {measure.scale} {uses.divided[used]}")


def measure_conditions(name: str, model: SemanticModel, uses: GoldUses, counts: dict[str, Counts]) -> None:
    """Flags: columns that gold SQL compares with a yes or no. Exclusions: conditions that many queries share."""
    flags = {(one.table, one.column): {str(value) for value in (*one.yes, *one.no)} for one in model.flags}
    excluded = {(one.table, one.condition.column): one for one in model.exclusions}
    opening = {(one.table, one.column) for one in model.dates if one.null_means_open}
    for used, conditions in sorted(uses.compared.items()):
        values = {value for condition in conditions for value in condition.partition(":")[2].split(",") if value}
        if values and all(
            value.casefold() in ("y", "n", "j", "t", "f", "yes", "no", "true", "false") for value in values
        ):
            counts["flags: found with their values"].note(values <= flags.get(used, set()), f"{name}: {used} {values}")
        nulls = conditions["is_null"]
        dated = used in {(one.table, one.column) for one in model.dates}
        if dated and nulls:
            is_known = used in opening or used in excluded
            counts["dates: NULL means open"].note(is_known, f"{name}: {used} {conditions}")
        usual = sum(
            times
            for condition, times in conditions.items()
            if condition.startswith(("NEQ", "is_null")) or _says_no(condition)
        )
        if usual >= 5 and usual >= uses.tables[used[0]] / 3:
            counts["exclusions: found"].note(used in excluded or used in opening, f"{name}: {used} {conditions}")
    for used, one in sorted(excluded.items()):
        counts["exclusions: used by gold SQL"].note(bool(uses.compared.get(used)), f"{name}: {used} {one.kind}")


def _says_no(condition: str) -> bool:
    return condition.casefold() in ("eq:n", "eq:f", "eq:0", "eq:no", "eq:false")


if __name__ == "__main__":
    main(sys.argv[1:])

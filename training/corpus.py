"""Questions with their gold SQL, in the layout of the Spider training set, as examples for the network.

Databases are split as `benchmarks.spider` splits them: the held-out ones are never read here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.spider import part_of, read_schema

from answerable.kernel.schema import DatabaseSchema
from answerable.language.neural.form import Form
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.sql_to_form import SqlToForm
from answerable.language.neural.value_candidates import ValueCandidate, find_candidates
from answerable.language.neural.value_index import ValueIndex
from answerable.sources.cell_values import with_cells
from answerable.sources.infer_keys import with_inferred_keys
from answerable.sources.sqlite.engine import SQLiteEngine

__all__ = ["Database", "Example", "ambiguous_wordings", "open_examples", "plain_wordings"]


@dataclass(frozen=True)
class Database:
    name: str
    items: SchemaItems
    cells: ValueIndex
    former: SqlToForm


@dataclass(frozen=True)
class Example:
    database: Database
    question: str
    sql: str
    values: tuple[ValueCandidate, ...]
    form: Form | None


def open_examples(folder: Path) -> Iterator[Example]:
    """All questions of the open part; `form` is None where the gold SQL has none or a value was not found."""
    asked = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    return _examples(folder, ((item["db_id"], item["question"], item["query"]) for item in asked))


def plain_wordings(folder: Path) -> Iterator[Example]:
    """Of a folder in the layout of AMBROSIA, its open part: every reading of an ambiguous question in its own words."""
    return _examples(folder, ((name, plain, sql) for name, _, plain, sql in _readings(folder)))


def ambiguous_wordings(folder: Path) -> Iterator[Example]:
    """The same readings, each asked for by the ambiguous question: no network can tell which is meant, but it can learn
    that both may be."""
    return _examples(folder, ((name, asked, sql) for name, asked, _, sql in _readings(folder)))


def _readings(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    for item in json.loads((folder / "ambiguous.json").read_text(encoding="utf-8")):
        for one in item["candidates"]:
            yield item["db_id"], item["question"], one["interpretation"], one["query"]


def _examples(folder: Path, asked: Iterable[tuple[str, str, str]]) -> Iterator[Example]:
    databases: dict[str, Database] = {}
    for name, question, sql in asked:
        if part_of(name) != "open":
            continue
        if name not in databases:
            schema = with_keys(folder / "database" / name / f"{name}.sqlite")
            items = SchemaItems(schema)
            databases[name] = Database(name, items, ValueIndex(schema), SqlToForm(items))
        database = databases[name]
        values = find_candidates(question, database.cells)
        yield Example(database, question, sql, values, database.former.form(sql, values))


def with_keys(path: Path) -> DatabaseSchema:
    """The schema as a source reads it: with the keys nobody declared, and a few rows."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = lambda raw: raw.decode("utf-8", "ignore")

    def sample(table: str, column: str, count: int) -> list[object]:
        sql = f'SELECT DISTINCT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL LIMIT {count}'
        return [row[0] for row in connection.execute(sql)]

    try:
        with closing(SQLiteEngine(str(path))) as engine:
            return with_cells(with_inferred_keys(read_schema(path), sample), engine.rows)
    finally:
        connection.close()

"""On real engines: a restricted column restricts what the engine derives from it, under whatever name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from answerable.agent.execution.masking import mask_result
from answerable.guard import Policy, check, seen_through
from answerable.kernel.errors import AnswerableError
from answerable.kernel.settings import Settings
from answerable.sources import Limits, Source, open_source
from tests.guard.derived_engines import CANARY, NUMBER, POLICY, cases, prepare

DIALECTS = ("sqlite", "duckdb", "postgres", "mysql")
LIMITS = Limits(rows=100, seconds=20)


@pytest.fixture(scope="module", params=DIALECTS)
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder = tmp_path_factory.mktemp(request.param)
    spec = prepare(request.param, request, folder)
    with closing(open_source(spec, Settings(), folder=folder)) as opened:
        yield opened


def test_nothing_hidden_comes_out(source: Source) -> None:
    schema = source.schema()
    leaks, passed = [], []
    for sql in cases(schema.dialect, "refused"):
        verdict = check(sql, dialect=schema.dialect, schema=schema, policy=POLICY)
        if verdict.allowed:
            passed.append(sql)
            leaks.append((sql, _seen(source, sql, POLICY)))
    assert passed == [], leaks


def test_harmless_neighbours_pass(source: Source) -> None:
    schema = source.schema()
    for sql in cases(schema.dialect, "fine"):
        verdict = check(sql, dialect=schema.dialect, schema=schema, policy=POLICY)
        assert verdict.allowed, (sql, verdict.findings)
        seen = _seen(source, sql, POLICY)
        if isinstance(seen, AnswerableError):
            raise AssertionError(sql) from seen
        assert CANARY not in seen.lower() and str(NUMBER) not in seen, sql


def _seen(source: Source, sql: str, policy: Policy) -> str | AnswerableError:
    schema = source.schema()
    try:
        result = source.run(sql, LIMITS)
    except AnswerableError as error:
        return error
    return repr(mask_result(result, check(sql, dialect=schema.dialect, schema=schema, policy=policy)).table.to_pylist())


def test_a_generated_column_is_as_hidden_as_what_it_is_made_of(source: Source) -> None:
    view = seen_through(POLICY, source.schema())
    customers = view.readable().table("customers")
    assert customers is not None
    names = [column.name for column in customers.columns]
    assert "ssn" not in names and "shout" not in names and "whisper" not in names
    assert {"name", "length_of_name", "tone"} <= set(names)
    silent = view.without_values().table("customers")
    assert silent is not None
    told = repr([column for column in silent.columns if column.name in ("ssn", "shout", "whisper", "mail", "tone")])
    assert CANARY not in told.lower()


def test_an_expression_nobody_can_read_restricts_as_all_of_its_table(source: Source) -> None:
    schema = source.schema()
    tables = [
        replace(
            table,
            columns=tuple(
                replace(column, generated_from="" if column.name == "length_of_name" else column.generated_from)
                for column in table.columns
            ),
        )
        for table in schema.tables
    ]
    changed = replace(schema, tables=tuple(tables))
    sql = "SELECT length_of_name FROM customers"
    assert not check(sql, dialect=schema.dialect, schema=changed, policy=POLICY).allowed
    assert check(sql, dialect=schema.dialect, schema=schema, policy=POLICY).allowed

"""Views on real engines: required filters reach through them, and those whose rows tell of restricted columns are
refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from answerable.guard import Policy, Verdict, check
from answerable.kernel.schema import DatabaseSchema, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from tests.guard.case_files import FOLDER
from tests.sources.made import ENGINES, make_database

VIEWS: list[dict[str, Any]] = tomllib.loads((FOLDER / "view_rows.toml").read_text("utf-8"))["view"]
TABLES = (
    "CREATE TABLE orders (id INTEGER, customer_id INTEGER, total INTEGER, status VARCHAR(20), deleted_at VARCHAR(20))",
    "CREATE TABLE archive (id INTEGER, status VARCHAR(20), deleted_at VARCHAR(20))",
    "CREATE TABLE customers (id INTEGER, name VARCHAR(20), ssn VARCHAR(20), email VARCHAR(40), income INTEGER,"
    " town VARCHAR(20))",
    "INSERT INTO orders VALUES (1, 1, 5, 'paid', NULL), (2, 1, 7, 'test', NULL), (3, 1, 9, 'paid', '2024-01-01')",
    "INSERT INTO customers VALUES (1, 'Ann', '123-45-6789', 'ann@example.com', 120, 'Ulm')",
)
FILTERS = Policy.from_dict({"required_filters": {"orders": "deleted_at IS NULL AND status <> 'test'"}})
COLUMNS = {
    "blocked_columns": ["customers.ssn"],
    "masked_columns": ["customers.email"],
    "aggregate_only_columns": ["customers.income"],
}


@dataclass(frozen=True)
class Made:
    engine: str
    schema: DatabaseSchema

    def check(self, sql: str, policy: Policy) -> Verdict:
        return check(sql, dialect=self.schema.dialect, schema=self.schema, policy=policy)

    def views(self, key: str, value: object) -> Iterator[Table]:
        for view in VIEWS:
            if view.get(key) == value and self.engine in view.get("engines", ENGINES):
                found = self.schema.table(view["name"])
                assert found is not None and found.is_view, view["name"]
                yield found


@pytest.fixture(scope="module", params=ENGINES)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("views")
    kinds = [(view, "MATERIALIZED VIEW" if view.get("materialized") else "VIEW") for view in VIEWS]
    statements = [
        f"CREATE {kind} {view['name']} AS {view['sql']}"
        for view, kind in kinds
        if request.param in view.get("engines", ENGINES)
    ]
    spec = make_database(request, Path(folder), request.param, (*TABLES, *statements))
    with open_source(spec, Settings(workspace=str(Path(folder) / "workspace")), folder=Path(folder)) as source:
        return Made(request.param, source.schema())


def test_a_view_that_holds_the_filter_is_read(made: Made) -> None:
    for view in made.views("filter", "held"):
        verdict = made.check(f"SELECT * FROM {view.name}", FILTERS)
        assert verdict.allowed, (view.definition, [finding.message for finding in verdict.errors])


def test_a_view_without_the_filter_is_refused_with_view_table_and_filter(made: Made) -> None:
    for view in made.views("filter", "missing"):
        verdict = made.check(f"SELECT * FROM {view.name}", FILTERS)
        assert [finding.code for finding in verdict.errors][:1] == ["required_filter"], view.definition
        message = verdict.errors[0].message
        assert "The view '" in message and "orders'" in message and "status <> 'test'" in message


def test_view_lineage_does_not_stand_in_for_a_filter(made: Made) -> None:
    policy = Policy.from_dict(
        {"required_filters": dict(FILTERS.required_filters), "view_lineage": {"all_orders.id": "orders.id"}}
    )
    assert not made.check("SELECT id FROM all_orders", policy).allowed


def test_a_view_whose_rows_depend_on_a_restricted_column_is_refused(made: Made) -> None:
    for view in made.views("restricted", True):
        verdict = made.check(f"SELECT count(*) FROM {view.name}", Policy.from_dict(COLUMNS))
        assert verdict.errors[0].code == "restricted_view", view.definition
        assert made.check(f"SELECT count(*) FROM {view.name}", FILTERS).allowed


def test_a_view_that_only_shows_a_restricted_column_may_be_read_without_it(made: Made) -> None:
    for view in made.views("restricted", False):
        verdict = made.check(f"SELECT {view.columns[0].name} FROM {view.name}", Policy.from_dict(COLUMNS))
        assert verdict.allowed, (view.definition, [finding.message for finding in verdict.errors])


def test_view_lineage_releases_a_view(made: Made) -> None:
    policy = Policy.from_dict({**COLUMNS, "view_lineage": {"by_ssn.id": "by_ssn.id"}})
    assert made.check("SELECT id FROM by_ssn", policy).allowed
    assert not made.check("SELECT id FROM ssn_starts", policy).allowed


def test_a_view_that_calls_a_function_of_the_operators_own_is_refused(made: Made) -> None:
    tables = [table for table in made.schema.tables if table.name != "towns"]
    definition = "SELECT id, look_up(id) AS name FROM customers"
    view = Table("towns", made.schema.table("with_mail").columns, is_view=True, definition=definition)  # type: ignore[union-attr]
    schema = DatabaseSchema(made.schema.dialect, (*tables, view))
    for policy, code in ((Policy.from_dict(COLUMNS), "restricted_view"), (FILTERS, "required_filter")):
        verdict = check("SELECT name FROM towns", dialect=schema.dialect, schema=schema, policy=policy)
        assert [finding.code for finding in verdict.errors] == [code]


def test_a_view_without_a_definition_is_refused_while_filters_are_required(made: Made) -> None:
    view = Table("riddle", made.schema.table("with_mail").columns, is_view=True)  # type: ignore[union-attr]
    schema = DatabaseSchema(made.schema.dialect, (*made.schema.tables, view))
    assert not check("SELECT id FROM riddle", dialect=schema.dialect, schema=schema, policy=FILTERS).allowed
    assert check("SELECT id FROM riddle", dialect=schema.dialect, schema=schema).allowed

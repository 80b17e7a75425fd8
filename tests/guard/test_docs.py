"""Every rule explains itself, and the page about the guard is made from what the rules say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.guard import Layer, Policy, check
from answerable.guard.parse.allow_lists import DIALECTS, allow_list_for
from answerable.guard.rules import RULES, GuardRule
from answerable.guard.rules_page import page
from answerable.kernel.schema import Column, DatabaseSchema, Index, Kind, Table

PAGE = Path(__file__).parents[2] / "docs" / "guard.md"

DIALECT_OF = {
    "syntax": "duckdb",
    "table_function": "duckdb",
    "comment_trick": "mysql",
    "session": "mysql",
    "index_hint": "sqlite",
}
POLICY_OF: dict[str, dict[str, Any]] = {
    "table_not_allowed": {"allowed_tables": ["orders", "employees"]},
    "column_not_allowed": {"blocked_columns": ["employees.salary"]},
    "lookalike_names": {"blocked_columns": ["customers.email"]},
    "masked_column": {"masked_columns": ["customers.email"]},
    "aggregate_only": {"aggregate_only_columns": ["employees.salary"]},
    "unsorted_rows": {"blocked_columns": ["customers.ssn"]},
    "index_hint": {"blocked_columns": ["customers.ssn"]},
    "restricted_view": {"blocked_columns": ["customers.ssn"]},
    "failing_condition": {"required_filters": {"customers": "status <> 'closed'"}},
    "required_filter": {"required_filters": {"invoices": "cancelled_at IS NULL"}},
}


def _table(name: str, **columns: str) -> Table:
    return Table(name, tuple(Column(c, t, Kind.OTHER) for c, t in columns.items()), primary_key=("id",))


SCHEMA = DatabaseSchema(
    "postgres",
    (
        _table("orders", id="integer", total_amount="numeric"),
        _table("order_items", id="integer", order_id="integer"),
        Table(
            "customers",
            (
                *_table("", id="integer", ssn="text", email="text").columns,
                Column("status", "text", Kind.TEXT, common_values=("active", "closed"), distinct_estimate=2),
            ),
            primary_key=("id",),
            indexes=(Index("customers_ssn", ("ssn",)),),
        ),
        _table("products", id="integer"),
        _table("employees", id="integer", salary="numeric", department="text"),
        _table("invoices", id="integer", cancelled_at="timestamp"),
        _table("api_keys", id="integer", secret="text"),
        replace(
            _table("vip_customers", id="integer"),
            is_view=True,
            definition="SELECT id FROM customers WHERE ssn LIKE '1%'",
        ),
    ),
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_explains_itself_and_finds_its_own_example(rule: GuardRule) -> None:
    assert rule.__doc__ and rule.title and rule.why and rule.fix
    policy = Policy.from_dict(POLICY_OF.get(rule.code, {}))
    verdict = check(rule.bad, dialect=DIALECT_OF.get(rule.code, "postgres"), schema=SCHEMA, policy=policy)
    assert rule.code in [finding.code for finding in verdict.findings]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_has_its_place_on_the_page(rule: GuardRule) -> None:
    text = page()
    assert f"### `{rule.code}`: {rule.title} ({rule.severity})" in text
    assert rule.why in text
    assert str(rule.fix) in text


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "make it anew: python -m answerable.guard.rules_page > docs/guard.md"


def test_codes_are_unique_and_every_layer_has_rules() -> None:
    codes = [rule.code for rule in RULES]
    assert len(codes) == len(set(codes))
    assert {rule.layer for rule in RULES} == set(Layer)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_lists_are_lower_case(dialect: str) -> None:
    allowed = allow_list_for(dialect)
    for words in (allowed.functions, allowed.table_functions, allowed.types, allowed.hints, allowed.catalogs):
        assert all(word == word.lower() for word in words)

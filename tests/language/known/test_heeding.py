"""Beside the case tables: what knowledge leaves alone, joins that people know of, dialects, what is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlglot

from answerable.kernel.knowledge import (
    AgentLearning,
    BusinessRule,
    CanonicalMetric,
    ColumnNote,
    Known,
    RelatedTable,
    TableKnowledge,
    UseColumn,
    VerifiedQuery,
)
from answerable.kernel.schema import DatabaseSchema
from answerable.language import EmbeddedTranslator
from answerable.language.knowledge.visible_knowledge import within
from tests.language.databases import TODAY, schema
from tests.language.known.knowledge import TRANSLATOR, Asked, ask, known, rows

SHOP = schema("shop")
ELSEWHERE = Known(metrics=(CanonicalMetric("ARR", "", "SELECT SUM(revenue) FROM orders"),))


@pytest.mark.parametrize("question", ["total revenue by month in 2024", "how many customers by country", "customers"])
def test_what_is_not_spoken_of_changes_nothing(question: str) -> None:
    alone = TRANSLATOR.translate(question, SHOP, TODAY)
    assert TRANSLATOR.translate(question, SHOP, replace(TODAY, known=ELSEWHERE)) == alone


def test_the_same_knowledge_gives_the_same_translation() -> None:
    context = replace(TODAY, known=known("shop"))
    fresh = [EmbeddedTranslator().translate("MRR of VIPs by country", SHOP, context) for _ in range(2)]
    assert fresh[0] == fresh[1]


def test_changed_knowledge_is_heeded_at_once() -> None:
    changed = replace(ELSEWHERE.metrics[0], sql_template="SELECT COUNT(*) FROM orders")
    translator = EmbeddedTranslator()
    asked = [
        translator.translate("ARR", SHOP, replace(TODAY, known=Known(metrics=(metric,))))
        for metric in (*ELSEWHERE.metrics, changed)
    ]
    assert [one.best.sql for one in asked if one.best] == [
        "SELECT SUM(revenue) AS arr FROM orders",
        "SELECT COUNT(*) AS arr FROM orders",
    ]


def test_a_join_hint_joins_tables_without_a_key() -> None:
    bare = replace(SHOP, tables=tuple(replace(table, foreign_keys=()) for table in SHOP.tables))
    hint = RelatedTable("customers", "orders.customer_id = customers.id")
    facts = Known(tables=(TableKnowledge("orders", related_tables=(hint,)),))
    found = TRANSLATOR.translate("total revenue by country", bare, replace(TODAY, known=facts))
    gold = "SELECT country, SUM(revenue) FROM orders JOIN customers ON customer_id = customers.id GROUP BY 1"
    assert found.best is not None
    assert rows("shop", found.best.sql) == rows("shop", gold)
    assert [one.name for one in found.applied] == ["orders"]


def test_a_join_hint_that_tells_no_rows_apart_is_not_guessed_at() -> None:
    bare = replace(SHOP, tables=tuple(replace(table, foreign_keys=()) for table in SHOP.tables))
    hint = RelatedTable("orders", "customers.country = orders.channel")
    facts = Known(tables=(TableKnowledge("customers", related_tables=(hint,)),))
    found = TRANSLATOR.translate("total revenue by country", bare, replace(TODAY, known=facts))
    assert found.best is None or "channel" not in found.best.sql


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql", "spark"])
def test_a_metric_is_written_in_the_dialect_of_its_source(dialect: str) -> None:
    context = replace(TODAY, known=known("shop"))
    found = EmbeddedTranslator().translate("AOV by month in 2024", schema("shop", dialect), context)
    assert found.best is not None
    tree = sqlglot.parse_one(found.best.sql, dialect=dialect)
    assert tree.find(sqlglot.exp.Join) is not None
    assert "deleted_at IS NULL" in found.best.sql


def test_a_metric_of_that_name_takes_the_place_of_a_column() -> None:
    facts = Known(
        metrics=(CanonicalMetric("Revenue", "", "SELECT SUM(revenue) FROM orders WHERE status <> 'pending'"),)
    )
    for question in ("revenue", "total revenue", "order revenue"):
        best = TRANSLATOR.translate(question, SHOP, replace(TODAY, known=facts)).best
        assert best is not None
        assert best.sql == "SELECT SUM(revenue) AS revenue FROM orders WHERE status <> 'pending'"


def test_two_verified_queries_that_differ_are_asked_back() -> None:
    queries = tuple(
        VerifiedQuery(name, "How many orders count?", sql)
        for name, sql in (("All", "SELECT COUNT(*) FROM orders"), ("Real", "SELECT COUNT(revenue) FROM orders"))
    )
    found = TRANSLATOR.translate("how many orders count", SHOP, replace(TODAY, known=Known(verified_queries=queries)))
    assert found.clarification is not None
    assert [str(reading.text) for reading in found.clarification.readings] == ["All", "Real"]


@pytest.mark.needs_network_weights
def test_text_of_an_entry_is_one_line_in_an_answer() -> None:
    rule = BusinessRule("Odd\x1b[31m", "line\nend " + "x" * 999, applies_to_tables=("orders",))
    found = TRANSLATOR.translate("how many orders", SHOP, replace(TODAY, known=Known(rules=(rule,))))
    said = str(found.assumptions[-1])
    assert said.isprintable()
    assert len(said) <= 300


# -- what an asker may not see


def _without(table: str, *columns: str) -> DatabaseSchema:
    """The shop without a table, or without some of its columns."""
    kept = [
        replace(one, columns=tuple(c for c in one.columns if c.name not in columns)) if one.name == table else one
        for one in SHOP.tables
        if one.name != table or columns
    ]
    return replace(SHOP, tables=tuple(kept))


HIDDEN = Known(
    tables=(
        TableKnowledge("returns", data_quality_notes=("secret",)),
        TableKnowledge("orders", related_tables=(RelatedTable("returns"),), column_notes=(ColumnNote("revenue", "x"),)),
    ),
    metrics=(
        CanonicalMetric("Refunds", "", "SELECT SUM(refund_cents) FROM returns"),
        CanonicalMetric("Orders", "", "SELECT COUNT(*) FROM orders"),
        CanonicalMetric("Stale", "", "SELECT COUNT(*) FROM suppliers"),
    ),
    verified_queries=(VerifiedQuery("Reasons", "Why?", "SELECT reason FROM returns"),),
    rules=(
        BusinessRule("About returns", "secret", applies_to_tables=("returns",)),
        BusinessRule("About orders", "open", applies_to_tables=("orders",)),
    ),
    learnings=(AgentLearning("secret", effect=UseColumn("returns.id", "returns.refund_cents")),),
)


def test_knowledge_of_a_hidden_table_is_not_known() -> None:
    seen = within(HIDDEN, SHOP, _without("returns"))
    assert [table.table_name for table in seen.tables] == ["orders"]
    assert seen.tables[0].related_tables == ()
    assert [metric.name for metric in seen.metrics] == ["Orders", "Stale"]
    assert (seen.verified_queries, seen.learnings) == ((), ())
    assert [rule.title for rule in seen.rules] == ["About orders"]


def test_knowledge_of_a_hidden_column_is_not_known() -> None:
    seen = within(HIDDEN, SHOP, _without("returns", "refund_cents"))
    assert [metric.name for metric in seen.metrics] == ["Orders", "Stale"]
    assert [query.name for query in seen.verified_queries] == ["Reasons"]
    assert seen.learnings == ()


def test_where_nothing_is_hidden_all_is_known() -> None:
    assert within(HIDDEN, SHOP, SHOP) is HIDDEN


def test_a_required_filter_stays_where_its_column_is_hidden() -> None:
    """The guard then refuses the query: to leave the filter out would show more than is allowed."""
    rule = BusinessRule("Live only", "", applies_to_tables=("customers",), required_filter="deleted_at IS NULL")
    assert within(Known(rules=(rule,)), SHOP, _without("customers", "deleted_at")).rules == (rule,)


def test_a_refusal_to_combine_keeps_the_metric_from_the_network() -> None:
    found = ask(Asked("shop", "MRR by category"))
    assert found.candidates == ()

"""Whatever stands in an entry, a translator that heeds it answers or asks back; it never raises."""

from __future__ import annotations

import tomllib
from dataclasses import replace

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from answerable.kernel.knowledge import (
    AgentLearning,
    BusinessRule,
    CanonicalMetric,
    ColumnNote,
    JoinBy,
    Known,
    RelatedTable,
    RequireFilter,
    TableKnowledge,
    UseColumn,
    UseTable,
    UseValue,
    VerifiedQuery,
    WordMeans,
)
from answerable.language import EmbeddedTranslator
from tests.language.databases import TODAY, schema
from tests.language.known.knowledge import CASES

_PIECES = st.sampled_from(tomllib.loads((CASES / "fitting.toml").read_text(encoding="utf-8"))["pieces"])
_TEXT = st.lists(_PIECES, max_size=8).map(" ".join) | st.text(max_size=30)
_NAMES = st.sampled_from(["orders", "orders.revenue", "customers.id", "gone", "orders.gone", "", "."])


def _known(sql: str, text: str, name: str) -> Known:
    effects = (
        UseColumn(name, "orders.id", text),
        UseTable(name, "products"),
        UseValue(name, text, sql),
        JoinBy(sql),
        RequireFilter(sql),
        WordMeans(text, name),
    )
    return Known(
        tables=(
            TableKnowledge(name, sql, (text,), (sql,), "", "", (RelatedTable(name, sql),), (ColumnNote(name, text),)),
        ),
        metrics=(CanonicalMetric("figure", text, sql, synonyms=(text,), date_column=name),),
        verified_queries=(VerifiedQuery(text, text, sql), VerifiedQuery("Orders", "how many orders", sql)),
        rules=(BusinessRule(text, sql, (name, "orders"), ("figure",), (), "odd", (text,), sql, sql),),
        learnings=tuple(AgentLearning(text, applies_to_tables=("orders",), effect=effect) for effect in effects),
    )


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(sql=_TEXT, text=_TEXT, name=_NAMES)
@example(sql="SELECT SUM(revenue) FROM orders", text="", name="orders.revenue")
@example(sql="(" * 500, text="?", name="orders")
@example(sql="status = 'x'", text="revenue", name="orders.revenue")
def test_no_text_breaks_the_translator(sql: str, text: str, name: str) -> None:
    context = replace(TODAY, known=_known(sql, text, name))
    translator = EmbeddedTranslator()
    for question in ("figure by month", "how many odd orders", "revenue by channel in 2024", "how many orders"):
        translator.translate(question, schema("shop"), context)

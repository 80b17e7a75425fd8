"""One entry of each kind with every field filled, as plain data."""

from __future__ import annotations

from typing import Any

from answerable.knowledge.models import MODELS, StoredEntry, model_of
from answerable.projects.models import Project
from tests.web.people import default_project

__all__ = ["FULL", "LEAST", "store"]

FULL: dict[str, dict[str, Any]] = {
    "table_knowledge": {
        "table_name": "orders",
        "description": "One row an order.",
        "synonyms": ["purchases"],
        "use_cases": ["Revenue reporting"],
        "data_quality_notes": ["amount is in cents"],
        "owner": "Finance",
        "refresh_frequency": "daily at 3am UTC",
        "related_tables": [{"table": "users", "join_hint": "orders.user_id = users.id", "note": "Who ordered"}],
        "column_notes": {"amount": "Stored in cents."},
        "column_synonyms": {"amount": ["turnover", "매출"]},
        "status": "active",
    },
    "metric": {
        "name": "MRR",
        "definition": "Sum of active subscriptions.",
        "sql_template": "SELECT SUM(amount)\nFROM orders\nWHERE {{date_range}}",
        "unit": "USD",
        "date_column": "orders.ordered_on",
        "synonyms": ["recurring revenue"],
        "owner": "Finance",
        "caveats": ["Without enterprise contracts"],
        "tags": ["finance"],
        "status": "draft",
    },
    "verified_query": {
        "name": "Orders by user",
        "description": "How many orders has each user?",
        "wordings": ["orders per user"],
        "sql": "SELECT user_id, COUNT(*) AS n FROM orders GROUP BY user_id",
        "tags": ["growth"],
        "tables_used": ["orders"],
        "verified_by": "ada",
        "verified_at": "2026-02-03T04:05:06+00:00",
        "status": "retired",
    },
    "business_rule": {
        "title": "Soft deletes",
        "description": "Deleted orders stay in the table.",
        "applies_to_tables": ["orders"],
        "applies_to_metrics": ["MRR"],
        "term": "live",
        "synonyms": ["valid"],
        "condition": "orders.deleted_at IS NULL",
        "required_filter": "deleted_at IS NULL",
        "tags": ["gotcha"],
        "status": "active",
    },
    "learning": {
        "description": "Amounts are in net, not amount.",
        "category": "naming",
        "applies_to_tables": ["orders"],
        "effect": {"kind": "use_column", "wrong": "orders.amount", "right": "orders.net", "word": ""},
        "original_error": "no such column: amount",
        "original_sql": "SELECT SUM(amount) FROM orders",
        "corrected_sql": "SELECT SUM(net) FROM orders",
        "confidence_score": 0.75,
        "times_applied": 3,
        "is_active": False,
        "promoted_to": "business_rule",
        "discovered_in_conversation": "6ba7b810",
        "discovered_by_user": "ada",
    },
}
LEAST: dict[str, dict[str, Any]] = {
    "table_knowledge": {"table_name": "orders", "description": "One row an order."},
    "metric": {"name": "MRR", "definition": "Sum.", "sql_template": "SELECT SUM(amount) FROM orders"},
    "verified_query": {"name": "Orders", "description": "How many orders?", "sql": "SELECT COUNT(*) FROM orders"},
    "business_rule": {"title": "Cents", "description": "Amounts are in cents."},
    "learning": {"description": "Amounts are in cents."},
}
"""What has no default."""
assert [*FULL] == [*LEAST] == [model.kind.name for model in MODELS]


def store(kind: str, in_project: Project | None = None, /, **said: Any) -> StoredEntry:
    return model_of(kind)._default_manager.create(project=in_project or default_project(), **{**LEAST[kind], **said})

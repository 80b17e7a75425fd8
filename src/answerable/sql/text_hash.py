"""The one hash of a SQL text."""

from __future__ import annotations

import hashlib

__all__ = ["hash_sql"]


def hash_sql(sql: str) -> str:
    """SHA-256 of the exact text: approvals, verdicts and records name a query by it."""
    return hashlib.sha256(sql.encode("utf-8", "surrogatepass")).hexdigest()

"""Parts of texts that no question named."""

from __future__ import annotations

import pytest

from answerable.language.reranking.invented_patterns import invents_pattern


@pytest.mark.parametrize(
    ("question", "sql", "invents"),
    [
        ("how many products are discontinued", "SELECT COUNT(*) FROM p WHERE discontinued_on LIKE '%1%'", True),
        ("Scented Candles we sell", "SELECT name FROM p WHERE LOWER(name) LIKE '%scented candle%'", False),
        ("all Cragmoor products", "SELECT name FROM p WHERE name LIKE 'Cragmoor %'", False),
        ("all products", "SELECT name FROM p WHERE name = 'x'", False),
        ("all products", "SELECT name FROM p WHERE name LIKE other", False),
    ],
)
def test_a_pattern_must_be_said(question: str, sql: str, invents: bool) -> None:
    assert invents_pattern(question, sql, "sqlite") is invents

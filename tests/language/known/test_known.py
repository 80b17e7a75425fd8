"""What is known changes what is answered: figures as defined, words as people use them, corrections as learned."""

from __future__ import annotations

import pytest

from answerable import guard
from tests.language.databases import schema
from tests.language.known.knowledge import Asked, ask, asked, rows

_SURE = 0.75


@pytest.mark.parametrize(
    "case",
    [case for file in ("metrics.toml", "verified.toml", "words.toml", "learnings.toml") for case in asked(file)],
    ids=lambda case: f"{case.database}: {' / '.join((*case.after, case.question))}",
)
def test_what_is_known_is_heeded(case: Asked) -> None:
    found = ask(case)
    names = {one.name for one in found.applied}
    assert found.path == case.path
    assert names >= set(case.applied)
    assert not names & set(case.not_applied)
    assert all(any(note in str(said) for said in found.assumptions) for note in case.notes), found.assumptions
    if case.gold:
        assert found.best is not None, found.clarification
        assert rows(case.database, found.best.sql) == rows(case.database, case.gold), found.best.sql
        assert found.best.confidence >= _SURE
        assert found.clarification is None
        assert guard.check(found.best.sql, dialect="sqlite", schema=schema(case.database)).allowed
    for words in case.asks:
        assert found.clarification is not None
        assert words in str(found.clarification.question)

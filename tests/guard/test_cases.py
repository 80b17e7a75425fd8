"""What the guard says to the statements in the case tables, with a schema and without one."""

from __future__ import annotations

import pytest

from answerable.guard import Policy, Verdict, check
from tests.guard.case_files import DIALECTS, POLICY, SCHEMA, common, odd_characters, own

GUARDED = Policy.from_dict(POLICY)


def verdicts(sql: str, dialect: str, policy: Policy | None = None) -> list[Verdict]:
    """With a schema and without one: the verdict is to be the same."""
    return [check(sql, dialect=dialect, schema=schema, policy=policy) for schema in (SCHEMA, None)]


@pytest.mark.parametrize(("dialect", "sql"), own("allow"))
def test_an_honest_query_passes(dialect: str, sql: str) -> None:
    for verdict in verdicts(sql, dialect):
        assert verdict.allowed, verdict.errors


@pytest.mark.parametrize(("dialect", "sql"), own("reject"))
def test_a_harmful_statement_is_refused_with_a_reason(dialect: str, sql: str) -> None:
    for verdict in verdicts(sql, dialect):
        assert not verdict.allowed
        assert all(error.message and error.hint and error.code != "internal" for error in verdict.errors)


@pytest.mark.parametrize(("dialect", "sql"), common("policy-allow"))
def test_what_the_policy_allows_passes(dialect: str, sql: str) -> None:
    for verdict in verdicts(sql, dialect, GUARDED):
        assert verdict.allowed, verdict.errors


@pytest.mark.parametrize(("dialect", "sql"), common("policy-reject") + own("policy-reject"))
def test_what_the_policy_blocks_is_refused_however_it_is_asked(dialect: str, sql: str) -> None:
    for verdict in verdicts(sql, dialect, GUARDED):
        assert not verdict.allowed
        assert all(error.code != "internal" for error in verdict.errors)


@pytest.mark.parametrize(("dialect", "sql"), common("policy-reject"))
def test_it_is_the_policy_that_refuses(dialect: str, sql: str) -> None:
    """Without the policy the same statements pass, but for the one that reads another database."""
    if "other." not in sql:
        verdict = check(sql, dialect=dialect, schema=SCHEMA)
        assert verdict.allowed, verdict.errors


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("why", "sql"), odd_characters())
def test_disguised_text_is_refused(why: str, sql: str, dialect: str) -> None:
    for verdict in verdicts(sql, dialect):
        assert not verdict.allowed, why
        assert all(error.code != "internal" for error in verdict.errors)

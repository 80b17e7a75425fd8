"""Changing how a statement looks does not change what is said to it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from answerable.guard import Policy, check
from tests.guard.case_files import POLICY, SCHEMA, common, own

GUARDED = Policy.from_dict(POLICY)
QUOTED = re.compile(r"('[^']*'|\"[^\"]*\"|`[^`]*`|\$\$.*?\$\$|\$tag\$.*?\$tag\$|--[^\n]*|/\*.*?\*/)", re.DOTALL)


def outside_quotes(sql: str, change: Callable[[str], str]) -> str:
    return "".join(piece if at % 2 else change(piece) for at, piece in enumerate(QUOTED.split(sql)))


def random_case(sql: str, chance: random.Random) -> str:
    return outside_quotes(sql, lambda piece: "".join(chance.choice((c.lower(), c.upper())) for c in piece))


def white_space(sql: str, chance: random.Random) -> str:
    return outside_quotes(sql, lambda piece: re.sub(" ", lambda _: chance.choice((" ", "\n", "\t", "  \r\n")), piece))


def commented(sql: str, chance: random.Random) -> str:
    return outside_quotes(sql, lambda piece: re.sub(" ", lambda _: chance.choice((" ", "/**/", " -- x\n")), piece))


def punctuated(sql: str, chance: random.Random) -> str:
    """White space and comments round parentheses and commas, where nobody expects them."""
    fillers = ("", " ", "\n", "/* x */", " -- y\n")
    return outside_quotes(
        sql, lambda piece: re.sub(r"[(),]", lambda m: f"{chance.choice(fillers)}{m[0]}{chance.choice(fillers)}", piece)
    )


def framed(sql: str, chance: random.Random) -> str:
    return f"-- SELECT\n/* lead */ {sql}\n/* trail */ -- end"


def wrapped(sql: str, chance: random.Random) -> str:
    body = sql.rstrip("; ")
    if chance.random() < 0.5:
        return f"SELECT * FROM ({body}\n) AS wrapped_up"
    return f"WITH wrapped_up AS ({body}\n) SELECT * FROM wrapped_up"


MUTATIONS = [random_case, white_space, commented, punctuated, framed, wrapped]


@pytest.mark.parametrize("mutate", MUTATIONS)
@pytest.mark.slow
def test_no_mutant_of_a_refused_statement_passes(mutate: Callable[[str, random.Random], str]) -> None:
    chance = random.Random(20240229)
    passed = []
    for dialect, sql in own("reject"):
        if "unterminated" in sql:  # what is added behind would end the comment
            continue
        mutant = mutate(sql, chance)
        for schema in (SCHEMA, None):
            if check(mutant, dialect=dialect, schema=schema).allowed:
                passed.append((dialect, mutant))
    assert passed == []


@pytest.mark.parametrize("mutate", MUTATIONS)
@pytest.mark.slow
def test_no_mutant_of_a_blocked_statement_passes(mutate: Callable[[str, random.Random], str]) -> None:
    chance = random.Random(7)
    cases = common("policy-reject") + own("policy-reject")
    mutants = [(dialect, mutate(sql, chance)) for dialect, sql in cases]
    assert [
        (d, sql)
        for d, sql in mutants
        for s in (SCHEMA, None)
        if check(sql, dialect=d, schema=s, policy=GUARDED).allowed
    ] == []


@pytest.mark.parametrize("mutate", MUTATIONS)
def test_a_mutant_of_an_honest_query_passes(mutate: Callable[[str, random.Random], str]) -> None:
    chance = random.Random(3)
    mutants = [(dialect, mutate(sql, chance)) for dialect, sql in own("allow") if "--" not in sql and "#" not in sql]
    assert [(d, sql, v.errors) for d, sql in mutants if not (v := check(sql, dialect=d, schema=SCHEMA)).allowed] == []

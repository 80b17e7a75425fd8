"""A small run of the fuzzer that judges the policy; the long one is `python -m benchmarks.policy_fuzzer`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import sqlglot
from benchmarks.policy_fuzzer.__main__ import report
from benchmarks.policy_fuzzer.engines import ENGINES, Engine, SQLiteFiles, engine_for
from benchmarks.policy_fuzzer.expressions import Scope, Shown
from benchmarks.policy_fuzzer.failures import Failure, read_failure, write_failure
from benchmarks.policy_fuzzer.figures import KnownFigures
from benchmarks.policy_fuzzer.model import AGGREGATE, MASKED, OPEN, Case, Column, Policy, Relation
from benchmarks.policy_fuzzer.policies import with_policy
from benchmarks.policy_fuzzer.product import Outcome
from benchmarks.policy_fuzzer.queries import Queries
from benchmarks.policy_fuzzer.rewrites import REWRITES, Rewrite
from benchmarks.policy_fuzzer.rounds import Tally, fuzz, play_round
from benchmarks.policy_fuzzer.schemas import random_case
from benchmarks.policy_fuzzer.shrinking import shrink, without_limits
from benchmarks.policy_fuzzer.stars import random_star
from benchmarks.policy_fuzzer.trial import Trial
from benchmarks.policy_fuzzer.twins import Twins, make_twins
from benchmarks.policy_fuzzer.verdicts import Judge

pytestmark = pytest.mark.slow

SEEDS = {"sqlite": 11, "duckdb": 12, "postgres": 13, "mysql": 14}
STATEMENTS = 160
PER_ROUND = 80
FIXTURES = {"postgres": "postgres_server", "mysql": "mariadb_server"}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    server = request.getfixturevalue(FIXTURES[request.param]) if request.param in FIXTURES else None
    yield engine_for(request.param, tmp_path, server)


def test_nothing_hidden_comes_out(engine: Engine, tmp_path: Path) -> None:
    tally = fuzz(engine, SEEDS[engine.name], STATEMENTS, tmp_path, per_round=PER_ROUND)
    assert [(one.kind, one.seed, one.shortened, one.detail) for one in tally.failures] == []
    assert tally.passed > STATEMENTS / 6
    assert tally.errors < tally.passed / 2


def test_without_a_policy_everything_comes_out(engine: Engine, tmp_path: Path) -> None:
    """The judge sees what nobody stops."""
    with Trial(engine, SEEDS[engine.name], tmp_path, policy={}) as trial:
        queries = Queries(trial.case, random.Random(1), ["x"])
        told = [trial.try_statement(queries.statement()) for _ in range(120)]
    kinds = [problem.kind for one in told for problem in one.problems]
    assert "canary" in kinds
    assert len(kinds) > 3


def twins() -> Twins:
    values = [Decimal(n) for n in (1_000_003, 5_000_011, 9_000_011, 17_000_023)]
    hidden = {"q4zxjkvw7y", 1_234_567_891, date(2500, 5, 5)}
    return Twins(canaries=hidden, figures=[(values, values)])


def outcome(*cells: object) -> Outcome:
    return Outcome(("a",), ("text",), tuple((cell,) for cell in cells))


@pytest.mark.parametrize("cell", ["… ZXJKVW …", 1_234_567_891, "no. 1234567891", date(2500, 5, 5), ["q4zxjkvw7y"]])
def test_a_hidden_value_is_known_in_any_form(cell: object) -> None:
    assert [one.kind for one in Judge(twins(), 3).of_one(outcome(cell), "SELECT a FROM t")] == ["canary"]


def test_what_the_statement_says_itself_is_no_secret() -> None:
    assert not Judge(twins(), 3).of_one(outcome("q4zxjkvw7y", "moss", 12), "SELECT 'q4zxjkvw7y'")


@pytest.mark.parametrize("figure", [5_000_011, 6_000_014, 3_000_007, Decimal(27_000_037)])
def test_a_figure_of_few_values_is_known(figure: object) -> None:
    """One value, the sum of two, their average, and the sum of all but one."""
    assert [one.kind for one in Judge(twins(), 3).of_one(outcome(figure), "")] == ["figure of few"]


def test_two_figures_whose_difference_is_one_value_are_known() -> None:
    found = Judge(twins(), 2).of_one(outcome(Decimal(100_000_000), Decimal(105_000_011)), "")
    assert [one.kind for one in found] == ["subtraction"]


def test_two_statements_whose_sums_differ_by_few_values_are_counted() -> None:
    values = [Decimal(n) for n in (1_000_003, 5_000_011, 9_000_011, 17_000_023)]
    figures = KnownFigures([values], 3)
    figures.note([32_000_048.0], "SELECT sum(a) FROM t")
    figures.note([26_000_034.0, 40_000_000.0], "SELECT sum(a) FROM t WHERE b")
    assert figures.pairs() == [("SELECT sum(a) FROM t", "SELECT sum(a) FROM t WHERE b")]


def test_one_value_may_change_figures_and_nothing_else() -> None:
    judge, sql = Judge(twins(), 3), "SELECT a, sum(b) FROM t GROUP BY a"
    first = Outcome(("a", "b"), (), (("x", 5_000_000), ("y", 6_000_000)))
    third = Outcome(("a", "b"), (), (("x", 5_000_000), ("y", 7_006_000_000)))
    fewer = Outcome(("a", "b"), (), (("x", 5_000_000),))
    assert not judge.of_figures(first, third, sql)
    assert [one.kind for one in judge.of_figures(first, fewer, sql)] == ["aggregate oracle"]
    assert [one.kind for one in judge.of_figures(first, third, "SELECT a, max(b) FROM t")] == ["aggregate oracle"]


def test_a_round_that_breaks_off_is_told_and_the_next_one_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Queries.statement

    def breaks_once(queries: Queries) -> str:
        if queries.case.seed == SEEDS["sqlite"]:
            raise IndexError("Cannot choose from an empty sequence")
        return made(queries)

    monkeypatch.setattr(Queries, "statement", breaks_once)
    tally = fuzz(SQLiteFiles(tmp_path), SEEDS["sqlite"], 6, tmp_path, per_round=3)
    assert tally.broken == [f"sqlite, seed {SEEDS['sqlite']}: IndexError: Cannot choose from an empty sequence"]
    assert tally.statements >= 6
    job = ("sqlite", SEEDS["sqlite"], 6)
    assert report({"sqlite": None}, [job], [Tally()]) == 0
    assert report({"sqlite": None}, [job], [tally]) == 1


@pytest.mark.parametrize("name", ENGINES)
def test_the_grammar_makes_a_statement_of_every_case(name: str) -> None:
    for seed in range(20):
        queries = Queries(with_policy(random_case(name, seed)), random.Random(seed), ["x"])
        assert all(queries.statement() for _ in range(40))


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda rewrite: rewrite.__name__)
def test_every_rewrite_makes_another_statement_that_can_be_read(rewrite: Rewrite) -> None:
    sql = (
        "(SELECT a.x, count(a.y) AS n FROM a JOIN b ON a.id = b.id AND a.z = 2 WHERE a.x > 1 AND b.x = 3 GROUP BY a.x"
        " HAVING count(a.y) > 2 ORDER BY 1 LIMIT 3) UNION (SELECT x, y FROM c)"
    )
    plain = sqlglot.parse_one(sql, dialect="postgres").sql("postgres")
    made = {
        changed.sql("postgres")
        for seed in range(20)
        if (changed := rewrite(sqlglot.parse_one(sql, dialect="postgres"), random.Random(seed))) is not None
    }
    assert made - {plain}
    assert all(sqlglot.parse_one(text, dialect="postgres") for text in made)


@pytest.mark.parametrize("name", ENGINES)
def test_views_take_every_form(name: str) -> None:
    views = [one for seed in range(120) for one in random_case(name, seed).relations if one.is_wide]
    forms = ("JOIN", "UNION", "GROUP BY", "WITH s AS", "OVER (", "EXISTS (", "FROM (SELECT", "(SELECT count(*)")
    assert [form for form in forms if not any(form in (one.definition or "") for one in views)] == []
    assert all(one.bases for one in views)


def test_all_columns_of_a_source_that_shows_none_are_written_as_a_star() -> None:
    queries = Queries(with_policy(random_case("duckdb", 1)), random.Random(1), ["x"])
    assert {random_star(queries, Scope([Shown("t", ())]))[1] for _ in range(20)} == {()}


UNION_OF_FIGURES = "SELECT avg(a), count(a) FROM t HAVING count(a) > 2 UNION SELECT avg(b), count(b) FROM u"


def figures(*rows: tuple[object, ...]) -> Outcome:
    return Outcome(("a", "b"), ("double", "int64"), rows)


def test_rows_may_come_in_the_order_of_figures_that_they_show() -> None:
    first = figures((1_069_767_888.8, 16), (1_097_061_442.7, 20))
    third = figures((351_097_061_442.8, 20), (438_569_767_889.0, 16))
    assert not Judge(twins(), 3).of_figures(first, third, UNION_OF_FIGURES)


@pytest.mark.parametrize(
    "third",
    [
        pytest.param(figures((5_000_000_000.0, 17), (6_000_000_000.0, 20)), id="another count"),
        pytest.param(figures((5_000_000_000.0, 20), (6_000_000_000.0, 20)), id="the count of another row"),
        pytest.param(figures((6_000_000_000.0, 20), (5_000_000_000.0, 16)), id="an order that nothing shown explains"),
    ],
)
def test_only_an_order_that_the_rows_explain_is_passed_over(third: Outcome) -> None:
    first = figures((1_069_767_888.8, 16), (1_097_061_442.7, 20))
    found = Judge(twins(), 3).of_figures(first, third, UNION_OF_FIGURES)
    assert [one.kind for one in found] == ["aggregate oracle"]


def test_partitions_have_the_figures_of_one_table() -> None:
    cases = (with_policy(random_case("postgres", seed)) for seed in range(400))
    parted = (
        (case, column)
        for case in cases
        for one in case.tables
        for column in one.columns
        if one.is_partitioned and case.policy.mode(one.name, column.name) == AGGREGATE and not column.nullable
    )
    case, column = next(parted)
    twins = make_twins(case)
    values = [row[column.name] for part in ("part0", "part1") for row in twins.first[part]]
    assert len(values) == 18
    assert [Decimal(value) for value in values] in [first for first, _ in twins.figures]
    assert all(len(first) != 9 for first, _ in twins.figures)


def test_hidden_values_alone_differ_between_twins() -> None:
    """Over many cases: open cells are the same, hidden ones are not, and every copy of a key is a key."""
    for seed in range(40):
        case = with_policy(random_case("postgres", seed))
        twins = make_twins(case)
        for table in (one for one in case.tables if one.name in twins.first and one.name not in case.policy.filters):
            for one, two in zip(twins.first[table.name], twins.second[table.name], strict=False):
                open_ones = [name for name in one if case.policy.mode(table.name, name) == OPEN]
                is_out = table.name in case.policy.outside
                assert is_out or [one[name] for name in open_ones] == [two[name] for name in open_ones]
        for body in (twins.first, twins.second):
            for table, column in [
                (t, c) for t in case.tables if t.name in body for c in t.columns if c.refers_to in body
            ]:
                key = case.relation(column.refers_to or "").columns[0].name
                keys = {row[key] for row in body[column.refers_to or ""]}
                assert {row[column.name] for row in body[table.name]} <= {*keys, None}


def test_a_schema_that_the_engine_refuses_is_skipped(tmp_path: Path) -> None:
    class Refusing(SQLiteFiles):
        def make(self, statements: Sequence[str]) -> str:
            return super().make(["CREATE TABLE t ("])

    tally = play_round(Refusing(tmp_path), 1, 10, tmp_path)
    assert (tally.skipped, tally.statements, tally.failures) == (1, 0, [])


def test_outcomes_are_compared_whole() -> None:
    judge, first = Judge(twins(), 3), outcome("a", "b")
    assert not judge.of_pair(first, outcome("a", "b"), "")
    others = {"order": outcome("b", "a"), "rows": outcome("a", "c"), "error": Outcome(error=("QueryFailed",) * 5)}
    assert {kind: [one.kind for one in judge.of_pair(first, other, "")] for kind, other in others.items()} == {
        kind: [kind] for kind in others
    }


@pytest.mark.parametrize(
    ("sql", "other", "kinds"),
    [
        ("SELECT variance(x) FROM t", 0.1 + 0.2, []),
        ("SELECT x FROM t", 0.1 + 0.2, ["rows"]),
        ("SELECT variance(x) FROM t", 0.3000000001, ["rows"]),
    ],
)
def test_only_the_last_digits_of_a_spread_may_differ(sql: str, other: float, kinds: list[str]) -> None:
    found = Judge(twins(), 3).of_pair(outcome(0.3), outcome(other), sql)
    assert [one.kind for one in found] == kinds


def test_a_view_that_sorts_by_what_a_child_restricts_is_not_released() -> None:
    mail = Column("mail", "text")
    parent, child = Relation("people", (mail,)), Relation("guests", (mail,), parent="people")
    view = Relation("sorted", (mail,), definition="SELECT", depends_on=(("people", "mail"),))
    case = Case("postgres", 1, (parent, child, view))
    assert case.hides_nothing_else(view)
    assert not case.under(Policy({}, {("guests", "mail"): MASKED})).hides_nothing_else(view)


def test_a_failure_is_made_short() -> None:
    sql = "WITH s AS (SELECT 1) SELECT a, upper(secret) AS b FROM t JOIN u USING (id) WHERE a > 1 ORDER BY 1 LIMIT 3"
    assert shrink(sql, "sqlite", lambda text: "secret" in text) == "SELECT secret FROM t"
    assert without_limits(sql, "sqlite") == sql.partition(" LIMIT")[0].replace("upper", "UPPER")


def test_a_failure_is_read_as_it_was_written(tmp_path: Path) -> None:
    failure = Failure("sqlite", 3, "SELECT 1", "SELECT 1", "rows", "é", {"minimum_group": 2}, ["CREATE"], ["a", "b"])
    assert read_failure(write_failure(failure, tmp_path, 1)) == failure

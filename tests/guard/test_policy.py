"""The policy itself: how it is written, patterns, views, and how a schema looks through it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from answerable.guard import Mode, Policy, check, policy_problems, policy_warnings, seen_through
from answerable.kernel.errors import BadSetting
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table, ValueSketch
from tests.guard.case_files import FOLDER

VALUES = ("red", "green")


def text(name: str, **more: Any) -> Column:
    return Column(name, "TEXT", Kind.TEXT, common_values=VALUES, cells=VALUES, **more)


PEOPLE = Table(
    "people",
    (
        Column("id", "INTEGER", Kind.INTEGER),
        text("name"),
        text("email"),
        text("reach", sensitive=("phone",)),
        Column(
            "born", "DATE", Kind.DATE, minimum="1950-01-01", maximum="2001-01-01", cells=("1950-01-01", "2001-01-01")
        ),
        Column("boss_id", "INTEGER", Kind.INTEGER),
    ),
    primary_key=("id",),
    foreign_keys=(ForeignKey(("boss_id",), "people", ("id",)),),
)


def view(name: str, columns: str, definition: str | None) -> Table:
    return Table(name, tuple(Column(c, "") for c in columns.split()), is_view=True, definition=definition)


def view_definitions() -> list[tuple[str, str]]:
    lines = (FOLDER / "views.txt").read_text("utf-8").splitlines()
    return [(found[0], found[2]) for line in lines if not line.startswith("#") and (found := line.partition(": "))]


def schema(*views: Table, dialect: str = "sqlite") -> DatabaseSchema:
    return DatabaseSchema(dialect, (PEOPLE, *views))


def allows(sql: str, policy: dict[str, Any], known: DatabaseSchema | None) -> bool:
    dialect = known.dialect if known else "sqlite"
    return check(sql, dialect=dialect, schema=known, policy=Policy.from_dict(policy)).allowed


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        ({"blocked_column": []}, "Unknown policy key 'blocked_column'"),
        ({"blocked_columns": "a.b"}, "'blocked_columns' is not a list of names"),
        ({"masked_columns": [1]}, "'masked_columns' is not a list of names"),
        ({"aggregate_only_columns": {"a": "b"}}, "'aggregate_only_columns' is not a list of names"),
        ({"view_lineage": ["a"]}, "'view_lineage' is not a map of names"),
        ({"required_filters": {"orders": ""}}, "'required_filters' is not a map of tables to conditions"),
        ({"blocked_patterns": ["mail"]}, "unknown kind 'mail'"),
        ({"blocked_patterns": {"email": "hidden"}}, "unknown mode 'hidden'"),
        ({"blocked_patterns": "email"}, "'blocked_patterns' is not a list of kinds"),
        ({"minimum_group": 1}, "'minimum_group' is 1"),
        ({"minimum_group": True}, "'minimum_group' is True"),
        ({"minimum_group": "5"}, "'minimum_group' is '5'"),
    ],
)
def test_a_policy_that_cannot_be_is_named_in_one_line(raw: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Policy.from_dict(raw)
    assert complaint in caught.value.message
    assert caught.value.hint


def test_everything_a_policy_may_say() -> None:
    policy = Policy.from_dict(
        {
            "allowed_tables": ["People"],
            "allowed_columns": ["people.*"],
            "blocked_columns": ["People.Email"],
            "masked_columns": ["people.reach"],
            "aggregate_only_columns": ["people.born"],
            "blocked_patterns": {"email": "masked", "card": "blocked"},
            "minimum_group": 7,
            "view_lineage": {"V.x": "People.email"},
            "required_filters": {"Orders": "deleted_at IS NULL"},
        }
    )
    assert policy.blocked_columns == {"people.email"}
    assert policy.blocked_patterns == {"email": Mode.MASKED, "card": Mode.BLOCKED}
    assert (policy.minimum_group, policy.required_filters) == (7, {"orders": "deleted_at IS NULL"})


# -- patterns ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [schema(), None])
def test_a_pattern_blocks_by_name(known: DatabaseSchema | None) -> None:
    policy = {"blocked_patterns": ["email"]}
    assert allows("SELECT id, name FROM people", policy, known)
    for sql in ("SELECT email FROM people", "SELECT id FROM people WHERE email = 'x'", "SELECT * FROM people"):
        assert not allows(sql, policy, known)


def test_a_pattern_blocks_by_content() -> None:
    assert not allows("SELECT reach FROM people", {"blocked_patterns": ["phone"]}, schema())
    assert allows("SELECT reach FROM people", {"blocked_patterns": ["card"]}, schema())


def test_a_pattern_may_mask() -> None:
    policy = Policy.from_dict({"blocked_patterns": {"email": "masked", "phone": "masked"}})
    verdict = check("SELECT * FROM people", dialect="sqlite", schema=schema(), policy=policy)
    assert verdict.allowed
    assert verdict.masked_columns == (2, 3)
    assert not check("SELECT * FROM people", dialect="sqlite", policy=policy).allowed


def test_a_pattern_holds_through_a_view() -> None:
    known = schema(view("v", "id how", "CREATE VIEW v AS SELECT id, reach AS how FROM people"))
    assert not allows("SELECT how FROM v", {"blocked_patterns": ["phone"]}, known)
    assert allows("SELECT id FROM v", {"blocked_patterns": ["phone"]}, known)


# -- views ------------------------------------------------------------------------------------------------------

BLOCKED = {"blocked_columns": ["people.email"]}


@pytest.mark.parametrize(("dialect", "definition"), view_definitions())
def test_the_lineage_of_a_view_is_read_from_its_definition(dialect: str, definition: str) -> None:
    known = schema(view("v", "a b", definition), dialect=dialect)
    assert allows("SELECT a FROM v", BLOCKED, known)
    assert not allows("SELECT b FROM v", BLOCKED, known)
    assert not allows("SELECT a FROM v WHERE b = 'x'", BLOCKED, known)
    assert not allows("SELECT * FROM v", BLOCKED, known)


def test_a_view_on_a_view_is_followed_down_to_the_table() -> None:
    below = view("below", "a b", "CREATE VIEW below AS SELECT id AS a, email AS b FROM people")
    above = view("above", "x y", "CREATE VIEW above AS SELECT a AS x, b AS y FROM below")
    assert allows("SELECT x FROM above", BLOCKED, schema(above, below))
    assert not allows("SELECT y FROM above", BLOCKED, schema(above, below))


def test_a_definition_that_cannot_be_followed_column_by_column_blocks_all_of_them() -> None:
    pivoted = view("v", "a b", "CREATE VIEW v AS PIVOT people ON email USING count(*)")
    round_about = "SELECT id, email FROM people UNION ALL SELECT id, email FROM t"
    recursive = view("r", "a b", f"CREATE VIEW r AS WITH RECURSIVE t AS ({round_about}) SELECT id, email FROM t")
    assert not allows("SELECT a FROM v", BLOCKED, schema(pivoted, dialect="duckdb"))
    assert not allows("SELECT a FROM r", BLOCKED, schema(recursive))


@pytest.mark.parametrize("definition", [None, "", "CREATE VIEW v AS SELEC nothing", "CREATE VIEW v AS " + "(" * 5000])
def test_a_view_nobody_can_explain_is_refused_while_columns_are_restricted(definition: str | None) -> None:
    known = schema(view("v", "a", definition))
    verdict = check("SELECT a FROM v", dialect="sqlite", schema=known, policy=Policy.from_dict(BLOCKED))
    assert [finding.code for finding in verdict.errors] == ["table_not_allowed"]
    assert "view_lineage" in verdict.errors[0].hint
    assert allows("SELECT a FROM v", {}, known)
    assert allows("SELECT a FROM v", {**BLOCKED, "view_lineage": {"v.a": "people.id"}}, known)
    assert not allows("SELECT a FROM v", {**BLOCKED, "view_lineage": {"v.a": "people.email"}}, known)
    assert not allows("SELECT a FROM v", {**BLOCKED, "allowed_tables": ["v"]}, known)


def test_the_lineage_the_operator_gives_goes_before_the_definition() -> None:
    known = schema(view("v", "a start", "CREATE VIEW v AS SELECT id, substr(email, 1, 1) FROM people"))
    assert not allows("SELECT start FROM v", BLOCKED, known)
    assert allows("SELECT start FROM v", {**BLOCKED, "view_lineage": {"v.start": "v.start"}}, known)


def test_a_view_column_is_allowed_when_all_it_shows_is() -> None:
    known = schema(view("v", "a b", "CREATE VIEW v AS SELECT id, id || email FROM people"))
    policy = {"allowed_columns": ["people.id", "v.a"], "allowed_tables": ["v", "people"]}
    assert allows("SELECT a FROM v", policy, known)
    assert not allows("SELECT b FROM v", policy, known)


# -- how the schema looks through it ----------------------------------------------------------------------------

HIDING = Policy.from_dict(
    {
        "blocked_columns": ["people.email"],
        "masked_columns": ["people.reach"],
        "aggregate_only_columns": ["people.born", "people.boss_id"],
    }
)


def test_values_of_restricted_columns_are_not_told() -> None:
    seen = seen_through(HIDING, schema()).without_values()
    told = {column.name: (column.common_values, column.maximum, column.cells) for column in seen.tables[0].columns}
    assert told["name"] == (VALUES, None, VALUES)
    assert {told[name] for name in ("email", "reach", "born")} == {((), None, ())}
    assert seen.fingerprint == schema().fingerprint


def test_restricted_columns_have_no_sketch_of_their_values() -> None:
    known = schema()
    sketch = ValueSketch(3, is_complete=True, hashes=(1, 2, 3))
    columns = tuple(replace(column, sketch=sketch) for column in known.tables[0].columns)
    sketched = replace(known, tables=(replace(known.tables[0], columns=columns), *known.tables[1:]))
    seen = seen_through(HIDING, sketched).without_values().tables[0].columns
    kept = {column.name for column in seen if column.sketch}
    assert "name" in kept and not kept & {"email", "reach", "born", "boss_id"}


def test_blocked_columns_are_not_readable_and_others_keep_their_place() -> None:
    looking = seen_through(HIDING, schema())
    names = [[column.name for column in found.tables[0].columns] for found in
             (looking.readable(), looking.showable(), looking.without_restricted())]  # fmt: skip
    assert names == [["id", "name", "reach", "born", "boss_id"], ["id", "name", "reach"], ["id", "name"]]
    assert looking.without_restricted().tables[0].foreign_keys == ()


def _two_tables() -> DatabaseSchema:
    people = Table(
        "people", (Column("id", "INTEGER"), Column("ssn", "TEXT", common_values=("1",))), primary_key=("id",)
    )
    keys = (ForeignKey(("owner",), "people", ("id",)), ForeignKey(("owner_ssn",), "people", ("ssn",)))
    names = ("owner", "owner_ssn", "state")
    columns = tuple(Column(name, "TEXT", common_values=("x",), cells=("x",), distinct_estimate=1) for name in names)
    pets = Table("pets", columns, foreign_keys=keys, row_estimate=1, cells_are_all=True)
    return DatabaseSchema("sqlite", (people, pets, Table("all_pets", columns, is_view=True)))


def test_keys_to_what_may_not_be_read_are_not_told() -> None:
    told = seen_through(Policy(blocked_columns=frozenset({"people.ssn"})), _two_tables()).readable()
    pets = told.table("pets")
    assert pets and [key.ref_columns for key in pets.foreign_keys] == [("id",)]
    none = seen_through(Policy(allowed_tables=frozenset({"pets"})), _two_tables()).readable()
    assert [(table.name, table.foreign_keys) for table in none.tables] == [("pets", ())]


def test_values_that_a_filter_may_hide_are_not_told() -> None:
    told = seen_through(Policy(required_filters={"Pets": "lower(state) = 'x'"}), _two_tables()).readable()
    for name, values in (("people", {("1",), ()}), ("pets", {()}), ("all_pets", {()})):
        table = told.table(name)
        assert table and {column.common_values for column in table.columns} == values
        assert name == "people" or (table.row_estimate, table.cells_are_all) == (None, False)


def test_without_a_policy_the_schema_is_itself() -> None:
    known = schema()
    for policy in (None, Policy()):
        looking = seen_through(policy, known)
        assert looking.without_values() is looking.readable() is known


def test_names_the_schema_does_not_have_are_problems() -> None:
    policy = Policy.from_dict(
        {"allowed_tables": ["people", "peple"], "blocked_columns": ["people.emial", "email", "people.*"],
         "required_filters": {"ordres": "x = 1"}}
    )  # fmt: skip
    assert policy_problems(policy, schema()) == (
        "Policy 'allowed_tables': 'peple' names no table of this source. Did you mean 'people'?",
        "Policy 'required_filters': 'ordres' names no table of this source.",
        "Policy 'blocked_columns': 'people.emial' names no column of this source. Did you mean 'people.email'?",
    )


def test_a_condition_over_a_column_the_table_lacks_is_a_problem() -> None:
    policy = Policy.from_dict({"required_filters": {"people": "emial IS NOT NULL"}})
    assert "'emial' in the condition of 'people'" in policy_problems(policy, schema())[0]


def test_a_pattern_that_matches_nothing_is_a_warning_only() -> None:
    policy = Policy.from_dict({"blocked_columns": ["*.password", "email"]})
    assert policy_problems(policy, schema()) == ()
    assert policy_warnings(policy, schema()) == (
        "Policy 'blocked_columns': '*.password' matches no column of this source.",
    )


def test_an_entry_may_match_in_any_of_several_sources() -> None:
    policy = Policy.from_dict({"blocked_columns": ["people.email", "orders.note", "ordres.note"]})
    other = DatabaseSchema("sqlite", (Table("orders", (Column("note", "text"),)),))
    assert policy_problems(policy, schema(), other) == (
        "Policy 'blocked_columns': 'ordres.note' names no column of these sources. Did you mean 'orders.note'?",
    )

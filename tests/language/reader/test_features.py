"""What the network is told of a question and a schema."""

from __future__ import annotations

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.language.neural.input_features import Features, make_features
from answerable.language.neural.relations import RELATIONS
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.value_candidates import find_candidates
from answerable.language.neural.value_index import ValueIndex
from answerable.language.neural.wordpiece import WordPieces, shipped_vocabulary

PIECES = WordPieces(shipped_vocabulary())


def school() -> DatabaseSchema:
    number = ("INTEGER", Kind.INTEGER)
    teacher = Table(
        "Teacher",
        (Column("teacher_id", *number), Column("name", "TEXT", Kind.TEXT, common_values=("Ada", "Bo"))),
        primary_key=("teacher_id",),
    )
    course = Table(
        "course",
        (Column("courseTitle", "TEXT", Kind.TEXT), Column("teacher_id", *number), Column("starting_year", *number)),
        foreign_keys=(ForeignKey(("teacher_id",), "Teacher", ("teacher_id",)),),
    )
    return DatabaseSchema("sqlite", (teacher, course))


def read(question: str, schema: DatabaseSchema) -> tuple[Features, SchemaItems]:
    pieces, items = PIECES.encode(question), SchemaItems(schema)
    values = find_candidates(question, ValueIndex(schema))
    return make_features(question, pieces.ids, pieces.spans, items, values), items


def relation(features: Features, one: int, other: int) -> str:
    return RELATIONS[int(features.relations[one, other])]


def test_names_said_whole_in_part_and_by_stem() -> None:
    features, items = read("course titles of teachers that started", school())
    first = len(features.pieces)
    place = {items.names[item]: first + at for at, item in enumerate(features.chosen)}
    assert relation(features, 1, place["course title"]) == "qc_exact"
    assert relation(features, 1, place["course"]) == "qt_exact"
    assert relation(features, 4, place["teacher"]) == "qt_exact"
    assert relation(features, 6, place["starting year"]) == "qc_stem"


def test_names_said_in_full_that_the_schema_shortens() -> None:
    columns = tuple(Column(name, "TEXT", Kind.TEXT) for name in ("lname", "lat", "gradepoint"))
    features, items = read(
        "last name and latitude of grade points", DatabaseSchema("sqlite", (Table("place", columns),))
    )
    first = len(features.pieces)
    place = {items.names[item]: first + at for at, item in enumerate(features.chosen)}
    assert [relation(features, at, place["lname"]) for at in range(1, 5)] == ["qc_stem", "qc_stem", "none", "none"]
    assert relation(features, 4, place["lat"]) == "qc_stem"
    assert relation(features, 6, place["gradepoint"]) == relation(features, 7, place["gradepoint"]) == "qc_stem"


def test_keys_join_columns_and_tables() -> None:
    features, _ = read("all courses", school())
    first = len(features.pieces)
    teacher, course, key, _, _, pointing, _ = range(first, first + 7)
    assert relation(features, pointing, key) == "cc_fk"
    assert relation(features, key, pointing) == "cc_fkr"
    assert relation(features, course, teacher) == "tt_fk"
    assert relation(features, teacher, course) == "tt_fkr"
    assert relation(features, teacher, key) == "tc_pk"
    assert relation(features, pointing, teacher) == "ct_ref"


def test_value_points_to_the_column_that_holds_it() -> None:
    features, _ = read("courses of Ada", school())
    first = len(features.pieces) + len(features.chosen)
    ada = next(at for at, value in enumerate(features.values) if value.text == "Ada")
    name = len(features.pieces) + 3
    assert relation(features, first + ada, name) == "vc"
    assert features.value_columns[3, len(features.chosen) + ada] == 1
    assert features.value_pool[ada].sum() == 1


def test_of_a_large_schema_the_named_parts_are_chosen() -> None:
    tables = tuple(
        Table(f"table{n}", tuple(Column(f"column{n}_{k}", "INTEGER", Kind.INTEGER) for k in range(10)))
        for n in range(1000)
    )
    wanted = Table("invoice", (Column("amount", "REAL", Kind.FLOAT), Column("due_date", "DATE", Kind.DATE)))
    features, items = read("the amount of every invoice", DatabaseSchema("sqlite", (*tables, wanted)))
    names = [items.names[item] for item in features.chosen]
    assert {"invoice", "amount", "due date"} <= set(names)
    assert len(names) <= 140

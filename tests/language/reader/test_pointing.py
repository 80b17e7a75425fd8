from __future__ import annotations

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language.neural.input_features import Features
from answerable.language.neural.pointer_features import SIGNS, PointerFeatures
from answerable.language.neural.schema_items import SchemaItems
from tests.language.reader.test_features import read, school


def test_what_is_named_and_where_it_lies() -> None:
    features, items = read("course titles of the teacher Ada", school())
    ground = PointerFeatures.of(features)
    place = {items.names[item]: at for at, item in enumerate(features.chosen)}
    start = dict(zip(SIGNS, ground.start().signs, strict=True))
    assert start["named"][place["course title"]] == start["named_unused"][place["course title"]] == 1
    assert start["partly_named"][place["starting year"]] == 0
    assert not start["used_table"].any()


def test_after_a_column_its_table_is_used_and_its_neighbours_are_near() -> None:
    features, items = read("course titles of the teacher Ada", school())
    ground = PointerFeatures.of(features)
    place = {items.names[item]: at for at, item in enumerate(features.chosen)}
    title = place["course title"]
    signs = dict(zip(SIGNS, ground.start().after(title, ground, is_column=True).signs, strict=True))
    assert signs["same_table"][place["course"]] == signs["used_table"][place["course"]] == 1
    assert signs["near_table"][place["teacher"]] == 1
    assert signs["near_table"][place["course"]] == 0
    assert signs["used"][title] == 1
    assert signs["named_unused"][title] == 0
    assert signs["named"][title] == 1


def test_a_column_that_holds_a_value_says_so_until_the_next_column() -> None:
    features, items = read("courses of Ada", school())
    ground = PointerFeatures.of(features)
    ada = len(features.chosen) + next(at for at, value in enumerate(features.values) if value.text == "Ada")
    name = next(
        at for at, item in enumerate(features.chosen) if item >= items.first_column and "name" in items.names[item]
    )
    told = ground.start().after(name, ground, is_column=True)
    assert told.signs[SIGNS.index("held"), ada] == 1
    assert told.after(0, ground, is_column=False).signs[SIGNS.index("held"), ada] == 1
    other = next(at for at, item in enumerate(features.chosen) if item >= items.first_column and at != name)
    assert told.after(other, ground, is_column=True).signs[SIGNS.index("held"), ada] == 0


def clubs() -> DatabaseSchema:
    def named(table: str) -> Table:
        return Table(
            table, (Column("id", "INTEGER", Kind.INTEGER), Column("name", "TEXT", Kind.TEXT)), primary_key=("id",)
        )

    return DatabaseSchema("sqlite", (named("club"), named("player")))


def columns_by_table(features: Features, items: SchemaItems) -> dict[tuple[str, str], int]:
    return {(items.names[items.owner(item)], items.names[item]): at for at, item in enumerate(features.chosen)}


def test_of_two_columns_of_one_name_that_of_the_table_named_beside_it_stands_out() -> None:
    features, items = read("the names of all players in each club", clubs())
    place, signs = columns_by_table(features, items), PointerFeatures.of(features).start().signs
    start = dict(zip(SIGNS, signs, strict=True))
    own, other = place["player", "name"], place["club", "name"]
    assert start["table_named"][own] == start["table_named"][other] == 1
    assert start["beside_table"][own] > start["beside_table"][other] > 0
    assert (start["most_beside_table"][own], start["most_beside_table"][other]) == (1, 0)


def test_a_column_whose_twin_has_a_named_table_says_so() -> None:
    features, items = read("the names of all players", clubs())
    place, signs = columns_by_table(features, items), PointerFeatures.of(features).start().signs
    twin = signs[SIGNS.index("twin_of_named_table")]
    assert (twin[place["club", "name"]], twin[place["player", "name"]]) == (1, 0)


def test_what_the_question_says_next_is_told_from_what_was_used_last() -> None:
    features, items = read("id and name of each club", clubs())
    ground, place = PointerFeatures.of(features), columns_by_table(features, items)
    told = ground.start().after(place["club", "id"], ground, is_column=True)
    soon = told.signs[SIGNS.index("said_next")]
    assert soon[place["club", "name"]] == 0.5
    assert soon[place["club", "id"]] == 0


def test_a_value_that_is_used_speaks_for_its_column_no_more() -> None:
    features, items = read("courses of Ada", school())
    ground, place = PointerFeatures.of(features), columns_by_table(features, items)
    ada = len(features.chosen) + next(at for at, value in enumerate(features.values) if value.text == "Ada")
    name, start = place["teacher", "name"], ground.start()
    holds = SIGNS.index("holds_unused")
    assert start.signs[holds, name] == 1
    assert start.after(ada, ground, is_column=False).signs[holds, name] == 0

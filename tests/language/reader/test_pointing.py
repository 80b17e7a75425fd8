from __future__ import annotations

from answerable.language.reader.pointing import SIGNS, Ground
from tests.language.reader.test_features import read, school


def test_what_is_named_and_where_it_lies() -> None:
    features, items = read("course titles of the teacher Ada", school())
    ground = Ground.of(features)
    place = {items.names[item]: at for at, item in enumerate(features.chosen)}
    start = dict(zip(SIGNS, ground.start().signs, strict=True))
    assert start["named"][place["course title"]] == start["named_unused"][place["course title"]] == 1
    assert start["partly_named"][place["starting year"]] == 0
    assert not start["used_table"].any()


def test_after_a_column_its_table_is_used_and_its_neighbours_are_near() -> None:
    features, items = read("course titles of the teacher Ada", school())
    ground = Ground.of(features)
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
    ground = Ground.of(features)
    ada = len(features.chosen) + next(at for at, value in enumerate(features.values) if value.text == "Ada")
    name = next(
        at for at, item in enumerate(features.chosen) if item >= items.first_column and "name" in items.names[item]
    )
    told = ground.start().after(name, ground, is_column=True)
    assert told.signs[SIGNS.index("held"), ada] == 1
    assert told.after(0, ground, is_column=False).signs[SIGNS.index("held"), ada] == 1
    other = next(at for at, item in enumerate(features.chosen) if item >= items.first_column and at != name)
    assert told.after(other, ground, is_column=True).signs[SIGNS.index("held"), ada] == 0

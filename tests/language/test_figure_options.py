from __future__ import annotations

import random

from answerable.language.query_model.filled_query import Measure
from answerable.language.rules.figure_options import Option, top


def test_the_best_few_are_those_of_sorting_all() -> None:
    chance = random.Random(5)
    for count in range(12):
        options = [
            Option(Measure("sum", table, (chance.choice("xyz"),)), table, chance.choice((0.5, 1.0)))
            for table in chance.choices("abc", k=count)
        ]
        ranked = sorted(options, key=lambda option: (-option.score, option.table, str(option.payload)))
        assert top(options) == tuple(ranked[:4])

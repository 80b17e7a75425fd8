"""Views of more than the bare columns of one table: joins, unions, groups, expressions, steps, sub-queries, windows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.policy_fuzzer.model import STATUS, Column, Relation
from benchmarks.policy_fuzzer.spelling import Speller

__all__ = ["wide_view"]

COMPUTED = {
    "text": ("upper({c})", "coalesce({c}, 'none')", "CASE WHEN {s} = 'live' THEN {c} END", "trim({c})"),
    "int": ("{c} + 1", "coalesce({c}, 0)", "CASE WHEN {s} = 'live' THEN {c} END", "-{c}"),
    "dec": ("{c} * 2", "coalesce({c}, 0)"),
    "date": ("coalesce({c}, {c})",),
}


def wide_view(spell: Speller, chance: random.Random, name: str, base: Relation, others: list[Relation]) -> Relation:
    return _Maker(spell, chance, name, base, chance.choice(others)).view()


class _Maker:
    def __init__(self, spell: Speller, chance: random.Random, name: str, base: Relation, other: Relation) -> None:
        self.spell, self.chance, self.name = spell, chance, name
        self.base, self.other = base, other
        self.shown: list[Column] = []

    def view(self) -> Relation:
        forms = (self.joined, self.united, self.grouped, self.computed, self.stepped, self.nested, self.looked_up,
                 self.numbered, self.existing)  # fmt: skip
        sql = self.chance.choice(forms)()
        bases = dict.fromkeys((*_bases(self.base), *_bases(self.other)))
        return Relation(self.name, tuple(self.shown), sql, bases=tuple(bases), is_wide=True)

    # -- parts --------------------------------------------------------------------------------------------------

    def table(self, relation: Relation, alias: str) -> str:
        return f"{self.spell.quote_table(relation.name)} {alias}"

    def name_of(self, alias: str, column: Column) -> str:
        return f"{alias}.{self.spell.quote(column.name)}"

    def some(self, relation: Relation, kinds: tuple[str, ...] = ()) -> list[Column]:
        fits = [one for one in relation.columns if not kinds or one.type in kinds]
        chosen = [one for one in fits if self.chance.random() < 0.6]
        return chosen or fits[:2] or [next(one for one in relation.columns if one.name == STATUS)]

    def item(self, text: str, column: Column, relation: Relation | None) -> str:
        """`text` under a name that no other column of the view has."""
        taken = {one.name.casefold() for one in self.shown}
        free = column.name if column.name.casefold() not in taken else f"v_{len(self.shown)}"
        origin = (relation.name, column.name) if relation else None
        self.shown.append(replace(Column(free, column.type), origin=origin))
        return f"{text} AS {self.spell.quote(free)}"

    def bare(self, alias: str, relation: Relation, columns: list[Column]) -> Iterator[str]:
        return (self.item(self.name_of(alias, one), one, relation) for one in columns)

    def match(self) -> str:
        """Of the two tables: by a key where one refers to the other, else by any numbers."""
        for one, two, first, second in ((self.base, self.other, "a", "b"), (self.other, self.base, "b", "a")):
            refers = [column for column in one.columns if column.refers_to == two.name]
            if refers and two.key:
                return f"{self.name_of(first, refers[0])} = {self.name_of(second, two.key)}"
        left, right = ([c for c in one.columns if c.type == "int"] for one in (self.base, self.other))
        if not left or not right:
            return f"{self.state('a')} = {self.state('b')}"
        return f"{self.name_of('a', self.chance.choice(left))} = {self.name_of('b', self.chance.choice(right))}"

    def state(self, alias: str) -> str:
        relation = self.base if alias == "a" else self.other
        has = any(one.name == STATUS for one in relation.columns)
        return f"{alias}.{self.spell.quote(STATUS)}" if has else "'live'"

    def where(self, *aliases: str) -> str:
        """The condition that some policies demand, or nothing."""
        if self.chance.random() < 0.5:
            return ""
        return " WHERE " + " AND ".join(f"{self.state(alias)} = 'live'" for alias in aliases)

    # -- forms --------------------------------------------------------------------------------------------------

    def joined(self) -> str:
        items = [*self.bare("a", self.base, self.some(self.base)), *self.bare("b", self.other, self.some(self.other))]
        word = self.chance.choice(("JOIN", "LEFT JOIN", "JOIN", "CROSS JOIN"))
        on = "" if word == "CROSS JOIN" else f" ON {self.match()}"
        sources = f"{self.table(self.base, 'a')} {word} {self.table(self.other, 'b')}{on}"
        return f"SELECT {', '.join(items)} FROM {sources}{self.where('a', 'b')}"

    def united(self) -> str:
        left = self.some(self.base, ("text", "int", "dec", "date"))
        fits = [[two for two in self.other.columns if two.type == one.type] for one in left]
        pairs = [(one, self.chance.choice(found)) for one, found in zip(left, fits, strict=True) if found]
        if not pairs:
            return self.computed()
        items = list(self.bare("a", self.base, [one for one, _ in pairs]))
        others = [self.name_of("b", two) for _, two in pairs]
        word = self.chance.choice(("UNION ALL", "UNION ALL", "UNION"))
        first = f"SELECT {', '.join(items)} FROM {self.table(self.base, 'a')}{self.where('a')}"
        return f"{first} {word} SELECT {', '.join(others)} FROM {self.table(self.other, 'b')}{self.where('b')}"

    def grouped(self) -> str:
        self.other = self.base
        key = self.item(self.state("a"), Column(STATUS, "text"), self.base)
        count = self.item("count(*)", Column("n", "int"), None)
        figures = [one for one in self.base.columns if one.type in ("int", "dec")]
        total = []
        if figures and self.chance.random() < 0.6:
            column = self.chance.choice(figures)
            word = self.chance.choice(("sum", "max", "count", "avg"))
            total = [self.item(f"{word}({self.name_of('a', column)})", column, self.base)]
        having = self.chance.choice(("", " HAVING count(*) > 1"))
        source = f"{self.table(self.base, 'a')}{self.where('a')}"
        return f"SELECT {', '.join([key, count, *total])} FROM {source} GROUP BY {self.state('a')}{having}"

    def computed(self) -> str:
        self.other = self.base
        made = []
        for one in self.some(self.base, tuple(COMPUTED)):
            form = self.chance.choice((*COMPUTED[one.type], "{c}")) if one.type in COMPUTED else "{c}"
            text = form.format(c=self.name_of("a", one), s=self.state("a"))
            made.append(self.item(text, one, self.base))
        return f"SELECT {', '.join(made)} FROM {self.table(self.base, 'a')}{self.where('a')}"

    def stepped(self) -> str:
        self.other = self.base
        items = list(self.bare("a", self.base, self.some(self.base)))
        step = f"SELECT {', '.join(items)} FROM {self.table(self.base, 'a')}{self.where('a')}"
        return f"WITH s AS ({step}) SELECT {self.chance.choice(('*', 's.*'))} FROM s"

    def nested(self) -> str:
        self.other = self.base
        items = list(self.bare("a", self.base, self.some(self.base)))
        inner = f"SELECT {', '.join(items)} FROM {self.table(self.base, 'a')}{self.where('a')}"
        names = ", ".join(f"x.{self.spell.quote(one.name)}" for one in self.shown)
        return f"SELECT {names} FROM ({inner}) x"

    def looked_up(self) -> str:
        items = list(self.bare("a", self.base, self.some(self.base)))
        numbers = [one for one in self.other.columns if one.type in ("int", "text", "date")]
        column = self.chance.choice(numbers)
        forms = (
            (f"(SELECT count(*) FROM {self.table(self.other, 'b')}{self.where('b')})", Column("n", "int"), None),
            (f"(SELECT max({self.name_of('b', column)}) FROM {self.table(self.other, 'b')} WHERE {self.match()})",
             column, self.other),
        )  # fmt: skip
        items.append(self.item(*self.chance.choice(forms)))
        return f"SELECT {', '.join(items)} FROM {self.table(self.base, 'a')}{self.where('a')}"

    def numbered(self) -> str:
        self.other = self.base
        items = list(self.bare("a", self.base, self.some(self.base)))
        key = self.chance.choice([one for one in self.base.columns if one.type in ("int", "text")])
        word = self.chance.choice(("row_number()", "rank()", "count(*)"))
        number = self.item(f"{word} OVER (ORDER BY {self.name_of('a', key)})", Column("n", "int"), None)
        return f"SELECT {', '.join([*items, number])} FROM {self.table(self.base, 'a')}{self.where('a')}"

    def existing(self) -> str:
        items = list(self.bare("a", self.base, self.some(self.base)))
        test = f"EXISTS (SELECT 1 FROM {self.table(self.other, 'b')} WHERE {self.match()})"
        return f"SELECT {', '.join(items)} FROM {self.table(self.base, 'a')} WHERE {test}"


def _bases(relation: Relation) -> tuple[str, ...]:
    return relation.bases or (relation.name,)

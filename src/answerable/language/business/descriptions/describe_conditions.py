"""Which rows are meant, in people's words: what follows the noun in English and stands before it in Korean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.business.business_query import (
    CalendarTest,
    ColumnTest,
    DatesTest,
    Existence,
    PeriodTest,
    RowTest,
)
from answerable.language.business.descriptions.describe_period import describe_period, within_period
from answerable.semantics import FlagColumn, UsualExclusion
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["CannotDescribe", "ConditionWords", "require_known"]

_KNOWN = {
    ColumnTest: frozenset({"table", "column", "operator", "values", "via", "derived", "is_default"}),
    PeriodTest: frozenset({"table", "column", "start", "end", "via"}),
    Existence: frozenset({"table", "tests", "is_negated", "least", "most"}),
}
_CLOSE = frozenset({"described.in_place", "described.called", "described.done_by", "described.of_thing"})
_WITH = frozenset(
    {
        "described.with_value", "described.other_than", "described.with", "described.over", "described.at_least",
        "described.under", "described.at_most", "described.containing", "described.above_average",
        "described.below_average", "described.with_least_rows", "described.with_exact_rows", "described.with_most_rows",
        "described.with_one_row",
        "described.above_other", "described.below_other", "described.at_least_other", "described.at_most_other",
        "described.above_groups", "described.below_groups", "described.date_within",
    }
)  # fmt: skip
"""Those whose words stand after one `with`."""
_PREPOSITIONS = frozenset({"out", "on", "in", "off", "at", "under"})
_PARTICIPLES = frozenset({"paid", "sold", "sent", "left", "held", "made", "bought", "won", "lost", "given", "taken"})
_UNIT_SIGNS = {"percent": "%", "money": "", "fraction": ""}


class CannotDescribe(Exception):
    """A part of the query has no words yet."""


def require_known(part: object, known: frozenset[str]) -> None:
    """What is new in a part and set must not be passed over in silence. Raises CannotDescribe."""
    for field in fields(part):  # type: ignore[arg-type]
        if field.name not in known and getattr(part, field.name) != field.default:
            raise CannotDescribe(field.name)


class ConditionWords:
    def __init__(self, labels: SemanticLabels, base: str) -> None:
        self._labels = labels
        self._base = base

    def rows(self, tests: Iterable[RowTest], others: Iterable[CodedMessage] = ()) -> tuple[CodedMessage, ...]:
        """All but periods and what is left out without being asked. Raises CannotDescribe."""
        tests = tuple(tests)
        meant = [test for test in tests if not isinstance(test, PeriodTest) and not _is_default(test)]
        said = [*self._names(meant), *(self._row_test(test) for test in meant if not self._is_name(test))]
        return _in_order([*said, *others, *self._other_dates(tests)])

    def periods(self, tests: Iterable[RowTest]) -> tuple[CodedMessage, ...]:
        """Those of the date that rows are usually told by."""
        usual = [test for test in tests if isinstance(test, PeriodTest) and self._is_usual(test)]
        return tuple(self._period(one) for test in usual for one in _apart(test))

    def within(self, tests: Iterable[RowTest]) -> tuple[CodedMessage, ...]:
        """`in 2025`, where a period follows a noun."""
        usual = [test for test in tests if isinstance(test, PeriodTest) and self._is_usual(test)]
        return tuple(within_period(one.start, one.end) for test in usual for one in _apart(test))

    def left_out(self, tests: Iterable[RowTest]) -> tuple[CodedMessage, ...]:
        """Rows that people seldom mean."""
        usual = list(_usual(tests))
        return tuple(dict.fromkeys(self._exclusion(test) for test in usual))

    def _row_test(self, test: RowTest) -> CodedMessage:
        if isinstance(test, CalendarTest | DatesTest) or type(test) not in _KNOWN:
            raise CannotDescribe(type(test).__name__)
        require_known(test, _KNOWN[type(test)])
        if isinstance(test, Existence):
            return self._existence(test)
        return self._on_other_date(test) if isinstance(test, PeriodTest) else self._column_test(test)

    def _column_test(self, test: ColumnTest) -> CodedMessage:
        if test.operator in (">", ">=", "<", "<="):
            return self._comparison(test)
        if test.operator in ("is_null", "is_not_null"):
            return self._presence(test)
        if test.operator.endswith(("contains", "starts_with")):
            return self._part_of_text(test)
        if test.operator not in ("in", "not_in"):
            raise CannotDescribe(test.operator)
        return self._flag(test) or self._values(test)

    def _part_of_text(self, test: ColumnTest) -> CodedMessage:
        label, text = self._label(test), ", ".join(str(one).strip() for one in test.values)
        if test.operator.startswith("not_"):
            return msg("described.not_containing", label=label, text=text)
        return msg("described.containing", label=label, text=text)

    def _values(self, test: ColumnTest) -> CodedMessage:
        values = tuple(dict.fromkeys(self._meaning(test, value) for value in test.values))
        if test.operator == "not_in":
            return msg("described.other_than", label=self._label(test), values=values)
        if self._labels.names_row(test.table, test.column):
            return self._named(test, values)
        if self._labels.is_place(test.table, test.column) and not self._is_of_other_person(test):
            return msg("described.in_place", values=values)
        return msg("described.with_value", label=self._label(test), values=values)

    def _named(self, test: ColumnTest, values: tuple[str, ...]) -> CodedMessage:
        if test.table == self._base and not test.via:
            return msg("described.called", values=values)
        role = self._role(test)
        if role.endswith(" by"):
            return msg("described.done_by", role=role, values=values)
        return msg("described.of_thing", noun=role or self._labels.noun(test.table), values=values)

    def _role(self, test: ColumnTest | PeriodTest) -> str:
        return self._labels.role(self._base, test.via) if test.via else ""

    def _is_name(self, test: RowTest) -> bool:
        """One of several columns that name a row together, or all of them."""
        if not isinstance(test, ColumnTest) or test.operator != "in":
            return False
        is_split = not self._labels.names_row(test.table, test.column)
        return is_split and all(self._labels.is_part_of_name(test.table, name) for name in test.column.split("|"))

    def _names(self, tests: Iterable[RowTest]) -> Iterator[CodedMessage]:
        """`Given Name = 'Ada'` and `Surname = 'Park'` are one person, Ada Park."""
        people: dict[tuple[str, tuple[str, ...]], list[ColumnTest]] = {}
        for test in tests:
            if isinstance(test, ColumnTest) and self._is_name(test):
                people.setdefault((test.table, test.via), []).append(test)
        for (table, _), named in people.items():
            entity = self._labels.model.entity(table)
            order = entity.display if entity else ()
            parts = {
                name: str(value)
                for test in named
                for name, value in zip(test.column.split("|"), test.values, strict=False)
            }
            whole = " ".join(parts[name] for name in order if name in parts)
            yield self._named(named[0], (whole,))

    def _is_of_other_person(self, test: ColumnTest) -> bool:
        entity = self._labels.model.entity(test.table)
        return test.table != self._base and entity is not None and entity.is_person

    def _meaning(self, test: ColumnTest, value: str | int | float) -> str:
        """A code as what it stands for."""
        for one in self._labels.model.decodings:
            if (one.table, one.column) == (test.table, test.column):
                return dict(one.meanings).get(str(value), str(value))
        return str(value).replace("_", " ")

    def _flag(self, test: ColumnTest) -> CodedMessage | None:
        flag = self._labels.flag(test.table, test.column)
        if flag is None or not test.values:
            return None
        is_yes = (test.values[0] in flag.yes) == (test.operator == "in")
        if test.table != self._base:
            what = self._flagged_other(test, flag)
            return msg("described.with", what=what) if is_yes else msg("described.without", what=what)
        if test.column.casefold().startswith("is") and not flag.sense:
            return (
                msg("described.marked", label=flag.label) if is_yes else msg("described.not_marked", label=flag.label)
            )
        if _is_adjective(flag):
            return msg("described.is_so", label=flag.label) if is_yes else msg("described.is_not_so", label=flag.label)
        return msg("described.with", what=flag.label) if is_yes else msg("described.without", what=flag.label)

    def _flagged_other(self, test: ColumnTest, flag: FlagColumn) -> str:
        """`cancelled class session`, `room sea view`."""
        return f"{flag.label} {self._labels.noun(test.table)}" if _is_adjective(flag) else self._label(test)

    def _presence(self, test: ColumnTest) -> CodedMessage:
        is_missing = test.operator == "is_null"
        day = self._labels.date(test.table, test.column)
        if day is not None and day.null_means_open and _is_participle(day.label) and test.table == self._base:
            if is_missing:
                return msg("described.is_not_so", label=day.label)
            return msg("described.is_so", label=day.label)
        label = self._label(test)
        return msg("described.without", what=label) if is_missing else msg("described.with", what=label)

    def _comparison(self, test: ColumnTest) -> CodedMessage:
        label, value = self._compared(test), _number(test.values[0], self._unit(test))
        match test.operator:
            case ">":
                return msg("described.over", label=label, value=value)
            case ">=":
                return msg("described.at_least", label=label, value=value)
            case "<":
                return msg("described.under", label=label, value=value)
        return msg("described.at_most", label=label, value=value)

    def _compared(self, test: ColumnTest) -> str:
        derived = self._labels.derived(test.table, test.derived) if test.derived else None
        return derived.label if derived else self._label(test)

    def _unit(self, test: ColumnTest) -> str:
        derived = self._labels.derived(test.table, test.derived) if test.derived else None
        measure = derived or self._labels.measure(test.table, test.column)
        return measure.unit if measure else ""

    def _existence(self, test: Existence) -> CodedMessage:
        inner = ConditionWords(self._labels, test.table)
        conditions = (*inner.rows(test.tests), *inner.within(test.tests))
        plain = msg("described.rows", rows=self._labels.rows(test.table))
        rows = msg("described.rows_that", rows=plain, conditions=conditions) if conditions else plain
        if test.is_negated:
            return msg("described.without_rows", rows=rows)
        if test.most is not None:
            return self._few(test, test.most, rows, has_conditions=bool(conditions))
        if test.least > 1:
            return msg("described.with_least_rows", rows=rows, count=test.least)
        return msg("described.with", what=rows)

    def _few(self, test: Existence, most: int, rows: CodedMessage, *, has_conditions: bool) -> CodedMessage:
        """Exactly so many, or at most."""
        if test.least != most:
            return msg("described.with_most_rows", rows=rows, count=most)
        if most == 1 and not has_conditions:
            return msg("described.with_one_row", noun=self._labels.noun(test.table))
        return msg("described.with_exact_rows", rows=rows, count=most)

    def _exclusion(self, test: ColumnTest) -> CodedMessage:
        rows = self._labels.rows(test.table)
        found = (one.kind for one in self._labels.model.exclusions_of(test.table) if _is_of(one, test))
        match next(found, ""):
            case "cancelled":
                return msg("described.without_cancelled", rows=rows)
            case "deleted":
                return msg("described.without_deleted", rows=rows)
            case "test":
                return msg("described.without_test", rows=rows)
        return self._row_test(test)

    def _period(self, test: PeriodTest) -> CodedMessage:
        require_known(test, _KNOWN[PeriodTest])
        return describe_period(test.start, test.end)

    def _is_usual(self, test: PeriodTest) -> bool:
        day = self._labels.date(test.table, test.column)
        return day is None or day.is_main or not day.label

    def _other_dates(self, tests: Iterable[RowTest]) -> Iterator[CodedMessage]:
        """`cancelled in 2025`, `with check out date in 2025`."""
        for test in tests:
            if isinstance(test, PeriodTest) and not self._is_usual(test):
                yield self._on_other_date(test)

    def _on_other_date(self, test: PeriodTest) -> CodedMessage:
        require_known(test, _KNOWN[PeriodTest])
        day, when = self._labels.date(test.table, test.column), within_period(test.start, test.end)
        if day is not None and _is_participle(day.label) and test.table == self._base:
            return msg("described.done_within", done=day.label, when=when)
        return msg("described.date_within", date=self._label(test), when=when)

    def _label(self, test: ColumnTest | PeriodTest) -> str:
        role = self._role(test)
        label, noun = self._labels.column(test.table, test.column), self._labels.noun(test.table)
        if self._labels.names_row(test.table, test.column):
            return role or noun
        owner = role or ("" if test.table == self._base or set(noun.split()) & set(label.split()) else noun)
        return f"{owner} {label}" if owner and label != owner else label


def _apart(test: PeriodTest) -> Iterator[PeriodTest]:
    """One test for each of its periods."""
    for start, end in ((test.start, test.end), *test.others):
        yield replace(test, start=start, end=end, others=())


def _usual(tests: Iterable[RowTest]) -> Iterator[ColumnTest]:
    """Also of the rows whose number is asked about."""
    for test in tests:
        if isinstance(test, Existence):
            yield from _usual(test.tests)
        elif isinstance(test, ColumnTest) and test.is_default:
            yield test


def _is_adjective(flag: FlagColumn) -> bool:
    words = flag.label.split()
    return bool(flag.sense or _is_participle(flag.label) or (words and words[0] in _PREPOSITIONS))


def _is_participle(label: str) -> bool:
    return label.endswith(("ed", "able", "ing")) or label in _PARTICIPLES


def _is_default(test: RowTest) -> bool:
    return isinstance(test, ColumnTest) and test.is_default


def _is_of(exclusion: UsualExclusion, test: ColumnTest) -> bool:
    return exclusion.condition.column == test.column


def _in_order(said: list[CodedMessage]) -> tuple[CodedMessage, ...]:
    """What follows the noun at once, then all that begins with `with` in one, then the rest."""
    said = list(dict.fromkeys(said))
    close = [one for one in said if one.code in _CLOSE]
    owned = tuple(one for one in said if one.code in _WITH)
    rest = [one for one in said if one.code not in _CLOSE | _WITH]
    return (*close, *((msg("described.with_all", items=owned),) if owned else ()), *rest)


def _number(value: str | int | float, unit: str) -> str:
    number = float(value)
    text = f"{number:,.0f}" if number == int(number) else f"{number:,}"
    sign = _UNIT_SIGNS.get(unit, f" {unit}" if unit else "")
    return text + sign

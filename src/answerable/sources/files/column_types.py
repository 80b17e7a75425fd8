"""What type a column of text really has: the narrowest that every value fits, with nothing lost.

A column stays text where a value would change by conversion: 007 is not the number 7, and 03/04/2024 may be two dates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.sources.value_spelling import literal, quote_name

if TYPE_CHECKING:
    import duckdb

__all__ = ["typed_columns"]

_NOT_THERE = frozenset({"", "NULL", "null", "NA", "N/A", "n/a", "\\N", "-"})
"""Words that stand for a missing value in a column whose other values are no text."""
_COLUMNS_AT_ONCE = 100

_DATE = r"\d{4}-\d{1,2}-\d{1,2}"
_TIME = r"\d{1,2}:\d{2}(:\d{2}(\.\d{1,6})?)?"
_ZONE = r"(Z|[+-]\d{2}(:?\d{2})?)"


@dataclass(frozen=True, slots=True)
class ColumnTypeCandidate:
    """A type a column may have: what its values look like, and how a value `$v` is converted, or gives NULL."""

    pattern: str
    convert: str
    unless: str = ""
    """Another conversion which, if it works on every value too, makes this one a guess."""

    def is_like(self, cell: str) -> bool:
        return re.fullmatch(self.pattern, cell) is not None

    def fits_all(self, value: str) -> str:
        """An aggregate: true when every value fits, NULL when there are no values."""
        there = f"FILTER ({value} IS NOT NULL)"
        looks, converts = f"regexp_full_match({value}, '{self.pattern}')", f"{self.conversion_of(value)} IS NOT NULL"
        fits = f"bool_and({looks} AND {converts}) {there}"
        if not self.unless:
            return fits
        return f"({fits} AND NOT bool_and({self.unless.replace('$v', value)} IS NOT NULL) {there})"

    def conversion_of(self, value: str) -> str:
        return self.convert.replace("$v", value)


_WHOLE = ColumnTypeCandidate(r"[+-]?(0|[1-9]\d{0,17})", "TRY_CAST($v AS BIGINT)")
_FLOAT = ColumnTypeCandidate(
    r"[+-]?(((0|[1-9]\d{0,16})(\.\d*)?|\.\d+)([eE][+-]?\d+)?|inf|nan|Infinity|NaN)", "TRY_CAST($v AS DOUBLE)"
)
_DAY_FIRST = "try_strptime($v, '%d/%m/%Y')::DATE"
_MONTH_FIRST = "try_strptime($v, '%m/%d/%Y')::DATE"
_SLASHED = r"\d{1,2}/\d{1,2}/\d{4}"

CANDIDATES: tuple[ColumnTypeCandidate, ...] = (
    ColumnTypeCandidate(r"(?i)true|false", "TRY_CAST($v AS BOOLEAN)"),
    _WHOLE,
    *(
        ColumnTypeCandidate(
            rf"[+-]?(0|[1-9]\d{{0,{17 - scale}}})(\.\d{{1,{scale}}})?", f"TRY_CAST($v AS DECIMAL(18,{scale}))"
        )
        for scale in (2, 4, 6)
    ),
    _FLOAT,
    ColumnTypeCandidate(_DATE, "TRY_CAST($v AS DATE)"),
    ColumnTypeCandidate(rf"{_DATE}[ T]{_TIME}", "TRY_CAST($v AS TIMESTAMP)"),
    ColumnTypeCandidate(rf"{_DATE}[ T]{_TIME} ?{_ZONE}", "TRY_CAST($v AS TIMESTAMPTZ)"),
    ColumnTypeCandidate(_TIME, "TRY_CAST($v AS TIME)"),
    ColumnTypeCandidate(r"\d{4}/\d{1,2}/\d{1,2}", "try_strptime($v, '%Y/%m/%d')::DATE"),
    ColumnTypeCandidate(r"\d{1,2}\.\d{1,2}\.\d{4}", "try_strptime($v, '%d.%m.%Y')::DATE"),
    ColumnTypeCandidate(_SLASHED, _DAY_FIRST, unless=_MONTH_FIRST),
    ColumnTypeCandidate(_SLASHED, _MONTH_FIRST, unless=_DAY_FIRST),
)

COMMA_CANDIDATES: tuple[ColumnTypeCandidate, ...] = (
    *(
        ColumnTypeCandidate(
            rf"[+-]?(0|[1-9]\d{{0,2}}(\.\d{{3}})*|[1-9]\d{{0,{17 - scale}}})(,\d{{1,{scale}}})?",
            f"TRY_CAST(replace(replace($v, '.', ''), ',', '.') AS DECIMAL(18,{scale}))",
        )
        for scale in (2, 4, 6)
    ),
    ColumnTypeCandidate(
        r"[+-]?(\d+|\d{1,3}(\.\d{3})*),\d+", "TRY_CAST(replace(replace($v, '.', ''), ',', '.') AS DOUBLE)"
    ),
)
"""For files that need the comma for decimals because something else separates their cells."""


def typed_columns(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    names: Sequence[str],
    sample: Sequence[Sequence[str]],
    *,
    decimal_comma: bool,
) -> list[str]:
    """For each text column of `source` the expression that converts it, ready for a SELECT list.

    The rows of a sample leave few candidates; the whole of the data then decides between these."""
    candidates = (*CANDIDATES, *COMMA_CANDIDATES) if decimal_comma else CANDIDATES
    unsettled = {name: _like(sample, number, candidates) for number, name in enumerate(names)}
    proven: dict[str, ColumnTypeCandidate] = {}
    while tests := [(name, left[0]) for name, left in unsettled.items() if left][:_COLUMNS_AT_ONCE]:
        fits = _fitting(connection, source, tests)
        proven.update({name: candidate for name, candidate in tests if name in fits})
        unsettled.update({name: () if name in fits else unsettled[name][1:] for name, _ in tests})
    return [_expression(name, proven.get(name)) for name in names]


def _like(
    sample: Sequence[Sequence[str]], number: int, candidates: Sequence[ColumnTypeCandidate]
) -> tuple[ColumnTypeCandidate, ...]:
    cells = {row[number].strip() for row in sample if number < len(row)} - _NOT_THERE
    return tuple(candidate for candidate in candidates if all(candidate.is_like(cell) for cell in cells))


def _fitting(
    connection: duckdb.DuckDBPyConnection, source: str, tests: Sequence[tuple[str, ColumnTypeCandidate]]
) -> set[str]:
    """The columns of which every value fits the candidate; a column without values is not among them."""
    values = ", ".join(f"{_value(name)} AS v{number}" for number, (name, _) in enumerate(tests))
    answers = ", ".join(candidate.fits_all(f"v{number}") for number, (_, candidate) in enumerate(tests))
    row = connection.execute(f"SELECT {answers} FROM (SELECT {values} FROM {source})").fetchall()[0]
    return {name for (name, _), answer in zip(tests, row, strict=True) if answer}


def _value(name: str) -> str:
    """The cell without blanks around it; NULL for an empty one and for a word that stands for nothing."""
    cell = f"trim({quote_name(name)})"
    words = "|".join(map(re.escape, sorted(_NOT_THERE)))
    return f"CASE WHEN regexp_full_match({cell}, {literal(words)}) THEN NULL ELSE {cell} END"


def _expression(name: str, chosen: ColumnTypeCandidate | None) -> str:
    """A proven conversion gives NULL for blanks and for the words that stand for nothing.

    Trimming also keeps DuckDB from moving the conversion into its CSV reader, where it would fail on these."""
    return f"{chosen.conversion_of(f'trim({quote_name(name)})')} AS {quote_name(name)}" if chosen else quote_name(name)

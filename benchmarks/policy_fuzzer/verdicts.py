"""What outcomes over twin databases give away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Any

from benchmarks.policy_fuzzer.figures import LARGE, rounded, small_figures
from benchmarks.policy_fuzzer.product import Outcome
from benchmarks.policy_fuzzer.twins import Twins

__all__ = ["FIGURE", "Judge", "Problem", "large_figures"]

PART = 6
"""Characters of a hidden text that must not show."""
MOST_FIGURES = 24
FIGURE = re.compile(r"(?i)\b(sum|avg|total|fsum|std\w*|var\w*)\s*\(")
"""Aggregates that the policy lets through over enough values: their figures may differ with one value."""
DIGITS = 12
"""Significant digits in which sums and spreads of floating point numbers must agree.

An engine adds rows as it reads them, and rounding makes the last digits of a double depend on that order: MariaDB's
variances differ in the 16th. What can be read from such a digit is at most that two orders are not the same. It cannot
be made larger, because the guard refuses sums over numbers so far apart that the order shows (`float_sums`)."""
LONG_NUMBER = re.compile(r"-?(?=[\d.]{14,}(e|$))\d+\.\d+(e[-+]?\d+)?")
"""A floating point number with more digits than these, written as text."""
CHOOSES = re.compile(
    r"(?i)\bHAVING\b.*\b(sum|avg|total|fsum|std\w*|var\w*)\s*\(|\bLIMIT\b|\bSELECT\b.*\bSELECT\b", re.S
)
"""What may choose rows by such a figure."""
SORTED = re.compile(r"(?i)\bORDER\s+BY\b")


@dataclass(frozen=True)
class Problem:
    kind: str
    detail: str


class Judge:
    def __init__(self, twins: Twins, minimum_group: int) -> None:
        self.texts = {value for value in twins.canaries if isinstance(value, str)}
        self.parts = {text[at : at + PART] for text in self.texts for at in range(len(text) - PART + 1)}
        self.others = {_exact(value) for value in twins.canaries if not isinstance(value, str)}
        self.digits = {str(value) for value in twins.canaries if isinstance(value, (int, Decimal))}
        self.small = [small_figures([body[which] for body in twins.figures], minimum_group) for which in (0, 1)]

    def of_one(self, outcome: Outcome, sql: str, which: int = 0) -> list[Problem]:
        """What a single outcome tells: hidden values, or figures of too few."""
        found = [Problem("canary", repr(cell)[:120]) for cell in _cells(outcome) if self.is_hidden(cell, sql)]
        found += [
            Problem("canary", outcome.error[3]) for _ in [0] if outcome.error and self.is_hidden(outcome.error[3], sql)
        ]
        return found[:1] or self.few(outcome, which)[:1]

    def of_pair(self, first: Outcome, second: Outcome, sql: str) -> list[Problem]:
        """Nothing where databases that differ in blocked and masked values gave the same."""
        if first == second or (FIGURE.search(sql) and _without_last_digits(first) == _without_last_digits(second)):
            return []
        if bool(first.error) != bool(second.error):
            return [Problem("error", f"{first.error or 'rows'} against {second.error or 'rows'}"[:300])]
        if first.error:
            return [Problem("error text", f"{first.error} against {second.error}"[:300])]
        if first.in_no_order == second.in_no_order:
            return [Problem("order", "the same rows in another order")]
        if (first.names, first.types) != (second.names, second.types):
            return [Problem("columns", f"{first.names, first.types} against {second.names, second.types}"[:300])]
        if first.rows == second.rows:
            return [Problem("warnings", f"{first.warnings} against {second.warnings}"[:300])]
        return [Problem("rows", _difference(first, second))]

    def of_figures(self, first: Outcome, third: Outcome, sql: str) -> list[Problem]:
        """One value of an aggregate-only column differs: only figures of enough values may."""
        if first == third:
            return []
        if not FIGURE.search(sql) or bool(first.error) != bool(third.error):
            return [Problem("aggregate oracle", _difference(first, third))]
        if not CHOOSES.search(sql) and _without_figures(first) != _without_figures(third):
            return [Problem("aggregate oracle", _difference(first, third))]
        if SORTED.search(sql) or [len(first.rows), first.names] != [len(third.rows), third.names]:
            return []
        for one, two in zip(*map(_cells, _matched(first, third)), strict=False):
            if one != two and _is_number(one) and _is_number(two) and 0 < abs(float(one) - float(two)) < 1_000:
                return [Problem("aggregate oracle", _difference(first, third))]
        return []

    def is_hidden(self, cell: Any, sql: str) -> bool:
        """What the statement itself says is no secret."""
        if isinstance(cell, str):
            text = cell.casefold()
            shown = sql.casefold()
            pieces = (text[at : at + PART] for at in range(len(text) - PART + 1))
            return any(piece in self.parts and piece not in shown for piece in pieces) or self.has_digits(text, shown)
        return _exact(cell) in self.others and str(cell) not in sql

    def has_digits(self, text: str, shown: str) -> bool:
        runs = re.findall(r"\d{9,}(?:\.\d+)?", text)
        return any(run in self.digits and run not in shown for run in runs)

    def few(self, outcome: Outcome, which: int) -> list[Problem]:
        small = self.small[which]
        if not small:
            return []
        figures = [cell for cell in _cells(outcome) if _is_number(cell) and abs(cell) > LARGE]
        found = [Problem("figure of few", repr(cell)) for cell in figures if rounded(cell) in small]
        if found or len(figures) > MOST_FIGURES:
            return found
        pairs = ((one, two) for one, two in combinations(map(Decimal, map(str, figures)), 2) if one != two)
        return [Problem("subtraction", f"{one} and {two}") for one, two in pairs if rounded(abs(one - two)) in small]


def large_figures(outcome: Outcome, sql: str) -> list[float]:
    """Numbers that a sum over hidden values may have made."""
    if not FIGURE.search(sql):
        return []
    return [float(cell) for cell in _cells(outcome) if _is_number(cell) and abs(cell) > LARGE]


def _is_number(cell: Any) -> bool:
    return isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool)


def _exact(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    return f"{abs(float(value)):.12g}" if _is_number(value) else None


def _cells(outcome: Outcome) -> Iterator[Any]:
    for row in outcome.rows:
        for cell in row:
            yield from _flat(cell)


def _flat(cell: Any) -> Iterator[Any]:
    if isinstance(cell, dict):
        for value in cell.values():
            yield from _flat(value)
    elif isinstance(cell, (list, tuple)):
        for value in cell:
            yield from _flat(value)
    elif isinstance(cell, bytes):
        yield cell.decode("latin-1")
    elif cell is not None and cell == cell:
        yield cell


def _is_figure(cell: Any) -> bool:
    return cell is None or (_is_number(cell) and abs(cell) > LARGE)


def _without_figures(outcome: Outcome) -> list[str]:
    """Rows, in no order, with one sign for every large number and every missing one."""
    return sorted(map(_without_figure_cells, outcome.rows))


def _without_figure_cells(row: tuple[Any, ...]) -> str:
    return repr(["figure" if _is_figure(cell) else cell for cell in row])


def _matched(first: Outcome, third: Outcome) -> tuple[Outcome, Outcome]:
    """Both with rows of one place beside each other, by all that is no figure.

    The executor sorts rows without an ORDER BY by all they show. Where a figure is another, its row may come elsewhere,
    and whoever sees the figure knows that already. An order that the cells do not explain is left as it is."""
    if not (_is_by_looks(first) and _is_by_looks(third)):
        return first, third
    common = Counter(map(repr, first.rows)) & Counter(map(repr, third.rows))
    return _changed_rows(first, common), _changed_rows(third, common)


def _is_by_looks(outcome: Outcome) -> bool:
    keys = [tuple(map(_look, row)) for row in outcome.rows]
    return all(one <= two for one, two in pairwise(keys))


def _look(cell: Any) -> tuple[int, Any]:
    """As the executor sorts: missing values last, what is neither number, text nor date by how it is written."""
    if cell is None:
        return (2, "")
    if isinstance(cell, (int, float, str, date)) and not isinstance(cell, bool):
        return (0, cell) if cell == cell else (1, "")
    return (0, repr(cell))


def _changed_rows(outcome: Outcome, common: Counter[str]) -> Outcome:
    left = Counter(common)
    rows = []
    for row in outcome.rows:
        if left[repr(row)]:
            left[repr(row)] -= 1
        else:
            rows.append(row)
    return replace(outcome, rows=tuple(sorted(rows, key=_without_figure_cells)))


def _without_last_digits(outcome: Outcome) -> Outcome:
    rows = tuple(tuple(map(_to_digits, row)) for row in outcome.rows)
    return replace(outcome, rows=rows)


def _to_digits(cell: Any) -> Any:
    """Also of figures that came out as text, beside texts in a union."""
    if isinstance(cell, str) and LONG_NUMBER.fullmatch(cell):
        return f"{float(cell):.{DIGITS}g}"
    return float(f"{cell:.{DIGITS}g}") if isinstance(cell, float) else cell


def _difference(first: Outcome, second: Outcome) -> str:
    for one, two in zip(first.rows, second.rows, strict=False):
        if one != two:
            return f"{one!r} against {two!r}"[:400]
    return f"{len(first.rows)} rows against {len(second.rows)}, {first.error or ''} {second.error or ''}"

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from answerable.agent.checks.base import Outcome
from answerable.kernel.messages import CodedMessage, msg
from answerable.sql.scope import owner

CUT_AT = frozenset({10_000, 50_000, 65_535, 65_536, 100_000, 500_000, 1_000_000, 1_048_575, 1_048_576})
"""Where exports, spreadsheets and interfaces stop."""
ZEROS = 5
"""So many zeros at the end of a sum are no chance, where the values themselves have none."""


def round_numbers(outcome: Outcome) -> Iterator[CodedMessage]:
    """A count that is exactly where exports are cut off, or a sum rounder than what it is the sum of."""
    from sqlglot import exp

    total = outcome.total
    if not isinstance(total, int | float | Decimal) or not isinstance(outcome.tree, exp.Select):
        return
    figure = outcome.tree.selects[0].unalias()
    if isinstance(figure, exp.Count) and total in CUT_AT:
        yield msg("checks.count_cut_off", total=f"{total:,}")
    elif isinstance(figure, exp.Sum) and _is_too_round(total, figure, outcome):
        yield msg("checks.sum_too_round", total=f"{total:,}")


def _is_too_round(total: int | float | Decimal, figure: object, outcome: Outcome) -> bool:
    from sqlglot import exp

    if not isinstance(figure, exp.Sum) or not isinstance(figure.this, exp.Column) or total == 0 or total % 10**ZEROS:
        return False
    ref = owner(figure.this, outcome.schema)
    table = outcome.schema.table(ref.table) if ref else None
    column = table.column(ref.name) if ref and table else None
    cells = [cell for cell in column.cells if isinstance(cell, int | float)] if column else []
    return bool(cells) and sum(cell % 100 != 0 for cell in cells) > len(cells) / 2

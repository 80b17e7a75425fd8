"""One sentence that answers the question, every figure bound to the cell it came from.

Each kind of result has one function that says it, or None when the result is not of its kind; the first that speaks is
heard. The last one always does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from answerable.answers.answer import Sentence
from answerable.answers.answer_facts import Facts, ResultView, derive_facts
from answerable.answers.sentence.nothing import say_empty, say_null
from answerable.answers.sentence.one_row import say_one_row
from answerable.answers.sentence.panel import say_panel
from answerable.answers.sentence.ranked_sentence import say_ranking
from answerable.answers.sentence.row_list import say_list, say_values
from answerable.answers.sentence.sentence_writer import Pieces, Teller
from answerable.answers.sentence.series import say_series

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["compose_edited_sentence", "compose_sentence"]


def compose_sentence(question: str, table: pa.Table, facts: Facts | None = None) -> Sentence:
    """What the result says, in `facts.lang`. Without facts they are derived from the table."""
    facts = facts or derive_facts(table)
    teller = Teller(ResultView(table), facts)
    said = [next(pieces for say in KINDS if (pieces := say(teller, question)) is not None)]
    if facts.is_truncated and table.num_rows:
        count = f"{facts.row_limit or table.num_rows:,}"
        said.append(teller.phrase("truncated", count=count))
    return teller.tell(teller.sentences(said))


def compose_edited_sentence(table: pa.Table, facts: Facts) -> Sentence:
    """What a query gave that a person edited: how many rows, in nobody's words. Nothing else of it is known to be what
    the question asks for."""
    teller = Teller(ResultView(table), facts)
    rows = table.num_rows
    if facts.is_truncated:
        return teller.tell(teller.phrase("edited_truncated", count=f"{rows:,}"))
    return teller.tell(teller.phrase("edited_row" if rows == 1 else "edited_rows", count=f"{rows:,}"))


def _among_shown(say: Callable[[Teller, str], Pieces | None]) -> Callable[[Teller, str], Pieces | None]:
    """Highest and lowest of a cut result are so only among the rows that are there."""

    def guarded(teller: Teller, question: str) -> Pieces | None:
        said = say(teller, question)
        if said is None or not teller.facts.is_truncated:
            return said
        return teller.phrase("among") + said

    return guarded


KINDS: tuple[Callable[[Teller, str], Pieces | None], ...] = (
    say_empty,
    say_null,
    say_one_row,
    _among_shown(say_series),
    _among_shown(say_panel),
    say_values,
    _among_shown(say_ranking),
    say_list,
)

"""What one row says: a number, or a few of them."""

from __future__ import annotations

import re

from answerable.answers.sentence.teller import Bound, Pieces, Teller
from answerable.answers.values.plain_text import safe_text

__all__ = ["say_one_row"]

_COLUMNS_SAID = 6
_COUNTED = re.compile(
    r"\b(?:how many|number of|count of)\s+(?P<noun>[^\W\d_]+(?:\s+[^\W\d_]+)??)"
    r"(?=\s+(?:are|were|is|was|do|did|does|have|has|had|in|by|per|for|each|from|with|where|that|who|which|since|last|this"
    r"|there|of|on|at|between|placed|made|we|you|they)\b|\s*[?.!,]|\s+\d|\s*$)",
    re.IGNORECASE,
)


def say_one_row(teller: Teller, question: str) -> Pieces | None:
    if teller.view.rows != 1:
        return None
    names, facts = teller.view.names, teller.facts
    who = [name for name in names if name == facts.time or name in facts.dimensions]
    if not facts.measures or not who or len(who) > 2:
        return teller.phrase("plain", what=_columns(teller, names, question))
    named = teller.join([(Bound(0, name),) for name in who])
    return teller.phrase("for", who=named, what=_columns(teller, list(facts.measures), question))


def _columns(teller: Teller, names: list[str], question: str) -> Pieces:
    items = [
        teller.phrase("also" if position else "is", label=_label(teller, name, question), value=Bound(0, name))
        for position, name in enumerate(names[:_COLUMNS_SAID])
    ]
    return teller.join(items, has_more=len(names) > _COLUMNS_SAID)


def _label(teller: Teller, name: str, question: str) -> str:
    """A bare count is called by what the question counts: "number of customers"."""
    label = teller.label(name)
    if not re.fullmatch(r"(number of )?(rows|count|cnt|n|건수)", label):
        return label
    counted = _COUNTED.search(question)
    noun = teller.facts.subject or (counted["noun"].casefold() if counted else "")
    return "".join(map(str, teller.phrase("number_of", noun=safe_text(noun)))) if noun else label

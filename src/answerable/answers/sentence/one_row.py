"""What one row says: a number, or a few of them."""

from __future__ import annotations

import re

from answerable.answers.column_titles import is_family_name, is_given_name
from answerable.answers.sentence.sentence_writer import Pieces, Teller
from answerable.answers.spoken_columns import joined_names
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
    if not facts.measures or not who or len(joined_names(who)) > 2:
        return _named_alone(teller) or teller.phrase(
            "plain_so_far" if facts.is_ongoing and facts.measures else "plain", what=_columns(teller, names, question)
        )
    named = teller.naming(0, who)
    return teller.phrase("for", who=named, what=_columns(teller, list(facts.measures), question))


def _named_alone(teller: Teller) -> Pieces | None:
    """`The customer is Ada Park.`: one row, of which only the name was asked."""
    facts, names = teller.facts, teller.view.names
    if len(joined_names(names)) != 1 or not all(_names_row(teller, name) for name in names):
        return None
    who = teller.naming(0, names)
    return teller.phrase("only", who=who) if facts.subject or len(names) > 1 else None


def _names_row(teller: Teller, name: str) -> bool:
    spoken = teller.facts.spoken.get(name)
    return (spoken is not None and spoken.names_row) or is_given_name(name) or is_family_name(name)


def _columns(teller: Teller, names: list[str], question: str) -> Pieces:
    items = [
        teller.phrase("also" if position else "is", label=_label(teller, name, question), value=teller.value(0, name))
        for position, name in enumerate(names[:_COLUMNS_SAID])
    ]
    return teller.join(items, has_more=len(names) > _COLUMNS_SAID)


def _label(teller: Teller, name: str, question: str) -> str:
    """A bare count is called by what the question counts: "number of customers"."""
    label = teller.label(name)
    if name in teller.facts.spoken:
        return label
    if not re.fullmatch(r"(number of )?(rows|count|cnt|n|건수)", label):
        return label
    counted = _COUNTED.search(question)
    noun = teller.facts.subject or (counted["noun"].casefold() if counted else "")
    return "".join(map(str, teller.phrase("number_of", noun=safe_text(noun)))) if noun else label

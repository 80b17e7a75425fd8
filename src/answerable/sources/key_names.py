"""What names of tables and columns say about keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from answerable.naming.identifiers import identifier_words
from answerable.naming.inflection import lemma

__all__ = ["names_of_key", "pointed_names", "table_names"]

_ENDINGS = ("id", "key", "code", "no", "nr", "number", "ref", "fk", "uuid", "sk")
_OF_ITSELF = frozenset({"parent", "manager", "supervisor", "boss", "reports_to", "referred_by", "reply_to"})
_PREFIXES = ("tbl", "dim", "fact", "fct", "stg", "raw", "t")


def table_names(table: str) -> tuple[str, ...]:
    """The names under which a column may point to the table: `dim_customers` → dim_customer, customer."""
    words = _words(table)
    whole = _singular(words)
    bare = _singular(words[1:]) if len(words) > 1 and words[0] in _PREFIXES else whole
    return tuple(dict.fromkeys((whole, bare)))


def names_of_key(table: str) -> Iterator[str]:
    """What a table's own key column may be called, likeliest first."""
    yield "id"
    for name in table_names(table):
        for ending in _ENDINGS:
            yield f"{name}_{ending}"
            yield f"{name.replace('_', '')}{ending}"
    yield from ("key", "uuid", "code")


def pointed_names(column: str, table: str) -> Iterator[str]:
    """Singular table names a column may point to: `billing_customer_id` → billing_customer, customer."""
    words = _words(column)
    had_ending = len(words) > 1 and words[-1] in _ENDINGS
    rest = words[:-1] if had_ending else words
    if "_".join(rest) in _OF_ITSELF:
        yield table_names(table)[0]
    for start in range(len(rest) if had_ending else 1):
        yield _singular(rest[start:])


def _words(name: str) -> list[str]:
    """`orderLineID` and `Order Line_id` alike → order, line, id; a glued `customerid` is cut before the ending."""
    words = list(identifier_words(name))
    if words and (glued := re.fullmatch(r"(\w{3,})(id|key|code)", words[-1])):
        words[-1:] = [glued[1], glued[2]]
    return words or [name.casefold()]


def _singular(words: list[str]) -> str:
    return "_".join([*words[:-1], lemma(words[-1])])

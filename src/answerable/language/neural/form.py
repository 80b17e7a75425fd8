"""The form of a query: SQL as a short line of tokens, without FROM and joins, which the keys of the schema give back.

    how many students are older than 20   →   SELECT count * WHERE age > 20

Names and values are pointers into what the question and the schema offer, never text of their own.
"""

from __future__ import annotations

from typing import Literal

from answerable.kernel.light_dataclass import dataclass

__all__ = ["BEGIN", "END", "KEYWORDS", "KEYWORD_IDS", "Form", "Pointer", "PointerKind", "Token"]

PointerKind = Literal["column", "table", "value"]

BEGIN, END = "<s>", "</s>"

KEYWORDS: tuple[str, ...] = (
    BEGIN, END, "SELECT", "DISTINCT", "count", "sum", "avg", "min", "max", "distinct", "*", "-", "+", "/",
    "FROM", "WHERE", "AND", "OR", "=", "!=", ">", "<", ">=", "<=", "between", "is_null", "not_null", "in", "not_in",
    "(", ")", "GROUP", "HAVING", "ORDER", "asc", "desc", "LIMIT", "UNION", "INTERSECT", "EXCEPT",
    "like_c", "like_e", "like_s", "like_x", "not_like_c", "not_like_e", "not_like_s", "not_like_x",
)  # fmt: skip
"""In the order of the network's outputs; `like_c`, `_e`, `_s`, `_x`: contains, ends with, starts with, is."""

KEYWORD_IDS: dict[str, int] = {word: number for number, word in enumerate(KEYWORDS)}


@dataclass(frozen=True, slots=True)
class Pointer:
    kind: PointerKind
    index: int
    """Of a table or column: its place in the schema; of a value: its place among the question's candidates."""


Token = str | Pointer
Form = tuple[Token, ...]

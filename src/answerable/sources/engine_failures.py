"""What kind of failure an engine's message speaks of: the same few categories for every engine."""

from __future__ import annotations

import re

from answerable.kernel.errors import QueryFailed
from answerable.kernel.messages import CodedMessage

__all__ = ["query_failed"]

_CATEGORIES: tuple[tuple[str, str], ...] = (
    (
        "resource_exhausted",
        r"out of memory|too big|too many|disk is full|could not allocate|no space left|stack|depth",
    ),
    (
        "type_mismatch",
        r"mismatch|conversion error|could not (convert|cast)|cannot (cast|compare|be cast)|no function matches"
        r"|operator does not exist|invalid input syntax|incorrect .* value|invalid (date|time|cast)|binder error.*type"
        r"|datatype|out of range",
    ),
    (
        "missing_column",
        r"no such (column|table)|unknown (column|table)|does not exist|doesn't exist|not found in from clause"
        r"|referenced (column|table)|ambiguous|catalog error",
    ),
    (
        "sql_syntax",
        r"syntax|parser error|incomplete input|unrecognized token|unterminated|misuse|one statement at a time",
    ),
)


def query_failed(message: CodedMessage | str, category: str | None = None) -> QueryFailed:
    """The engine's message as an error; engines that know the category better than the words do pass it."""
    return QueryFailed(message, category=category or _category(str(message)))


def _category(message: str) -> str:
    words = message.casefold()
    return next((category for category, pattern in _CATEGORIES if re.search(pattern, words)), "other")

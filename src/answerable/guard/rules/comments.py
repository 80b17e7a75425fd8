from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TextRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import SqlText

_NESTING = frozenset({"postgres", "duckdb", "spark"})
_BLANK = re.compile(r"(?:[ \t\n]|\r)+")
_DASHES = re.compile(r"--[^\r\n]*(?:\r?\n|$)")
_DASHES_AND_BLANK = re.compile(r"--(?:[ \t][^\r\n]*)?(?:\r?\n|$)")
_HASH = re.compile(r"#[^\r\n]*(?:\r?\n|$)")
_EXECUTED = re.compile(r"/\*(?:!|M!)", re.IGNORECASE)


class Comments(TextRule):
    """Between the words of a statement stand white space and comments that every engine reads the same way.

    Refused are comments MySQL and MariaDB execute (`/*! … */`, `/*M! … */`), comments without an end, a carriage
    return inside a `--` comment (some engines end the comment there), and white space that is not ASCII.
    """

    code = "comment_trick"
    layer = Layer.KEYWORD
    title = "Comment or white space that can be read two ways"
    why = "What is a comment to one reader is code to another."
    bad = "SELECT id FROM orders /*! UNION SELECT secret FROM api_keys */"
    fix = msg("guard.remove_comment")

    def look(self, text: SqlText) -> Iterator[Finding]:
        for _, _, gap in text.gaps():
            if gap.strip(" \n") and (rest := self._unread(gap, text.allow_list.dialect)):
                yield self.finding(msg("guard.unplain_gap", text=quote_name(rest)))
                return

    def _unread(self, gap: str, dialect: str) -> str:
        """What is left of the gap from the first thing that is not plainly white space or a comment."""
        place = 0
        while place < len(gap):
            end = self._next(gap, place, dialect)
            if end is None:
                return gap[place:]
            place = end
        return ""

    def _next(self, gap: str, place: int, dialect: str) -> int | None:
        mysql = dialect == "mysql"
        if gap.startswith("/*", place):
            return None if _EXECUTED.match(gap, place) and mysql else _block_end(gap, place, dialect in _NESTING)
        patterns = [_BLANK, _DASHES_AND_BLANK, _HASH] if mysql else [_BLANK, _DASHES]
        for pattern in patterns:
            if match := pattern.match(gap, place):
                return match.end()
        return None


def _block_end(gap: str, place: int, nesting: bool) -> int | None:
    depth, place = 1, place + 2
    while depth:
        end, inner = gap.find("*/", place), gap.find("/*", place) if nesting else -1
        if end < 0:
            return None
        if 0 <= inner < end:
            depth, place = depth + 1, inner + 2
        else:
            depth, place = depth - 1, end + 2
    return place

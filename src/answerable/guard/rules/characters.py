from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.rules.base import TextRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import SqlText

_WHITE = frozenset("\t\n\r ")
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Characters(TextRule):
    """No control characters, no characters that turn the writing direction, no byte-order mark.

    A driver may cut the text at a NUL byte, so that what was checked is not what runs; direction marks make a person
    approve something else than what they read. Tab and line ends are fine.
    """

    code = "bad_character"
    layer = Layer.KEYWORD
    title = "Control or direction character"
    why = "What a person or a driver sees would differ from what was checked."
    bad = "SELECT 1\x00; DROP TABLE orders"
    fix = msg("guard.remove_character")

    def look(self, text: SqlText) -> Iterator[Finding]:
        if text.sql.isascii() and text.sql.isprintable():
            return
        for place, character in enumerate(text.sql):
            if self._is_bad(character):
                yield self.finding(msg("guard.character_not_allowed", character=ord(character), position=place + 1))
                return

    @staticmethod
    def _is_bad(character: str) -> bool:
        if character in _WHITE or " " < character < "\x7f":
            return False
        return character in _DIRECTION or character == "\ufeff" or unicodedata.category(character) in ("Cc", "Cs", "Cn")

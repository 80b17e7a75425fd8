from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_TEXT = frozenset(
    {
        TokenType.STRING,
        TokenType.NATIONAL_STRING,
        TokenType.RAW_STRING,
        TokenType.HEREDOC_STRING,
        TokenType.UNICODE_STRING,
        TokenType.BYTE_STRING,
    }
)
_LOOK_ALIKE_SCRIPTS = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")
_CYRILLIC_TWINS = frozenset("асеорхуіјѕԁһԛԝАВЕКМНОРСТХІЈЅ")


class UnclearNames(TreeRule):
    """A name is what it looks like.

    Refused are names that mix Latin with look-alike letters of other scripts, or consist of such letters alone, that
    hold invisible or compatibility characters (full-width letters, the Greek question mark), that are written with
    escapes (`U&"\\0073sn"`), or as a string (`c.'ssn'`). A name that the schema has exactly so is fine; so is anything
    inside a string.
    """

    code = "disguised_name"
    layer = Layer.KEYWORD
    title = "Name in disguise"
    why = "A person would approve one name and the engine would read another."
    bad = 'SELECT U&"\\0073sn" FROM customers'
    fix = msg("guard.write_plain_name")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for column in statement.every(exp.Column):
            if not isinstance(column.this, exp.Identifier | exp.Star):
                yield self.finding(msg("guard.column_not_a_name", text=quote_name(column.this.sql())))
        for first, second, third in zip(statement.tokens, statement.tokens[1:], statement.tokens[2:], strict=False):
            if self._is_escaped(first, second, third):
                yield self.finding(msg("guard.name_with_escapes", name=quote_name(third.text)))
        if not statement.text.sql.isascii():
            yield from self._odd_letters(statement)

    @staticmethod
    def _is_escaped(first: Token, second: Token, third: Token) -> bool:
        return (
            third.token_type is TokenType.IDENTIFIER
            and second.token_type is TokenType.AMP
            and first.text.lower() == "u"
            and third.start - first.end == 2
        )

    def _odd_letters(self, statement: Statement) -> Iterator[Finding]:
        words = [token.text for token in statement.tokens if token.token_type not in _TEXT]
        names = [name.name for name in statement.every(exp.Identifier)]  # some parsers read a string as a name
        for name in dict.fromkeys((*words, *names)):
            if not name.isascii() and _is_disguised(name) and not statement.catalog.has_name(name):
                yield self.finding(msg("guard.name_with_lookalikes", name=quote_name(name)))


def _is_disguised(name: str) -> bool:
    if unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name):
        return True
    if any(unicodedata.category(c) in ("Cf", "Zs", "Zl", "Zp", "Co") and c != " " for c in name):
        return True
    letters = [c for c in name if c.isalpha()]
    scripts = {unicodedata.name(c, "").split(" ", 1)[0] for c in letters}
    if "LATIN" in scripts and scripts.intersection(_LOOK_ALIKE_SCRIPTS):
        return True
    return bool(letters) and all(c in _CYRILLIC_TWINS for c in letters)

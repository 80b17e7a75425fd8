"""The expressions of generated columns, out of the text of CREATE TABLE: no pragma of SQLite tells them."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["generation_expressions"]

_TOKEN = re.compile(
    r"""--[^\n]*|/\*.*?(?:\*/|\Z)|[xX]?'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]"""
    r"""|\d+(?:\.\d*)?|\w+|\s+|\|\||<<|>>|<=|>=|<>|!=|==|->>?|.""",
    re.DOTALL,
)
_SPACES = ("--", "/*")


def generation_expressions(create: str) -> dict[str, str]:
    """Column, casefolded → the text between the parentheses of its AS."""
    found = {}
    for tokens in _definitions(create):
        expression = _expression(tokens)
        if tokens and expression is not None:
            found[_name(tokens[0]).casefold()] = expression
    return found


def _definitions(create: str) -> Iterator[list[str]]:
    """The tokens of each definition between the outermost parentheses, without spaces and comments."""
    depth, tokens = 0, list[str]()
    for piece in _TOKEN.findall(create):
        depth += (piece == "(") - (piece == ")")
        if piece.isspace() or piece.startswith(_SPACES):
            continue
        if depth == 0 or (depth == 1 and piece == ","):
            yield tokens
            tokens = []
        elif not (depth == 1 and piece == "(" and not tokens):
            tokens.append(piece)


def _expression(tokens: list[str]) -> str | None:
    depth, start = 0, None
    for at, piece in enumerate(tokens):
        if depth == 0 and piece == "(" and at and tokens[at - 1].upper() == "AS":
            start = at + 1
        depth += (piece == "(") - (piece == ")")
        if start is not None and depth == 0:
            return " ".join(tokens[start:at])
    return None


def _name(piece: str) -> str:
    if piece[:1] in ('"', "`"):
        return piece[1:-1].replace(piece[0] * 2, piece[0])
    return piece[1:-1] if piece[:1] == "[" else piece

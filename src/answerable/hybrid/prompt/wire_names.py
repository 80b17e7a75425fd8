"""What tables, columns and values are called in a prompt, and which of them left the machine.

In blind mode they go by neutral tokens, the same ones for all prompts of a question, and come back by their names.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import Protocol

from answerable.hybrid.fixer.draft_query import identifier
from answerable.kernel.errors import one_line
from answerable.kernel.light_dataclass import dataclass

__all__ = ["BlindNames", "Disclosure", "PlainNames", "WireNames"]

_LONGEST_VALUE = 60
_TOKEN = re.compile(r"\b([tcvw])(\d+)\b")


@dataclass(slots=True)
class Disclosure:
    """What prompts held of a source."""

    tables: set[str] = field(default_factory=set)
    columns: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    rows: int = 0


class WireNames(Protocol):
    disclosed: Disclosure

    @property
    def is_blind(self) -> bool: ...
    def table(self, name: str) -> str: ...
    def column(self, table: str, name: str) -> str: ...
    def value(self, value: object) -> str:
        """As an SQL literal."""
        ...

    def label(self, words: str) -> str:
        """What something means; empty where that would tell names."""
        ...

    def restore(self, text: str) -> str:
        """A reply in the names of the source."""
        ...


class PlainNames:
    def __init__(self) -> None:
        self.disclosed = Disclosure()

    @property
    def is_blind(self) -> bool:
        return False

    def table(self, name: str) -> str:
        self.disclosed.tables.add(name)
        return ".".join(identifier(safe(part)).sql() for part in name.split("."))

    def column(self, table: str, name: str) -> str:
        self.disclosed.columns.add(f"{table}.{name}")
        return identifier(safe(name)).sql()

    def value(self, value: object) -> str:
        self.disclosed.values.add(str(value))
        return _literal(value)

    def label(self, words: str) -> str:
        return safe(words)

    def restore(self, text: str) -> str:
        return text


class BlindNames:
    def __init__(self) -> None:
        self.disclosed = Disclosure()
        self._tokens: dict[tuple[str, str], str] = {}
        self._meant: dict[str, str] = {}

    @property
    def is_blind(self) -> bool:
        return True

    def table(self, name: str) -> str:
        return self._token("t", name, ".".join(identifier(part).sql() for part in name.split(".")))

    def column(self, table: str, name: str) -> str:
        """One token for a name, whatever its table: keys that are called alike are seen to be."""
        return self._token("c", name.casefold(), identifier(name).sql())

    def value(self, value: object) -> str:
        return f"'{self.value_token(value)}'"

    def value_token(self, value: object) -> str:
        return self._token("v", str(value), str(value))

    def word_token(self, word: str) -> str:
        return self._token("w", word, word)

    def label(self, words: str) -> str:
        return ""

    def restore(self, text: str) -> str:
        return _TOKEN.sub(lambda found: self._restored(found[0], text, found.start()), text)

    def _restored(self, token: str, text: str, at: int) -> str:
        meant = self._meant.get(token, token)
        is_quoted = text[at - 1 : at] == "'"
        if is_quoted:
            return meant.replace("'", "''")
        return meant.strip('"') if text[at - 1 : at] == '"' else meant

    def _token(self, kind: str, name: str, meant: str) -> str:
        key = kind, name
        if key not in self._tokens:
            number = sum(known == kind for known, _ in self._tokens) + 1
            self._tokens[key] = f"{kind}{number}"
            self._meant[f"{kind}{number}"] = meant
        return self._tokens[key]


def safe(text: str, longest: int = 200) -> str:
    """On one line, and with no sign that could end a fence or a comment."""
    plain = one_line(text).replace("`", "'").replace("<", "‹").replace(">", "›").replace("*/", "* /")
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"


def _literal(value: object) -> str:
    if isinstance(value, int | float):
        return str(value)
    return "'" + safe(str(value), _LONGEST_VALUE).replace("'", "''") + "'"

"""Names in every form an engine takes, and the forms in which a statement may write them."""

from __future__ import annotations

import random
import re

__all__ = ["Speller", "as_stored"]

LONG = "a_name_that_goes_on_and_on_until_it_is_longer_than_sixty_three_bytes"
TABLES = ("people", "Staff", "orders", "état", "Kunden Liste", "teams", "badges", "größe", "user", "Ärzte", LONG + "_t")
COLUMNS = (
    "name", "town", "ssn", "Mail", "salary", "points", "prénom", "Straße", "order", "E Mail", "level", "key",
    "note", "born", "active", "Value", "code", "İndex", "phone", "rank", LONG, "desc", "kelvin", "wert", "tél",
    "status",
)  # fmt: skip
ALIASES = ("a", "b", "c", "é", "t", "x1", "ß", "kk", "Tab Le", "ö", "p", "q", LONG + "_one", "ñame", "value")
RESERVED = frozenset(["user", "order", "key", "value", "desc", "rank", "level", "groups", "select", "table", "status"])


def as_stored(name: str, engine: str) -> str:
    """PostgreSQL cuts names at 63 bytes, MariaDB refuses more than 64 characters."""
    if engine == "postgres":
        return name.encode()[:63].decode(errors="ignore")
    return name[:60] if engine == "mysql" else name


class Speller:
    def __init__(self, engine: str, chance: random.Random) -> None:
        self.engine = engine
        self.chance = chance

    def quote(self, name: str) -> str:
        mark = "`" if self.engine == "mysql" else '"'
        return mark + name.replace(mark, mark * 2) + mark

    def quote_table(self, name: str) -> str:
        """With its namespace, where it has one."""
        return ".".join(map(self.quote, name.split(".")))

    def table(self, name: str) -> str:
        return ".".join(self._spell(part, folds=self.engine != "mysql") for part in name.split("."))

    def column(self, name: str) -> str:
        return self._spell(name, folds=True)

    def alias(self, name: str) -> str:
        """As it stands: whether two spellings are one name is the engine's business."""
        return name if self._is_plain(name) and self.chance.random() < 0.7 else self.quote(name)

    def variant(self, name: str) -> str:
        """Another name that some folding takes for the same."""
        odd = self.chance.choice
        forms = [name.upper(), name.lower(), name.swapcase(), name.title(), name.replace("k", "\u212a"), name + " "]
        if len(name) > 60:
            forms += [name[:63] + "zz", name[:62] + "é", name + "x"]
        forms += [name.replace("é", "e\u0301"), name.replace("s", "ſ"), name.casefold()]
        return odd([form for form in forms if form != name] or [name.upper()])

    def _spell(self, name: str, folds: bool) -> str:
        if not self._is_plain(name):
            return self.quote(name)
        roll = self.chance.random()
        if roll < 0.15:
            return self.quote(name)
        if roll < 0.35 and folds:
            return "".join(self.chance.choice((c.lower(), c.upper())) if c.isascii() else c for c in name)
        return name

    def _is_plain(self, name: str) -> bool:
        """Whether it may stand without quotes."""
        if not re.fullmatch(r"[^\W\d]\w*", name) or name.lower() in RESERVED or "ſ" in name:
            return False
        return self.engine != "postgres" or not re.search("[A-Z]", name)

"""What the guard found, and its word on one exact text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

__all__ = ["Finding", "Layer", "Severity", "Verdict", "hash_sql"]


class Layer(StrEnum):
    KEYWORD = "keyword"
    SCHEMA = "schema"
    SEMANTIC = "semantic"


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    layer: Layer
    code: str
    message: str
    severity: Severity = Severity.ERROR
    hint: str = ""

    def as_dict(self) -> dict[str, str]:
        return {
            "layer": self.layer,
            "code": self.code,
            "message": self.message,
            "severity": self.severity,
            "hint": self.hint,
        }


def hash_sql(sql: str) -> str:
    return hashlib.sha256(sql.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Masking:
    """What must happen to a result that restricted columns went into."""

    places: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


_SEAL: Final = object()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Only `guard.check` can make one; it speaks of one exact text in one dialect."""

    allowed: bool
    sql_hash: str
    dialect: str
    findings: tuple[Finding, ...] = ()
    tables: tuple[str, ...] = ()
    """Tables the statement reads, views not resolved; empty when it did not parse."""
    masked_columns: tuple[int, ...] = ()
    """Places of the result's columns that must be shown as `•••`."""
    column_names: tuple[str, ...] = ()
    """Names the result's columns must have for these places to hold; empty where the engine makes one up."""
    withholds_details: bool = False
    """True when restricted columns are read: an engine's own error text may hold their values."""
    seal: object = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _SEAL:
            raise TypeError("A verdict is made by guard.check, never by hand.")

    def covers(self, sql: str, dialect: str) -> bool:
        """True when this verdict allows exactly this text on this dialect."""
        return self.allowed and self.dialect == dialect and self.sql_hash == hash_sql(sql)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.severity is Severity.WARNING)


def make_verdict(
    sql: str, dialect: str, findings: tuple[Finding, ...], tables: tuple[str, ...], masking: Masking | None = None
) -> Verdict:
    """For `guard.check` alone. Allowed means: no finding is an error."""
    allowed = all(f.severity is not Severity.ERROR for f in findings)
    masked, names = (masking.places, masking.names) if masking is not None else ((), ())
    return Verdict(allowed, hash_sql(sql), dialect, findings, tables, masked, names, masking is not None, _SEAL)

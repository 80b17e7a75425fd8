"""What the guard found, and its word on one exact text."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Final

from answerable.kernel.errors import one_line
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, verbatim
from answerable.sql.text_hash import hash_sql

__all__ = ["Finding", "Layer", "PromisedColumn", "Severity", "Verdict"]


_NO_ADVICE: Final = verbatim("")


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
    what: CodedMessage
    severity: Severity = Severity.ERROR
    advice: CodedMessage = _NO_ADVICE

    @property
    def message(self) -> str:
        """What was found, in English."""
        return one_line(str(self.what))

    @property
    def hint(self) -> str:
        """What to do instead, in English."""
        return one_line(str(self.advice))

    def as_dict(self, language: str = "en") -> dict[str, str]:
        return {
            "layer": self.layer,
            "code": self.code,
            "message": one_line(self.what.render(language)),
            "severity": self.severity,
            "hint": one_line(self.advice.render(language)),
        }


@dataclass(frozen=True, slots=True)
class Masking:
    """What must happen to a result that restricted columns went into."""

    places: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    copies: tuple[int, ...] = ()
    """Those of the places at which a masked column stands as it is."""


@dataclass(frozen=True, slots=True)
class RowOrder:
    """In what order rows leave the executor, where the engine's own might tell about a restricted column."""

    sorted_by: tuple[int, ...] | None = ()
    """Places of the outputs by which the query sorts: rows equal in these are put into an order of their looks. None:
    the rows stay as they come, because the query sorts by what is not shown."""
    is_by_hidden: bool = False
    """Whether hidden values may decide which rows come first: a masked column is grouped, joined or tested, or an index
    over a restricted column may be followed."""
    is_certain: bool = False
    """Whether the same rows come first, whatever the hidden values."""


@dataclass(frozen=True, slots=True)
class Control:
    """A query that counts the values a statement leaves out. Each of its rows holds how many there are in all, and then
    numbers of values left out, each of which must be none or at least `minimum`."""

    sql: str
    column: str
    minimum: int


@dataclass(frozen=True, slots=True)
class PromisedColumn:
    """What a column of the result must look like for the verdict to speak of this result."""

    name: str
    """As the engine compares it; empty where the engine makes one up."""
    family: str = ""
    """The `kinds.Family` of its type, where it is a plain copy of a column that the schema knows; empty otherwise."""


@dataclass(frozen=True, slots=True)
class Handling:
    """What the executor has to do besides running the statement."""

    masking: Masking | None = None
    row_order: RowOrder | None = None
    controls: tuple[Control, ...] = ()
    withholds_details: bool = False
    promise: tuple[PromisedColumn, ...] | None = None


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
    """True when a table with restricted columns is read: an engine's own errors and warnings may hold their values, or
    come in the order of them."""
    masked_copies: tuple[int, ...] = ()
    """Those of `masked_columns` that hold a masked column as it stands: only these show where a value is missing."""
    row_order: RowOrder | None = None
    """How the rows are sorted before anybody sees them; None where they stay as they come."""
    controls: tuple[Control, ...] = ()
    """Queries to run first: what they count decides whether the statement may run."""
    promise: tuple[PromisedColumn, ...] | None = None
    """The columns of the result; None where nobody restricts columns, or nobody can count them."""
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
    sql: str, dialect: str, findings: tuple[Finding, ...], tables: tuple[str, ...], handling: Handling | None = None
) -> Verdict:
    """For `guard.check` alone. Allowed means: no finding is an error."""
    handling = handling or Handling()
    masking = handling.masking or Masking()
    return Verdict(
        allowed=all(f.severity is not Severity.ERROR for f in findings),
        sql_hash=hash_sql(sql),
        dialect=dialect,
        findings=findings,
        tables=tables,
        masked_columns=masking.places,
        column_names=masking.names,
        withholds_details=handling.withholds_details,
        masked_copies=masking.copies,
        row_order=handling.row_order,
        controls=handling.controls,
        promise=handling.promise,
        seal=_SEAL,
    )

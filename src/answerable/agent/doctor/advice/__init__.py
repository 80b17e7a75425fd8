"""What an engine's rights mean, and the exact statements that mend them. One file an engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from answerable.agent.doctor.advice import duckdb, mysql, postgres, sqlite
from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.sources import Rights

__all__ = ["advise", "recipe_for"]


@dataclass(frozen=True, slots=True)
class _Adviser:
    findings: Callable[[Rights], tuple[DoctorFinding, ...]]
    recipe: Callable[[Rights], tuple[str, ...]]
    """How to make a user with no more rights than reading needs."""


def _none(_: Rights) -> tuple[str, ...]:
    return ()


_ADVISERS = {
    "postgres": _Adviser(postgres.findings, postgres.recipe),
    "mysql": _Adviser(mysql.findings, mysql.recipe),
    "sqlite": _Adviser(sqlite.findings, _none),
    "duckdb": _Adviser(duckdb.findings, _none),
}


def advise(dialect: str, rights: Rights | None) -> tuple[DoctorFinding, ...]:
    adviser = _ADVISERS.get(dialect)
    if adviser is None or rights is None:
        message = "This engine's rights cannot be read from here; give it a user that may only SELECT."
        return (DoctorFinding("not_examined", DoctorSeverity.ADVICE, message),)
    return adviser.findings(rights)


def recipe_for(dialect: str, rights: Rights | None) -> tuple[str, ...]:
    adviser = _ADVISERS.get(dialect)
    return adviser.recipe(rights) if adviser and rights else ()

"""MySQL and MariaDB: what a user should not have, and a user that has none of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.doctor.advice.account_names import join_names
from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity

if TYPE_CHECKING:
    from answerable.sources import Rights

__all__ = ["findings", "recipe"]

READER = "'answerable_reader'@'%'"
_SAYS = {
    "administer": "may administer the server",
    "file": "may read and write files on the server",
    "grant_option": "may pass its rights on",
    "write": "may write",
}


def findings(rights: Rights) -> tuple[DoctorFinding, ...]:
    return (*_held(rights), *_infile(rights))


def _held(rights: Rights) -> Iterator[DoctorFinding]:
    for right in rights.held:
        message = f"{rights.user} {_SAYS[right.code]}: {join_names(right.on)}.{_where(right.code, rights)}"
        words = [f"GRANT OPTION ON {place}" for place in right.on] if right.code == "grant_option" else right.on
        fixes = tuple(f"REVOKE {each} FROM {rights.user};" for each in words)
        yield DoctorFinding(right.code, DoctorSeverity.SERIOUS, message, fixes)


def _where(code: str, rights: Rights) -> str:
    """How far FILE reaches is a setting of the server."""
    if code != "file":
        return ""
    [folder] = rights.facts["secure_file_priv"]
    return f" secure_file_priv is '{folder}'." if folder else " secure_file_priv is not set, so anywhere."


def _infile(rights: Rights) -> Iterator[DoctorFinding]:
    """Of use to those only who may write a table; our own side of the connection never sends files."""
    if rights.right("write") and rights.facts["local_infile"] in (("1",), ("ON",)):
        message = "The server takes files from its clients (local_infile)."
        yield DoctorFinding("local_infile", DoctorSeverity.ADVICE, message, ("SET GLOBAL local_infile = OFF;",))


def recipe(rights: Rights) -> tuple[str, ...]:
    """The reader, for the very databases that were found."""
    names = (database.replace("`", "``") for database in rights.facts["databases"])
    return (
        f"CREATE USER {READER} IDENTIFIED BY 'choose-a-password';",
        *(f"GRANT SELECT, SHOW VIEW ON `{name}`.* TO {READER};" for name in names),
    )

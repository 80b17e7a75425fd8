"""PostgreSQL: what a role should not have, and a role that has none of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.doctor.advice.account_names import join_names
from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity

if TYPE_CHECKING:
    from answerable.sources import Right, Rights

__all__ = ["findings", "recipe"]

READER = "answerable_reader"
_ATTRIBUTES = {
    "createdb": ("may make databases", "NOCREATEDB"),
    "createrole": ("may make roles, and so give itself rights", "NOCREATEROLE"),
    "replication": ("may stream the whole server away", "NOREPLICATION"),
    "bypassrls": ("sees rows that row-level security hides", "NOBYPASSRLS"),
}
_SUPERUSER = (
    "is a superuser: it may read and write files, start programs and change everything. Connect as another role."
)


def findings(rights: Rights) -> tuple[DoctorFinding, ...]:
    """A superuser's other rights are not listed: it has them all."""
    if rights.right("superuser"):
        return (DoctorFinding("superuser", DoctorSeverity.SERIOUS, f"{rights.user} {_SUPERUSER}"),)
    return tuple(finding for right in rights.held for finding in _findings(right, rights))


def _findings(right: Right, rights: Rights) -> Iterator[DoctorFinding]:
    user = rights.user
    if right.code in _ATTRIBUTES:
        what, word = _ATTRIBUTES[right.code]
        yield DoctorFinding(right.code, DoctorSeverity.SERIOUS, f"{user} {what}.", (f"ALTER ROLE {user} {word};",))
    elif right.code in _ON_OBJECTS:
        severity, what, fix = _ON_OBJECTS[right.code]
        fixes = tuple(fix.format(name=name, user=user) for name in right.on) if fix else ()
        yield DoctorFinding(right.code, severity, what.format(user=user, names=join_names(right.on)), fixes)


_ON_OBJECTS = {
    "server_roles": (DoctorSeverity.SERIOUS, "{user} is a member of {names}.", "REVOKE {name} FROM {user};"),
    "write_tables": (
        DoctorSeverity.SERIOUS,
        "{user} may write {names}.",
        "REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {name} FROM {user};",
    ),
    "own_tables": (DoctorSeverity.SERIOUS, "{user} owns {names}, and an owner may always give itself rights.", ""),
    "create_in_schemas": (
        DoctorSeverity.SERIOUS,
        "{user} may make tables and functions in {names}.",
        "REVOKE CREATE ON SCHEMA {name} FROM {user}, PUBLIC;",
    ),
    "create_in_database": (
        DoctorSeverity.SERIOUS,
        "{user} may make schemas in {names}.",
        "REVOKE CREATE ON DATABASE {name} FROM {user}, PUBLIC;",
    ),
    "ways_out": (DoctorSeverity.ADVICE, "Extensions that reach out of the database are installed: {names}.", ""),
    "untrusted_languages": (DoctorSeverity.ADVICE, "Languages that may do anything are installed: {names}.", ""),
    "writable_by_default": (
        DoctorSeverity.ADVICE,
        "{user} starts transactions that may write.",
        "ALTER ROLE {user} SET default_transaction_read_only = on;",
    ),
}
"""Code → how serious, what to say, how to mend each object."""


def recipe(rights: Rights) -> tuple[str, ...]:
    """The reader, for the database and the very schemas that were found."""
    [database] = rights.facts["database"]
    return (
        f"CREATE ROLE {READER} LOGIN PASSWORD 'choose-a-password';",
        f"ALTER ROLE {READER} SET default_transaction_read_only = on;",
        f"GRANT CONNECT ON DATABASE {database} TO {READER};",
        *(f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC;" for schema in rights.facts["open_schemas"]),
        *(statement for schema in rights.facts["schemas"] for statement in _may_read(schema)),
    )


def _may_read(schema: str) -> tuple[str, ...]:
    return (
        f"GRANT USAGE ON SCHEMA {schema} TO {READER};",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {READER};",
        f"ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {READER};",
    )

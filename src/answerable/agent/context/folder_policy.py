"""The policy of a folder: `[policy]` in answerable.toml, with what a role is given on top."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.guard import Policy
from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg
from answerable.kernel.settings import FILE_NAME, read_table

if TYPE_CHECKING:
    from answerable.guard import Policy

__all__ = ["Stamp", "kept_policy", "load_policy", "policies_in", "policy_in", "stamp_of"]

Stamp = tuple[int, ...]

_ROLES = "roles"


def load_policy(folder: Path | None = None, role: str | None = None) -> Policy | None:
    """None when the folder has no policy. Every role is read, so that a mistake shows before the role is used."""
    base, roles = policies_in(read_table("policy", folder), FILE_NAME)
    if role and role not in roles:
        raise _unknown_role(role, roles, FILE_NAME)
    return roles[role] if role else base


def policy_in(raw: Mapping[str, Any], role: str, where: str) -> Policy:
    """An empty one restricts nothing."""
    base, roles = policies_in(raw, where)
    if role and role not in roles:
        raise _unknown_role(role, roles, where)
    return (roles[role] if role else base) or _policy({}, where, "policy")


def _unknown_role(role: str, roles: Mapping[str, Policy], where: str) -> BadSetting:
    known = tuple(sorted(roles)) or msg("common.none")
    return BadSetting(msg("agent.unknown_role", role=role), hint=msg("agent.roles_in_file", file=where, known=known))


def policies_in(raw: Mapping[str, Any], where: str) -> tuple[Policy | None, dict[str, Policy]]:
    """What holds for everybody, and what for each role; `where` it is written, for the messages."""
    roles = raw.get(_ROLES, {})
    if not isinstance(roles, dict) or not all(isinstance(given, dict) for given in roles.values()):
        raise BadSetting(msg("agent.roles_not_a_table", file=where), hint=msg("agent.write_roles_table"))
    base = {key: value for key, value in raw.items() if key != _ROLES}
    policies = {name: _policy({**base, **given}, where, f"policy.roles.{name}") for name, given in roles.items()}
    return _policy(base, where, "policy") if base else None, policies


def kept_policy(role: str) -> Policy | None:
    """Of the folder the process runs in; one object as long as the file stays as it is, for what was worked out for a
    policy is kept by its identity."""
    return _kept(role, stamp_of(Path.cwd() / FILE_NAME))


@lru_cache(maxsize=64)
def _kept(role: str, _state: Stamp) -> Policy | None:
    return load_policy(role=role)


def stamp_of(path: Path) -> Stamp:
    """Another once the file has been written or replaced, whatever time somebody gave it."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def _policy(raw: dict[str, Any], where: str, place: str) -> Policy:

    try:
        return Policy.from_dict(raw)
    except BadSetting as error:
        raise BadSetting(
            msg("agent.policy_problem", file=where, table=place, problem=error.what), hint=error.advice
        ) from None

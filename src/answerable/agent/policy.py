"""The policy of a folder: `[policy]` in answerable.toml, with what a role is given on top."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.errors import BadSetting
from answerable.settings import FILE_NAME, read_table

if TYPE_CHECKING:
    from answerable.guard import Policy

__all__ = ["Stamp", "kept_policy", "load_policy", "stamp_of"]

Stamp = tuple[int, ...]

_ROLES = "roles"


def load_policy(folder: Path | None = None, role: str | None = None) -> Policy | None:
    """None when the folder has no policy. Every role is read, so that a mistake shows before the role is used."""
    raw = read_table("policy", folder)
    roles = raw.get(_ROLES, {})
    if not isinstance(roles, dict) or not all(isinstance(given, dict) for given in roles.values()):
        raise BadSetting(f"{FILE_NAME}: [policy.roles] is not a table of roles.", hint="Write [policy.roles.NAME].")
    base = {key: value for key, value in raw.items() if key != _ROLES}
    policies = {name: _policy({**base, **given}, f"policy.roles.{name}") for name, given in roles.items()}
    if role and role not in policies:
        known = ", ".join(sorted(policies)) or "none"
        raise BadSetting(f"Unknown role '{role}'.", hint=f"Roles in {FILE_NAME}: {known}.")
    if role:
        return policies[role]
    return _policy(base, "policy") if base else None


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


def _policy(raw: dict[str, Any], place: str) -> Policy:
    from answerable.guard import Policy

    try:
        return Policy.from_dict(raw)
    except BadSetting as error:
        raise BadSetting(f"{FILE_NAME}, [{place}]: {error.message}", hint=error.hint) from None

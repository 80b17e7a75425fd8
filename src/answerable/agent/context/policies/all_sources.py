"""The policy of a folder and its roles, held against all sources that are served from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.folder_policy import load_policy
from answerable.guard import policy_problems
from answerable.kernel.errors import AnswerableError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.settings import mask, read_table
from answerable.sources import open_source

if TYPE_CHECKING:
    from answerable.guard import Policy
    from answerable.kernel.schema import DatabaseSchema
    from answerable.kernel.settings import Settings

__all__ = ["PolicyCheck", "check_policies", "check_policy", "read_schemas"]


@dataclass(frozen=True, slots=True)
class PolicyCheck:
    problems: tuple[str, ...] = ()
    """Entries that name nothing, one line each."""
    closed: tuple[str, ...] = ()
    """Sources that could not be opened to look there, secrets masked."""


def check_policy(specs: Sequence[str], settings: Settings, folder: Path | None = None) -> PolicyCheck:
    """Nothing is opened where there is no policy, or no source."""
    return check_policies(list(_policies(folder)), specs, settings, folder)


def check_policies(
    policies: Sequence[Policy], specs: Sequence[str], settings: Settings, folder: Path | None = None
) -> PolicyCheck:

    if not policies or not specs:
        return PolicyCheck()
    schemas, closed = read_schemas(specs, settings, folder)
    problems = [line for policy in policies for line in policy_problems(policy, *schemas)] if schemas else []
    return PolicyCheck(tuple(dict.fromkeys(problems)), tuple(closed))


def read_schemas(
    specs: Sequence[str], settings: Settings, folder: Path | None = None
) -> tuple[list[DatabaseSchema], list[str]]:
    """Each source opened by itself, and the masked specs of those that cannot be."""
    schemas, closed = [], []
    for spec in specs:
        try:
            with open_source(spec, settings, folder=folder) as source:
                schemas.append(source.schema())
        except AnswerableError:
            closed.append(mask(spec))
    return schemas, closed


def _policies(folder: Path | None) -> Iterator[Policy]:
    """That of the folder, then that of each role."""
    roles = read_table("policy", folder).get("roles")
    for role in (None, *(roles if isinstance(roles, dict) else ())):
        if (policy := load_policy(folder, role)) is not None:
            yield policy

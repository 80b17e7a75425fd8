"""The case table of ways around a policy: statements, the schema they speak of, and its policies.

`cases/policy_holes/ENGINE.sql` holds statements of one engine, `common.sql` those of all. A heading says what holds for
the statements below it: `-- attack CLASS POLICY: what would leak` or `-- neighbour CLASS POLICY: what is asked`, and in
parentheses the engines, where not all; engines in brackets before a statement hold for that one alone. `{63}` in a
statement is a name of 63 bytes.

Every database is made twice. The second one differs in restricted values only: each has another length, order and
spelling, equal ones are equal again, and missing masked values are missing again.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from answerable.guard import Policy
from tests.guard.case_files import FOLDER

__all__ = ["ENGINES", "HOLES", "Case", "cases", "policies", "restricted_texts", "setup"]

HOLES = FOLDER / "policy_holes"
ENGINES = ("sqlite", "duckdb", "postgres", "mariadb")
World = Literal["first", "second"]

LONG_NAME = "register_of_everything_that_was_ever_said_about_anybody_in_here"
"""63 bytes: PostgreSQL cuts what is longer."""
_LOCAL_PARTS = (
    "-",
    "aino",
    "bodil",
    "cesar",
    "dagmar",
    "edvin",
    "folke",
    "gerda",
    "hilmar",
    "inga",
    "jarl",
    "kirsten",
    "ludvig",
    "mette",
)


@dataclass(frozen=True)
class Case:
    engine: str
    is_attack: bool
    hole: int
    """The class of attack, 1 to 7."""
    policy: str
    what: str
    sql: str

    def __str__(self) -> str:
        return f"{self.engine} {self.hole} {self.policy}: {self.sql}"


def cases(engine: str, *, attacks: bool) -> list[Case]:
    found = [*_read("common", engine), *_read(engine, engine)]
    return [case for case in found if case.is_attack == attacks]


def _read(file: str, engine: str) -> Iterator[Case]:
    heading = re.compile(r"-- (attack|neighbour) (\d) (\w+): ([^(]+?)(?: \(([\w, ]+)\))?")
    current, holds = ("", "0", "", ""), False
    for line in (HOLES / f"{file}.sql").read_text("utf-8").splitlines():
        if found := heading.fullmatch(line):
            current = (found[1], found[2], found[3], found[4])
            holds = not found[5] or engine in found[5].split(", ")
        elif line.strip() and not line.startswith("-- ") and holds:
            kind, hole, policy, what = current
            only, sql = re.findall(r"^(?:\[([\w, ]+)\] )?(.+)$", line)[0]
            if not only or engine in only.split(", "):
                yield Case(engine, kind == "attack", int(hole), policy, what, sql.replace("{63}", LONG_NAME))


def policies(engine: str) -> dict[str, dict[str, Any]]:
    """By name, as they would stand in answerable.toml."""
    tables = tomllib.loads((HOLES / "policies.toml").read_text("utf-8"))
    made: dict[str, dict[str, Any]] = {}
    for name in [*tables["common"], *tables.get(engine, {})]:
        base, more = tables["common"].get(name, {}), tables.get(engine, {}).get(name, {})
        made[name] = {key: _together(base.get(key), more.get(key)) for key in {**base, **more}}
    return made


def _together(one: Any, other: Any) -> Any:
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, dict):
        return {**one, **other}
    return [*one, *other]


def policy(engine: str, name: str) -> Policy:
    return Policy.from_dict(policies(engine)[name])


def setup(engine: str, world: World) -> list[str]:
    """Statements that make and fill the tables."""
    lines = [
        line
        for file in ("common", engine)
        for line in (HOLES / "schema" / f"{file}.sql").read_text("utf-8").splitlines()
        if line and not line.startswith("--")
    ]
    return [_filled(line, world) for line in lines]


def _filled(line: str, world: World) -> str:
    filled = re.sub(r"\{(\w+) (\d+)\}", lambda found: _literal(_hidden(world, found[1], int(found[2]))), line)
    return filled.replace("{{", "{").replace("}}", "}")


def _literal(value: str | int) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


def _hidden(world: World, kind: str, number: int) -> str | int:
    made: dict[tuple[str, World], str | int] = {
        ("email", "first"): f"{_LOCAL_PARTS[number % 14]}@quartz.example",
        ("email", "second"): f"{'w' * (2 + number)}x{100 - number}@onyx.museum.example",
        ("ssn", "first"): f"531-55-{1_037 + 419 * number}",
        ("ssn", "second"): f"2{60 - number}-81-{9_911 - 53 * number}",
        ("salary", "first"): 30_000 + (number * 7_919) % 20_011,
        ("salary", "second"): 30_000 + (number * 5_437) % 19_013,
        ("token", "first"): f"sk_first_{number}_9f8e7d6c5b4a",
        ("token", "second"): f"other_second_{90 - number}_a1b2c3d4e5f6a7",
        ("card", "first"): 4_000 + number * 13,
        ("card", "second"): 9_000 - number * 7,
        ("gone", "first"): 9_000 + number,
        ("gone", "second"): 150 - number * 5,
        ("owner", "first"): number % 3 + 1,
        ("owner", "second"): number % 4 + 6,
        ("status", "first"): "gone",
        ("status", "second"): "lost",
    }
    return made[kind, world]


def restricted_texts() -> set[str]:
    """Every value, and every e-mail's part before the @, that nobody may see in either database."""
    kinds = ("email", "ssn", "token")
    worlds: tuple[World, World] = ("first", "second")
    whole = {str(_hidden(world, kind, number)) for world in worlds for kind in kinds for number in range(1, 14)}
    return whole | {text.partition("@")[0] for text in whole if "@" in text}

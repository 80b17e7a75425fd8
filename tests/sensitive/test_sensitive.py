"""What a column holds, by its name and by its values; look-alikes are let be."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.guard.policy.sensitive_columns import SensitiveColumn, findings
from answerable.kernel.schema import Column, DatabaseSchema, Table
from answerable.sensitive import KINDS, kinds_of_name, kinds_of_values
from answerable.sensitive.checksums import luhn

FOLDER = Path(__file__).parent / "cases"


def table(file: str) -> list[tuple[str, str]]:
    kinds = tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8"))
    return [(kind, text) for kind, texts in kinds.items() for text in texts]


@pytest.mark.parametrize(("kind", "name"), table("names"))
def test_names_say_what_a_column_holds(kind: str, name: str) -> None:
    assert kinds_of_name(name) == (frozenset() if kind == "harmless" else {kind})


@pytest.mark.parametrize(("kind", "value"), table("values"))
def test_values_are_told_by_shape_and_check_digit(kind: str, value: str) -> None:
    assert kinds_of_values([value]) == (() if kind == "harmless" else (kind,))


def test_every_kind_is_in_both_tables() -> None:
    for file in ("names", "values"):
        assert {kind for kind, _ in table(file)} == {*KINDS, "harmless"}


def test_a_few_addresses_among_notes_do_not_make_a_column_of_addresses() -> None:
    notes = ["called", "a@example.com", "asked again", "sent the offer", "b@example.com", "no answer"]
    assert kinds_of_values(notes) == ()
    assert kinds_of_values([*notes, *(f"user{n}@example.com" for n in range(20))]) == ("email",)
    assert kinds_of_values([]) == ()


def test_random_numbers_are_no_ids_and_no_cards() -> None:
    chance = random.Random(11)
    for digits in range(6, 20):
        assert kinds_of_values([str(chance.randrange(10**digits)).zfill(digits) for _ in range(300)]) == ()


def test_one_wrong_digit_fails_luhn() -> None:
    assert luhn("4111111111111111")
    assert not any(luhn(f"411111111111111{digit}") for digit in "023456789")


@given(st.lists(st.text(), max_size=5))
def test_no_text_is_too_odd(values: list[str]) -> None:
    assert set(kinds_of_values(values)) <= set(KINDS)
    for value in values:
        assert kinds_of_name(value) <= set(KINDS)


def test_findings_of_a_schema_and_of_samples() -> None:
    columns = (Column("reach", "text", sensitive=("phone",)), Column("email", "text"), Column("id", "int"))
    schema = DatabaseSchema("sqlite", (Table("people", columns),))
    assert findings(schema) == (
        SensitiveColumn("people", "reach", "phone", "content"),
        SensitiveColumn("people", "email", "email", "name"),
    )
    samples = {("people", "x"): ["a@example.com", "b@example.com", "c@example.com", "none"]}
    assert findings(samples) == (SensitiveColumn("people", "x", "email", "content", 0.75),)

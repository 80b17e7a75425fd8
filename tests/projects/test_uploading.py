"""Names of uploaded files cannot lead elsewhere."""

from __future__ import annotations

import pytest

from answerable.kernel.errors import BadSource
from answerable.projects.uploads import safe_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("sales 2024.csv", "sales 2024.csv"),
        ("../../etc/cron.d/x.csv", "x.csv"),
        ("..\\..\\x.CSV", "x.csv"),
        ("매출.xlsx", "매출.xlsx"),
        (".csv", "data.csv"),
        ("a\0b\n<script>.json", "a_b__script_.json"),
        ("x" * 300 + ".csv", "x" * 80 + ".csv"),
    ],
)
def test_only_harmless_characters_stay(given: str, kept: str) -> None:
    assert safe_name(given) == kept


@pytest.mark.parametrize("given", ["", "x", "x.csv.exe", "x.db", "/", "csv"])
def test_the_ending_says_the_kind(given: str) -> None:
    with pytest.raises(BadSource):
        safe_name(given)

"""What a person would call a source, and what of it may be shown."""

from __future__ import annotations

import pytest

from answerable.projects.connect_source import kind_of, shown_spec
from answerable.projects.models import Source


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("postgres://me@h/d", "postgresql"),
        ("mysql+pymysql://h/d", "mysql"),
        ("/data/shop.db", "sqlite"),
        ("/data/shop.XLSX", "excel"),
        ("/data/shop.csv", "csv"),
        ("/data/exports", "folder"),
    ],
)
def test_the_kind_is_told_by_the_spec(spec: str, kind: str) -> None:
    assert kind_of(Source(spec=spec)) == kind


def test_the_folder_of_an_upload_is_not_shown() -> None:
    assert shown_spec(Source(spec="/srv/answerable/uploads/p/0a/towns.csv", is_upload=True)) == "towns.csv"
    assert shown_spec(Source(spec="mysql://me:${P}@h/d")) == "mysql://me:***@h/d"

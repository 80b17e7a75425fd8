"""A SQLAlchemy URL against the suite, with SQLite's dialect: the one that is always there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.sources.by_sqlalchemy import open_by_sqlalchemy
from tests.sources.conformance.claims import Conformance
from tests.sources.conformance.test_sqlite import SQLITE
from tests.sources.conformance.under_test import EngineUnderTest

PREFIX = "sqlite+pysqlite:///"


def _make(place: Path) -> str:
    return PREFIX + SQLITE.make(place)


def _change(spec: str) -> None:
    SQLITE.change(spec.removeprefix(PREFIX))


class TestSQLAlchemyURL(Conformance):
    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        """Its driver has no decimals and no dates, and its session no walls but against writing to the database."""
        writes = ("INSERT INTO customers VALUES (9, 'x', 'DE')", "DELETE FROM customers", "CREATE TABLE x (a)", "BEGIN")
        gaps = SQLITE.gaps | {"values_arrive_exactly"}
        return replace(SQLITE, make=_make, change=_change, writes=writes, gaps=gaps, open=open_by_sqlalchemy)

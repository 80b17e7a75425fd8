"""What the shop knows of itself fits the shop, and changes what is answered."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from answerable import ask, sample
from answerable.agent.context.folder_knowledge import folder_knowledge
from answerable.agent.knowledge_check import data_faults
from answerable.answers import Answer
from answerable.kernel.errors import NeedsClarification
from answerable.kernel.settings import Settings
from answerable.knowledge_files.entry_fields import KINDS
from answerable.knowledge_files.knowledge_folder import read_folder
from answerable.knowledge_files.write_entry import entry_text
from answerable.sample.export import KNOWLEDGE
from answerable.sources import open_source


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample.ensure(tmp_path_factory.mktemp("workspace"))


def answer(shop: Path, question: str, knowledge: str = "auto") -> Answer:
    settings = Settings(workspace=str(shop.parents[1]), confirm="never", knowledge=knowledge)
    return ask(question, shop, settings=settings, today=date(2026, 11, 1))


def test_every_entry_fits_the_shop(shop: Path) -> None:
    with open_source(str(shop), Settings(workspace=str(shop.parents[1]))) as source:
        schema = source.schema()
    files = read_folder(shop.parent / "knowledge")
    assert {file.kind for file in files} == {kind for kind in KINDS if kind.folder != "tables"}
    assert [
        data_faults(file.kind, file.plain, [schema]) for file in files if data_faults(file.kind, file.plain, [schema])
    ] == []


def test_its_files_are_as_an_export_writes_them() -> None:
    for file in read_folder(KNOWLEDGE):
        assert (KNOWLEDGE / file.path).read_text(encoding="utf-8") == entry_text(file.kind, file.plain)


def test_it_lies_beside_the_shop(shop: Path) -> None:
    assert not folder_knowledge([str(shop)], Settings()).is_empty
    before = (shop.parent / "knowledge" / "metrics" / "gross-sales.yaml").stat().st_mtime_ns
    sample.ensure(shop.parents[1])
    assert (shop.parent / "knowledge" / "metrics" / "gross-sales.yaml").stat().st_mtime_ns == before


@pytest.mark.needs_network_weights
def test_a_metric_answers_as_it_is_defined(shop: Path) -> None:
    found = answer(shop, "gross sales in 2025")
    with closing(sqlite3.connect(shop)) as connection:
        ((expected,),) = connection.execute(
            "SELECT SUM(quantity * unit_price_cents) / 100.0 FROM order_lines JOIN orders ON order_id = orders.id "
            "WHERE status <> 'cancelled' AND order_date LIKE '2025%'"
        )
    assert (found.path, found.trust.level) == ("metric", "governed")
    assert found.table.to_pylist()[0].popitem()[1] == pytest.approx(expected)


@pytest.mark.needs_network_weights
def test_a_verified_query_counts_the_month_that_was_loaded_twice_once(shop: Path) -> None:
    found = answer(shop, "which months missed their target in 2025?")
    months = [row["month"] for row in found.table.to_pylist()]
    assert (found.path, found.trust.level) == ("verified_query", "verified")
    assert len(months) == len(set(months)) > 0


@pytest.mark.needs_network_weights
def test_a_rule_says_what_a_word_means(shop: Path) -> None:
    question = "how many open accounts are in Germany?"
    found = answer(shop, question)
    assert found.table.to_pylist()[0].popitem()[1] == 151
    assert "Open accounts" in [one.name for one in found.provenance.applied]
    with pytest.raises(NeedsClarification):
        answer(shop, question, knowledge="none")


@pytest.mark.needs_network_weights
def test_a_learning_is_applied_and_told(shop: Path) -> None:
    found = answer(shop, "takings by channel in 2025")
    assert [one.kind for one in found.provenance.applied] == ["learning"]
    assert "revenue" in found.sql

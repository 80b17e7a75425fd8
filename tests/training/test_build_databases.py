"""What the ranking is fitted on can be made again: databases from their dumps, and gold SQL that runs on them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from training.build_databases import build_databases


def test_every_gold_query_gives_rows(tmp_path: Path) -> None:
    names = build_databases(tmp_path)
    assert "shop" in names and len(names) == 7
    for name in names:
        lines = (tmp_path / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        with closing(sqlite3.connect(tmp_path / name / f"{name}.sqlite")) as connection:
            golds = [asked["query"] for line in lines if (asked := json.loads(line))["query"]]
            assert len(golds) > 30
            assert all(connection.execute(gold).fetchone() is not None for gold in golds)

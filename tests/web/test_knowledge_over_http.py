"""A metric that is imported while the server runs answers over HTTP, across a wait for approval and in its new form."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from tests.cli.command import answerable
from tests.web.asking import Asker, one, owners_token
from tests.web.serving import serving

METRIC = (
    "name: Net sales\ndefinition: What was paid.\nsql_template: SELECT SUM(amount) FROM orders WHERE refunded = 0\n"
)


def put(folder: Path, text: str) -> None:
    file = folder / "known" / "metrics" / "net-sales.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    done = answerable("knowledge", "import", "known", cwd=folder)
    assert done.returncode == 0, done.stderr


def figure(asker: Asker) -> tuple[dict[str, Any], Any]:
    told = asker.ask("net sales")
    assert one(told, "query_preview")["path"] == "metric"
    confirmed = asker.confirm(told)
    (row,) = confirmed["result"]["rows"]
    return confirmed, next(iter(row.values()))


def test_a_metric_of_the_project_answers_over_http(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "shop.db") as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER, refunded INTEGER)")
        connection.execute("INSERT INTO orders VALUES (1, 40, 0), (2, 2, 0), (3, 100, 1)")
    connection.close()
    with serving(tmp_path, "--source", "shop.db") as server, Asker.with_token(server, owners_token(server)) as asker:
        put(tmp_path, METRIC)
        answered, value = figure(asker)
        assert (answered["trust"]["level"], value) == ("governed", 42)
        (applied,) = answered["provenance"]["applied"]
        assert (applied["kind"], applied["name"]) == ("metric", "Net sales")
        put(tmp_path, METRIC.replace(" WHERE refunded = 0", ""))
        assert figure(asker)[1] == 142

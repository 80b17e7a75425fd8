"""Several processes over one PostgreSQL database: any of them goes on with what another began, or stops it."""

from __future__ import annotations

from pathlib import Path

from answerable import sample
from tests.web.asking import Asker, kinds, one, owners_token
from tests.web.serving import serving

SLOW = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"


def test_two_workers_share_a_conversation(tmp_path: Path, postgres_url: str) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    (tmp_path / "answerable.toml").write_text(f'database = "{postgres_url}"\n')
    with serving(tmp_path, "--source", "shop.db", "--workers", "2") as server:
        token = owners_token(server)
        for _ in range(3):  # a new connection each time; either worker may take it
            with Asker.with_token(server, token) as asker:
                told = asker.ask("how many customers are there?")
                assert kinds(told)[-2] == "confirm_required"
            with Asker.with_token(server, token) as approver:
                assert approver.confirm(told)["success"]
        with Asker.with_token(server, token) as asker, Asker.with_token(server, token) as other:
            told = asker.ask("how many customers are there?")
            with asker.confirming(told, edited_sql=SLOW) as events:
                assert next(events)["status"] == "executing"
                other.client.post(f"/api/requests/{one(told, 'session')['request_id']}/cancel").raise_for_status()
                assert [event.get("status") for event in events][-2] == "cancelled"

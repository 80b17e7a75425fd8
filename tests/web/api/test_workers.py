"""Several processes over one PostgreSQL database: any of them goes on with what another began, or stops it."""

from __future__ import annotations

from pathlib import Path

from answerable import sample
from tests.web.asking import Asker, kinds, one, owners_token
from tests.web.serving import serving

SLOW = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"


def test_two_servers_share_a_conversation(tmp_path: Path, postgres_url: str) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    (tmp_path / "answerable.toml").write_text(f'database = "{postgres_url}"\n')
    with serving(tmp_path, "--source", "shop.db") as here, serving(tmp_path) as there:
        token = owners_token(here)
        with Asker.with_token(here, token) as asker, Asker.with_token(there, token) as other:
            told = asker.ask("how many customers are there?")
            assert kinds(told)[-2] == "confirm_required"
            assert other.confirm(told)["success"]
            told = asker.ask("how many customers are there?")
            with asker.confirming(told, edited_sql=SLOW) as events:
                assert next(events)["status"] == "executing"
                other.client.post(f"/api/requests/{one(told, 'session')['request_id']}/cancel").raise_for_status()
                assert [event.get("status") for event in events][-2] == "cancelled"

"""A server may die at any moment: what waits for approval goes on, what was under way is ended in plain words."""

from __future__ import annotations

import signal
from pathlib import Path

from answerable import sample
from tests.waiting import wait_until
from tests.web.asking import Asker, kinds, one, owners_token
from tests.web.serving import serving

SLOW = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"


def test_a_query_approved_after_the_server_was_killed_runs(tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    with serving(tmp_path, "--source", "shop.db") as first:
        token = owners_token(first)
        with Asker.with_token(first, token) as owner:
            waiting = owner.ask("how many customers are there?")
            assert kinds(waiting)[-2] == "confirm_required"
            running = owner.ask("how many orders are there?")
            with owner.confirming(running, edited_sql=SLOW) as events:
                assert next(events)["type"] == "status"
                first.stop(signal.SIGKILL)
    with serving(tmp_path) as second, Asker.with_token(second, token) as owner:
        wait_until(lambda: owner.status(running) == "failed")
        (request,) = owner.get(f"/api/sessions/{one(running, 'session')['session_id']}")["requests"]
        assert request["error"]["error"]["message"] == "The server stopped while it was working on this."
        detail = owner.get(f"/api/sessions/{one(waiting, 'session')['session_id']}")
        assert detail["requests"][0]["confirm"] == one(waiting, "confirm_required")
        confirmed = owner.confirm(waiting)
        assert confirmed["success"] and confirmed["result"]["returned_row_count"] == 1

"""A run can be stopped for as long as it goes on, whatever else goes on for the same request."""

from __future__ import annotations

from uuid import uuid4

from answerable.agent.context.cancellation import Stop
from answerable.conversations.services.run_threads import stop_running, stoppable


def test_a_run_can_be_stopped_after_an_earlier_one_of_its_request_has_ended() -> None:
    request_id, question, approval = uuid4(), Stop(), Stop()
    asking, executing = stoppable(request_id, question), stoppable(request_id, approval)
    asking.__enter__()
    with executing:
        asking.__exit__(None, None, None)
        stop_running(request_id)
    assert (question.is_set, approval.is_set) == (False, True)


def test_only_runs_of_the_request_are_stopped() -> None:
    mine, other = Stop(), Stop()
    request_id = uuid4()
    with stoppable(request_id, mine), stoppable(uuid4(), other):
        stop_running(request_id)
    assert (mine.is_set, other.is_set) == (True, False)

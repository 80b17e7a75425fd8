"""Where it is asked for: the answer's sentence in a model's words, bound to the same figures."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from answerable.agent.answer_builder import model_note
from answerable.answers.values.typed_cells import column_values
from answerable.audit.entry import new_id
from answerable.hybrid.wording.reword_sentence import reword_sentence
from answerable.kernel.messages import msg
from answerable.providers import CallLimits
from answerable.providers.spend.question_budget import for_question

if TYPE_CHECKING:
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.agent.stages.active_run import ActiveRun
    from answerable.agent.stages.state import State
    from answerable.answers.answer import Answer

__all__ = ["reworded"]

_MOST_ROWS = 200
"""More are not told of in one sentence."""
_TOKENS = 400


def reworded(answer: Answer, state: State, run: ActiveRun) -> Answer:
    """The same answer where no model is asked. Never raises because of the model."""
    seat = run.context.seat
    if seat is None or not run.context.settings.reword or answer.is_edited or not answer.sentence.figures:
        return answer
    if seat.settings.blind:  # the question's own words would leave
        return answer
    call = _record_call(seat, state, run)
    limits = CallLimits(seat.settings.call_seconds, _TOKENS, raise_if_cancelled=run.context.stop.raise_if_cancelled)
    model = for_question(seat.model, seat.settings)
    found = reword_sentence(answer.question, answer.sentence, _values(answer), state["lang"], model, limits)
    status = "error" if found.problem else "success"
    run.record(state, "observation_recorded", {"call_id": call, "status": status, **found.use.as_dict()}, "actor")
    before, told = answer.provenance, answer.provenance.assumptions
    if found.problem:
        told = (*told, msg("model.not_reworded", problem=found.problem).render(state["lang"]))
    use = before.model.with_more(found.use) if before.model else found.use
    note = model_note(use).render(state["lang"])
    provenance = replace(before, assumptions=told, model=use, model_note=note)
    return replace(answer, sentence=found.sentence, provenance=provenance)


def _record_call(seat: ModelSeat, state: State, run: ActiveRun) -> str:
    """On the disk before anything leaves."""
    call = new_id()
    arguments = {"model": seat.model.name, "is_remote": seat.model.is_remote, "purpose": "wording"}
    told: dict[str, object] = {
        "call_id": call,
        "tool_name": "model.complete",
        "source": state["source_name"],
        "arguments": arguments,
    }
    run.record(state, "tool_called", told, "actor")
    run.audit.flush()
    return call


def _values(answer: Answer) -> list[str]:
    texts = (str(value) for column in answer.table.columns for value in islice(column_values(column), _MOST_ROWS))
    return list(dict.fromkeys(texts))

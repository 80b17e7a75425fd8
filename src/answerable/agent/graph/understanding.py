"""Route, retrieve, plan, translate: which source can answer, and the SQL that would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.agent.graph.reading import chosen, kept
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.agent.narrowing import translate_within
from answerable.clarification import Basis, PickedReading
from answerable.errors import NeedsClarification, Refused
from answerable.guard.verdict import hash_sql
from answerable.receipts import are_same_place

if TYPE_CHECKING:
    from answerable.agent.schemas import View
    from answerable.clarification import Clarification
    from answerable.language import Candidate, Context, Translation, Turn
    from answerable.sources import Source

__all__ = ["plan", "retrieve", "route", "translate", "understood"]


@dataclass(frozen=True, slots=True)
class Understood:
    """A question with the source that can answer it and the SQL that would."""

    place: int
    view: View
    translation: Translation
    best: Candidate


def route(state: State, run: Run) -> Changes:
    """Every source of the desk may answer; which one does shows when the question is read over each."""
    run.ledger.demand()
    run.enter("generating", state)
    run.record(state, "request_submitted", {"question": state["user_question"]}, "system")
    return {}


def retrieve(state: State, run: Run) -> Changes:
    """The schemas, with what is known of them, as far as the policy lets them be seen."""
    views = [run.view(source) for source in run.desk.sources]
    return {"database_schema": " ".join(view.full.fingerprint for view in views)}


def plan(state: State, run: Run) -> Changes:
    """A plain question takes one query; whether it must still be written is all there is to plan."""
    return {"plan": "chosen_reading" if state.get("picked") else "translate"}


def translate(state: State, run: Run) -> Changes:
    run.desk.stop.demand()
    picked = PickedReading.of(given) if (given := state.get("picked")) else None
    found = _chosen(picked, state, run) if picked else understood(state, run)
    changes = written(found, run, picked.basis.model if picked else run.desk.settings.engine)
    builds = picked.basis.builds_on_edit if picked else _builds_on_edit(found.translation, state, run)
    changes["builds_on_edit"] = builds
    _record(state, found, changes["source_name"], run)
    return changes


def understood(state: State, run: Run) -> Understood:
    """The reading with the highest confidence over all sources; asks back when it is too low, when there is none, or
    when the translator itself has something to ask."""
    readings = [_read(place, state, run) for place in range(len(run.desk.sources))]
    readings.sort(key=lambda reading: -_confidence(reading[2]))
    place, view, translation = readings[0]
    best = translation.best
    if best is None or translation.clarification or best.confidence < run.desk.settings.confidence_threshold:
        from answerable.language.asking import what_to_ask

        asked = what_to_ask(translation, view.schema, state["lang"])
        _record_offer(state, asked, run)
        raise NeedsClarification(asked.question, clarification=asked, basis=_basis(place, translation, state, run))
    return Understood(place, view, translation, best)


def written(found: Understood, run: Run, model: str) -> Changes:
    """The state's part of what was understood."""
    source = run.desk.sources[found.place]
    return {
        "source_place": found.place,
        "source_name": source.name,
        "source_specs": list(source.specs),
        "model": model,
        "database_schema": found.view.full.fingerprint,
        "reading": kept(found.translation),
        "generated_query": found.best.sql,
        "confidence": found.best.confidence,
    }


def _read(place: int, state: State, run: Run) -> tuple[int, View, Translation]:
    view = run.view(run.desk.sources[place])
    return place, view, translate_within(state["user_question"], view, _context(state, view, run), run.desk)


def _context(state: State, view: View, run: Run) -> Context:
    from answerable.language import Context

    desk = run.desk
    return Context(desk.today, _turns(state), state["lang"], desk.settings.fiscal_year_start, view.known)


def _turns(state: State) -> tuple[Turn, ...]:
    from answerable.language import Turn

    earlier = state["messages"][:-1]
    return tuple(Turn(asked["content"], sql["content"]) for asked, sql in zip(earlier[::2], earlier[1::2], strict=True))


def _basis(place: int, translation: Translation, state: State, run: Run) -> Basis:
    source = run.desk.sources[place]
    view = run.view(source)
    return Basis(
        source=source.name,
        specs=tuple(source.specs),
        schema_fingerprint=view.full.fingerprint,
        policy_fingerprint=view.policy_fingerprint,
        model=run.desk.settings.engine,
        builds_on_edit=_builds_on_edit(translation, state, run),
    )


def _builds_on_edit(translation: Translation, state: State, run: Run) -> bool:
    """The embedded engine leans on the last question only, and says so; a model sees them all and does not."""
    edited = state.get("edited_turns", [])
    if run.desk.settings.engine != "embedded":
        return any(edited)
    return translation.leans_on_earlier and edited[-1:] == [True]


def _chosen(picked: PickedReading, state: State, run: Run) -> Understood:
    """Only for the question it was offered for, over the same source, schema and policy. What does not belong is
    recorded and refused."""
    try:
        place = _place_of(picked, state, run)
    except Refused as error:
        refused: dict[str, object] = {
            "decision": "refused",
            "rule": "reading",
            "reason": error.message,
            "reading": _named(picked),
        }
        run.record(state, "policy_decision", refused, "safety")
        raise
    view, translation = run.view(run.desk.sources[place]), chosen(picked, state["lang"])
    return Understood(place, view, translation, translation.candidates[0])


def _place_of(picked: PickedReading, state: State, run: Run) -> int:
    if picked.question.split() != state["user_question"].split():
        raise _refused("belongs to another question")
    basis, places = picked.basis, range(len(run.desk.sources))
    place = next((place for place in places if _is_over(run.desk.sources[place], basis)), None)
    if place is None:
        raise _refused(f"was made for the source '{basis.source}', which is not the one asked now")
    view = run.view(run.desk.sources[place])
    if view.full.fingerprint != basis.schema_fingerprint:
        raise _refused("was made for the schema as it was before it changed")
    if view.policy_fingerprint != basis.policy_fingerprint:
        raise _refused("was made under another policy or role")
    if not view.judge(picked.sql).allowed:
        raise _refused("may not be run")
    return place


def _is_over(source: Source, basis: Basis) -> bool:
    return source.name == basis.source and are_same_place(source.specs, basis.specs)


def _refused(why: str) -> Refused:
    return Refused(f"The reading that was picked {why}.", hint="Ask the question again.")


def _named(picked: PickedReading) -> dict[str, object]:
    return {"request_id": picked.request_id, "number": picked.number, "text": picked.text}


def _confidence(translation: Translation) -> float:
    return translation.best.confidence if translation.best else 0.0


def _record(state: State, found: Understood, source: str, run: Run) -> None:
    translation = found.translation
    made: dict[str, object] = {"path": translation.path, "source": source, "sql": found.best.sql}
    if picked := state.get("picked"):
        made["reading"] = _named(PickedReading.of(picked))
    if translation.applied:
        made["applied"] = "; ".join(f"{one.kind} {one.name} {one.version}" for one in translation.applied)
    run.record(state, "plan_created", made, "planner")


def _record_offer(state: State, asked: Clarification, run: Run) -> None:
    """So that anybody can tell later whether a reading was offered for this question."""
    readings = [{"text": one.text, "sql_hash": hash_sql(one.sql)} for one in asked.readings]
    run.record(state, "plan_created", {"decision": "ask_back", "readings": readings}, "planner")

"""Route, retrieve, plan, translate: which source can answer, and the SQL that would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.agent.graph.reading import chosen, kept
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.agent.narrowing import translate_within
from answerable.errors import NeedsClarification, Refused

if TYPE_CHECKING:
    from answerable.agent.schemas import View
    from answerable.language import Candidate, Context, Translation, Turn

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
    return {"plan": "chosen_reading" if state.get("chosen_sql") else "translate"}


def translate(state: State, run: Run) -> Changes:
    run.desk.stop.demand()
    found = _chosen(state, run) if state["plan"] == "chosen_reading" else understood(state, run)
    changes = written(found, run)
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
        raise NeedsClarification(asked.question, clarification=asked)
    return Understood(place, view, translation, best)


def written(found: Understood, run: Run) -> Changes:
    """The state's part of what was understood."""
    return {
        "source_place": found.place,
        "source_name": run.desk.sources[found.place].name,
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


def _chosen(state: State, run: Run) -> Understood:
    """The picked reading belongs to the first source whose schema has what it reads."""
    sql = state["chosen_sql"] or ""
    for place, source in enumerate(run.desk.sources):
        view = run.view(source)
        if view.judge(sql).allowed:
            translation = chosen(sql)
            return Understood(place, view, translation, translation.candidates[0])
    raise Refused("The reading that was picked cannot be run any more.", hint="Ask the question again.")


def _confidence(translation: Translation) -> float:
    return translation.best.confidence if translation.best else 0.0


def _record(state: State, found: Understood, source: str, run: Run) -> None:
    translation = found.translation
    made: dict[str, object] = {"path": translation.path, "source": source, "sql": found.best.sql}
    if translation.applied:
        made["applied"] = "; ".join(f"{one.kind} {one.name} {one.version}" for one in translation.applied)
    run.record(state, "plan_created", made, "planner")

"""Submit and translate: the question goes on record, then which source can answer it, and the SQL that would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.agent.proof.audit_payloads import policy_decision
from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.reading_within import translate_within
from answerable.agent.stages.restored_reading import reading_to_state, translation_of_pick
from answerable.agent.stages.state import Changes, State
from answerable.kernel.clarification import Basis, PickedReading
from answerable.kernel.errors import NeedsClarification, NotInTheData, Refused, SmallTalk
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.language.ask_back import what_to_ask
from answerable.language.decision import decide
from answerable.language.question.small_talk import small_talk
from answerable.language.translation import Context, Turn
from answerable.receipts import are_same_place
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from answerable.agent.context.schema_views import View
    from answerable.hybrid.consult_model import Consulted
    from answerable.kernel.clarification import Clarification
    from answerable.kernel.model_use import ModelUse
    from answerable.language import Candidate, Translation
    from answerable.sources import Source

__all__ = ["submit", "translate", "understand"]

_READ_ONLY = "Answerable is read-only: it never changes, adds or deletes data."


@dataclass(frozen=True, slots=True)
class Understood:
    """A question with the source that can answer it and the SQL that would."""

    place: int
    view: View
    translation: Translation
    best: Candidate
    use: ModelUse | None = None
    """What a language model had to do with it."""


def submit(state: State, run: ActiveRun) -> Changes:
    """Nothing is read before the question is on the record."""
    run.audit.require_writable()
    run.enter("generating", state)
    run.record(state, "request_submitted", {"question": state["user_question"]}, "system")
    return {}


def translate(state: State, run: ActiveRun) -> Changes:
    run.context.stop.raise_if_cancelled()
    if said := small_talk(state["user_question"]):
        run.record(state, "plan_created", {"decision": "small_talk"}, "planner")
        raise SmallTalk(said)
    picked = PickedReading.of(given) if (given := state.get("picked")) else None
    found = _chosen(picked, state, run) if picked else understand(state, run)
    changes = understood_changes(found, run, picked.basis.model if picked else run.context.settings.engine)
    builds = picked.basis.builds_on_edit if picked else _builds_on_edit(found.translation, state, run)
    changes["builds_on_edit"] = builds
    _record(state, found, changes["source_name"], run)
    return changes


def understand(state: State, run: ActiveRun) -> Understood:
    """The reading with the highest confidence over all sources; asks back when it is too low, when there is none, or
    when the translator itself has something to ask."""
    views = [run.view(source) for source in run.context.sources]
    threshold = run.context.settings.confidence_threshold
    translations: list[Translation] = []
    for view in views:
        context = _context(state, view, run)
        translations.append(translate_within(state["user_question"], view, context, run.context.translator, threshold))
    place = max(range(len(views)), key=lambda index: _confidence(translations[index]))
    view, translation = views[place], translations[place]
    consulted = _consulted(translation, place, _context(state, view, run), state, run)
    translation = consulted.translation if consulted else translation
    if translation.is_refused:
        raise _refused_write(state, translation, run)
    best, decision = translation.best, decide(translation, threshold)
    if decision == "decline":
        raise _declined(state, translation, run)
    if best is None or decision == "ask_back":
        asked = what_to_ask(translation, view.tellable, state["lang"])
        _record_offer(state, asked, run)
        raise NeedsClarification(asked.question, clarification=asked, basis=_basis(place, translation, state, run))
    return Understood(place, view, translation, best, consulted.use if consulted else None)


def _consulted(
    translation: Translation, place: int, context: Context, state: State, run: ActiveRun
) -> Consulted | None:
    if run.context.seat is None:
        return None
    from answerable.agent.stages.model_stage import consult  # most runs have no model

    return consult(translation, run.context.sources[place], context, state, run, run.context.seat)


def _refused_write(state: State, translation: Translation, run: ActiveRun) -> Refused:
    """A request to change data is a matter of policy, not of wording: it is recorded, and nothing is asked back."""
    said = translation.clarification.question if translation.clarification else _READ_ONLY
    run.record(state, "policy_decision", policy_decision("refused", "read_only", str(said)), "safety")
    return Refused(said)


def _declined(state: State, translation: Translation, run: ActiveRun) -> NotInTheData:
    """What the data does not hold is said, with what it has; nothing is guessed."""
    run.record(
        state, "plan_created", {"decision": "decline", "not_understood": list(translation.not_understood)}, "planner"
    )
    return NotInTheData(
        translation.decline or msg("clarification.nothing_meant"), hint=msg("clarification.ask_otherwise")
    )


def understood_changes(found: Understood, run: ActiveRun, model: str) -> Changes:
    """The state's part of what was understood."""
    source = run.context.sources[found.place]
    return {
        "source_place": found.place,
        "source_name": source.name,
        "source_specs": list(source.specs),
        "model": found.use.model if found.use and not found.use.failure else model,
        "database_schema": found.view.full.fingerprint,
        "reading": reading_to_state(found.translation),
        "generated_query": found.best.sql,
        "confidence": found.best.confidence,
        "model_use": found.use.as_dict() if found.use else None,
    }


def _context(state: State, view: View, run: ActiveRun) -> Context:
    run_context = run.context
    return Context(run_context.today, _turns(state), state["lang"], run_context.settings.fiscal_year_start, view.known)


def _turns(state: State) -> tuple[Turn, ...]:
    earlier = state["messages"][:-1]
    return tuple(Turn(asked["content"], sql["content"]) for asked, sql in zip(earlier[::2], earlier[1::2], strict=True))


def _basis(place: int, translation: Translation, state: State, run: ActiveRun) -> Basis:
    source = run.context.sources[place]
    view = run.view(source)
    return Basis(
        source=source.name,
        specs=tuple(source.specs),
        schema_fingerprint=view.full.fingerprint,
        policy_fingerprint=view.policy_fingerprint,
        model=run.context.settings.engine,
        builds_on_edit=_builds_on_edit(translation, state, run),
        leans_on_earlier=translation.leans_on_earlier,
    )


def _builds_on_edit(translation: Translation, state: State, run: ActiveRun) -> bool:
    """The embedded engine leans on the last question only, and says so; a model sees them all and does not."""
    edited = state.get("edited_turns", [])
    if run.context.settings.engine != "embedded":
        return any(edited)
    return translation.leans_on_earlier and edited[-1:] == [True]


def _chosen(picked: PickedReading, state: State, run: ActiveRun) -> Understood:
    """Only for the question it was offered for, over the same source, schema and policy. What does not belong is
    recorded and refused."""
    try:
        place = _place_of(picked, state, run)
    except Refused as error:
        refused = policy_decision("refused", "reading", error.message, reading=_named(picked))
        run.record(state, "policy_decision", refused, "safety")
        raise
    view, translation = run.view(run.context.sources[place]), translation_of_pick(picked)
    return Understood(place, view, translation, translation.candidates[0])


def _place_of(picked: PickedReading, state: State, run: ActiveRun) -> int:
    if picked.question.split() != state["user_question"].split():
        raise _refused(msg("agent.reading_of_other_question"))
    basis, places = picked.basis, range(len(run.context.sources))
    place = next((place for place in places if _is_over(run.context.sources[place], basis)), None)
    if place is None:
        raise _refused(msg("agent.reading_of_other_source", source=basis.source))
    view = run.view(run.context.sources[place])
    if view.full.fingerprint != basis.schema_fingerprint:
        raise _refused(msg("agent.reading_of_old_schema"))
    if view.policy_fingerprint != basis.policy_fingerprint:
        raise _refused(msg("agent.reading_under_other_policy"))
    if not view.judge(picked.sql).allowed:
        raise _refused(msg("agent.reading_not_allowed"))
    return place


def _is_over(source: Source, basis: Basis) -> bool:
    return source.name == basis.source and are_same_place(source.specs, basis.specs)


def _refused(why: CodedMessage) -> Refused:
    return Refused(why, hint=msg("common.ask_the_question_again"))


def _named(picked: PickedReading) -> dict[str, object]:
    return {"request_id": picked.request_id, "number": picked.number, "text": picked.text}


def _confidence(translation: Translation) -> float:
    return translation.best.confidence if translation.best else 0.0


def _record(state: State, found: Understood, source: str, run: ActiveRun) -> None:
    translation = found.translation
    made: dict[str, object] = {"path": translation.path, "source": source, "sql": found.best.sql}
    if picked := state.get("picked"):
        made["reading"] = _named(PickedReading.of(picked))
    if translation.applied:
        made["applied"] = "; ".join(f"{one.kind} {one.name} {one.version}" for one in translation.applied)
    run.record(state, "plan_created", made, "planner")


def _record_offer(state: State, asked: Clarification, run: ActiveRun) -> None:
    """So that anybody can tell later whether a reading was offered for this question."""
    readings = [{"text": one.text, "sql_hash": hash_sql(one.sql)} for one in asked.readings]
    run.record(state, "plan_created", {"decision": "ask_back", "readings": readings}, "planner")

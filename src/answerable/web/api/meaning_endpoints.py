"""What the tables and columns of a source mean, as far as the reader's policy lets it be told."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import create_model

from answerable.agent import meaning_of_source
from answerable.projects.project_sources import member_context, source_of
from answerable.semantics import Clue, SemanticModel
from answerable.semantics.model_json import model_to_json
from answerable.web.api.authentication import identity

__all__ = ["router"]

router = Router(tags=["sources"])


@cache
def _described(kind: type) -> Any:
    """A frozen value of the model as the API's description has it: its fields, under their names."""
    hints = get_type_hints(kind)
    given: dict[str, Any] = {field.name: (_as_json(hints[field.name]), ...) for field in fields(kind)}
    said = None if (kind.__doc__ or "").startswith(f"{kind.__name__}(") else kind.__doc__
    return create_model(kind.__name__, __base__=Schema, __doc__=said, **given)


def _as_json(kind: Any) -> Any:
    if kind is Clue:
        return dict[str, str | int | float]
    if isinstance(kind, type) and is_dataclass(kind):
        return _described(kind)
    if get_origin(kind) is tuple:
        of = get_args(kind)
        return list[_as_json(of[0])] if of[1:] == (...,) else tuple[tuple(map(_as_json, of))]  # type: ignore[misc]
    return kind


class _NamedSource(Schema):
    source: str


Meaning: Any = create_model("Meaning", __base__=(_NamedSource, _described(SemanticModel)))


@router.get("/sources/{source_id}/meaning", response=Meaning)
def read_meaning(request: HttpRequest, source_id: UUID) -> dict[str, Any]:
    """The semantic model, as `answerable profile --meaning --json` prints it for one source: what a row of each table
    is called, its dates, measures, flags and codes, and how tables belong together; each with its probability and the
    evidence for it. What the reader's role may not read is not in it, nor are values of masked columns."""
    who = identity(request)
    source = source_of(who.project, source_id)
    with member_context(who, [source]) as run_context:
        meaning = meaning_of_source(run_context.sources[0], run_context)
    return {"source": source.name, **model_to_json(meaning.model)}

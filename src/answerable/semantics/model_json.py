"""The semantic model as plain values for JSON, and back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from answerable.semantics.semantic_model import Clue, SemanticModel

__all__ = ["model_from_json", "model_to_json"]


def model_to_json(model: SemanticModel) -> dict[str, Any]:
    """Keys are the fields of the frozen values; clues are `{"code": …, parameters…}`."""
    return {field.name: _plain(getattr(model, field.name)) for field in fields(model)}


def _plain(value: Any) -> Any:
    if isinstance(value, Clue):
        return {"code": value.code, **dict(value.parameters)}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def model_from_json(packed: dict[str, Any]) -> SemanticModel:
    """Raises KeyError, TypeError or ValueError where `model_to_json` of this version did not make it."""
    model = _revived(SemanticModel, packed)
    assert isinstance(model, SemanticModel)
    return model


def _revived(kind: Any, value: Any) -> Any:
    if kind is Clue:
        given = dict(value)
        return Clue(given.pop("code"), tuple(given.items()))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _revived(hints[name], one) for name, one in value.items()})
    if get_origin(kind) is tuple:
        return _revived_tuple(get_args(kind), value)
    return value


def _revived_tuple(kinds: tuple[Any, ...], values: list[Any]) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is ...:
        return tuple(_revived(kinds[0], one) for one in values)
    return tuple(_revived(kind, one) for kind, one in zip(kinds, values, strict=True))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)

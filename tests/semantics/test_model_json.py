"""A model goes to JSON and comes back as it was."""

from __future__ import annotations

import json

import pytest

from answerable.semantics import build_semantics
from answerable.semantics.model_json import model_from_json, model_to_json
from tests.semantics.nursery import NURSERY


def test_model_comes_back_from_json_as_it_was() -> None:
    model = build_semantics(NURSERY)
    assert model_from_json(json.loads(json.dumps(model_to_json(model)))) == model


@pytest.mark.parametrize("change", [{"entities": [{"table": "t"}]}, {"colour": "red"}, {"relationships": 1}])
def test_json_of_something_else_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        model_from_json({**model_to_json(build_semantics(NURSERY)), **change})

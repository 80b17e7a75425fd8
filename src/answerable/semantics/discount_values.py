"""What a discount is worth: the part of a row's full price that was not asked for."""

from __future__ import annotations

from dataclasses import replace

from answerable.semantics.semantic_model import DerivedMeasure, SemanticModel

__all__ = ["DISCOUNT_GIVEN", "discount_column", "discount_given"]

DISCOUNT_GIVEN = "discount_given"
_TOTALS = ("line_total", "stay_total")


def discount_given(model: SemanticModel, table: str) -> DerivedMeasure | None:
    """None where its rows have no rate of discount beside a price."""
    for one in model.derived_of(table):
        if one.kind in _TOTALS and "discount" in dict(one.parts):
            parts = (*one.parts, ("total", one.kind))
            return replace(one, kind=DISCOUNT_GIVEN, label="discount given", parts=parts)
    return None


def discount_column(model: SemanticModel, table: str) -> str | None:
    found = discount_given(model, table)
    return dict(found.parts)["discount"] if found else None

"""What may be seen of a schema, worked out once: translators and the guard prepare for a schema by its identity."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.guard import Policy
    from answerable.guard.visible import SchemaView
    from answerable.known import Known
    from answerable.schema import DatabaseSchema

__all__ = ["Schemas", "View"]

KEPT = 32


@dataclass(frozen=True, slots=True)
class View:
    """A schema and what is known of it, as one policy lets them be seen."""

    full: DatabaseSchema
    schema: DatabaseSchema
    """Every name, no values of restricted columns: what questions are read over and SQL is judged by."""
    showable: DatabaseSchema
    """Only what may stand in a SELECT list."""
    open: DatabaseSchema
    """Only what anything may be asked about."""
    known: Known


class Schemas:
    """The views made last, by the identity of what they were made of."""

    def __init__(self) -> None:
        self._views: OrderedDict[tuple[int, int, str], tuple[DatabaseSchema, Policy | None, View]] = OrderedDict()
        self._lock = threading.Lock()

    def view(self, schema: DatabaseSchema, policy: Policy | None, known: Known) -> View:
        key = id(schema), id(policy), known.version
        with self._lock:
            kept = self._views.get(key)
            if kept is None or kept[0] is not schema or kept[1] is not policy:
                kept = self._views[key] = schema, policy, _view(schema, policy, known)
            self._views.move_to_end(key)
            while len(self._views) > KEPT:
                self._views.popitem(last=False)
        return kept[2]


def _view(schema: DatabaseSchema, policy: Policy | None, known: Known) -> View:
    from answerable.guard import seen_through

    seen = seen_through(policy, schema)
    told = seen.without_values()
    return View(schema, told, seen.showable(), seen.unrestricted(), _visible(known, schema, seen))


def _visible(known: Known, full: DatabaseSchema, seen: SchemaView) -> Known:
    if known.is_empty:
        return known
    from answerable.language.known import within

    return within(known, full, seen.readable())

"""How long a text an expression can make, at most and roughly: nested calls multiply, also through derived tables.

A column counts as a text of 256 characters; what cannot be known is assumed, so honest calls stay far below any limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.growth.constant_calls import growth
from answerable.guard.parse.constants import number

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

__all__ = ["MATCHING", "TextLengths", "makes_text"]

COLUMN = 256.0
"""Characters of a column's text, as assumed."""
TIMES = 1_000.0
"""How often something is repeated where only the data says it."""
ROWS = 16.0
"""Rows that an aggregate puts together, as assumed."""
PASSES = 24
"""Of a recursive query: what doubles in each is seen."""
MOST = 1e18
_SCALAR = 32.0
_QUADRATIC_FROM = 1_000.0
"""Engines move the rest of a text for each match: a thousand matches cost as much as a text made anew."""
_MULTIPLYING = (exp.Replace, exp.RegexpReplace, exp.Repeat, exp.Pad, exp.Space, exp.Hex, exp.GroupConcat)
_ADDING = (exp.Concat, exp.ConcatWs, exp.DPipe, exp.Anonymous, exp.Format)
_CUT = (exp.Left, exp.Right, exp.Substring)
_DOUBLING = frozenset(
    {"quote", "json_quote", "json_pretty", "json_escape", "quote_literal", "quote_ident", "uncompress"}
)
_REPLACING = frozenset({"replace", "regexp_replace", "regexp_replace_all", "overlay", "replace_regexp"})
MATCHING = (exp.Like, exp.ILike, exp.SimilarTo, exp.RegexpLike, exp.RegexpILike, exp.Glob, exp.StrPosition)
_MATCHING_NAMES = frozenset(
    {"locate", "instr", "position", "regexp_instr", "regexp_substr", "like", "glob", "contains"}
)
_DEEP = 8
"""Derived tables in each other: so many doublings make a text large."""


def makes_text(statement: Statement) -> bool:
    """Whether anything in it can make a long text out of a short one: most statements have nothing of the kind."""
    kinds = statement.kinds
    if any(issubclass(kind, _MULTIPLYING) for kind in kinds):
        return True
    names = {call.name.lower() for kind in kinds if kind is exp.Anonymous for call in statement.every(kind)}
    if names & (_REPLACING | _DOUBLING | {"hex", "export_set", "make_set", "insert", "to_base64", "space"}):
        return True
    adds = any(issubclass(kind, _ADDING) for kind in kinds)
    return (adds and sum(1 for kind in kinds if kind is exp.Select for _ in statement.every(kind)) >= _DEEP) or (
        adds and any(kind is exp.With for kind in kinds)
    )


class TextLengths:
    """Of one statement. Lengths are worked out once for each query in it."""

    def __init__(self) -> None:
        self._outputs: dict[int, list[tuple[str, float]]] = {}
        self._open: dict[int, list[tuple[str, float]]] = {}
        """Recursive queries that are being worked out, as far as they have come."""
        self.work = 0.0
        """The most that any call so far has to make or to move, in characters: moving takes as long as making."""

    def of(self, node: exp.Expr | None) -> float:
        """Characters, at most."""
        if node is None:
            return 0.0
        made = min(MOST, self._made(node))
        self.work = max(self.work, made)
        return made

    def matching(self, node: exp.Expr) -> float:
        """What comparing a text with a pattern takes: engines try the pattern at every place of the text."""
        first, *others = [self.of(part) for part in _children(node)] or [0.0]
        work = min(MOST, first * max(others, default=1.0))
        self.work = max(self.work, work)
        return work

    def _made(self, node: exp.Expr) -> float:
        if isinstance(node, MATCHING):
            self.matching(node)
            return _SCALAR
        if isinstance(node, exp.Literal):
            return float(len(node.name)) if node.is_string else _SCALAR
        if isinstance(node, exp.Column):
            return self._column(node)
        if isinstance(node, exp.Alias | exp.Paren):
            return self.of(node.this)
        if isinstance(node, exp.Subquery | exp.Query):
            return max((length for _, length in self._outputs_of(node)), default=_SCALAR)
        if isinstance(node, exp.Predicate | exp.Boolean | exp.Null | exp.DataType):
            return _SCALAR
        if isinstance(node, exp.Func | exp.DPipe):
            return max(self._call(node), growth(node) if isinstance(node, exp.Func) else 1.0)
        return max((self.of(child) for child in _children(node)), default=_SCALAR)

    def _call(self, node: exp.Expr) -> float:
        name = node.name.lower() if isinstance(node, exp.Anonymous) else ""
        arguments = _children(node)
        if name in _MATCHING_NAMES:
            self.matching(node)
            return _SCALAR
        if isinstance(node, exp.Cast):
            return self.of(node.this)
        if isinstance(node, exp.Replace | exp.RegexpReplace) or name in _REPLACING:
            return self._replaced(arguments)
        if isinstance(node, exp.Repeat) or name in ("repeat", "array_repeat"):
            return self._repeated(arguments)
        if isinstance(node, exp.Pad) or name in ("lpad", "rpad"):
            return self._padded(arguments)
        if isinstance(node, exp.Space) or name == "space":
            return _constant(arguments[:1]) or TIMES
        if isinstance(node, exp.GroupConcat | exp.ArrayAgg):
            return ROWS * sum(map(self.of, arguments))
        if name == "export_set":
            return 64 * sum(map(self.of, arguments[1:4]))
        if isinstance(node, _CUT):
            return self._cut(arguments)
        return self._summed(node, name, arguments)

    def _summed(self, node: exp.Expr, name: str, arguments: list[exp.Expr]) -> float:
        """A function that is not known makes no more than a few times what it is given."""
        total = sum(map(self.of, arguments))
        if isinstance(node, exp.Hex) or name in _DOUBLING | {"hex", "to_base64"}:
            return 2 * total
        if isinstance(node, exp.Format) or name in ("format", "printf", "format_string"):
            signs = next((part.name.count("%") for part in arguments if isinstance(part, exp.Literal)), 1)
            return total + signs * max(map(self.of, arguments), default=0.0)
        return total

    def _replaced(self, arguments: list[exp.Expr]) -> float:
        """Each match makes the text longer, and the engine moves the rest of it."""
        given = [*arguments, *[None] * 3][:3]
        before, new = self.of(given[0]), self.of(given[2])
        old = max(1.0, float(len(given[1].name))) if isinstance(given[1], exp.Literal) else 1.0
        after = before * max(1.0, new / old)
        self.work = max(self.work, after * max(1.0, before / old / _QUADRATIC_FROM))
        return after

    def _repeated(self, arguments: list[exp.Expr]) -> float:
        times = _constant(arguments[1:2])
        return max(1.0, self.of(arguments[0])) * (TIMES if times is None else max(0.0, times))

    def _padded(self, arguments: list[exp.Expr]) -> float:
        to = _constant(arguments[1:2])
        given = self.of(arguments[0])
        return max(given, TIMES) if to is None else to

    def _cut(self, arguments: list[exp.Expr]) -> float:
        length = _constant(arguments[-1:]) if len(arguments) > 1 else None
        whole = self.of(arguments[0])
        return whole if length is None or length < 0 else min(whole, length)

    def _column(self, column: exp.Column) -> float:
        """Of the derived tables in reach that have such a column, the longest; else that of a table."""
        found = [
            length
            for select in _ancestors(column, exp.Select)
            for query in _derived(select)
            for name, length in self._outputs_of(query)
            if name == column.name.lower()
        ]
        return max([COLUMN, *found])

    def _outputs_of(self, query: exp.Expr) -> list[tuple[str, float]]:
        query = query.this if isinstance(query, exp.CTE | exp.Subquery) else query
        key = id(query)
        if key in self._open:
            return self._open[key]
        if key not in self._outputs:
            self._outputs[key] = self._worked_out(query)
        return self._outputs[key]

    def _worked_out(self, query: exp.Expr) -> list[tuple[str, float]]:
        """A query that reads itself is gone through again and again, until nothing grows."""
        key = id(query)
        self._open[key] = []
        before = set(self._outputs)
        for _ in range(PASSES):
            found = self._listed(query)
            if found == self._open[key] or all(length >= MOST for _, length in found):
                break
            is_first, self._open[key] = not self._open[key], found
            for inner in set(self._outputs) - before:
                del self._outputs[inner]  # worked out with what was known then
            if is_first and not _reads_itself(query):
                break
        return self._open.pop(key)

    def _listed(self, query: exp.Expr) -> list[tuple[str, float]]:
        if isinstance(query, exp.SetOperation):
            sides = [self._outputs_of(query.this), self._outputs_of(query.expression)]
            names = [name for name, _ in sides[0]]
            lengths = [[length for _, length in side] for side in sides]
            return [(name, max(row[place] for row in lengths if place < len(row))) for place, name in enumerate(names)]
        if isinstance(query, exp.Select):
            renamed = _renamed(query)
            return [
                (renamed[place] if place < len(renamed) else item.alias_or_name.lower(), self.of(item))
                for place, item in enumerate(query.expressions)
            ]
        return []


def _renamed(query: exp.Expr) -> list[str]:
    """Names that a table alias gives to the columns: `t(a, b)`."""
    holder = query.parent
    while isinstance(holder, exp.SetOperation):
        holder = holder.parent
    alias = holder.args.get("alias") if isinstance(holder, exp.CTE | exp.Subquery) else None
    return [column.name.lower() for column in alias.columns] if isinstance(alias, exp.TableAlias) else []


def _derived(select: exp.Expr) -> Iterator[exp.Expr]:
    """Queries in the select's FROM: written there, or a CTE's."""
    for node in _sources(select):
        if isinstance(node, exp.Subquery):
            yield node
        elif isinstance(node, exp.Table) and not node.db:
            found = _cte(node)
            if found is not None:
                yield found


def _sources(select: exp.Expr) -> Iterator[exp.Expr]:
    clause = select.args.get("from_") or select.args.get("from")
    joins = [join.this for join in select.args.get("joins") or ()]
    for node in [clause.this if clause is not None else None, *joins]:
        if isinstance(node, exp.Lateral):
            node = node.this
        if isinstance(node, exp.Expr):
            yield node
            yield from (join.this for join in node.args.get("joins") or ())


def _cte(table: exp.Table) -> exp.CTE | None:
    """What a name means where it stands: a WITH further in comes first, and an entry sees those before it."""
    name = table.name.lower()
    inside: exp.Expr = table
    for node in _ancestors(table, exp.Query):
        clause = node.args.get("with_") or node.args.get("with")
        if clause is None:
            continue
        for entry in reversed(clause.expressions):
            if entry.alias.lower() == name and (not _holds(entry, inside) or clause.args.get("recursive")):
                return entry if isinstance(entry, exp.CTE) else None
    return None


def _holds(outer: exp.Expr, inner: exp.Expr) -> bool:
    return any(node is outer for node in _ancestors(inner, exp.CTE))


def _reads_itself(query: exp.Expr) -> bool:
    holder = query.parent
    if not isinstance(holder, exp.CTE):
        return False
    name = holder.alias.lower()
    return any(table.name.lower() == name for table in query.find_all(exp.Table))


def _ancestors(node: exp.Expr, kind: type[exp.Expr]) -> Iterator[exp.Expr]:
    above = node.parent
    while above is not None:
        if isinstance(above, kind):
            yield above
        above = above.parent


def _children(node: exp.Expr) -> list[exp.Expr]:
    """The arguments in their order."""
    found: list[exp.Expr] = []
    for key, value in node.args.items():
        if isinstance(node, exp.Anonymous) and key == "this":
            continue
        found += [part for part in (value if isinstance(value, list) else [value]) if isinstance(part, exp.Expr)]
    return found


def _constant(arguments: list[exp.Expr]) -> float | None:
    value = number(arguments[0]) if arguments else None
    return None if value is None else abs(value)

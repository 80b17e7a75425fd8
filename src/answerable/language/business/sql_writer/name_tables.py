"""Tables of a query under their own names, or under what a row of them is called, instead of t0 and t1."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlglot import exp

from answerable.language.query.sql_names import must_quote
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["name_tables"]


def name_tables(tree: exp.Expr, labels: SemanticLabels, dialect: str) -> exp.Expr:
    """The same tree, changed. No two tables of the statement share a name, also where one stands inside another."""
    _Renaming(labels, dialect).rename(tree, {})
    return tree


class _Renaming:
    def __init__(self, labels: SemanticLabels, dialect: str) -> None:
        self._labels = labels
        self._dialect = dialect
        self._taken: set[str] = set()

    def rename(self, node: exp.Expr, outer: Mapping[str, str]) -> None:
        """Scope by scope: an inner query sees the names of the outer one."""
        names = {**outer, **(self._own(node) if isinstance(node, exp.Select) else {})}
        for inside in node.walk(prune=lambda one: one is not node and isinstance(one, exp.Select)):
            if isinstance(inside, exp.Column) and inside.table in names:
                inside.set("table", self._identifier(names[inside.table]))
            elif isinstance(inside, exp.Select) and inside is not node:
                self.rename(inside, names)

    def _own(self, select: exp.Select) -> dict[str, str]:
        sources = [select.args.get("from_"), *(select.args.get("joins") or ())]
        tables = [one.this for one in sources if one is not None and isinstance(one.this, exp.Table)]
        return {table.alias_or_name: self._name(table) for table in tables}

    def _name(self, table: exp.Table) -> str:
        own = re.sub(r"\W+", "_", table.name.casefold()).strip("_")
        qualified = f"{table.db}.{table.name}" if table.db else table.name
        noun = re.sub(r"\W+", "_", self._labels.rows(qualified)).strip("_")
        name = self._free(noun if noun.isascii() and noun else own)
        is_own = name == table.name
        table.set("alias", None if is_own else exp.TableAlias(this=self._identifier(name)))
        return name

    def _free(self, name: str) -> str:
        free, number = name, 2
        while free.casefold() in self._taken:
            free, number = f"{name}_{number}", number + 1
        self._taken.add(free.casefold())
        return free

    def _identifier(self, name: str) -> exp.Identifier:
        return exp.Identifier(this=name, quoted=must_quote(name, self._dialect))

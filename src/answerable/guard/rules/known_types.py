from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class Types(TreeRule):
    """Values are cast to built-in types only.

    Casting to somebody's own type runs their code, casting to a row type names a table, and casting to `regclass` and
    its kin looks a name up in the catalogs.
    """

    code = "type"
    layer = Layer.KEYWORD
    title = "Type that is not built in"
    why = "A cast calls the functions of the type it casts to."
    bad = "SELECT CAST(NULL AS my_type)"
    fix = msg("guard.cast_to_built_in")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for kind in statement.every(exp.DataType):
            if kind.this is not exp.DType.USERDEFINED:
                continue
            name = kind.args.get("kind")
            written = name.name if isinstance(name, exp.Expr) else str(name or "")
            if written.lower() not in statement.allow_list.types:
                yield self.finding(msg("guard.type_not_built_in", type=quote_name(written)))

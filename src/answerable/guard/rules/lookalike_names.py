from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.resolve.identifiers.declarations import lookalike_pairs
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class LookalikeNames(TreeRule):
    """While anything is restricted, no two names that a statement gives are alike without being the same.

    Alike are names that differ only in case, width, or behind their 63rd byte: `c` and `C`, `é` and `É`. Which of them
    are one name differs by engine and by how the server is set. Looked at are aliases of tables, CTEs and
    tables in FROM; names given to columns are only looked at where more than plain case differs. A table that is
    written in two ways is fine, and so is a mere reference (`C.id` for the alias `c`).
    """

    code = "lookalike_names"
    layer = Layer.SCHEMA
    title = "Two names that differ in next to nothing"
    why = "The guard and the engine must agree on what each name means."
    bad = "SELECT (SELECT c.ssn FROM (SELECT 1 AS ssn) AS C) FROM customers AS c"
    fix = msg("guard.differ_in_more_than_case")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.policy.restricts_anything:
            return
        told = {tuple(sorted((one.name, two.name))) for one, two in lookalike_pairs(statement)}
        for one, two in sorted(told):
            yield self.finding(msg("guard.lookalike_names", one=quote_name(one), two=quote_name(two)))

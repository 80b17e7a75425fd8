from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from sqlglot import exp

from answerable.guard.growth import MATCHING, TextLengths, growth, makes_text
from answerable.guard.rules.base import TreeRule
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement


class RowExplosion(TreeRule):
    """No function makes more than ten million rows, elements or characters out of a constant.

    Series (`generate_series`, `range`, `sequence`), repetition and padding (`repeat`, `lpad`, `printf` widths,
    `zeroblob`) are measured by their constant arguments, nested calls multiplied. Texts that grow from call to call
    (`replace`, `concat`, `repeat`, `hex`, `group_concat`, also through derived tables and recursion) are measured too;
    a column counts as 256 characters.
    """

    code = "row_explosion"
    layer = Layer.SEMANTIC
    title = "A function that makes too much"
    why = "A string or a series of billions fills memory faster than a cancelled query stops."
    bad = "SELECT repeat('x', 2000000000)"
    fix = msg("guard.use_smaller_number")

    most: ClassVar[float] = 1e7

    def look(self, statement: Statement) -> Iterator[Finding]:
        for kind in statement.kinds:
            if not issubclass(kind, exp.Func):
                continue
            for call in statement.every(kind):
                if (made := growth(call)) > self.most:
                    name = call.name if isinstance(call, exp.Anonymous) else kind.sql_names()[0]
                    yield self.finding(msg("guard.makes_many_rows", function=name.upper(), count=made))
                    return
        if makes_text(statement):
            yield from self._long_texts(statement)

    def _long_texts(self, statement: Statement) -> Iterator[Finding]:
        """A call within another is measured with it, so that only the outermost are looked at."""
        lengths = TextLengths()
        for kind in statement.kinds:
            if not issubclass(kind, (exp.Func, exp.DPipe, *MATCHING)):
                continue
            for call in statement.every(kind):
                if isinstance(call.parent, exp.Func | exp.DPipe):
                    continue
                lengths.of(call)
                if (made := lengths.work) > self.most:
                    name = call.name if isinstance(call, exp.Anonymous) else kind.key
                    yield self.finding(msg("guard.makes_long_text", function=name.upper(), count=made))
                    return

"""What every rule is: an id, a reason, an example, a way out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from answerable.guard.verdict import Finding, Layer, Severity
from answerable.kernel.errors import one_line
from answerable.kernel.messages import CodedMessage

if TYPE_CHECKING:
    from answerable.guard.statement import SqlText, Statement

__all__ = ["GuardRule", "TextRule", "TreeRule", "quote_name"]


class GuardRule:
    """One reason to stop or to warn. The docstring of a rule is its page in the documentation."""

    code: ClassVar[str]
    layer: ClassVar[Layer]
    severity: ClassVar[Severity] = Severity.ERROR
    title: ClassVar[str]
    why: ClassVar[str]
    bad: ClassVar[str]
    """An example that the rule finds."""
    fix: ClassVar[CodedMessage]
    """What to do instead; the hint of every finding that has no better one."""

    def finding(
        self, what: CodedMessage, *, hint: CodedMessage | None = None, severity: Severity | None = None
    ) -> Finding:
        return Finding(self.layer, self.code, what, severity or self.severity, hint or self.fix)


class TextRule(GuardRule):
    """Judges the text and its tokens, before there is a tree."""

    def look(self, text: SqlText) -> Iterator[Finding]:
        raise NotImplementedError


class TreeRule(GuardRule):
    """Judges the parsed statement."""

    def look(self, statement: Statement) -> Iterator[Finding]:
        raise NotImplementedError


def quote_name(name: str) -> str:
    """A name or a piece of SQL as a message may show it: short, printable, in quotes."""
    printable = one_line(name)
    return f"'{printable[:60]}…'" if len(printable) > 60 else f"'{printable}'"

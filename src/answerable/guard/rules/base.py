"""What every rule is: an id, a reason, an example, a way out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from answerable.errors import one_line
from answerable.guard.verdict import Finding, Layer, Severity

if TYPE_CHECKING:
    from answerable.guard.statement import Statement, Text

__all__ = ["Rule", "TextRule", "TreeRule", "shown"]


class Rule:
    """One reason to stop or to warn. The docstring of a rule is its page in the documentation."""

    code: ClassVar[str]
    layer: ClassVar[Layer]
    severity: ClassVar[Severity] = Severity.ERROR
    title: ClassVar[str]
    why: ClassVar[str]
    bad: ClassVar[str]
    """An example that the rule finds."""
    fix: ClassVar[str]
    """What to do instead; the hint of every finding that has no better one."""

    def finding(self, message: str, *, hint: str = "", severity: Severity | None = None) -> Finding:
        return Finding(self.layer, self.code, one_line(message), severity or self.severity, hint or self.fix)


class TextRule(Rule):
    """Judges the text and its tokens, before there is a tree."""

    def look(self, text: Text) -> Iterator[Finding]:
        raise NotImplementedError


class TreeRule(Rule):
    """Judges the parsed statement."""

    def look(self, statement: Statement) -> Iterator[Finding]:
        raise NotImplementedError


def shown(name: str) -> str:
    """A name or a piece of SQL as a message may show it: short, printable, in quotes."""
    printable = one_line(name)
    return f"'{printable[:60]}…'" if len(printable) > 60 else f"'{printable}'"

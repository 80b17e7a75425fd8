"""What the doctor found, as the terminal shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.answers import safe_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from answerable.agent import Check, Scorecard

__all__ = ["draw_checks", "draw_scorecard"]


def draw_checks(checks: tuple[Check, ...], console: Console) -> None:
    from rich.text import Text

    grid = _grid("installation", "", "")
    for check in checks:
        grid.add_row(check.name, _mark(check.ok, "ok", "failed"), Text(safe_text(f"{check.said} {check.fix}".strip())))
    console.print(grid)


def draw_scorecard(card: Scorecard, console: Console) -> None:
    from rich.text import Text

    who = f" as {card.user}" if card.user else ""
    console.print()
    console.print(Text(safe_text(f"{card.source} ({card.dialect}){who}"), style="bold"))
    if card.outcomes:
        console.print(_probes(card))
    _draw_findings(card, console)
    if card.recipe:
        console.print()
        console.print(Text("A user with no more rights than reading needs; connect as this one:", style="bold"))
        _draw_statements(card.recipe, console)


def _probes(card: Scorecard) -> Grid:
    from rich.text import Text

    grid = _grid("what could be done", "guard", "wall", "privilege")
    for outcome in card.outcomes:
        guard = _mark(outcome.guard_refuses, "refuses", "allows")
        wall = _mark(outcome.wall_holds, "holds", "open")
        privilege = card.privilege(outcome.probe)
        grid.add_row(
            outcome.probe.title, guard, wall, Text(privilege, style="yellow" if privilege == "held" else "dim")
        )
    return grid


def _draw_findings(card: Scorecard, console: Console) -> None:
    from rich.text import Text

    console.print()
    if not card.findings:
        console.print(Text("Nothing to mend.", style="green"))
    for finding in card.findings:
        style = "bold red" if finding.severity == "serious" else "yellow"
        console.print(Text.assemble((f"{finding.severity}: ", style), safe_text(finding.message)))
        _draw_statements(finding.fix, console)


def _draw_statements(statements: tuple[str, ...], console: Console) -> None:
    """Whole lines, so that they can be copied."""
    for statement in statements:
        console.print(f"  {safe_text(statement)}", markup=False, highlight=False, soft_wrap=True)


def _mark(good: bool, yes: str, no: str) -> Text:
    from rich.text import Text

    return Text(yes, style="green") if good else Text(no, style="bold red")


def _grid(*headings: str) -> Grid:
    from rich.box import SIMPLE
    from rich.table import Table as Grid

    grid = Grid(box=SIMPLE, show_edge=False, pad_edge=False)
    for heading in headings:
        grid.add_column(heading)
    return grid

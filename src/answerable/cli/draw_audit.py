"""The audit trail as the terminal shows it: a verdict in a few lines, a request as a timeline."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from answerable.answers import safe_text

if TYPE_CHECKING:
    from rich.console import Console

    from answerable.agent import AuditReport
    from answerable.audit import Entry

__all__ = ["draw_report", "draw_timeline"]

_COVERED = frozenset({"entry_id", "request_id", "sequence_number", "actor"})
"""Fields that event_data repeats for the hash's sake."""
_LONGEST = 400


def draw_report(report: AuditReport, console: Console) -> None:
    from rich.text import Text

    found = report.found
    lines = _good(report) if found.ok else _bad(report)
    console.print(Text(safe_text(lines[0]), style="green" if found.ok else "bold red"), soft_wrap=True)
    for line in lines[1:]:
        console.print(Text(safe_text(line)), soft_wrap=True)
    for warning in report.warnings:
        console.print(Text(safe_text(f"Note: {warning}"), style="yellow"), soft_wrap=True)


def _good(report: AuditReport) -> list[str]:
    from answerable.agent import key_id_of

    found = report.found
    if not found.entries:
        return ["Nothing has been recorded yet."]
    lines = [f"{found.entries:,} entries in {_files(found.files)}, and every one is as it was written."]
    if last := found.checkpoint:
        lines.append(f"Signed for on {last.time} with key {key_id_of(last.public_key)}, kept in {report.checkpoints}.")
        if found.unsealed:
            lines.append(f"{found.unsealed:,} came after that; nobody has signed for them yet.")
    return lines


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def _bad(report: AuditReport) -> list[str]:
    found = report.found
    where = f"Line {found.bad_line} of {found.bad_file}" if found.bad_line else found.bad_file
    lines = [
        f"{where} is not as it was written: {found.problem}.",
        f"{found.entries:,} entries before it are. The log is {report.log}; leave it so, and find out who did it.",
    ]
    if "signed for" in found.problem and report.checkpoints.is_dir():
        lines.append(f"If you deleted the log to begin anew, move its checkpoints aside: {report.checkpoints}.")
    return lines


def draw_timeline(request_id: str, entries: Sequence[Entry], console: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid
    from rich.text import Text

    began = entries[0].timestamp
    console.print(Text(safe_text(f"Request {request_id}"), style="bold"), soft_wrap=True)
    console.print(Text(safe_text(f"began {began}, {len(entries)} entries"), style="dim"), soft_wrap=True)
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("entry", justify="right", no_wrap=True)
    grid.add_column("after", justify="right", no_wrap=True)
    grid.add_column("event", no_wrap=True)
    grid.add_column("by", no_wrap=True)
    grid.add_column("what", overflow="fold")
    for entry in entries:
        when, event = _after(began, entry.timestamp), entry.event_type.replace("_", " ")
        row = (str(entry.sequence_number), when, event, entry.actor, _said(entry.event_data))
        grid.add_row(*(Text(safe_text(cell)) for cell in row))
    console.print(grid)


def _after(began: str, then: str) -> str:
    try:
        seconds = (datetime.fromisoformat(then) - datetime.fromisoformat(began)).total_seconds()
    except (ValueError, TypeError):
        return "?"
    return f"{seconds * 1000:,.0f} ms" if seconds < 10 else f"{seconds:,.1f} s"


def _said(data: dict[str, Any]) -> str:
    said = "; ".join(f"{key}: {_value(value)}" for key, value in data.items() if key not in _COVERED)
    return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"


def _value(value: Any) -> str:
    if isinstance(value, dict) and value and all(isinstance(held, str | int | float) for held in value.values()):
        return ", ".join(f"{key} {held}" for key, held in value.items())
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

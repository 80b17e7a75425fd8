"""The audit trail as the terminal shows it: a verdict in a few lines, a request as a timeline."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from answerable.agent import key_id_of
from answerable.answers import safe_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from answerable.agent import AuditReport
    from answerable.audit import Entry

__all__ = ["draw_report", "draw_timeline"]

_COVERED = frozenset({"entry_id", "request_id", "sequence_number", "actor"})
"""Fields that event_data repeats for the hash's sake."""
_LONGEST = 2_000
"""Characters of a value; --json has all of them."""
_REFUSED = frozenset({"reject", "refused", "cancelled"})
_INDENT = 6


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
    found = report.found
    if not found.entries:
        return ["Nothing has been recorded yet.", f"The log would be {report.log}."]
    lines = [f"{_entries(found.entries)} in {_files(found.files)}, and every one is as it was written."]
    if last := found.checkpoint:
        lines.append(f"Signed for on {last.time} with key {key_id_of(last.public_key)}, kept in {report.checkpoints}.")
        if found.unsealed:
            lines.append(f"{found.unsealed:,} came after that; nobody has signed for them yet.")
    return lines


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def _bad(report: AuditReport) -> list[str]:
    found = report.found
    line = f"Line {found.bad_line} of {found.bad_file} is not as it was written: {found.problem}."
    before = f"{_entries(found.entries)} before it {'is' if found.entries == 1 else 'are'}. " if found.entries else ""
    lines = [
        line if found.bad_line else f"{found.bad_file}: {found.problem}.",
        f"{before}The log is {report.log}; leave it so, and find out who did it.",
    ]
    if found.is_against_signature and report.checkpoints.is_dir():
        lines.append(f"If you deleted the log to begin anew, move its checkpoints aside: {report.checkpoints}.")
    return lines


def draw_timeline(request_id: str, entries: Sequence[Entry], console: Console) -> None:
    from rich.text import Text

    began = entries[0].timestamp
    console.print(Text(safe_text(f"Request {request_id}"), style="bold"), soft_wrap=True)
    console.print(Text(safe_text(f"began {began}, {_entries(len(entries))}"), style="dim"), soft_wrap=True)
    if any(entry.event_data.get("decision") == "edited" for entry in entries):
        console.print(Text("SQL edited by a person", style="bold yellow"))
    for entry in entries:
        console.print()
        console.print(_heading(entry, _after(began, entry.timestamp)), soft_wrap=True)
        for fact in _facts(entry.event_data):
            _draw_fact(Text(safe_text(fact)), console)


def _heading(entry: Entry, after: str) -> Text:
    from rich.text import Text

    data = entry.event_data
    is_bad = data.get("decision") in _REFUSED or data.get("status", "success") != "success"
    event = Text(safe_text(entry.event_type.replace("_", " ")), style="bold red" if is_bad else "bold")
    place = Text(f"{entry.sequence_number:>{_INDENT - 2}}  ")
    return place.append(event).append(safe_text(f"  by {entry.actor}, after {after}"), style="dim")


def _draw_fact(fact: Text, console: Console) -> None:
    """Wrapped below its heading where a person looks; a line to itself where a program reads."""
    from rich.padding import Padding
    from rich.text import Text

    if console.is_terminal:
        console.print(Padding(fact, (0, 0, 0, _INDENT)))
    else:
        console.print(Text(" " * _INDENT).append(fact), soft_wrap=True)


def _after(began: str, then: str) -> str:
    try:
        seconds = (datetime.fromisoformat(then) - datetime.fromisoformat(began)).total_seconds()
    except (ValueError, TypeError):
        return "?"
    return f"{seconds * 1000:,.0f} ms" if seconds < 10 else f"{seconds:,.1f} s"


def _facts(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield from (f"{key}.{inner}: {_value(held)}" for inner, held in value.items())
        elif key not in _COVERED:
            yield f"{key}: {_value(value)}"


def _value(value: Any) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}… (all of it with --json)"

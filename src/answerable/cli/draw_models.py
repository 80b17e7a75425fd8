"""Models as the terminal shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.answers import safe_text
from answerable.providers.model_spec import PROVIDERS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from answerable.cli.model_trial import ModelTrial
    from answerable.providers.chat_model import TokenUsage
    from answerable.providers.model_overview import ModelOverview

__all__ = ["draw_models", "draw_trial"]


def draw_models(overview: ModelOverview, console: Console) -> None:
    then = f"; then {', '.join((*overview.fallback, 'embedded'))}" if overview.engine != "embedded" else ""
    _line(console, f"In use: {overview.engine}{then}")
    if overview.today.calls:
        _line(console, f"Today: {_usage(overview.today)}")
    files = _grid("file", "size", "memory", "here", "licence")
    for one in overview.local:
        size, memory = f"{one.megabytes:,} MB", f"{one.memory_gb:g} GB"
        files.add_row(one.name, size, memory, "yes" if one.path else "no", one.licence)
    providers = _grid("provider", "library", "key", "address")
    for state in overview.providers:
        library = "installed" if state.is_installed else f"pip install 'answerable[{PROVIDERS[state.name].extra}]'"
        key = "yes" if state.has_key else "no"
        providers.add_row(state.name, library, key, safe_text(state.address or "write base_url in [models]"))
    for grid, advice in (
        (files, f"To fetch one into {overview.folder}: answerable models pull NAME"),
        (providers, "To store a key, encrypted: answerable models key PROVIDER"),
    ):
        console.print()
        console.print(grid)
        _line(console, advice)


def draw_trial(trial: ModelTrial, console: Console) -> None:
    _line(console, f"{trial.model} replies '{trial.reply[:40]}': {_usage(trial.call)}")
    for one in trial.questions:
        console.print()
        mark = "✓" if one.is_answered else "✗"
        _line(console, f"{mark} {one.question} ({one.seconds:.1f} s, {one.path or 'no SQL'})")
        _line(console, f"  {one.answer}")
        if one.sql:
            _line(console, f"  {one.sql}")
    console.print()
    _line(console, f"In all: {_usage(trial.total)}")


def _usage(usage: TokenUsage) -> str:
    tokens = f"{usage.prompt_tokens:,} + {usage.reply_tokens:,} tokens"
    calls = f"{usage.calls} call{'' if usage.calls == 1 else 's'}"
    return f"{calls}, {tokens}, {usage.seconds:.1f} s, ${usage.cost:.4f}"


def _line(console: Console, text: str) -> None:
    from rich.text import Text

    console.print(Text(safe_text(text)), soft_wrap=True)


def _grid(*headings: str) -> Grid:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        grid.add_column(heading, justify="right" if heading in ("size", "memory") else "left", overflow="fold")
    return grid

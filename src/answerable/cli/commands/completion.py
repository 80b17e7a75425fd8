"""`answerable completion`: the script that makes Tab complete commands, options and file names."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from answerable.cli.main import cli

__all__ = ["command"]


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the tab-completion script for a shell.

    \b
    bash:  eval "$(answerable completion bash)"      in ~/.bashrc
    zsh:   eval "$(answerable completion zsh)"       in ~/.zshrc
    fish:  answerable completion fish > ~/.config/fish/completions/answerable.fish
    """
    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"No completion for '{shell}'.")
    click.echo(found(cli, {}, "answerable", "_ANSWERABLE_COMPLETE").source())

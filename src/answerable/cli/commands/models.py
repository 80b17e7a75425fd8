"""`answerable models`: language models, on this machine and elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from answerable.answers import dumps, safe_text
from answerable.cli.draw_answer import terminal
from answerable.cli.draw_models import draw_models, draw_trial
from answerable.cli.model_trial import try_model
from answerable.cli.options import json_option, settings_from, tells_failure, workspace_option
from answerable.cli.progress import ProgressLine
from answerable.kernel.secret_store import SecretStore
from answerable.kernel.workspace import Workspace
from answerable.providers.files.find_model_file import find_model_file
from answerable.providers.files.model_catalogue import model_catalogue
from answerable.providers.files.pull_model import pull_model
from answerable.providers.files.use_model import write_engine
from answerable.providers.model_keys import key_name
from answerable.providers.model_overview import model_overview
from answerable.providers.model_settings import load_model_settings
from answerable.providers.model_spec import PROVIDERS, split_spec

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings

__all__ = ["command"]

EMBEDDED = "embedded"


@click.group("models")
def command() -> None:
    """Language models: an upgrade, never needed.

    Without one, the embedded engine answers, on this machine and without a key.
    """


@command.command("list", short_help="What there is, and what is in use.")
@json_option
@workspace_option
@tells_failure
def list_(as_json: bool, workspace: str | None) -> None:
    """Model files to pull, providers with whether they have a key, and what is in use."""
    settings = settings_from(workspace=workspace)
    overview = model_overview(settings, load_model_settings(), Workspace.at(settings.workspace))
    if as_json:
        click.echo(dumps(overview.as_json()))
    else:
        draw_models(overview, terminal())


@command.command("pull", short_help="Fetch a model's file.")
@click.argument("name")
def pull(name: str) -> None:
    """Fetch a model's file into your data folder; run it again to go on where it stopped."""
    with ProgressLine() as progress:
        path = pull_model(name, load_model_settings(), lambda there, all_: progress(f"Pulling {name}", there / all_))
    click.echo(safe_text(f"{path} is there and whole. Licence: {model_catalogue()[name].licence}."))
    click.echo(f"Use it: answerable models use local:{name}", err=True)


@command.command("use", short_help="Write which model answers into answerable.toml.")
@click.argument("engine", metavar="PROVIDER:MODEL")
def use(engine: str) -> None:
    """Write into answerable.toml of this folder what translates questions: PROVIDER:MODEL, or 'embedded'."""
    engine = f"local:{engine}" if engine in model_catalogue() else engine
    if engine != EMBEDDED:
        provider, _ = split_spec(engine)
        if provider == "local":
            find_model_file(engine, load_model_settings())
    path = write_engine(engine, Path.cwd())
    click.echo(safe_text(f"'{engine}' answers now where the model is needed: {path}"))


@command.command("test", short_help="Ask three questions of the sample.")
@click.argument("engine", metavar="[PROVIDER:MODEL]", required=False)
@json_option
@workspace_option
@tells_failure
def test(engine: str | None, as_json: bool, workspace: str | None) -> None:
    """Call the model, then ask three questions of the sample shop; says what that took and cost.

    Without a name, the model in use.
    """
    settings: Settings = settings_from(engine=engine, workspace=workspace)
    if settings.engine == EMBEDDED:
        raise click.UsageError("No model is in use: name one, as PROVIDER:MODEL.")
    with ProgressLine() as progress:
        trial = try_model(settings, load_model_settings(), progress)
    if as_json:
        click.echo(dumps(trial.as_json()))
    else:
        draw_trial(trial, terminal())
    if trial.failed:
        sys.exit(5)


@command.command("key", short_help="Store a provider's key, encrypted.")
@click.argument("provider", type=click.Choice([name for name in PROVIDERS if name != "local"]))
@click.option("--project", default="default", show_default=True, help="Whose key it is.")
@click.option("--remove", is_flag=True, help="Forget the key.")
@workspace_option
def key(provider: str, project: str, remove: bool, workspace: str | None) -> None:
    """Store a provider's key in the workspace, encrypted; it is asked for, or read from standard input.

    A key in the environment goes first.
    """
    store = SecretStore.of(Workspace.at(settings_from(workspace=workspace).workspace))
    if remove:
        store.remove(project, key_name(provider))
        click.echo(f"The key of {provider} is forgotten.")
        return
    given = _read_key()
    if not given:
        raise click.UsageError("The key is empty.")
    store.put(project, key_name(provider), given)
    click.echo(f"The key of {provider} is stored.")


def _read_key() -> str:
    if sys.stdin.isatty():
        asked: str = click.prompt("Key", hide_input=True)
        return asked.strip()
    return sys.stdin.readline().strip()

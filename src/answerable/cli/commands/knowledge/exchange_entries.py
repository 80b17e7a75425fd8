"""The commands of `answerable knowledge`: import, export, list, promote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.answers import dumps, safe_text
from answerable.cli.account_options import open_accounts
from answerable.cli.options import json_option, settings_from, tells_failure, workspace_option
from answerable.cli.output_language import output_language
from answerable.cli.print_failure import say_error
from answerable.kernel.errors import BadKnowledge
from answerable.kernel.messages import CodedMessage, msg
from answerable.knowledge_files.entry_fields import KINDS, PROMOTIONS, EntryKind
from answerable.knowledge_files.knowledge_folder import read_folder
from answerable.knowledge_files.write_entry import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from answerable.knowledge.services.import_entries import ImportReport

__all__ = ["command"]

_ACTIONS = ("created", "updated", "unchanged")
_folder = click.Path(path_type=Path)
_project_option = click.option("--project", "slug", metavar="SLUG", default="default", show_default=True)


@click.group("knowledge")
def command() -> None:
    """What the organisation knows of its data: tables, metrics, verified queries, rules, learnings.

    A folder has `tables`, `metrics`, `queries`, `business` and `learnings`, with one YAML or JSON file an entry. 'ask'
    and 'chat' read a folder called `knowledge` beside the data by themselves; a project of the server keeps its own.
    """


@command.command("import", short_help="Bring a folder's entries into a project.")
@click.argument("folder", type=_folder)
@_project_option
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@json_option
@workspace_option
@tells_failure
def import_(folder: Path, slug: str, dry_run: bool, as_json: bool, workspace: str | None) -> None:
    """Bring a folder's entries into a project, all or none.

    Each file is held against the guard and the project's sources first; a fault is named with file and line.

    Exit codes: 0 imported, 2 a fault in a file, no such folder or project.
    """
    open_accounts(settings_from(workspace=workspace))
    from answerable.projects.project_knowledge import import_knowledge, project_called

    try:
        report = import_knowledge(project_called(slug), folder, is_dry=dry_run)
    except BadKnowledge as wrong:
        for fault in wrong.faults[1:]:
            say_error(fault.render(output_language()))
        raise
    if as_json:
        click.echo(dumps(_reported(report)))
        return
    for line in _lines(report):
        click.echo(safe_text(line))


@command.command("export", short_help="Write a project's entries into a folder.")
@click.argument("folder", type=_folder)
@_project_option
@click.option("--format", "form", type=click.Choice([*FORMATS]), default="yaml", show_default=True)
@json_option
@workspace_option
@tells_failure
def export(folder: Path, slug: str, form: str, as_json: bool, workspace: str | None) -> None:
    """Write a project's entries into a folder, a file each: the same bytes for the same entries.

    Exit codes: 0 written, 2 no such project, or a file of another format in the way.
    """
    open_accounts(settings_from(workspace=workspace))
    from answerable.projects.project_knowledge import export_knowledge, project_called

    files = [path.relative_to(folder).as_posix() for path in export_knowledge(project_called(slug), folder, form)]
    if as_json:
        click.echo(dumps({"folder": str(folder), "files": files}))
    else:
        click.echo(msg("cli.knowledge_exported", count=len(files), folder=folder).render(output_language()))


@command.command("list", short_help="What is known in a project or a folder.")
@click.argument("folder", type=_folder, required=False)
@_project_option
@click.option("--kind", type=click.Choice([kind.folder for kind in KINDS]), help="Only these.")
@json_option
@workspace_option
@tells_failure
def list_(folder: Path | None, slug: str, kind: str | None, as_json: bool, workspace: str | None) -> None:
    """What is known in a project, or in a folder: kind, name, status and title of each entry.

    Exit codes: 0 listed, 2 a fault in a file, no such folder or project.
    """
    found = [
        {"kind": one.name, "slug": own, "status": _status(plain), "title": plain[one.title]}
        for one, own, plain in (_in_folder(folder) if folder else _in_project(slug, workspace))
        if kind in (None, one.folder)
    ]
    if as_json:
        click.echo(dumps({"entries": found}))
        return
    for entry in found:
        click.echo("\t".join(safe_text(text) for text in entry.values()))


@command.command("promote", short_help="Make a rule or a verified query of a learning.")
@click.argument("learning")
@click.option("--to", "kind", type=click.Choice(PROMOTIONS), required=True)
@click.option("--question", default="", help="What the verified query answers.")
@_project_option
@json_option
@workspace_option
@tells_failure
def promote(learning: str, kind: str, question: str, slug: str, as_json: bool, workspace: str | None) -> None:
    """Make a rule or a verified query of LEARNING, the name or id that 'list' shows.

    Exit codes: 0 promoted, 2 no such learning, it was promoted before, or what it says does not fit the data.
    """
    open_accounts(settings_from(workspace=workspace))
    from answerable.projects.project_knowledge import project_called, promote_in_project

    made = promote_in_project(project_called(slug), learning, kind, question)
    if as_json:
        click.echo(dumps({"kind": kind, "slug": made.slug, "id": str(made.pk), "title": made.title}))
    else:
        told = msg("cli.learning_promoted", title=made.title, slug=f"{made.kind.folder}/{made.slug}")
        click.echo(safe_text(told.render(output_language())))


def _in_folder(folder: Path) -> Iterable[tuple[EntryKind, str, dict[str, Any]]]:
    return [(file.kind, file.slug, file.plain) for file in read_folder(folder)]


def _in_project(slug: str, workspace: str | None) -> Iterable[tuple[EntryKind, str, dict[str, Any]]]:
    open_accounts(settings_from(workspace=workspace))
    from answerable.knowledge.services.read_entries import entries_of
    from answerable.projects.project_knowledge import project_called

    return [(row.kind, row.slug, row.plain()) for row in entries_of(project_called(slug))]


def _status(plain: dict[str, Any]) -> str:
    return str(plain["status"]) if "status" in plain else "active" if plain["is_active"] else "retired"


def _lines(report: ImportReport) -> list[str]:
    changing = [plan for plan in report.plans if plan.action != "unchanged"]
    diffs = [line for plan in changing for line in plan.diff().splitlines()] if report.is_dry else []
    told = [] if report.is_dry else [f"{plan.action}\t{plan.file.path}" for plan in changing]
    return [*diffs, *told, _summary(report).render(output_language())]


def _summary(report: ImportReport) -> CodedMessage:
    created, updated, unchanged = (report.count(action) for action in _ACTIONS)
    if report.is_dry:
        return msg("cli.would_import", created=created, updated=updated, unchanged=unchanged)
    return msg("cli.imported", created=created, updated=updated, unchanged=unchanged)


def _reported(report: ImportReport) -> dict[str, Any]:
    entries = [
        {"kind": plan.file.kind.name, "slug": plan.file.slug, "file": plan.file.path, "action": plan.action}
        for plan in report.plans
    ]
    counts = {action: report.count(action) for action in _ACTIONS}
    diffs = [diff for plan in report.plans if (diff := plan.diff())]
    return {"dry_run": report.is_dry, **counts, "entries": entries, **({"diff": diffs} if report.is_dry else {})}

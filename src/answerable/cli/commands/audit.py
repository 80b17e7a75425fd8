"""`answerable audit`: is the record whole, what does it say of a request, evidence for somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from answerable.agent import check_evidence_in, entries_of_request, export_request, key_id_of, verify_audit
from answerable.answers import dumps, safe_text
from answerable.cli.draw_answer import terminal
from answerable.cli.draw_audit import draw_report, draw_timeline
from answerable.cli.options import json_option, settings_from, tells_failure, workspace_option
from answerable.kernel.errors import NotFound
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.agent import AuditReport

__all__ = ["command"]

TAMPERED = 13


def _id_of(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """A receipt is named after its request, and a shell completes its path."""
    return Path(given).stem if given.endswith(".json") else given


_request_option = click.option(
    "--request", "request_id", metavar="ID", required=True, callback=_id_of, help="The request's id, or its receipt."
)
_folder = click.Path(path_type=Path)


@click.group("audit")
def command() -> None:
    """The record of everything that was done, and proof that nobody changed it.

    Every question, decision, query and result is an entry of a chain. Signed checkpoints, kept in another place, show
    that entries are missing or that all of it was written anew.
    """


@command.command("verify", short_help="Check every entry, file and checkpoint.")
@click.option(
    "--against", metavar="FILE", type=_folder, help="A checkpoint that you kept, in place of those kept here."
)
@click.option("--roots", is_flag=True, help="Work out every checkpoint's Merkle root anew as well: slower.")
@json_option
@workspace_option
@tells_failure
def verify(against: Path | None, roots: bool, as_json: bool, workspace: str | None) -> None:
    """Check every entry, every file and every checkpoint.

    Names the file and the line that is not as it was written.

    Exit codes: 0 as it was written, 2 --against is not a checkpoint, 5 a file cannot be read, 13 changed.
    """
    report = verify_audit(settings_from(workspace=workspace), against, roots=roots)
    if as_json:
        _print_json(_verified(report))
    else:
        draw_report(report, terminal())
    if not report.found.ok:
        raise click.exceptions.Exit(TAMPERED)


@command.command("show", short_help="What was recorded of one request.")
@_request_option
@json_option
@workspace_option
@tells_failure
def show(request_id: str, as_json: bool, workspace: str | None) -> None:
    """What was recorded of one request, in order.

    Shows entries as they stand in the log; 'answerable audit verify' tells whether that is how they were written.

    Exit codes: 0 shown, 2 no such request, 5 a file cannot be read.
    """
    entries = entries_of_request(settings_from(workspace=workspace), request_id)
    if not entries:
        raise NotFound(msg("common.request_not_recorded", request_id=request_id), hint=msg("cli.id_is_receipt_name"))
    if as_json:
        _print_json({"request_id": request_id, "entries": [entry._asdict() for entry in entries]})
    else:
        draw_timeline(request_id, entries, terminal())


@command.command("export", short_help="Write evidence of one request for somebody else.")
@_request_option
@click.option("--to", "folder", metavar="FOLDER", type=_folder, required=True, help="A new or empty folder.")
@json_option
@workspace_option
@tells_failure
def export(request_id: str, folder: Path, as_json: bool, workspace: str | None) -> None:
    """Write evidence of one request: its entries, a signed checkpoint, a proof for each entry, the receipt.

    Whoever gets the folder checks it with 'answerable audit check', or with nothing but SHA-256 and Ed25519 as its
    README.txt says. It needs neither this log nor this machine.

    Exit codes: 0 written, 2 no such request or no empty folder, 5 a file cannot be read, or is not what was signed for.
    """
    made = export_request(settings_from(workspace=workspace), request_id, folder)
    if as_json:
        found = {"folder": str(made.folder), "entries": made.entries, "key_id": made.key_id, "files": list(made.files)}
        _print_json(found)
    else:
        click.echo(f"{made.entries} entries and their proofs are in {made.folder}.")
        click.echo(f"Signed with key {made.key_id}: tell whoever checks it, by another way than the folder goes.")


@command.command("check", short_help="Check a folder of evidence.")
@click.argument("folder", type=_folder)
@json_option
@tells_failure
def check(folder: Path, as_json: bool) -> None:
    """Check a folder of evidence: does a signed log hold each of its entries?

    Exit codes: 0 proved, 2 not a folder of evidence, 13 not proved.
    """
    found = check_evidence_in(folder)
    if as_json:
        said = {"ok": found.ok, "entries": found.entries, "request_id": found.request_id, "key_id": found.key_id}
        _print_json({**said, "problem": found.problem})
    elif found.ok:
        click.echo(
            f"{found.entries} entries of request {safe_text(found.request_id)} are in the log that was signed for."
        )
        click.echo(f"The key's id is {found.key_id}: ask the log's owner whether that is theirs.")
    else:
        click.echo(f"Not proved: {found.problem}.")
    if not found.ok:
        raise click.exceptions.Exit(TAMPERED)


def _print_json(value: dict[str, Any]) -> None:
    click.echo(dumps(value))


def _verified(report: AuditReport) -> dict[str, Any]:
    found = report.found
    return {
        "ok": found.ok,
        "log": str(report.log),
        "files": found.files,
        "entries": found.entries,
        "bad_file": found.bad_file or None,
        "bad_line": found.bad_line,
        "problem": str(found.problem or ""),
        "checkpoint": _checkpoint(report),
        "unsealed": found.unsealed,
        "warnings": [str(warning) for warning in report.warnings],
    }


def _checkpoint(report: AuditReport) -> dict[str, Any] | None:
    last = report.found.checkpoint
    if last is None:
        return None
    said = {"log": last.log, "size": last.size, "root": last.root, "head_hash": last.head_hash, "time": last.time}
    return {**said, "key_id": key_id_of(last.public_key), "kept_in": str(report.checkpoints)}

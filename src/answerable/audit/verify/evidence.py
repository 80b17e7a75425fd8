"""What proves to somebody else what was recorded of one request: its entries, a signed root, the way from one to other.

Whoever checks it needs neither the log nor Answerable: SHA-256 and Ed25519 are enough, and README.txt says how.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from answerable.audit.log_files import log_parts
from answerable.audit.read_log import lines_of, located_entries
from answerable.audit.sign.checkpoints import Checkpoint, CheckpointStore
from answerable.audit.sign.merkle import inclusion_proofs, leaf_hash, verify_inclusion
from answerable.audit.sign.seal_log import Sealer, Signs
from answerable.audit.sign.signing_key import key_id_of
from answerable.audit.verify.manifest import MANIFEST, write_manifest
from answerable.kernel.errors import AskerError, AuditUnavailable, NotFound
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["Evidence", "export_evidence"]

ENTRIES, PROOFS, PUBLIC_KEY, README = "entries.jsonl", "proofs.json", "public_key", "README.txt"


@dataclass(frozen=True, slots=True)
class Evidence:
    folder: Path
    entries: int
    key_id: str
    files: tuple[str, ...]


def export_evidence(
    path: Path, sealer: Sealer, request_id: str, folder: Path, extra_files: Iterable[Path] = ()
) -> Evidence:
    """Everything of the request into `folder`, which must be empty or not there yet, proved by the sealer's checkpoints
    and signed with its key. `extra_files` (the receipt) are copied beside it. Raises NotFound where nothing was
    recorded of the request, AuditUnavailable where the log is not the one that was signed for, so that no evidence is
    handed out that proves nothing."""
    places: dict[str, list[int]] = {}
    for name, entry in located_entries(path, request_id):
        places.setdefault(name, []).append(entry.sequence_number - 1)
    if not places:
        raise NotFound(msg("common.request_not_recorded", request_id=request_id), hint=msg("audit.look_up_id"))
    checkpoints = {name: _covering(sealer.store, name, indexes[-1]) for name, indexes in places.items()}
    _demand_key(sealer.key, checkpoints.values())
    _make(folder)
    lines: list[bytes] = []
    proofs: list[dict[str, Any]] = []
    signed: dict[str, bytes] = {}
    for number, (name, indexes) in enumerate(places.items()):
        kept_as = "checkpoint.json" if number == 0 else f"checkpoint-{number + 1}.json"
        signed[kept_as] = checkpoints[name].line()
        found, ways = _proved(path, name, indexes, checkpoints[name])
        lines += found
        proofs += [
            {"checkpoint": kept_as, "index": index, "proof": [step.hex() for step in ways[index]]} for index in indexes
        ]
    for kept_as, line in signed.items():
        (folder / kept_as).write_bytes(line)
    made = _written(folder, lines, proofs, sealer.key.public_key, extra_files)
    write_manifest(folder, request_id, len(lines), sealer.key)
    return replace(made, files=tuple(sorted([*made.files, MANIFEST])))


def _covering(store: CheckpointStore, name: str, index: int) -> Checkpoint:
    try:
        last = store.latest(name)
    except ValueError as error:
        raise AuditUnavailable(msg("audit.last_checkpoint_unusable", log=name, reason=error), hint=_ASK) from None
    if last is None or last.size <= index:
        raise AuditUnavailable(msg("audit.entry_not_covered", entry=index + 1, log=name), hint=_ASK)
    return last


def _demand_key(key: Signs, checkpoints: Iterable[Checkpoint]) -> None:
    if any(checkpoint.public_key != key.public_key for checkpoint in checkpoints):
        raise AuditUnavailable(msg("audit.checkpoints_of_other_key"), hint=_ASK)


_ASK = msg("audit.see_audit_verify")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if any(folder.iterdir()):
            raise AskerError(msg("audit.folder_not_empty", folder=folder), hint=msg("common.choose_another"))
    except OSError as error:
        raise AskerError(
            msg("audit.folder_unusable", folder=folder, reason=error.strerror), hint=msg("audit.choose_another_folder")
        ) from None


def _proved(
    path: Path, name: str, indexes: Sequence[int], checkpoint: Checkpoint
) -> tuple[list[bytes], dict[int, list[bytes]]]:
    """The lines at those places of one file, and the proof of each."""
    part = next(part for part in log_parts(path) if part.name == name)
    wanted, lines = set(indexes), []

    def leaves() -> Iterable[bytes]:
        for index, line in enumerate(lines_of(part)):
            if index in wanted:
                lines.append(line)
            yield leaf_hash(line)

    try:
        proofs = inclusion_proofs(leaves(), indexes, checkpoint.size)
        is_signed = all(
            verify_inclusion(leaf_hash(line), index, checkpoint.size, proofs[index], bytes.fromhex(checkpoint.root))
            for index, line in zip(indexes, lines, strict=True)
        )
    except ValueError:
        is_signed = False
    if not is_signed:
        raise AuditUnavailable(msg("audit.other_log", log=name), hint=_ASK)
    return lines, proofs


def _written(
    folder: Path, lines: list[bytes], proofs: list[dict[str, Any]], public_key: str, extra_files: Iterable[Path]
) -> Evidence:
    (folder / ENTRIES).write_bytes(b"".join(line + b"\n" for line in lines))
    (folder / PROOFS).write_text(json.dumps(proofs, indent=1) + "\n", encoding="ascii")
    (folder / PUBLIC_KEY).write_text(public_key + "\n", encoding="ascii")
    for file in extra_files:
        shutil.copyfile(file, folder / file.name)
    key_id = key_id_of(public_key)
    (folder / README).write_text(_README.format(key_id=key_id), encoding="utf-8")
    files = tuple(sorted(one.name for one in folder.iterdir()))
    return Evidence(folder, len(lines), key_id, files)


_README = """\
Evidence of one request

  entries.jsonl     what was recorded of it, a line an entry, byte for byte as it stands in the log
  checkpoint*.json  what was signed: how many entries a log had, and their Merkle root
  proofs.json       for each line of entries.jsonl, in order: which checkpoint, the entry's index in the log, its proof
  public_key        the key the checkpoints are signed with (Ed25519, hexadecimal); its id is {key_id}
  manifest.json     how many entries there are, and SHA-256 of every other file, signed with the same key
  other files       what belongs to the answer, such as its receipt; it has a signature of its own

Where Answerable is installed:  answerable audit check FOLDER

With nothing but SHA-256 and Ed25519:

1. The key. Ask the owner of the log for the key's id, by another way than you got these files. It is the first 16
   hexadecimal digits of SHA-256 over the 32 bytes of the public key.

2. The signature. Take checkpoint.json, remove "signature", write it as JSON with sorted keys and without spaces or line
   end. "signature" is the Ed25519 signature of these bytes.

3. Each entry. Its leaf is SHA-256 over the byte 0x00 and the line without its line end. Begin with value = leaf,
   i = index, last = "size" of the checkpoint - 1. For each hash p of the proof: if i is odd or i = last, then
   value = SHA-256(0x01 p value), and, where i is even, halve i and last (rounding down) until i is odd or 0; otherwise
   value = SHA-256(0x01 value p). Then halve i and last. At the end last is 0 and value is the "root" of the checkpoint.

4. Each entry's own hash. "hash" is SHA-256 over the texts of parent_hash, timestamp, event_type and event_data (as it
   stands in the line), one after the other. Its sequence_number is index + 1.

5. Nothing is missing. Check the signature of manifest.json as that of checkpoint.json. "files" has the SHA-256 of every
   other file here, "entries" the number of lines of entries.jsonl: all that was recorded of the request so far.
"""

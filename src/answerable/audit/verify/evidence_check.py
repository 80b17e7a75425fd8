"""Whether a folder of evidence proves what it claims. What is in there may be anybody's: it is read within bounds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from answerable.audit.read_log import entry_of_line
from answerable.audit.sign.checkpoints import Checkpoint
from answerable.audit.sign.merkle import leaf_hash, verify_inclusion
from answerable.audit.sign.signing_key import key_id_of
from answerable.audit.verify.evidence import ENTRIES, PROOFS, PUBLIC_KEY
from answerable.audit.verify.line_form import Lines, NotCanonical, hash_of
from answerable.audit.verify.manifest import manifest_problem
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.untrusted_files import open_given

__all__ = ["EvidenceCheck", "check_evidence"]

_MOST_BYTES = 256 * 1024 * 1024
_MOST_CHECKPOINT = 16 * 1024
_CHECKPOINT = re.compile(r"checkpoint(?:-[0-9]{1,9})?\.json")


@dataclass(frozen=True, slots=True)
class EvidenceCheck:
    entries: int = 0
    """Entries that were found to be in a signed log."""
    request_id: str = ""
    key_id: str = ""
    """Of the key it is signed with; whose that is, must be asked elsewhere."""
    problem: str = ""

    @property
    def ok(self) -> bool:
        return not self.problem


class _Unproved(ValueError):
    """What is wrong, in plain words."""


def check_evidence(folder: Path) -> EvidenceCheck:
    """Raises OSError where a file is missing or cannot be read."""
    try:
        key = _read(folder / PUBLIC_KEY, 1024).decode("ascii", "replace").strip()
        lines = _read(folder / ENTRIES, _MOST_BYTES).split(b"\n")
        proofs = _proofs(_read(folder / PROOFS, _MOST_BYTES))
        if lines.pop() != b"" or len(lines) != len(proofs) or not lines:
            raise _Unproved("there is not one proof for each entry")
        if len(set(lines)) != len(lines):
            raise _Unproved("an entry is in there twice")
        checkpoints = {name: _checkpoint(folder, name, key) for name in {proof["checkpoint"] for proof in proofs}}
        requests = {_proved(line, proof, checkpoints) for line, proof in zip(lines, proofs, strict=True)}
        if len(requests) != 1:
            raise _Unproved("the entries are not of one request")
        (request,) = requests
        if problem := manifest_problem(folder, request, len(lines), key):
            raise _Unproved(problem)
    except _Unproved as why:
        return EvidenceCheck(problem=str(why))
    return EvidenceCheck(len(lines), request, key_id_of(key))


def _read(path: Path, most: int) -> bytes:
    with open_given(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _Unproved(f"{path.name} is larger than such a file can be")
    return data


def _proofs(data: bytes) -> list[dict[str, Any]]:
    try:
        proofs = json.loads(data.decode("ascii"))
        for proof in proofs:
            proof["proof"] = [bytes.fromhex(step) for step in proof["proof"]]
            if type(proof["index"]) is not int or not isinstance(proof["checkpoint"], str):
                raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _Unproved(f"{PROOFS} is not a list of proofs") from None
    return proofs  # type: ignore[no-any-return]


def _checkpoint(folder: Path, name: str, key: str) -> Checkpoint:
    if not _CHECKPOINT.fullmatch(name):
        raise _Unproved(f"{PROOFS} names a checkpoint that cannot be")
    try:
        found = Checkpoint.parse(_read(folder / name, _MOST_CHECKPOINT).removesuffix(b"\n"))
    except _Unproved:
        raise
    except ValueError as error:
        raise _Unproved(f"{name} cannot be used: {error}") from None
    if found.public_key != key:
        raise _Unproved(f"{name} is signed with another key than {PUBLIC_KEY}")
    if not found.is_signed():
        raise _Unproved(f"the signature of {name} does not hold")
    return found


def _proved(line: bytes, proof: dict[str, Any], checkpoints: dict[str, Checkpoint]) -> str:
    """The entry's request, once it is certain that the signed log holds the line."""
    checkpoint, index = checkpoints[proof["checkpoint"]], proof["index"]
    root = bytes.fromhex(checkpoint.root)
    if not verify_inclusion(leaf_hash(line), index, checkpoint.size, proof["proof"], root):
        raise _Unproved(f"entry {index + 1} is not in the log that was signed for")
    entry = entry_of_line(line)
    try:
        claimed, computed = hash_of(next(Lines().read([line + b"\n"])))
    except NotCanonical as error:
        raise _Unproved(f"entry {index + 1}: {error}") from None
    if entry is None or claimed != computed or entry.sequence_number != index + 1:
        raise _Unproved(f"entry {index + 1}: its hash or place is not its own")
    return entry.request_id

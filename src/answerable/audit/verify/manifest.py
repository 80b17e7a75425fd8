"""What a folder of evidence holds, file by file, under a signature: nothing is left out, put in or changed unseen."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from answerable.audit.sign.seal_log import Signs
from answerable.audit.sign.signing_key import verify_signature
from answerable.kernel.untrusted_files import open_given

__all__ = ["MANIFEST", "manifest_problem", "write_manifest"]

MANIFEST = "manifest.json"
SCHEMA = "answerable.evidence/1"
_MOST_BYTES = 64 * 1024
_BLOCK = 1 << 20
_NAME = re.compile(r"\w[\w.-]{0,199}")
_HASH = re.compile(r"[0-9a-f]{64}")


def write_manifest(folder: Path, request_id: str, entries: int, key: Signs) -> None:
    """Of all that lies in the folder by now."""
    files = {path.name: _hash_of(path) for path in sorted(folder.iterdir())}
    body = {"schema": SCHEMA, "request_id": request_id, "entries": entries, "files": files}
    signed = {**body, "public_key": key.public_key}
    data = _text({**signed, "signature": key.sign(_text(signed))})
    (folder / MANIFEST).write_bytes(data + b"\n")


def manifest_problem(folder: Path, request_id: str, entries: int, public_key: str) -> str:
    """What is not as it was exported; nothing where all is. Raises OSError where a file cannot be read."""
    try:
        with open_given(folder / MANIFEST) as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return f"{MANIFEST} is missing, so that files or entries may be, too"
    found = _parsed(data)
    if found is None:
        return f"{MANIFEST} is not a list of files that was signed"
    signature = found.pop("signature")
    if found["public_key"] != public_key or not verify_signature(public_key, signature, _text(found)):
        return f"the signature of {MANIFEST} does not hold"
    if (found["request_id"], found["entries"]) != (request_id, entries):
        return f"{MANIFEST} speaks of other entries"
    return _difference(folder, found["files"])


def _difference(folder: Path, files: dict[str, str]) -> str:
    there = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    if missing := sorted(files.keys() - there):
        return f"{missing[0]} is missing"
    if there - files.keys() - {MANIFEST}:
        return "there is a file that was not exported"
    changed = (name for name, expected in files.items() if _hash_of(folder / name) != expected)
    return f"{name} is not as it was exported" if (name := next(changed, "")) else ""


def _parsed(data: bytes) -> dict[str, Any] | None:
    """None for whatever has not the form, to the byte, that it is written in."""
    try:
        found = json.loads(data.decode("ascii"))
        if data != _text(found) + b"\n" or found["schema"] != SCHEMA:
            return None
        named = {"schema", "request_id", "entries", "files", "public_key", "signature"}
        texts = (found["request_id"], found["public_key"], found["signature"])
        files: dict[str, str] = found["files"]
        is_well_formed = all(_NAME.fullmatch(name) and _HASH.fullmatch(held) for name, held in files.items())
        return (
            found if found.keys() == named and is_well_formed and all(isinstance(text, str) for text in texts) else None
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _text(body: dict[str, Any]) -> bytes:
    return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()


def _hash_of(path: Path) -> str:
    hashed = hashlib.sha256()
    with open_given(path) as file:
        while block := file.read(_BLOCK):
            hashed.update(block)
    return hashed.hexdigest()

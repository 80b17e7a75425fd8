"""A file that anybody may have written: what was changed in it shows, and nothing in it makes reading fail."""

from __future__ import annotations

import json
import os
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from answerable.audit.sign.signing_key import SigningKey, verify_signature
from answerable.kernel.errors import AskerError
from answerable.receipts import Receipt, place_of, read_receipt
from answerable.receipts.origins import origin_remarks
from answerable.receipts.receipt_json import canonical, receipt_hash
from tests.receipts.made import KEY, draft, kept, read


def test_what_was_kept_is_read_back(tmp_path: Path) -> None:
    found = read(kept(tmp_path))
    assert found.tampered is None
    assert found.receipt is not None
    assert found.receipt == draft().seal(KEY)
    assert found.receipt.question == "국가별 매출은?"
    assert found.receipt.receipt_hash == receipt_hash(found.receipt.body())


@pytest.mark.slow
def test_any_changed_byte_is_tampering(tmp_path: Path) -> None:
    path = kept(tmp_path)
    data = path.read_bytes()
    for place, flip in product(range(len(data)), (1, 32)):  # 32 makes a capital of a letter
        path.write_bytes(data[:place] + bytes([data[place] ^ flip]) + data[place + 1 :])
        assert read(path).tampered, (place, flip)
    for place in range(len(data)):
        path.write_bytes(data[:place] + b" " + data[place:])
        assert read(path).tampered, place
    for changed in (data[:-1], data + b"\n", b" " + data, data[: len(data) // 2], data[:30]):
        path.write_bytes(changed)
        assert read(path).tampered


def rewritten(path: Path, change: dict[str, Any]) -> Path:
    """By somebody who knows how receipts are made, but has not the key."""
    body = json.loads(path.read_bytes()) | change
    body["receipt_hash"] = receipt_hash(body)
    path.write_bytes(canonical(body) + b"\n")
    return path


@pytest.mark.parametrize(
    "change", [{"sql": "SELECT 1"}, {"signature": ""}, {"public_key": "0" * 64}, {"signature": "é"}]
)
def test_a_new_hash_does_not_help_without_the_key(tmp_path: Path, change: dict[str, Any]) -> None:
    assert "signature" in str(read(rewritten(kept(tmp_path), change)).tampered)


def test_a_receipt_of_an_older_version_is_read_and_says_what_it_does_not_know(tmp_path: Path) -> None:
    found = read(kept(tmp_path, origin=None))
    assert found.receipt and not found.tampered and "origin" not in found.receipt.body()
    assert not found.receipt.is_edited
    (said,) = origin_remarks(found.receipt)
    assert str(said).startswith("It is unknown whether a person edited the SQL")


def test_that_sql_was_edited_cannot_be_taken_out(tmp_path: Path) -> None:
    origin = {**(draft().origin or {}), "is_edited": True}
    path = kept(tmp_path, origin=origin, confidence=None)
    honest, body = read(path), json.loads(path.read_bytes())
    assert honest.receipt and honest.receipt.is_edited and not honest.tampered
    denied = {**body, "origin": {**origin, "is_edited": False}}
    silent = {name: value for name, value in body.items() if name != "origin"}
    for changed in (denied, silent):
        path.write_bytes(canonical(changed) + b"\n")
        assert "does not match its hash" in str(read(path).tampered)
        path.write_bytes(canonical({**changed, "receipt_hash": receipt_hash(changed)}) + b"\n")
        assert "signature does not match" in str(read(path).tampered)


def test_another_key_is_another_key(tmp_path: Path) -> None:
    """It holds together, and names the key that it is signed with: whose that is, its reader must know."""
    path = tmp_path / "receipt.json"
    other = SigningKey(Ed25519PrivateKey.generate())
    path.write_bytes(draft(sql="SELECT 1").seal(other).data())
    found = read(path)
    assert found.tampered is None
    assert found.receipt is not None
    assert found.receipt.public_key == other.public_key != KEY.public_key


def test_what_is_no_receipt_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for data in (b"", b"{}", b"[1]", b"\xff\xfe", b'{"schema": 1}', b"[" * 100_000, b'{"a": ' * 50_000):
        path.write_bytes(data)
        with pytest.raises(AskerError, match="not a receipt"):
            read(path)
    for place in (tmp_path, tmp_path / "missing", Path("nul\0byte")):
        with pytest.raises(AskerError, match=r"cannot be read|NUL"):
            read(place)


def test_a_file_larger_than_any_receipt_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b" " * (5 << 20))
    with pytest.raises(AskerError, match="larger"):
        read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "answerable.receipt/2"},
        {"limits": {"rows": True, "seconds": 1, "memory_mb": 1}},
        {"confidence": float("nan")},
        {"result": {}},
        {"tables": []},
        {"source": {"name": "x", "kind": "y", "dialect": "z", "spec": "../../etc/passwd"}},
        {"extra": 1},
    ],
)
def test_whoever_signs_may_sign_anything(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "receipt.json"
    body = draft().seal(KEY).body() | change
    path.write_text(json.dumps(body))
    assert read(path).tampered


@given(st.binary(max_size=300), st.integers(0, 5_000))
def test_no_bytes_make_reading_fail(tmp_path_factory: pytest.TempPathFactory, junk: bytes, place: int) -> None:
    data = draft().seal(KEY).data()
    path = tmp_path_factory.getbasetemp() / "junk.json"
    path.write_bytes(data[:place] + junk + data[place + len(junk) :])
    found = read_receipt(path, verify_signature)
    assert found.tampered or found.receipt == draft().seal(KEY)


def test_half_a_character_is_written_as_a_question_mark(tmp_path: Path) -> None:
    found = read(kept(tmp_path, question="how many \ud83d?"))
    assert found.tampered is None
    assert isinstance(found.receipt, Receipt)
    assert found.receipt.question == "how many ??"


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 101, "a\0b", "a\n"])
def test_no_request_id_leads_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no request id"):
        place_of(tmp_path, name)


def test_a_pipe_that_nobody_writes_to_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AskerError, match="is not a receipt"):
        read_receipt(tmp_path / "pipe", verify_signature)

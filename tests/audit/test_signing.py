"""The signing key: one a folder, for its owner's eyes, told apart from whatever is no key."""

from __future__ import annotations

import multiprocessing
import stat
from pathlib import Path

import pytest

from answerable.audit.sign.signing_key import KEY_FILE, PUBLIC_FILE, SigningKey, verify_signature
from answerable.kernel.errors import AuditUnavailable


def test_what_is_signed_is_told_from_what_is_not(tmp_path: Path) -> None:
    key = SigningKey.load_or_make(tmp_path / "new" / "folder")
    signature = key.sign(b"text")
    assert verify_signature(key.public_key, signature, b"text")
    assert not verify_signature(key.public_key, signature, b"Text")
    assert not verify_signature(SigningKey.load_or_make(tmp_path / "other").public_key, signature, b"text")


def test_a_signature_has_one_spelling(tmp_path: Path) -> None:
    """Python reads capitals and spaces, too; in a file that is sealed nobody may put them."""
    key = SigningKey.load_or_make(tmp_path)
    signature = key.sign(b"text")
    for other in (signature.upper(), f" {signature}", f"{signature[:2]} {signature[2:]}"):
        assert not verify_signature(key.public_key, other, b"text")
    assert not verify_signature(key.public_key.upper(), signature, b"text")


@pytest.mark.parametrize(
    ("key", "signature"),
    [
        ("", ""),
        ("zz", "zz"),
        ("00" * 32, "00" * 64),
        ("01" + "00" * 31, "01" + "00" * 63),
        ("00" * 31, "00"),
        ("é", ""),
    ],
)
def test_what_is_no_key_or_no_signature_verifies_nothing(key: str, signature: str) -> None:
    assert not verify_signature(key, signature, b"text")


def test_the_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    made = SigningKey.load_or_make(tmp_path)
    again = SigningKey.load_or_make(tmp_path)
    assert (again.public_key, again.key_id) == (made.public_key, made.key_id)
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert (tmp_path / PUBLIC_FILE).read_text() == made.public_key + "\n"


def _public_key(folder: Path, found: multiprocessing.Queue[str]) -> None:
    found.put(SigningKey.load_or_make(folder).public_key)


def test_processes_that_begin_at_once_get_the_same_key(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    found: multiprocessing.Queue[str] = context.Queue()
    processes = [context.Process(target=_public_key, args=(tmp_path / "k", found)) for _ in range(6)]
    for process in processes:
        process.start()
    keys = {found.get(timeout=60) for _ in processes}
    for process in processes:
        process.join()
    assert len(keys) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"not a key", b"\xff\x00" * 10_000, b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
)
def test_a_file_that_is_no_key_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / KEY_FILE).write_bytes(content)
    with pytest.raises(AuditUnavailable, match=r"signing\.key' is not an Ed25519 key"):
        SigningKey.load_or_make(tmp_path)


def test_a_key_that_is_lost_is_not_made_anew(tmp_path: Path) -> None:
    assert SigningKey.of(tmp_path) is None
    made = SigningKey.load_or_make(tmp_path)
    found = SigningKey.of(tmp_path)
    assert found and found.public_key == made.public_key
    kept = (tmp_path / KEY_FILE).rename(tmp_path / "kept")
    for look in (SigningKey.of, SigningKey.load_or_make):
        with pytest.raises(AuditUnavailable, match=r"signing\.key' is missing"):
            look(tmp_path)
    kept.rename(tmp_path / KEY_FILE)
    assert SigningKey.load_or_make(tmp_path).public_key == made.public_key


def test_another_key_than_the_one_that_signed_is_named(tmp_path: Path) -> None:
    SigningKey.load_or_make(tmp_path / "own")
    SigningKey.load_or_make(tmp_path / "other")
    (tmp_path / "other" / KEY_FILE).replace(tmp_path / "own" / KEY_FILE)
    with pytest.raises(AuditUnavailable, match="another key than the one that signed"):
        SigningKey.of(tmp_path / "own")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AuditUnavailable, match="cannot be read or made"):
        SigningKey.load_or_make(tmp_path / "file" / "folder")

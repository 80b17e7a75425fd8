"""The network's vectors of a schema's names are made once, by whatever process is first."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from answerable.kernel.cache_folder import CacheFolder
from answerable.language.neural.name_vectors import NameVectors
from answerable.language.neural.network import shipped_network
from answerable.language.neural.wordpiece import WordPieces, shipped_vocabulary

NAMES = ("customer", "order date", "unit price", "city")


def _vectors(files: CacheFolder | None, names: tuple[str, ...] = NAMES) -> NameVectors:
    return NameVectors(shipped_network(), WordPieces(shipped_vocabulary()), names, files)


@pytest.fixture
def files(tmp_path: Path) -> CacheFolder:
    return CacheFolder(tmp_path, most=8)


def test_kept_vectors_are_the_same_bits(files: CacheFolder) -> None:
    made = _vectors(files).of(NAMES)
    assert np.array_equal(made, _vectors(None).of(NAMES))
    assert np.array_equal(made, _vectors(files).of(NAMES))


def test_kept_vectors_are_read_and_not_made_again(files: CacheFolder) -> None:
    _vectors(files).of(NAMES)
    (path,) = files.folder.iterdir()
    line, _, rows = path.read_bytes().partition(b"\n")
    path.write_bytes(line + b"\n" + np.zeros(len(rows) // 4, dtype=np.float32).tobytes())
    assert not _vectors(files).of(NAMES[:2]).any()


def test_names_that_a_later_question_needs_are_added(files: CacheFolder) -> None:
    _vectors(files).of(NAMES[:1])
    _vectors(files).of(NAMES[1:])
    (path,) = files.folder.iterdir()
    assert path.read_bytes().partition(b"\n")[0] == b'["customer", "order date", "unit price", "city"]'


def test_other_names_are_another_file(files: CacheFolder) -> None:
    _vectors(files).of(NAMES)
    _vectors(files, (*NAMES, "street")).of(NAMES)
    assert len(list(files.folder.iterdir())) == 2


@pytest.mark.parametrize("torn", [b"", b"[", b'["customer"]\n', b'["customer"]\nabc', b'{"a": 1}\n' + bytes(384 * 4)])
def test_torn_file_is_written_anew(files: CacheFolder, torn: bytes) -> None:
    made = _vectors(files).of(NAMES)
    (path,) = files.folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(torn)
    assert np.array_equal(_vectors(files).of(NAMES), made)
    assert path.read_bytes() == whole

"""Fetching a model's file from a server on this machine: cut, resumed, wrong, there already."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from answerable.kernel.errors import BadSetting
from answerable.providers.files.model_catalogue import ModelFile, model_catalogue
from answerable.providers.files.model_download import ModelDownload, PullFailed
from answerable.providers.files.pull_model import pull_model
from answerable.providers.model_settings import ModelSettings
from tests.providers.files.file_server import serve_file

DATA = b"GGUF" + os.urandom(3_000_000)
ENTRY = ModelFile("model.gguf", "", len(DATA), hashlib.sha256(DATA).hexdigest(), "Apache-2.0", 1.0)

Seen = list[tuple[int, int]]


def download(folder: Path, url: str, entry: ModelFile = ENTRY) -> ModelDownload:
    return ModelDownload(entry, folder, url, wait_seconds=0.01)


def ignored(there: int, all_: int) -> None:
    """For who wants no progress."""


def test_a_file_comes_whole_with_its_progress(tmp_path: Path) -> None:
    seen: Seen = []
    with serve_file(DATA) as server:
        path = download(tmp_path / "models", server.url).run(lambda *progress: seen.append(progress))
    assert path.read_bytes() == DATA
    assert seen[-1] == (len(DATA), len(DATA)) and len(seen) > 2
    assert [one.name for one in path.parent.iterdir()] == ["model.gguf"]


@pytest.mark.slow
def test_a_cut_at_half_is_gone_on_from(tmp_path: Path) -> None:
    with serve_file(DATA, [0.5]) as server:
        assert download(tmp_path, server.url).run(ignored).read_bytes() == DATA
    assert server.ranges == ["", f"bytes={len(DATA) // 2}-"]


def test_another_run_goes_on_where_the_first_was_ended(tmp_path: Path) -> None:
    class Ended(Exception):
        pass

    def end_at_half(there: int, all_: int) -> None:
        if there > all_ / 2:
            raise Ended

    with serve_file(DATA) as server:
        with pytest.raises(Ended):
            download(tmp_path, server.url).run(end_at_half)
        begun = (tmp_path / "model.gguf.part").stat().st_size
        assert len(DATA) / 2 < begun < len(DATA)
        assert download(tmp_path, server.url).run(ignored).read_bytes() == DATA
    assert server.ranges == ["", f"bytes={begun}-"]


def test_a_server_that_knows_no_ranges_begins_anew(tmp_path: Path) -> None:
    with serve_file(DATA, [0.5], heeds_ranges=False) as server:
        assert download(tmp_path, server.url).run(ignored).read_bytes() == DATA
    assert len(server.ranges) == 2


@pytest.mark.parametrize(
    "served",
    [b"GGUF" + bytes(len(DATA) - 4), DATA + b"more"],
    ids=["other bytes", "too long"],
)
def test_a_wrong_hash_is_refused_and_removed(tmp_path: Path, served: bytes) -> None:
    with serve_file(served) as server, pytest.raises(PullFailed) as caught:
        download(tmp_path, server.url).run(ignored)
    assert ENTRY.sha256 in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_is_shorter_than_it_should_be_is_never_taken(tmp_path: Path) -> None:
    with serve_file(DATA[:-1]) as server, pytest.raises(PullFailed):
        download(tmp_path, server.url).run(ignored)
    assert not (tmp_path / "model.gguf").exists()


def test_a_file_that_is_there_is_taken_by_its_hash(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(DATA)
    with serve_file(DATA) as server:
        assert download(tmp_path, server.url).run(ignored) == tmp_path / "model.gguf"
    assert server.ranges == []
    assert [one.name for one in tmp_path.iterdir()] == ["model.gguf"]


def test_another_file_of_that_name_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"mine")
    with serve_file(DATA) as server, pytest.raises(PullFailed, match="another file"):
        download(tmp_path, server.url).run(ignored)
    assert (tmp_path / "model.gguf").read_bytes() == b"mine"
    assert server.ranges == []


def test_a_server_that_does_not_have_it_is_asked_once(tmp_path: Path) -> None:
    with serve_file(DATA, status=404) as server, pytest.raises(PullFailed, match="Not Found"):
        download(tmp_path, server.url).run(ignored)
    assert len(server.ranges) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_down_is_named(tmp_path: Path) -> None:
    with serve_file(DATA) as server:
        url = server.url
    with pytest.raises(PullFailed, match="refused"):
        download(tmp_path, url).run(ignored)


def test_a_second_process_does_not_write_into_the_first_ones_file(tmp_path: Path) -> None:
    with (tmp_path / "model.gguf.part").open("ab") as other, serve_file(DATA) as server:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(PullFailed, match="another process"):
            download(tmp_path, server.url).run(ignored)


def test_no_room_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    huge = ModelFile("model.gguf", "", 1 << 60, ENTRY.sha256, "", 1.0)
    with serve_file(DATA) as server, pytest.raises(PullFailed, match="no room"):
        download(tmp_path, server.url, huge).run(ignored)
    assert server.ranges == []


def full_disk(there: int, all_: int) -> None:
    raise OSError(28, "No space left on device")


def unreadable(there: int, all_: int) -> None:
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize(("trouble", "said"), [(full_disk, "no room"), (unreadable, "Permission denied")])
def test_a_disk_that_fails_while_fetching_is_told(
    tmp_path: Path, trouble: Callable[[int, int], None], said: str
) -> None:
    with serve_file(DATA) as server, pytest.raises(PullFailed, match=said):
        download(tmp_path, server.url).run(trouble)


def test_a_mirror_is_asked_for_the_file_by_its_name(tmp_path: Path) -> None:
    with serve_file(DATA, status=404) as server, pytest.raises(PullFailed, match="/sub/qwen2"):
        mirror = server.url.replace("model.gguf", "sub/")
        pull_model("qwen2.5-coder-0.5b", ModelSettings(folder=str(tmp_path), mirror=mirror), ignored)
    assert len(server.ranges) == 1


@pytest.mark.parametrize("mirror", ["file:///etc", "ftp://host", "host/path"])
def test_a_mirror_is_a_web_address(tmp_path: Path, mirror: str) -> None:
    with pytest.raises(BadSetting):
        pull_model("qwen2.5-coder-0.5b", ModelSettings(folder=str(tmp_path), mirror=mirror), ignored)


def test_an_unknown_name_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as caught:
        pull_model("gpt-4", ModelSettings(folder=str(tmp_path)), ignored)
    assert "qwen2.5-coder-1.5b" in caught.value.hint


def test_every_file_of_the_catalogue_is_pinned() -> None:
    for name, entry in model_catalogue().items():
        assert entry.url.startswith("https://") and entry.url.endswith(entry.file), name
        assert len(bytes.fromhex(entry.sha256)) == 32 and entry.size > 10**8, name

"""A log in blocks: the same lines, wherever a block happens to end."""

from __future__ import annotations

from io import BytesIO

import pytest

from answerable.audit import read_log
from answerable.audit.read_log import blocks

DATA = b'{"a": 1}\n\n' + b"x" * 40 + b"\n" + b"\r\x0b\x0c\x1c\x85\n" + b'{"b": 2}\n'


@pytest.mark.parametrize("rest", [b"", b'{"c'])
@pytest.mark.parametrize("block", [1, 2, 9, 10, 11, len(DATA), 1000])
def test_lines_are_whole_wherever_blocks_end(monkeypatch: pytest.MonkeyPatch, block: int, rest: bytes) -> None:
    monkeypatch.setattr(read_log, "_BLOCK", block)
    found = list(blocks(BytesIO(DATA + rest + b"\nlater"), len(DATA + rest)))
    assert [line for lines, _ in found for line in lines] == [line + b"\n" for line in DATA.split(b"\n")[:-1]]
    assert found[-1][1] == rest


def test_a_start_within_the_file_is_kept_to() -> None:
    start = DATA.index(b"x")
    assert next(blocks(BytesIO(DATA), len(DATA), start))[0][0] == b"x" * 40 + b"\n"

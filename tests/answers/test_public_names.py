from __future__ import annotations

import subprocess
import sys

import pytest

import answerable.answers as room


def test_every_public_name_is_there() -> None:
    assert all(getattr(room, name) is not None for name in room.__all__)
    assert sorted(room.__all__) == room.__all__


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        room.no_such_name  # noqa: B018


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys; from answerable.answers import *; "
        "print([m for m in ('pyarrow', 'numpy', 'vl_convert', 'duckdb', 'sqlglot', 'rich') if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_no_public_name_is_hidden_by_a_module() -> None:
    assert not set(room.__all__) & set(room._HOMES)

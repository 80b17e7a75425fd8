"""Writing the engine into answerable.toml, and leaving everything else in it as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.kernel.errors import BadSetting
from answerable.kernel.settings import load_settings
from answerable.providers.files.use_model import write_engine

CASES = {
    "no file": ("", '[models]\nengine = "google:g"\n'),
    "top": (
        'chat_rows = 5\nengine = "embedded" # ours\n[policy]\n',
        'chat_rows = 5\nengine = "google:g"\n[policy]\n',
    ),
    "table": (
        "# ours\n[models] # theirs\nblind = true\n\n[policy]\n",
        '# ours\n[models] # theirs\nengine = "google:g"\nblind = true\n\n[policy]\n',
    ),
    "in the table": (
        '[models]\nblind = true\nengine = "x:y"\n[models.openai]\nstream = true\n',
        '[models]\nblind = true\nengine = "google:g"\n[models.openai]\nstream = true\n',
    ),
    "no table": (
        'language = "ko"\n[policy]\nblocked_columns = []\n',
        'language = "ko"\n[policy]\nblocked_columns = []\n\n[models]\nengine = "google:g"\n',
    ),
    "no last line end": ('language = "ko"', 'language = "ko"\n\n[models]\nengine = "google:g"\n'),
}


@pytest.mark.parametrize("case", CASES)
def test_only_the_engine_changes(tmp_path: Path, case: str) -> None:
    before, after = CASES[case]
    path = tmp_path / "answerable.toml"
    if before:
        path.write_text(before)
    assert write_engine("google:g", tmp_path) == path
    assert path.read_text() == after
    assert load_settings(tmp_path, {}).engine == "google:g"


@pytest.mark.parametrize("text", ["models = {blind = true}\n", "[models.openai]\nstream = true\n[x]\n", "chat_rows = "])
def test_a_file_that_cannot_be_changed_safely_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "answerable.toml"
    path.write_text(text)
    with pytest.raises(BadSetting):
        write_engine("google:g", tmp_path)
    assert path.read_text() == text

"""Settings: file, then environment, then flags; every limit finite; secrets looked up late and masked."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from answerable.kernel.errors import BadSetting
from answerable.kernel.settings import Settings, expand_secret, load_settings, mask


def test_the_later_place_wins(tmp_path: Path) -> None:
    (tmp_path / "answerable.toml").write_text('query_seconds = 10\nchat_rows = 50\nlanguage = "ko"\n')
    settings = load_settings(
        tmp_path, {"ANSWERABLE_CHAT_ROWS": "60", "ANSWERABLE_QUERY_SECONDS": "9"}, {"chat_rows": 70}
    )
    assert (settings.language, settings.query_seconds, settings.chat_rows) == ("ko", 9.0, 70)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path, {}) == Settings()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("query_second = 1", "unknown setting 'query_second'"),
        ("query_seconds = 31", "31 is out of range. query_seconds may be above 0 and at most 30"),
        ("chat_rows = 0", "0 is out of range"),
        ('chat_rows = "many"', "'many' is not a int"),
        ("chat_rows = true", "'True' is not a int"),
        ('language = "fr"', "'fr' is not one of en, ko"),
        ("chat_rows = ", "not valid TOML"),
    ],
)
def test_a_bad_setting_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "answerable.toml").write_text(text)
    with pytest.raises(BadSetting) as caught:
        load_settings(tmp_path, {})
    assert complaint in caught.value.line()
    assert caught.value.exit_code == 2


def test_every_setting_has_help_and_every_number_a_limit() -> None:
    for item in fields(Settings):
        assert item.metadata["help"]
        assert isinstance(item.default, str | bool) or item.metadata["most"]


def test_a_secret_reference_is_looked_up() -> None:
    assert expand_secret("postgresql://me:${DB_PASS}@h/d", {"DB_PASS": "s3"}) == "postgresql://me:s3@h/d"
    with pytest.raises(BadSetting, match="The variable DB_PASS is not set"):
        expand_secret("${DB_PASS}", {})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://me:secret@host/db", "postgresql://me:***@host/db"),
        ("mysql+pymysql://me:se@cret@host/db", "mysql+pymysql://me:***@host/db"),
        ("postgresql://host/db?user=me&password=secret", "postgresql://host/db?user=me&password=***"),
        ("sqlite:///shop.db", "sqlite:///shop.db"),
        (
            "could not open postgresql://a:b@c/d or mysql://e:f@g/h",
            "could not open postgresql://a:***@c/d or mysql://e:***@g/h",
        ),
    ],
)
def test_passwords_are_masked(text: str, shown: str) -> None:
    assert mask(text) == shown

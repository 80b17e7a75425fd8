"""A language begins with a line in `LANGUAGE_NAMES`; these tests name what else it needs."""

from __future__ import annotations

from dataclasses import fields
from importlib.resources import files
from typing import get_args

import pytest

from answerable.explain.phrasebook import words_for
from answerable.kernel.settings import Settings
from answerable.words.languages import LANGUAGES, Language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_its_messages_its_page_and_words_for_sql(language: str) -> None:
    assert files("answerable.words").joinpath(f"{language}.toml").is_file()
    assert files("answerable.web").joinpath("static", "words", f"{language}.json").is_file()
    assert words_for(language)


def test_a_language_can_be_chosen_in_the_settings_and_over_the_api() -> None:
    setting = next(one for one in fields(Settings) if one.name == "language")
    assert setting.metadata["choices"] == (*LANGUAGES, "auto")
    assert get_args(Language) == LANGUAGES

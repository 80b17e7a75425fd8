from __future__ import annotations

from pathlib import Path

import pytest
from scripts.code_figures import OWN_TREE

from answerable.naming.numbers import NUMBER_WORDS
from answerable.naming.word_files import word_file


def test_a_list_goes_on_in_indented_lines() -> None:
    assert word_file("answerable.naming").words("units")[-2:] == ("eighteen", "nineteen")


def test_pairs_are_words_and_what_they_stand_for() -> None:
    assert word_file("answerable.naming").pairs("irregular")["children"] == "child"
    assert (NUMBER_WORDS["twenty"], NUMBER_WORDS["million"]) == (20, 1_000_000)


@pytest.mark.parametrize("file", sorted(OWN_TREE.rglob("words.txt")), ids=lambda file: file.parent.name)
def test_every_list_is_used_by_its_package(file: Path) -> None:
    package = ".".join(file.parent.relative_to(OWN_TREE.parent).parts)
    code = "".join(module.read_text(encoding="utf-8") for module in file.parent.glob("*.py"))
    assert [name for name in word_file(package).lists if f'"{name}")' not in code] == []

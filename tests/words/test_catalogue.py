"""The catalogue and the code agree: every code in both languages, every parameter used, nothing left over."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import answerable
from answerable.words.render import template

TREE = Path(answerable.__file__).parent
VERBATIM = ("verbatim.text", frozenset({"text"}))


@cache
def catalogue(language: str) -> dict[str, str]:
    tables = tomllib.loads((TREE / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{area}.{name}": text for area, table in tables.items() for name, text in table.items()}


@cache
def uses() -> frozenset[tuple[str, frozenset[str]]]:
    """Codes with the names of their parameters, as `msg("…", name=…)` has them."""
    return frozenset(use for path in TREE.rglob("*.py") for use in _uses(path)) | {VERBATIM}


def _uses(path: Path) -> Iterator[tuple[str, frozenset[str]]]:
    text = path.read_text(encoding="utf-8")
    if "msg(" not in text or path.name == "messages.py":
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "msg":
            code = node.args[0]
            assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}: a code is written out"
            yield str(code.value), frozenset(str(keyword.arg) for keyword in node.keywords)


def _places(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_every_code_is_in_both_languages() -> None:
    assert sorted(catalogue("en").keys() ^ catalogue("ko").keys()) == []


def test_every_code_is_used_and_every_used_code_exists() -> None:
    used = {code for code, _ in uses()}
    assert sorted(used - catalogue("en").keys()) == [], "add these to words/en.toml and words/ko.toml"
    assert sorted(catalogue("en").keys() - used) == [], "nobody says these"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_parameter_is_used(language: str) -> None:
    wrong = [(code, sorted(names)) for code, names in uses() if _places(catalogue(language).get(code, "")) != names]
    assert sorted(wrong) == []


def test_no_sentence_stands_twice_under_different_codes_of_an_area() -> None:
    seen: dict[tuple[str, str], list[str]] = {}
    for code, text in catalogue("en").items():
        seen.setdefault((code.partition(".")[0], text), []).append(code)
    assert [codes for codes in seen.values() if len(codes) > 1] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_templates_read_area_by_area_are_those_of_the_whole_file(language: str) -> None:
    assert {code: template(code, language) for code in catalogue(language)} == catalogue(language)

"""What the script counts, on a tree small enough to count by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scripts.code_figures import OWN_TREE, Figures, frames_to_translator, main, measure_tree

FILES = {
    "__init__.py": "",
    "words.py": '''
"""Docs are no comments: # not one."""
from shop.orders import Order
import os  # noqa: F401


class Word: ...


class _Hidden: ...


def told(order):
    """A docstring
    of two lines."""
    from shop.orders import Order
    import json
    # Why this step is taken.
    return Order(json, order)
''',
    "orders/__init__.py": "",
    "orders/words.py": "class Word:\n    def kept(self):\n        from . import closing\n        return '# none'\n",
    "orders/closing.py": "class _Hidden: ...\n\n\ndef needed(): ...\ndef speed(): ...\ndef close_order(): ...\n",
    "orders/string.py": "def make():\n    return RunContext(1), RunContext.over(2), Other(), other.RunContext\n",
    "kinds/base.py": "class Kind:\n    @property\n    def hidden(self): ...\n",
    "kinds/gift.py": "import shop.orders\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "shop"


@pytest.fixture
def figures(tree: Path) -> Figures:
    return measure_tree(tree)


def test_modules_are_counted_by_folder_and_families_apart(figures: Figures) -> None:
    assert figures.modules == len(FILES)
    assert figures.modules_per_folder == {"orders": 3, ".": 1}
    assert figures.modules_per_family == {"kinds": 2}


def test_comments_for_people_are_counted_and_nothing_else(figures: Figures) -> None:
    lines = sum(len(text.splitlines()) for text in FILES.values())
    assert figures.lines == lines
    assert figures.comments_per_100_lines == round(100 / lines, 2)


def test_imports_of_the_own_package_inside_functions_are_counted(figures: Figures) -> None:
    assert figures.own_imports_in_functions == 2


def test_names_used_twice_are_found_among_modules_and_public_classes(figures: Figures) -> None:
    assert figures.repeated_module_names == {"words": 2}
    assert figures.repeated_class_names == {"Word": 2}


def test_gerunds_and_bare_participles_are_told_from_nouns_and_verbs(figures: Figures) -> None:
    assert figures.gerund_modules == ["orders/closing.py"]
    functions = [name.rpartition(" ")[2] for name in figures.participle_functions]
    assert sorted(functions) == ["kept", "needed", "told"]


def test_a_functions_length_is_without_its_docstring(figures: Figures) -> None:
    assert (figures.function_lines_median, figures.function_lines_max) == (1, 5)


def test_calls_that_make_a_runs_context_are_counted(figures: Figures) -> None:
    assert figures.run_context_sites == 2


def test_a_table_or_json_is_printed(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tree), "--no-call"]) == 0
    assert "| gerund modules | 1 |" in capsys.readouterr().out
    assert main([str(tree), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)[str(tree)]
    assert printed["gerund_modules"] == ["orders/closing.py"]
    assert printed["frames_to_translator"] is None


def test_one_place_makes_a_run_context() -> None:
    assert measure_tree(OWN_TREE).run_context_sites == 1


@pytest.mark.needs_network_weights
def test_few_frames_lie_between_ask_and_the_translator() -> None:
    frames = frames_to_translator(OWN_TREE)
    assert frames is not None and frames <= 9

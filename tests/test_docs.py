"""The documents say what is so: commands, settings, picture, length."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import answerable
from answerable.cli.main import COMMANDS
from answerable.kernel.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short_and_starts_with_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:30])
    assert len(README.splitlines()) < 150
    assert "make demo" in first
    assert "make test" in first
    assert re.search(r"!\[.+\]\((docs/img/[\w.-]+)\)", first)


def test_every_command_is_in_the_readme_and_every_one_there_exists() -> None:
    named = set(re.findall(r"^\| `answerable (\w+)", README, re.MULTILINE))
    assert named == set(COMMANDS)


def test_every_link_in_the_readme_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_settings_in_the_readme_exist() -> None:
    block = README.split("```toml\n")[1].split("```")[0]
    named = {line.split("=")[0].strip() for line in block.splitlines()}
    assert named <= {item.name for item in fields(Settings)}


def test_every_package_is_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = {path.parent.name for path in (ROOT / "src" / "answerable").glob("*/__init__.py")}
    table = text.split("| package |")[1].split("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    assert packages == {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_every_file_named_in_the_architecture_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", text))
    source = ROOT / "src" / "answerable"
    places = (ROOT, source, source / "conversations")
    assert sorted(name for name in named if not any((place / name).exists() for place in places)) == []


def test_every_dependency_has_its_reason() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [name for group, names in project["optional-dependencies"].items() if group != "all" for name in names]
    reasons = (ROOT / "docs" / "dependencies.md").read_text().lower()
    for requirement in project["dependencies"] + extras:
        name = re.split(r"[\[><= ]", requirement)[0].lower().removeprefix("langchain")
        assert name in reasons, requirement


def test_lock_files_name_no_index() -> None:
    for lock in (ROOT / "requirements").glob("*.lock"):
        assert "://" not in lock.read_text()


def test_the_public_names_are_there() -> None:
    assert all(getattr(answerable, name) for name in answerable.__all__)

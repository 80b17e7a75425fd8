"""Where accounts live on a PostgreSQL server, knowledge does too: the same bytes come out."""

from __future__ import annotations

from pathlib import Path

from answerable.knowledge_files.entry_fields import KINDS, settle
from answerable.knowledge_files.write_entry import write_folder
from tests.cli.command import answerable
from tests.knowledge.entries import FULL


def test_import_and_export_over_postgresql(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / "answerable.toml").write_text(f'database = "{postgres_url}"\n')
    said = {**FULL["table_knowledge"], "column_notes": {"b": "second", "a": "first", "aa": "longer"}}
    entries = [(kind, "full", settle(kind, FULL[kind.name] if kind.folder != "tables" else said)) for kind in KINDS]
    write_folder(tmp_path / "knowledge", entries)
    done = answerable("knowledge", "import", "knowledge", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert answerable("knowledge", "import", "knowledge", cwd=tmp_path).stdout.startswith("Created: 0, updated: 0")
    answerable("knowledge", "export", "out", cwd=tmp_path)
    files = [path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*.yaml")]
    assert len(files) == len(KINDS)
    for path in files:
        assert (tmp_path / "out" / path).read_bytes() == (tmp_path / "knowledge" / path).read_bytes()

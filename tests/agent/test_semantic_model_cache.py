"""A semantic model is built once for a schema, and built anew for anything it was inferred from."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.agent.context import semantic_model_cache
from answerable.agent.context.schema_views import Schemas
from answerable.agent.context.semantic_model_cache import SemanticModelCache
from answerable.agent.source_meaning import meaning_of_sources
from answerable.guard import Policy
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.semantics import build_semantics
from tests.agent.shop import make_shop
from tests.semantics.nursery import NURSERY

_KEEP = """
import sys
from pathlib import Path
from answerable.agent.context.semantic_model_cache import SemanticModelCache
from tests.semantics.nursery import NURSERY
SemanticModelCache(Path(sys.argv[1])).model(NURSERY, "v1")
"""


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.json")}


def test_second_look_reads_the_file(tmp_path: Path) -> None:
    steps: list[float | None] = []
    cache = SemanticModelCache(tmp_path)
    first = cache.model(NURSERY, "v1", lambda _, share: steps.append(share))
    told = len(steps)
    assert told > len(NURSERY.tables) and steps == sorted(steps, key=lambda one: one or 0)
    assert cache.model(NURSERY, "v1", lambda _, share: steps.append(share)) == first == build_semantics(NURSERY)
    assert len(steps) == told and len(_files(tmp_path)) == 1


def test_another_process_keeps_the_same_bytes(tmp_path: Path) -> None:
    SemanticModelCache(tmp_path / "here").model(NURSERY, "v1")
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", _KEEP, str(tmp_path / "there")], check=True, env=environment)
    assert _files(tmp_path / "here") == _files(tmp_path / "there")


def _with_another_value(schema: DatabaseSchema) -> DatabaseSchema:
    table = schema.tables[0]
    column = replace(table.columns[0], cells=(*table.columns[0].cells[1:], 99))
    return replace(schema, tables=(replace(table, columns=(column, *table.columns[1:])), *schema.tables[1:]))


def test_other_values_or_knowledge_are_another_model(tmp_path: Path) -> None:
    cache = SemanticModelCache(tmp_path)
    for schema, known in ((NURSERY, "v1"), (NURSERY, "v2"), (_with_another_value(NURSERY), "v1")):
        cache.model(schema, known)
    assert len(_files(tmp_path)) == 3


def test_when_a_schema_was_read_does_not_matter(tmp_path: Path) -> None:
    cache = SemanticModelCache(tmp_path)
    cache.model(NURSERY)
    cache.model(replace(NURSERY, read_at=NURSERY.read_at.replace(year=2020)))
    assert len(_files(tmp_path)) == 1


def test_torn_file_is_written_anew(tmp_path: Path) -> None:
    cache = SemanticModelCache(tmp_path)
    model = cache.model(NURSERY)
    (path,) = tmp_path.glob("*.json")
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    assert cache.model(NURSERY) == model and path.read_bytes() == whole


def test_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert SemanticModelCache(tmp_path / "file").model(NURSERY) == build_semantics(NURSERY)


def test_oldest_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantic_model_cache, "MOST_MODELS", 2)
    cache = SemanticModelCache(tmp_path)
    for known in ("v1", "v2", "v3"):
        cache.model(NURSERY, known)
    assert len(_files(tmp_path)) == 2


def test_view_builds_its_model_once_and_another_policy_has_its_own(tmp_path: Path) -> None:
    schemas, cache = Schemas(), SemanticModelCache(tmp_path)
    policy = Policy(blocked_columns=frozenset({"T_CUST.city"}))
    view = schemas.view(NURSERY, None, NOTHING_KNOWN)
    assert view.semantic_model(cache) is view.semantic_model(cache)
    narrow = schemas.view(NURSERY, policy, NOTHING_KNOWN).semantic_model(cache)
    assert "city" in str(view.semantic_model(cache)) and "city" not in str(narrow)


def test_model_is_kept_in_the_workspace(tmp_path: Path) -> None:
    settings = Settings(workspace=str(tmp_path / "w"))
    first = meaning_of_sources([str(make_shop(tmp_path))], settings)
    assert len(_files(tmp_path / "w" / "cache" / "models")) == 1
    assert meaning_of_sources([str(tmp_path / "shop.db")], settings) == first

"""`answerable models use`: the engine's name is written into answerable.toml, the rest of the file stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg
from answerable.kernel.settings import FILE_NAME, load_settings
from answerable.kernel.workspace import write_atomically

__all__ = ["write_engine"]

_TABLE = re.compile(r"^\s*\[")
_MODELS = re.compile(r"^\s*\[\s*models\s*\]\s*(#.*)?$")
_ENGINE = re.compile(r"^\s*engine\s*=")


def write_engine(engine: str, folder: Path) -> Path:
    """At the top where an engine is set there already, else in [models]. Raises BadSetting for a file that cannot be
    changed so that it then says this and nothing else."""
    path = folder / FILE_NAME
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    load_settings(folder, {})  # what is not valid now is not touched
    after = "\n".join(_with_engine(before.split("\n"), f"engine = {json.dumps(engine, ensure_ascii=False)}"))
    if _without_engine(before) != _without_engine(after) or _engine(after) != engine:
        raise BadSetting(
            msg("models.cannot_edit_settings", path=path), hint=msg("models.write_engine_yourself", engine=engine)
        )
    write_atomically(path, after.encode())
    return path


def _with_engine(lines: list[str], line: str) -> list[str]:
    top = next((number for number, one in enumerate(lines) if _TABLE.match(one)), len(lines))
    models = next((number for number, one in enumerate(lines) if _MODELS.match(one)), None)
    if found := [number for number in range(top) if _ENGINE.match(lines[number])]:
        return [*lines[: found[0]], line, *lines[found[0] + 1 :]]
    if models is None:
        kept = lines[:-1] if lines[-1:] == [""] else lines
        return [*kept, *([""] if any(kept) else []), "[models]", line, ""] if any(kept) else ["[models]", line, ""]
    end = next((number for number in range(models + 1, len(lines)) if _TABLE.match(lines[number])), len(lines))
    old = [number for number in range(models + 1, end) if _ENGINE.match(lines[number])]
    rest = lines[old[0] + 1 :] if old else lines[models + 1 :]
    return [*lines[: old[0] if old else models + 1], line, *rest]


def _engine(text: str) -> Any:
    table = _parsed(text)
    return table.get("engine") or table.get("models", {}).get("engine")


def _without_engine(text: str) -> dict[str, Any]:
    table = _parsed(text)
    table.pop("engine", None)
    models = dict(table.pop("models", {}))
    models.pop("engine", None)
    return {**table, "models": models}


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}

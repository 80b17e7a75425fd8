"""`python -m training.build_databases FOLDER`: the databases of `people_questions/`, with their questions.

Six clean databases, each in a naming style of its own, and the sample shop, made up for this product. The questions are
what people ask of such databases; their gold SQL was written by somebody who knew nothing of the engine. FOLDER is laid
out as `training.reranking_pools` reads it: `<name>/<name>.sqlite` beside `<name>/questions.jsonl`.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from answerable.sample import ensure

__all__ = ["build_databases"]

_SOURCE = Path(__file__).with_name("people_questions")


def build_databases(folder: Path) -> list[str]:
    """The names of what is there then."""
    asked = sorted(_SOURCE.glob("*.jsonl"))
    for questions in asked:
        own = folder / questions.stem
        own.mkdir(parents=True, exist_ok=True)
        _make(questions.with_suffix(".sql"), own / f"{questions.stem}.sqlite", folder)
        shutil.copyfile(questions, own / "questions.jsonl")
    return [questions.stem for questions in asked]


def _make(dump: Path, target: Path, folder: Path) -> None:
    """The sample shop has no dump: the product makes it."""
    target.unlink(missing_ok=True)
    if not dump.exists():
        shutil.copyfile(ensure(folder), target)
        return
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))


if __name__ == "__main__":
    print(*build_databases(Path(sys.argv[1])))

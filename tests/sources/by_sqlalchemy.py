"""A file by SQLAlchemy's engine across the process border. `open_source` has engines of its own for the files that are
always there to be tested with."""

from __future__ import annotations

from pathlib import Path

from answerable.kernel.settings import Settings
from answerable.sources.source_target import Target
from answerable.sources.worker.worker_process import EngineSpec
from answerable.sources.worker.worker_source import WorkerSource

__all__ = ["open_by_sqlalchemy"]


def open_by_sqlalchemy(url: str, folder: Path) -> WorkerSource:
    engine = EngineSpec(
        "answerable.sources.sqlalchemy_url.engine:SQLAlchemyEngine", {"url": url, "connect_seconds": 5.0}
    )
    source = WorkerSource(lambda: Target("by URL", engine, url, 5.0), Settings(), folder / "schemas", (url,))
    source.open()
    return source

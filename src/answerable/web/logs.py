"""What went wrong inside is written to a file of the workspace, secrets masked; people are told only that it did."""

from __future__ import annotations

import logging
from typing import Any

from answerable.kernel.settings import mask
from answerable.kernel.workspace import Workspace
from answerable.sensitive.redact import redact

__all__ = ["MaskingFormatter", "logging_to"]


class MaskingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return str(redact(mask(super().format(record))))


def logging_to(workspace: Workspace) -> dict[str, Any]:
    folder = workspace.root / "logs"
    folder.mkdir(exist_ok=True)
    file = {
        "class": "answerable.web.rotating_log.RotatingLog",
        "filename": folder / "errors.log",
        "delay": True,
        "encoding": "utf-8",
        "level": "ERROR",
        "formatter": "masking",
        "filters": ["noise"],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"masking": {"()": MaskingFormatter, "format": "%(asctime)s %(name)s %(message)s"}},
        "filters": {"noise": {"()": "answerable.web.rotating_log.NoiseFilter"}},
        "handlers": {
            "file": file,
            "console": {"class": "logging.NullHandler"},
            "mail_admins": {"class": "logging.NullHandler"},
        },
        "loggers": {
            "django": {"handlers": ["file"], "level": "ERROR", "propagate": False},
            "answerable": {"handlers": ["file"], "level": "ERROR", "propagate": False},
            "uvicorn": {"handlers": ["file"], "level": "ERROR", "propagate": False},
        },
    }

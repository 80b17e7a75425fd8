"""Pictures of the page, for the documentation: taken where ANSWERABLE_PICTURES names a folder."""

from __future__ import annotations

import os
from pathlib import Path

from tests.web.browser.visiting import Visit

__all__ = ["picture"]

PICTURES = os.environ.get("ANSWERABLE_PICTURES", "")


def picture(visit: Visit, name: str) -> None:
    if PICTURES:
        visit.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))

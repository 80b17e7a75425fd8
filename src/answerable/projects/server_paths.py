"""Folders of the server are nobody's business at the other end of the wire: files are called by their names."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

__all__ = ["spec_for_members", "without_paths"]

_PATH = re.compile(r"""(?<![\w:/.$}-])(?P<top>/[^\s/'"<>:]+)/(?:[^\s/'"<>:]+/)*(?P<name>[^\s/'"<>:]*)""")
_ELSEWHERE = "***/"
"""Before the name of a file that lies outside the server's folder; a receipt that has it needs `--source`."""


def without_paths(text: str) -> str:
    """Every path of this machine as the name it ends with. What only looks like one, as `/api/docs` does, stays."""
    for folder in _own_folders():
        text = text.replace(f"{folder}/", "")
    return _PATH.sub(lambda found: found["name"] if Path(found["top"]).is_dir() else found[0], text)


def spec_for_members(spec: str) -> str:
    """A path as seen from the folder the server runs in, where `verify` looks for it; a URL as it is."""
    if "://" in spec or not Path(spec).is_absolute():
        return spec
    path = Path(spec)
    for folder in (Path.cwd(), Path.cwd().resolve(), Path(settings.WORKSPACE.root).resolve().parent):
        if folder in path.parents:
            return str(path.relative_to(folder))
    return _ELSEWHERE + path.name


def _own_folders() -> list[Path]:
    """The workspace before the folder around it, as written and where links lead."""
    workspace, here = Path(settings.WORKSPACE.root), Path.cwd()
    return list(dict.fromkeys((workspace, workspace.resolve(), here, here.resolve())))

"""The library that draws charts in the page: it comes with vl-convert and is written out once for a workspace."""

from __future__ import annotations

import gzip
import subprocess
import sys
from importlib.metadata import version

from answerable.errors import OperatorError
from answerable.workspace import Workspace, write_atomically

__all__ = ["vega_bundle", "vega_name"]

_MAKE = """
import os, sys, vl_convert
if hasattr(os, "nice"):
    os.nice(10)
sys.stdout.buffer.write(vl_convert.javascript_bundle().encode())
"""
_SECONDS = 120


def vega_name() -> str:
    return f"vega-{version('vl-convert-python')}.js"


def vega_bundle(workspace: Workspace) -> bytes:
    """Gzipped JavaScript that sets `vegaEmbed`, `vegaLite` and `vega`. Made in a process of its own: it takes seconds
    in which nothing else could run here."""
    path = workspace.root / "cache" / f"{vega_name()}.gz"
    if not path.is_file():
        made = subprocess.run([sys.executable, "-I", "-c", _MAKE], capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
        if made.returncode:
            raise OperatorError(
                "The charts' library could not be made.", hint="Try: pip install --force vl-convert-python"
            )
        write_atomically(path, gzip.compress(made.stdout, 9))
    return path.read_bytes()

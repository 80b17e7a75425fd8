"""The library that draws charts in the page: it comes with vl-convert and is written out once for a workspace."""

from __future__ import annotations

import gzip
import subprocess
import sys
from importlib.metadata import version

from answerable.kernel.errors import OperatorError
from answerable.kernel.messages import msg
from answerable.kernel.workspace import Workspace, write_atomically

__all__ = ["vega_bundle", "vega_name"]

_MAKE = "import sys, vl_convert; sys.stdout.buffer.write(vl_convert.javascript_bundle().encode())"
_STEP_BACK = "import os; hasattr(os, 'nice') and os.nice(10); "
_SECONDS = 120


def vega_name() -> str:
    return f"vega-{version('vl-convert-python')}.js"


def vega_bundle(workspace: Workspace, *, in_background: bool = False) -> bytes:
    """Gzipped JavaScript that sets `vegaEmbed`, `vegaLite` and `vega`. Made in a process of its own: it takes seconds
    in which nothing else could run here. In the background it lets others go first; somebody who waits for it does
    not."""
    path = workspace.root / "cache" / f"{vega_name()}.gz"
    if not path.is_file():
        program = _STEP_BACK + _MAKE if in_background else _MAKE
        made = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
        if made.returncode:
            raise OperatorError(msg("web.chart_library_failed"), hint=msg("web.reinstall_vl_convert"))
        write_atomically(path, gzip.compress(made.stdout, 9))
    return path.read_bytes()

from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
from answerable.sources.worker.absent import SOUGHT_BY_ARROW, look_once_for
look_once_for(*SOUGHT_BY_ARROW, "no_such_module", "json")
import json, pyarrow
try:
    import no_such_module
except ModuleNotFoundError as error:
    print(error.name, json.dumps(pyarrow.array([1, None]).to_pylist()))
"""


def test_absent_modules_stay_absent_and_others_are_found() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "no_such_module [1, null]"

from __future__ import annotations

import subprocess
import sys

import pytest

_PROGRAM = """
from answerable.sources.worker.import_shortcut import SOUGHT_BY_ARROW, look_once_for
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


_WITHOUT_NUMPY = """
import sys

import pytest
from answerable.sources.worker.import_shortcut import leave_out_numpy
leave_out_numpy(sys.argv[1])
import pyarrow
print("numpy" in sys.modules, pyarrow.array([1, None]).to_pylist())
"""


@pytest.mark.parametrize(("engine", "has_numpy"), [("sqlite", False), ("sqlalchemy_url", True)])
def test_arrow_loads_numpy_only_where_a_driver_may_want_it(engine: str, has_numpy: bool) -> None:
    command = [sys.executable, "-c", _WITHOUT_NUMPY, f"answerable.sources.{engine}.engine"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{has_numpy} [1, None]\n"

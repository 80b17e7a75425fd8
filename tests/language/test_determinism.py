"""The same questions give the same bytes in every process and on every processor: whatever the hash seed, the threads,
and the instructions that numpy and its BLAS find."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SCRIPT = """
import json
from answerable.language import EmbeddedTranslator
from tests.language.databases import business_cases, cases, schema
translator = EmbeddedTranslator()
for case in [*cases()[::9], *business_cases()[::9]]:
    found = translator.translate(case.question, schema(case.database), case.context)
    print(json.dumps([case.question, [[c.sql, c.confidence] for c in found.candidates], repr(found.clarification)]))
"""
ROOT = Path(__file__).parents[2]


@cache
def translated(**environment: str) -> bytes:
    told = os.environ | environment | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}
    told.pop("COVERAGE_PROCESS_CONFIG", None)  # what is compared here is measured elsewhere, and quicker without
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=True, env=told, cwd=ROOT)
    return done.stdout


@pytest.mark.slow
def test_processes_agree_byte_for_byte() -> None:
    one = translated(PYTHONHASHSEED="1", OPENBLAS_NUM_THREADS="1")
    other = translated(PYTHONHASHSEED="2", OPENBLAS_NUM_THREADS="2")
    assert one.count(b"\n") > 20
    assert one == other


def test_processors_agree_byte_for_byte() -> None:
    """Kernels of other processors add up in another order, so that their floats differ in the last bits."""
    newest = translated(PYTHONHASHSEED="1", OPENBLAS_NUM_THREADS="1")
    assert newest == translated(OPENBLAS_CORETYPE="Prescott", NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4")

"""Whether Answerable itself is in order: Python, guard, workspace, audit trail, drawing, drivers."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING

from answerable import guard
from answerable.agent.proof.audit_queries import verify_audit
from answerable.answers import render_png
from answerable.answers.answer import Chart
from answerable.kernel.errors import AnswerableError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.workspace import Workspace

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings

__all__ = ["CHECKS", "Check", "check_installation"]

_OLDEST = (3, 11)
_DRIVERS = {"postgres": "psycopg", "mysql": "pymysql"}


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    ok: bool
    said: str
    fix: str = ""
    """What to do about it; empty where nothing is to be done."""


def check_installation(settings: Settings) -> tuple[Check, ...]:
    return tuple(check(settings) for check in CHECKS)


def _python(_: Settings) -> Check:
    ok = sys.version_info >= _OLDEST
    return Check("python", ok, platform.python_version(), "" if ok else "Install Python 3.11 or newer.")


def _guard(_: Settings) -> Check:
    """The compiled build of sqlglot has no place for the guard's bound on the parser's work: all would be refused."""
    verdict = guard.check("SELECT 1", dialect="sqlite", schema=DatabaseSchema("sqlite", ()))
    if verdict.allowed:
        return Check("guard", True, "A harmless query passes.")
    said = f"Even SELECT 1 is refused: {verdict.errors[0].message}"
    if any(importlib.metadata.distributions(name="sqlglotc")):
        fix = "Remove the compiled parser (pip uninstall sqlglotc), then install sqlglot anew."
        return Check("guard", False, said, fix)
    return Check("guard", False, said, "Install Answerable anew, in an environment of its own.")


def _workspace(settings: Settings) -> Check:
    workspace = Workspace.at(settings.workspace)
    try:
        with tempfile.TemporaryFile(dir=workspace.make().root):
            return Check("workspace", True, f"{workspace.root} can be written.")
    except AnswerableError as error:
        return Check("workspace", False, error.message, error.hint)
    except OSError as error:
        said = f"{workspace.root} cannot be written: {error.strerror}."
        return Check("workspace", False, said, "Choose another with --workspace or ANSWERABLE_WORKSPACE.")


def _audit(settings: Settings) -> Check:
    try:
        report = verify_audit(settings)
    except AnswerableError as error:
        return Check("audit trail", False, error.message, error.hint)
    found = report.found
    if not found.ok:
        where = f"Line {found.bad_line} of {found.bad_file}" if found.bad_line else found.bad_file
        said = f"{where} is not as it was written: {found.problem}."
        fix = f"Find out who changed it; to begin a new trail move {report.log.parent} and {report.checkpoints} aside."
        return Check("audit trail", False, said, fix)
    if not found.entries:
        return Check("audit trail", True, "Nothing has been recorded yet.")
    said = f"{found.entries} entries, and every one is as it was written."
    return Check("audit trail", True, said, " ".join(map(str, report.warnings)))


def _drawing(_: Settings) -> Check:
    spec = {"mark": "bar", "data": {"values": [{"a": 1}]}, "encoding": {"x": {"field": "a", "type": "quantitative"}}}
    try:
        size = len(render_png(Chart("bar", spec), 60, 40, 1.0))
    except AnswerableError as error:
        return Check("drawing", False, error.message, error.hint)
    return Check("drawing", True, f"A chart was drawn ({size} bytes).")


def _drivers(_: Settings) -> Check:
    missing = [extra for extra, module in _DRIVERS.items() if importlib.util.find_spec(module) is None]
    if not missing:
        return Check("drivers", True, f"Installed: {', '.join(_DRIVERS)}.")
    return Check(
        "drivers", True, f"Not installed: {', '.join(missing)}.", f"pip install 'answerable[{','.join(missing)}]'"
    )


CHECKS: tuple[Callable[[Settings], Check], ...] = (_python, _guard, _workspace, _audit, _drawing, _drivers)

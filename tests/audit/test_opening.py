"""One trail a workspace and process, sealed when the process ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from answerable.audit import open_trail, verify_log
from answerable.audit.sign.checkpoint_folders import checkpoint_place
from answerable.audit.write.open_trail import close_trails
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace
from tests.audit.test_trail import held_files


def test_everybody_shares_one_trail(tmp_path: Path) -> None:
    workspace = Workspace.at("w", tmp_path)
    assert open_trail(workspace, Settings()) is open_trail(Workspace.at("w", tmp_path), Settings())
    assert open_trail(Workspace.at("other", tmp_path), Settings()) is not open_trail(workspace, Settings())


def test_who_redacts_redacts_for_everybody(tmp_path: Path) -> None:
    workspace = Workspace.at("w", tmp_path)
    trail = open_trail(workspace, Settings())
    open_trail(workspace, Settings(), redact=lambda written: [dict.fromkeys(data, "hidden") for data in written])
    open_trail(workspace, Settings())
    assert trail.append("r", "tool_called", {"a": "secret"}, "actor").event_data["a"] == "hidden"


def test_of_many_trails_the_oldest_give_back_their_files(tmp_path: Path) -> None:
    trails = []
    for number in range(36):
        trails.append(open_trail(Workspace.at(str(number), tmp_path), Settings()))
        trails[-1].append("r", "tool_called", {}, "actor")
    assert len(held_files() & {trail.path for trail in trails}) == 36 - 4
    assert all(trail.append("r", "tool_called", {}, "actor").sequence_number == 2 for trail in trails)
    close_trails()


def test_a_log_goes_on_in_another_file_at_the_size_that_is_set(tmp_path: Path) -> None:
    trail = open_trail(Workspace.at("w", tmp_path), Settings(audit_rotate_mb=1))
    for _ in range(4):
        trail.append("r", "tool_called", {"text": "x" * 400_000}, "actor")
    assert verify_log(trail.path.with_name("data_agent_runs-000001.jsonl")).entries == 3
    assert verify_log(trail.path).entries == 2


def test_what_a_process_recorded_is_signed_for_when_it_ends(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path\n"
        "from answerable.audit import open_trail\n"
        "from answerable.kernel.settings import Settings\n"
        "from answerable.kernel.workspace import Workspace\n"
        f"trail = open_trail(Workspace(Path({str(tmp_path)!r})), Settings())\n"
        "trail.append('r', 'tool_called', {}, 'actor')\n"
    )
    for entries in (1, 2):
        subprocess.run([sys.executable, "-c", program], check=True)
        (last,) = [*checkpoint_place(Workspace(tmp_path), Settings()).store.all("data_agent_runs-000001.jsonl")][-1:]
        assert last.size == entries

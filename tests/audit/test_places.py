"""Where checkpoints are kept: apart from the log, in a folder for each; in the workspace where nothing else can be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from answerable.audit import AuditTrail, checkpoint_place, verify_trail
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace


def test_the_setting_names_the_folder_and_each_log_has_its_own_there(tmp_path: Path) -> None:
    settings = Settings(audit_checkpoints=str(tmp_path / "safe"))
    one = checkpoint_place(Workspace(tmp_path / "one"), settings)
    other = checkpoint_place(Workspace(tmp_path / "other"), settings)
    assert one.is_apart
    assert one.folder.parent == other.folder.parent == tmp_path / "safe"
    assert one.folder != other.folder
    assert not one.folder.exists()


def test_by_default_it_is_the_person_s_state_folder(tmp_path: Path) -> None:
    found = checkpoint_place(Workspace(tmp_path), Settings(), {"XDG_STATE_HOME": str(tmp_path / "state")})
    assert found.folder.parent == tmp_path / "state" / "answerable" / "audit"
    home = checkpoint_place(Workspace(tmp_path), Settings(), {})
    assert home.folder.parent == Path.home() / ".local" / "state" / "answerable" / "audit" or not home.is_apart


def test_a_link_to_the_log_leads_to_the_same_place(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    settings = Settings(audit_checkpoints=str(tmp_path / "safe"))
    assert checkpoint_place(Workspace(tmp_path / "link"), settings) == checkpoint_place(
        Workspace(tmp_path / "real"), settings
    )


@pytest.mark.parametrize("replaced", ["w/logs/data_agent_runs.jsonl", "w/logs", "w"])
def test_a_link_put_in_place_of_the_log_leads_to_no_other_checkpoints(tmp_path: Path, replaced: str) -> None:
    workspace, settings = Workspace(tmp_path / "w"), Settings(audit_checkpoints=str(tmp_path / "safe"))
    trail = AuditTrail(workspace.audit_log, sealer=checkpoint_place(workspace, settings).sealer)
    for _ in range(3):
        trail.append("r", "tool_called", {}, "a")
    trail.close()
    log = workspace.audit_log
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    (tmp_path / replaced).rename(tmp_path / "elsewhere")
    (tmp_path / replaced).symlink_to(tmp_path / "elsewhere")
    found = verify_trail(log, checkpoint_place(workspace, settings).store)
    assert (found.bad_line, str(found.problem).partition(",")[0]) == (2, "the log ends before it")


def test_a_place_that_is_there_is_the_place_though_this_user_may_not_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, settings = Workspace(tmp_path / "w"), Settings(audit_checkpoints=str(tmp_path / "safe"))
    place = checkpoint_place(workspace, settings)
    place.folder.mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    assert checkpoint_place(workspace, settings) == place


def test_where_that_cannot_be_written_it_is_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = checkpoint_place(Workspace(tmp_path / "w"), Settings(audit_checkpoints=str(tmp_path / "file" / "safe")))
    assert (found.is_apart, found.folder) == (False, tmp_path / "w" / "checkpoints")


def test_a_key_that_is_none_stops_no_record(tmp_path: Path) -> None:
    place = checkpoint_place(Workspace(tmp_path), Settings(audit_checkpoints=str(tmp_path / "safe")))
    place.folder.mkdir(parents=True)
    (place.folder / "signing.key").write_bytes(b"nonsense")
    trail = AuditTrail(tmp_path / "logs" / "runs.jsonl", sealer=place.sealer)
    trail.append("r", "tool_called", {}, "a")
    trail.seal()
    assert verify_trail(trail.path, place.store).unsealed == 1

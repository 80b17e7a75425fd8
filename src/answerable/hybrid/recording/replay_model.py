"""A model that answers each prompt as a file says it was answered before. It is asked nowhere and costs nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from answerable.hybrid.prompt.prompt_hash import replay_key
from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg, verbatim
from answerable.providers import CallLimits, ChatTurn, ModelReply, ModelUnavailable, ToolCall, ToolDescription

__all__ = ["REPLAY", "ReplayModel", "open_replay"]

REPLAY = "replay:"


class ReplayModel:
    def __init__(self, replies: Mapping[str, Mapping[str, Any]], about: Mapping[str, Any]) -> None:
        self._replies = replies
        self._about = about

    @property
    def name(self) -> str:
        return str(self._about.get("model", "replay"))

    @property
    def is_remote(self) -> bool:
        """What may be in a prompt depends on it, so it is as it was."""
        return bool(self._about.get("is_remote"))

    @property
    def has_structured_output(self) -> bool:
        return bool(self._about.get("has_structured_output"))

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        found = self._replies.get(replay_key(turns, tools))
        if found is None:
            raise ModelUnavailable(msg("model.not_recorded"), hint=msg("model.record_first"))
        if "failure" in found:
            raise ModelUnavailable(verbatim(str(found["failure"]["message"])), reason=found["failure"]["reason"])
        return _reply(found["reply"])


def _reply(given: Mapping[str, Any]) -> ModelReply:
    calls = tuple(ToolCall(one["id"], one["name"], one["arguments"]) for one in given.get("tool_calls", ()))
    return ModelReply(
        str(given["text"]), calls, log_probability=given.get("log_probability"), model=str(given.get("model", ""))
    )


def open_replay(file: Path) -> ReplayModel:
    """What `--dump-prompts` wrote. Raises BadSetting where it cannot be read."""
    try:
        entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        replies = {entry["key"]: entry for entry in entries if "reply" in entry or "failure" in entry}
    except OSError as error:
        raise BadSetting(msg("model.no_recording", file=file, reason=error.strerror)) from None
    except (ValueError, KeyError, TypeError):
        raise BadSetting(msg("model.not_a_recording", file=file), hint=msg("model.record_first")) from None
    return ReplayModel(replies, entries[0] if entries else {})

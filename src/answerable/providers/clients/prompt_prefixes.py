"""What a local model has read of a schema, kept in files: reading it again would take a new process up to a minute.

The first turn of a prompt is the same for all questions over a schema. Its state in the model is saved after the first
question over it, and restored before the first one of another process. Nothing depends on it but time.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.clients.local_server import LocalServer

if TYPE_CHECKING:
    from answerable.providers.chat_model import CallLimits, ChatModel, ChatTurn, ModelReply, ToolDescription

__all__ = ["PrefixKeepingModel"]

_WORTHWHILE = 2_000
"""Characters of a first turn; shorter ones are read soon."""
_MOST_BYTES = 1 << 30
"""Of all files; the oldest go first."""
_SECONDS = 5.0
"""More is not waited for: the slot may be busy with another question."""
_SUFFIX = ".slot"
_OK = 200


@dataclass(frozen=True, slots=True)
class PrefixKeepingModel:
    model: ChatModel
    server: Callable[[], LocalServer]
    """Raises ModelUnavailable where the model's file is missing."""
    _known: set[str] = field(default_factory=set, init=False)
    """In the model's memory already, as far as this process knows."""

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def is_remote(self) -> bool:
        return self.model.is_remote

    @property
    def has_structured_output(self) -> bool:
        return self.model.has_structured_output

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        kept = self._kept(turns)
        if kept and kept.name not in self._known:
            began = time.monotonic()
            kept.server.address(self.name, limits)
            kept.restore()
            limits = replace(limits, seconds=max(0.0, limits.seconds - (time.monotonic() - began)))
        reply = self.model.complete(turns, limits, output_schema=output_schema, tools=tools)
        if kept and kept.name not in self._known:
            self._known.add(kept.name)
            kept.save()
        return reply

    def _kept(self, turns: Sequence[ChatTurn]) -> KeptState | None:
        first, server = turns[0].text if turns else "", self.server()
        if server.states is None or len(first) < _WORTHWHILE:
            return None
        name = hashlib.sha256(f"{server.identity}\n{first}".encode()).hexdigest()[:32] + _SUFFIX
        return KeptState(server, server.states / name)


@dataclass(frozen=True, slots=True)
class KeptState:
    """Of one first turn in one model."""

    server: LocalServer
    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    def restore(self) -> None:
        if self.path.exists() and self._ask_slot("restore", self.name):
            with suppress(OSError):
                self.path.touch()

    def save(self) -> None:
        """Only where there is none yet; under a name of its own first, for another process may look for it just now."""
        if self.path.exists():
            return
        begun = self.path.with_name(f"{self.name}.{os.getpid()}")
        with suppress(OSError):
            if self._ask_slot("save", begun.name):
                begun.replace(self.path)
                _drop_oldest(self.path.parent)
            begun.unlink(missing_ok=True)

    def _ask_slot(self, action: str, name: str) -> bool:
        request = urllib.request.Request(  # noqa: S310 — of this machine
            f"{self.server.url}/slots/0?action={action}",
            json.dumps({"filename": name}).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.server.key}"},
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=_SECONDS) as reply:
                return bool(reply.status == _OK)
        except (OSError, HTTPException):
            return False


def _drop_oldest(folder: Path) -> None:
    """Until the rest is not too much."""
    files = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for path in files:
        total += path.stat().st_size
        if total > _MOST_BYTES:
            path.unlink(missing_ok=True)

"""A ChatModel over one of the client libraries: its calls, their retries, their failures."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.chat_model import CallLimits, ModelReply, TokenUsage
from answerable.providers.clients.attempts import Attempts, CallFailed
from answerable.providers.clients.call_failures import CallFailure, failure_of
from answerable.providers.clients.event_loop_thread import wait_for
from answerable.providers.clients.library import Address, Wishes
from answerable.providers.clients.reply_reader import ReplyReader
from answerable.providers.model_failures import failure
from answerable.providers.model_spec import PROVIDERS

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

    from answerable.providers.chat_model import ChatTurn, ModelUnavailable, ToolDescription
    from answerable.providers.clients.library import ClientLibrary

__all__ = ["CallSettings", "RemoteModel"]

_DROPPABLE: Mapping[str, tuple[str, ...]] = {
    "temperature": ("temperature",),
    "logprobs": ("logprobs", "logprob"),
    "stop": ("'stop'", "stop sequence"),
    "response_format": ("response_format", "output_config", "output_format", "json_schema", "response schema"),
}
"""Wishes that a server may not know → words by which it says so."""


@dataclass(frozen=True, slots=True)
class CallSettings:
    attempts: int
    attempt_seconds: float
    is_remote: bool
    has_structured_output: bool


@dataclass(slots=True)
class RemoteModel:
    provider: str
    library: ClientLibrary
    find_address: Callable[[CallLimits], Address]
    """Looks up the key, starts what must be running; raises ModelUnavailable."""
    reader: ReplyReader
    settings: CallSettings
    _client: BaseChatModel | None = field(default=None, init=False)
    _dropped: frozenset[str] = field(default=frozenset(), init=False)
    _thinks: bool = field(default=False, init=False)
    _making: threading.Lock = field(default_factory=threading.Lock, init=False)

    @property
    def name(self) -> str:
        return self.reader.model

    @property
    def is_remote(self) -> bool:
        return self.settings.is_remote

    @property
    def has_structured_output(self) -> bool:
        return self.settings.has_structured_output and "response_format" not in self._dropped

    def complete(
        self,
        turns: Sequence[ChatTurn],
        limits: CallLimits,
        *,
        output_schema: Mapping[str, Any] | None = None,
        tools: Sequence[ToolDescription] = (),
    ) -> ModelReply:
        began = time.monotonic()
        schema = output_schema if self.has_structured_output else None
        attempts = Attempts(self.settings.attempts, began + limits.seconds, limits.raise_if_cancelled)
        try:
            message = attempts.run(lambda left: self._one(turns, Wishes(limits, schema, tools), left))
        except CallFailed as error:
            raise self._unavailable(error.found, time.monotonic() - began) from None
        return self.reader.read(message, time.monotonic() - began, wants_json=output_schema is not None)

    def _one(self, turns: Sequence[ChatTurn], wishes: Wishes, seconds: float) -> AIMessage:
        """One attempt, again at once without a wish that the server turns out not to know."""
        until = time.monotonic() + min(seconds, self.settings.attempt_seconds)
        while True:
            try:
                return self._send(turns, wishes, until - time.monotonic())
            except CallFailed as error:
                if not (unknown := self._unknown_wishes(error.found)):
                    raise
                self._dropped |= unknown

    def _unknown_wishes(self, found: CallFailure) -> frozenset[str]:
        if found.status not in (400, 404, 422, 501):
            return frozenset()
        said = found.detail.lower()
        named = {wish for wish, words in _DROPPABLE.items() if any(word in said for word in words)}
        if "native_schema" not in self._dropped and self.library.has_reply_tool and "response_format" in named:
            return frozenset({"native_schema"})
        return frozenset(named) - self._dropped

    def _send(self, turns: Sequence[ChatTurn], wishes: Wishes, seconds: float) -> AIMessage:
        client = self._made_client(replace(wishes.limits, seconds=seconds))
        asked = replace(wishes, dropped=self._dropped, thinks=self._thinks)
        try:
            return wait_for(self._invoke(client, turns, asked), seconds, wishes.limits.raise_if_cancelled)
        except TimeoutError:
            raise CallFailed(CallFailure("timed_out", "")) from None
        except CallFailed as error:
            if error.found.kind == "unreachable":
                self._client = None  # its address is looked up again
            raise

    async def _invoke(self, client: BaseChatModel, turns: Sequence[ChatTurn], wishes: Wishes) -> AIMessage:
        from langsmith import tracing_context

        tools, choice = self.library.tools(wishes)
        runnable = client.bind_tools(tools, tool_choice=choice) if tools else client
        with tracing_context(enabled=False):  # whatever the environment says, prompts go to nobody else
            try:
                return await runnable.ainvoke(self.library.messages(turns), **self.library.options(wishes))
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001 — three libraries and all that servers make them raise end here
                raise CallFailed(failure_of(error)) from None

    def _made_client(self, limits: CallLimits) -> BaseChatModel:
        """Made once: that takes a second, and connections are kept."""
        if (made := self._client) is not None:
            return made
        if find_spec(self.library.package) is None:
            raise failure("missing_extra", self.name, extra=PROVIDERS[self.provider].extra)
        address = self.find_address(limits)
        with self._making:
            made = self._client or self.library.make(address)
            self._heed_profile(made.profile or {})
            self._client = made
        return made

    def _heed_profile(self, profile: Mapping[str, Any]) -> None:
        """What the library knows of a model: nothing, of those that are newer than itself. These may well think."""
        is_newer = not profile and self.provider in ("openai", "anthropic", "google")
        self._thinks = is_newer or bool(profile.get("reasoning_output"))
        if profile.get("temperature") is False:
            self._dropped |= {"temperature"}
        if not profile.get("structured_output"):
            self._dropped |= {"native_schema"}

    def _unavailable(self, found: CallFailure, seconds: float) -> ModelUnavailable:
        usage = TokenUsage(calls=1, seconds=seconds)
        if found.kind == "timed_out":
            return failure("timed_out", self.name, usage=usage, seconds=round(seconds, 1))
        return failure(found.kind, self.name, usage=usage, detail=found.detail)

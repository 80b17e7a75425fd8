"""Every way in which a model gives no reply, as an error that says what, which, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import mask
from answerable.providers.chat_model import FailureReason, ModelUnavailable, TokenUsage

__all__ = ["failure"]

_MOST_DETAIL = 200
"""Characters of what a server said."""


@dataclass(frozen=True, slots=True)
class _Told:
    model: str
    """PROVIDER:MODEL."""
    detail: str = ""
    extra: str = ""
    most: int = 0
    path: str = ""
    seconds: float = 0.0
    variable: str = ""

    @property
    def provider(self) -> str:
        return self.model.partition(":")[0]


_Say = Callable[[_Told], tuple[FailureReason, CodedMessage, CodedMessage]]

_KINDS: MappingProxyType[str, _Say] = MappingProxyType(
    {
        "bad_reply": lambda told: (
            "bad_reply",
            msg("models.bad_reply", model=told.model),
            msg("models.try_other_model"),
        ),
        "bad_request": lambda told: (
            "bad_request",
            msg("models.bad_request", model=told.model, detail=told.detail),
            msg("models.check_model_and_server"),
        ),
        "context_too_small": lambda told: (
            "context_too_small",
            msg("models.context_too_small", model=told.model),
            msg("models.choose_larger_context"),
        ),
        "cut_off": lambda told: (
            "cut_off",
            msg("models.cut_off", model=told.model),
            msg("models.raise_reply_tokens"),
        ),
        "empty": lambda told: ("empty", msg("models.empty", model=told.model), msg("models.try_other_model")),
        "key_in_clear": lambda told: (
            "no_key",
            msg("models.key_in_clear", model=told.model),
            msg("models.use_https", provider=told.provider),
        ),
        "missing_extra": lambda told: (
            "missing_extra",
            msg("models.missing_extra", model=told.model),
            msg("models.install_extra", extra=told.extra),
        ),
        "no_base_url": lambda told: (
            "unreachable",
            msg("models.no_base_url", model=told.model),
            msg("models.set_base_url"),
        ),
        "no_key": lambda told: (
            "no_key",
            msg("models.no_key", model=told.model),
            msg("models.set_key", variable=told.variable, provider=told.provider),
        ),
        "no_local_file": lambda told: (
            "unknown_model",
            msg("models.no_local_file", model=told.model, path=told.path),
            msg("models.pull_it_first"),
        ),
        "not_a_gguf": lambda told: (
            "unknown_model",
            msg("models.not_a_gguf", path=told.path),
            msg("models.name_a_gguf"),
        ),
        "not_loaded": lambda told: (
            "unreachable",
            msg("models.not_loaded", path=told.path, detail=told.detail),
            msg("models.check_file_and_memory"),
        ),
        "rate_limited": lambda told: (
            "rate_limited",
            msg("models.rate_limited", model=told.model, detail=told.detail),
            msg("models.wait_or_other_model"),
        ),
        "refused": lambda told: (
            "refused",
            msg("models.refused", model=told.model),
            msg("models.ask_in_other_words"),
        ),
        "server_error": lambda told: (
            "server_error",
            msg("models.server_error", model=told.model, detail=told.detail),
            msg("models.try_again"),
        ),
        "stream_cut": lambda told: ("cut_off", msg("models.stream_cut", model=told.model), msg("models.try_again")),
        "timed_out": lambda told: (
            "timed_out",
            msg("models.timed_out", model=told.model, seconds=told.seconds),
            msg("models.raise_call_seconds"),
        ),
        "too_long": lambda told: (
            "too_long",
            msg("models.too_long", model=told.model, most=told.most),
            msg("models.try_other_model"),
        ),
        "unknown_model": lambda told: (
            "unknown_model",
            msg("models.unknown_model", model=told.model, detail=told.detail),
            msg("models.check_models_name"),
        ),
        "unreachable": lambda told: (
            "unreachable",
            msg("models.unreachable", model=told.model, detail=told.detail),
            msg("models.check_address"),
        ),
        "wrong_key": lambda told: (
            "wrong_key",
            msg("models.wrong_key", model=told.model, detail=told.detail),
            msg("models.check_key"),
        ),
    }
)


def failure(kind: str, model: str, *, usage: TokenUsage | None = None, **told: Any) -> ModelUnavailable:
    """`model` is PROVIDER:MODEL; `detail` is what the server said."""
    if "detail" in told:
        told["detail"] = _short(str(told["detail"]))
    reason, what, hint = _KINDS[kind](_Told(model, **told))
    return ModelUnavailable(what, hint=hint, reason=reason, usage=usage)


def _short(text: str) -> str:
    """On one line, without secrets, without a full stop."""
    words = " ".join(mask(text).split())
    shown = words if len(words) <= _MOST_DETAIL else f"{words[:_MOST_DETAIL]}…"
    return shown.rstrip(".") or "—"

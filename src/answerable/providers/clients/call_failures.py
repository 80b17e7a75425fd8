"""What a client library raised, as a kind of failure: whether to try again, and how long to wait first."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from answerable.kernel.light_dataclass import dataclass

__all__ = ["CallFailure", "failure_of"]

_TRANSIENT = frozenset({"rate_limited", "server_error", "stream_cut", "timed_out", "unreachable"})
_TIMED_OUT, _CUT = re.compile("Time[dD]?-?[oO]ut"), re.compile("RemoteProtocolError|ReadError|IncompleteRead")
_UNREACHABLE = re.compile("Connect|NetworkError|gaierror")
_CONTEXT = re.compile(r"context (size|length|window)|maximum context|too many tokens|prompt is too long", re.IGNORECASE)
_KEY = re.compile(r"api[ _-]?key|unauthorized|authentication", re.IGNORECASE)
_QUOTA = re.compile(r"insufficient_quota|credit balance", re.IGNORECASE)
_RETRY_DELAY = re.compile(r"retry_?delay\W+(?P<seconds>\d+(?:\.\d+)?)s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CallFailure:
    kind: str
    detail: str
    status: int = 0
    """Of HTTP; 0 where no reply came."""
    wait_seconds: float | None = None
    """The server asked to wait so long."""

    @property
    def is_transient(self) -> bool:
        return self.kind in _TRANSIENT and not _QUOTA.search(self.detail)


def failure_of(error: BaseException) -> CallFailure:
    response = _response(error)
    status = _status(error, response)
    detail = _detail(error)
    wait = _retry_after(getattr(response, "headers", None) or {}) if response is not None else None
    if wait is None and (found := _RETRY_DELAY.search(str(error))):
        wait = float(found["seconds"])
    return CallFailure(_kind(error, status, detail), detail, status, wait)


def _kind(error: BaseException, status: int, detail: str) -> str:
    if status:
        return _kind_of_status(status, detail, type(error).__name__)
    names = " ".join(type(one).__name__ for one in _chain(error))
    if isinstance(error, asyncio.TimeoutError) or _TIMED_OUT.search(names):
        return "timed_out"
    if _CUT.search(names):
        return "stream_cut"
    if _UNREACHABLE.search(names):
        return "unreachable"
    return "context_too_small" if "ContextOverflow" in names or _CONTEXT.search(detail) else "bad_reply"


def _kind_of_status(status: int, detail: str, name: str) -> str:
    if "ContextOverflow" in name or (status in (400, 413, 500) and _CONTEXT.search(detail)):
        return "context_too_small"
    if status in (401, 403) or (status == 400 and _KEY.search(detail)):
        return "wrong_key"
    if status == 404:
        return "unknown_model"
    if status == 429:
        return "rate_limited"
    if status == 408 or status >= 500:
        return "server_error"
    return "bad_request" if status >= 400 else "bad_reply"


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__ or one.__context__


def _response(error: BaseException) -> Any:
    return next((found for one in _chain(error) if (found := getattr(one, "response", None)) is not None), None)


def _status(error: BaseException, response: Any) -> int:
    given = [getattr(one, name, None) for one in _chain(error) for name in ("status_code", "code")]
    given.append(getattr(response, "status_code", None))
    return next((found for found in given if isinstance(found, int) and 100 <= found < 600), 0)


def _detail(error: BaseException) -> str:
    """What the server said, without the library's frame around it."""
    for one in _chain(error):
        body = getattr(one, "body", None) or getattr(one, "details", None)
        if isinstance(body, Mapping):
            inner = body.get("error", body)
            said = inner.get("message") if isinstance(inner, Mapping) else inner
            if isinstance(said, str) and said:
                return f"{said} ({inner['code']})" if _has_code(inner) else said
    return str(error) or type(error).__name__


def _has_code(inner: Any) -> bool:
    return isinstance(inner, Mapping) and isinstance(inner.get("code"), str)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, milliseconds or a date."""
    if milliseconds := _number(headers.get("retry-after-ms")):
        return milliseconds / 1_000
    given = headers.get("retry-after")
    if given is None or (seconds := _number(given)) is not None:
        return None if given is None else seconds
    try:
        return max(0.0, (parsedate_to_datetime(given) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _number(text: str | None) -> float | None:
    try:
        return max(0.0, float(text)) if text else None
    except ValueError:
        return None

"""The files a page is made of, served by the application itself: there is no other server to set up."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import threading
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import condition, require_safe

from answerable.web.static_version import split_version, static_version
from answerable.web.vega_files import vega_bundle, vega_name

__all__ = ["static_file", "vega_file", "vega_url"]

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
"""Kept, but asked about each time: a new version of Answerable is seen at once."""


@cache
def vega_url() -> str:
    """Whoever needs the address needs the library soon: it is begun now, so that it is there for the first chart."""
    given = {"in_background": True}
    threading.Thread(target=vega_bundle, args=(settings.WORKSPACE,), kwargs=given, daemon=True).start()
    return f"/assets/{vega_name()}"


@require_safe
def vega_file(request: HttpRequest, name: str = "") -> HttpResponseBase:
    """The charts' library. Its name changes with its version, so it may be kept forever."""
    if not name:
        return redirect(vega_url())
    if name != vega_name():
        raise Http404
    packed = vega_bundle(settings.WORKSPACE)
    headers = {"Cache-Control": _FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return HttpResponse(packed, content_type="text/javascript; charset=utf-8", headers=headers)


def _etag(_request: HttpRequest, path: str) -> str | None:
    found = _found(split_version(path)[1])
    return f'W/"{_digest(found, found.stat().st_mtime_ns)}"' if found else None


@require_safe
@condition(etag_func=_etag)
def static_file(request: HttpRequest, path: str) -> HttpResponseBase:
    """An address with the version of now is kept for good; one without, or of another version, is asked about again."""
    version, name = split_version(path)
    found = _found(name)
    if found is None:
        raise Http404
    kind = _with_charset(mimetypes.guess_type(found.name)[0] or "application/octet-stream")
    kept = _FOREVER if version == static_version() else _ASK_AGAIN
    headers = {"Cache-Control": kept, "Content-Type": kind, "Vary": "Accept-Encoding"}
    if "charset" in kind and "gzip" in request.headers.get("Accept-Encoding", ""):
        packed = _packed(found, found.stat().st_mtime_ns)
        return HttpResponse(packed, headers={**headers, "Content-Encoding": "gzip"})
    return HttpResponse(found.read_bytes(), headers=headers)


def _found(path: str) -> Path | None:
    """Only within the folders that hold static files: a path that leads out of them is refused by the finders."""
    try:
        found = finders.find(path)
    except (SuspiciousFileOperation, ValueError):
        return None
    file = Path(found) if isinstance(found, str) else None
    return file if file and file.is_file() else None


def _with_charset(kind: str) -> str:
    is_text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml", "application/javascript")
    return f"{kind}; charset=utf-8" if is_text else kind


@lru_cache(maxsize=512)
def _packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 9, mtime=0)


@lru_cache(maxsize=512)
def _digest(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:32]

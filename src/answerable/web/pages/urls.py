"""Where the pages are."""

from __future__ import annotations

from django.urls import URLPattern, path

from answerable.web.pages.audit import audit
from answerable.web.pages.conversation import conversation

urlpatterns: list[URLPattern] = [
    path("", conversation, name="home"),
    path("c/<uuid:session_id>", conversation, name="conversation"),
    path("audit/<uuid:request_id>", audit, name="audit"),
]

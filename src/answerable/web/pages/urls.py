"""Where the pages are."""

from __future__ import annotations

from django.urls import URLPattern, path

from answerable.web.pages.audit_page import audit
from answerable.web.pages.catalogue_page import catalogue
from answerable.web.pages.conversation_page import conversation
from answerable.web.pages.models_page import models

urlpatterns: list[URLPattern] = [
    path("", conversation, name="home"),
    path("c/<uuid:session_id>", conversation, name="conversation"),
    path("audit/<uuid:request_id>", audit, name="audit"),
    path("data/", catalogue, name="catalogue"),
    path("models/", models, name="models"),
    path("data/<uuid:source_id>", catalogue, name="catalogue-of-source"),
]

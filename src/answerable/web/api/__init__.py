"""The HTTP API: one router a noun, all under one object."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from ninja import NinjaAPI

from answerable import __version__
from answerable.projects.models import Role
from answerable.web.api import (
    audit,
    chat,
    feedback,
    health,
    members,
    receipts,
    results,
    schema,
    sessions,
    sources,
    tokens,
)
from answerable.web.api.failures import answer_failures
from answerable.web.api.identity import require

__all__ = ["ROUTERS", "api"]

ROUTERS = (
    health.router,
    chat.router,
    sessions.router,
    results.router,
    receipts.router,
    audit.router,
    feedback.router,
    sources.router,
    schema.router,
    tokens.router,
    members.router,
)

api = NinjaAPI(
    title="Answerable",
    version=__version__,
    description="Ask questions about data; approve the SQL; get answers that can be checked.",
    urls_namespace="api",
    auth=require(Role.VIEWER),
    docs_decorator=login_required,
)
answer_failures(api)
for _router in ROUTERS:
    api.add_router("", _router)

"""The HTTP API: one router a noun, all under one object."""

from __future__ import annotations

from ninja import NinjaAPI

from answerable import __version__
from answerable.projects.models import Role
from answerable.web.api import (
    audit_endpoints,
    chat_endpoints,
    feedback_endpoints,
    health_endpoints,
    meaning_endpoints,
    member_endpoints,
    model_endpoints,
    payloads,
    policy_endpoints,
    receipt_endpoints,
    result_endpoints,
    session_endpoints,
    source_endpoints,
    token_endpoints,
)
from answerable.web.api.authentication import require
from answerable.web.api.docs_access import members_only
from answerable.web.api.error_responses import answer_failures

__all__ = ["ROUTERS", "api"]

ROUTERS = (
    health_endpoints.router,
    chat_endpoints.router,
    session_endpoints.router,
    result_endpoints.router,
    receipt_endpoints.router,
    audit_endpoints.router,
    feedback_endpoints.router,
    source_endpoints.router,
    meaning_endpoints.router,
    payloads.router,
    policy_endpoints.router,
    model_endpoints.router,
    token_endpoints.router,
    member_endpoints.router,
)

api = NinjaAPI(
    title="Answerable",
    version=__version__,
    description="Ask questions about data; approve the SQL; get answers that can be checked.",
    urls_namespace="api",
    auth=require(Role.VIEWER),
    docs_decorator=members_only,
)
answer_failures(api)
for _router in ROUTERS:
    api.add_router("", _router)

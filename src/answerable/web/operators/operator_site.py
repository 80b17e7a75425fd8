"""The site itself: who may see it, and how they sign in."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseRedirect

from answerable.knowledge.models import MODELS, EntryChange
from answerable.web.operators.entry_admin import ChangeAdmin, EntryAdmin

__all__ = ["operators"]


class OperatorSite(AdminSite):
    """Knowledge alone: accounts, roles and policies have commands that write the record."""

    site_header = site_title = "Answerable"
    index_title = "Knowledge"

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and bool(getattr(request.user, "is_superuser", False))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The one sign-in there is, which counts wrong passwords and writes the record."""
        if request.user.is_authenticated:
            return HttpResponseForbidden("This page is for operators.", content_type="text/plain")
        asked = urlencode({"next": request.GET.get("next", request.get_full_path())})
        return HttpResponseRedirect(f"{settings.LOGIN_URL}?{asked}")


operators = OperatorSite("operators")
for _model in MODELS:
    operators.register(_model, EntryAdmin)
operators.register(EntryChange, ChangeAdmin)

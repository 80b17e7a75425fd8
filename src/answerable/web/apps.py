from __future__ import annotations

from django.apps import AppConfig


class Web(AppConfig):
    name = "answerable.web"
    label = "web"

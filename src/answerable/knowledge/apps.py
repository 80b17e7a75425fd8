from __future__ import annotations

from django.apps import AppConfig


class Knowledge(AppConfig):
    name = "answerable.knowledge"
    label = "knowledge"

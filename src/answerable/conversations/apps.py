from __future__ import annotations

from django.apps import AppConfig


class Conversations(AppConfig):
    name = "answerable.conversations"
    label = "conversations"

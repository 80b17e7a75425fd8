from __future__ import annotations

from django.apps import AppConfig


class Projects(AppConfig):
    name = "answerable.projects"
    label = "projects"

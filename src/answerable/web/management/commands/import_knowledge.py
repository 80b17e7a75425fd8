"""`manage.py import_knowledge`: what `answerable knowledge import` does, for those who run Django's commands."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from answerable.kernel.errors import AnswerableError, BadKnowledge
from answerable.projects.project_knowledge import import_knowledge, project_called

__all__ = ["Command"]


class Command(BaseCommand):
    help = "Bring a folder of knowledge (tables, metrics, queries, business, learnings) into a project, all or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--project", default="default", metavar="SLUG")
        parser.add_argument("--dry-run", action="store_true", help="Show what would change, and change nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        try:
            project = project_called(options["project"])
            report = import_knowledge(project, options["folder"], is_dry=options["dry_run"])
        except BadKnowledge as error:
            raise CommandError("\n".join(map(str, error.faults))) from None
        except AnswerableError as error:
            raise CommandError(error.line()) from None
        for plan in report.plans if report.is_dry else ():
            if diff := plan.diff():
                self.stdout.write(diff)
        counts = (f"{action}: {report.count(action)}" for action in ("created", "updated", "unchanged"))
        self.stdout.write(", ".join(counts))

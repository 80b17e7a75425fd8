"""What all entries have in common: a place in files, a version, and a history that no change escapes."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models, transaction

from answerable.kernel.knowledge import applied_entry
from answerable.knowledge.models.entry_change import EntryAction, EntryChange
from answerable.knowledge_files.entry_fields import EntryKind, EntryStatus, settle
from answerable.knowledge_files.entry_slug import free_slug
from answerable.knowledge_files.entry_values import entry_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.kernel.knowledge import Entry

__all__ = ["ACTIVE", "STATUSES", "StoredEntry"]

STATUSES = [(str(one), one.name.capitalize()) for one in EntryStatus]
ACTIVE = str(EntryStatus.ACTIVE)


class StoredEntry(models.Model):
    """An entry of a project. Whoever saves or deletes one says who they are with `by`."""

    kind: ClassVar[EntryKind]
    people: ClassVar[dict[str, str]] = {}
    """Fields of the files that name an account → the relation that holds it, where there is such an account."""
    editor: ClassVar[str] = ""
    """The relation that holds who saved it; empty where there is none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="+")
    """Each kind has its own name at the project."""
    slug = models.CharField(max_length=100, blank=True)
    """The name of its file; made from its title where none is given."""
    version = models.PositiveIntegerField(default=0, editable=False)
    """Counts its changes."""

    class Meta:
        abstract = True

    @property
    def title(self) -> str:
        return str(getattr(self, self.kind.title))

    def plain(self) -> dict[str, Any]:
        """What it says, in the one form that files and history share."""
        names = [one.name for one in self.kind.fields]
        return settle(self.kind, {name: self._said_of(name) for name in names})

    def put(self, plain: dict[str, Any]) -> None:
        """Say this from now on; it is kept by `save`."""
        for one in self.kind.fields:
            if one.name not in self.people:
                setattr(self, one.name, plain[one.name])
            elif plain[one.name] != self._said_of(one.name):
                self._name(one.name, plain[one.name])

    def value(self) -> Entry:
        return entry_of(self.kind, self.plain(), str(self.pk))

    @transaction.atomic
    def save(self, *args: Any, by: User | None = None, **given: Any) -> None:
        """Writes history and counts the version up, unless it says what it said before."""
        held = self._held()
        before = held.plain() if held else None
        self.put(self.plain())
        self.slug = self.slug or self._free_slug()
        self.version = held.version if held else 0
        after = self.plain()
        is_change = before != after
        if is_change:
            self.version += 1
            if self.editor and by is not None:
                setattr(self, self.editor, by)
        if given.get("update_fields") is not None:
            given["update_fields"] = {*given["update_fields"], "slug", "version"}
        super().save(*args, **given)
        if is_change:
            self._note(EntryAction.UPDATED if held else EntryAction.CREATED, before, after, by)

    @transaction.atomic
    def delete(self, *args: Any, by: User | None = None, **given: Any) -> tuple[int, dict[str, int]]:
        self.version += 1
        self._note(EntryAction.DELETED, self.plain(), None, by)
        return super().delete(*args, **given)

    def _held(self) -> StoredEntry | None:
        if self._state.adding:
            return None
        rows: models.QuerySet[StoredEntry] = type(self)._default_manager.select_for_update()
        return rows.filter(pk=self.pk).first()

    def _free_slug(self) -> str:
        others = type(self)._default_manager.filter(project_id=self.project_id).exclude(pk=self.pk)
        return free_slug(self.title, set(others.values_list("slug", flat=True)), self.kind.name)

    def _said_of(self, name: str) -> Any:
        if name not in self.people:
            return getattr(self, name)
        account = getattr(self, self.people[name])
        return account.get_username() if account else getattr(self, f"{self.people[name]}_name")

    def _name(self, name: str, username: str) -> None:
        """The account of that name, or only the name where there is none."""
        from django.contrib.auth.models import User

        relation = self.people[name]
        setattr(self, relation, User.objects.filter(username=username).first() if username else None)
        setattr(self, f"{relation}_name", username)

    def _note(
        self, action: EntryAction, before: dict[str, Any] | None, after: dict[str, Any] | None, by: User | None
    ) -> None:
        said = entry_of(self.kind, after if after is not None else before or {})
        EntryChange.objects.create(
            project_id=self.project_id,
            kind=self.kind.name,
            entry_id=self.pk,
            title=self.title,
            action=action,
            version=self.version,
            digest=applied_entry(said).version,
            before=before,
            after=after,
            changed_by=by,
            changed_by_name=by.get_username() if by else "",
        )

"""Entries of all projects in Django's admin: saved as anywhere else, with the same checks and the same history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from answerable.knowledge.models import EntryChange, StoredEntry
from answerable.knowledge.services.save_entry import entry_faults
from answerable.projects.project_knowledge import schemas_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    EntryModelForm = forms.ModelForm[StoredEntry]
    EntryModelAdmin = admin.ModelAdmin[StoredEntry]
    ChangeModelAdmin = admin.ModelAdmin[EntryChange]
else:
    EntryModelForm, EntryModelAdmin, ChangeModelAdmin = forms.ModelForm, admin.ModelAdmin, admin.ModelAdmin

__all__ = ["ChangeAdmin", "EntryAdmin"]


class EntryForm(EntryModelForm):
    """Refuses what does not have the shape of an entry, or does not fit the project's sources."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        project = cleaned.get("project")
        if project is None or self.errors:
            return cleaned
        kind, people = self.instance.kind, self.instance.people
        said = {one.name: cleaned.get(one.name) for one in kind.fields if one.name not in people}
        for fault in entry_faults(kind, said, schemas_of(project)):
            self.add_error(fault.field if fault.field in self.fields else None, str(fault.what))
        return cleaned


class EntryAdmin(EntryModelAdmin):
    form = EntryForm
    list_display = ("__str__", "project", "slug", "version")
    list_filter = ("project",)
    search_fields = ("slug",)
    readonly_fields = ("version",)

    def save_model(self, request: HttpRequest, obj: StoredEntry, form: Any, change: bool) -> None:
        obj.save(by=_who(request))

    def delete_model(self, request: HttpRequest, obj: StoredEntry) -> None:
        obj.delete(by=_who(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[StoredEntry]) -> None:
        for entry in queryset:
            entry.delete(by=_who(request))


class ChangeAdmin(ChangeModelAdmin):
    """History is read, never written."""

    list_display = ("title", "kind", "action", "version", "project", "changed_by_name", "changed_at")
    list_filter = ("project", "kind", "action")
    search_fields = ("title", "digest")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: EntryChange | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: EntryChange | None = None) -> bool:
        return False


def _who(request: HttpRequest) -> Any:
    return request.user

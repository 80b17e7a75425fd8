"""A project and what belongs to it."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models, transaction

from answerable.projects.settings_audit import note_settings

__all__ = ["ApiToken", "Member", "Project", "Role", "SignInFailures", "SignInLink", "Source"]


class Project(models.Model):
    """A workspace: sources, policy, members, limits. `default` exists from the start."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(unique=True, max_length=100)
    name = models.CharField(max_length=200)
    settings = models.JSONField(default=dict, blank=True)
    """What holds here in place of answerable.toml; limits only downwards."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **given: Any) -> None:
        """What holds here changes on the record, or not at all."""
        before = type(self).objects.filter(pk=self.pk).values_list("settings", flat=True).first()
        with transaction.atomic():
            super().save(*args, **given)
            if before is not None and before != self.settings:
                note_settings(self.slug, before, self.settings)


class Role(models.TextChoices):
    """Each may do all that those before it may."""

    VIEWER = "viewer"
    ANALYST = "analyst"
    CURATOR = "curator"
    ADMIN = "admin"

    def reaches(self, needed: Role) -> bool:
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(needed)


class Member(models.Model):
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.VIEWER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "user"], name="one_role_a_project")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Source(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="sources")
    name = models.CharField(max_length=200)
    spec = models.TextField()
    """A path or a URL as `--source` takes it; secrets only as ${VARIABLE}."""
    is_upload = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="source_name_once_a_project")]

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A program's way in: acts as its owner in one project. The secret itself is kept nowhere."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    """The secret's first characters, by which its owner recognises it."""
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the secret, in hexadecimal."""
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"


class SignInLink(models.Model):
    """Signs one person in once, soon."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user} until {self.expires_at:%H:%M}"


class SignInFailures(models.Model):
    """Wrong passwords in a row, by address and by account at an address."""

    key = models.CharField(max_length=300, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    blocked_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"

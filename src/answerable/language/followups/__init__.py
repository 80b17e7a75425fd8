"""Questions that lean on the one before: recognise → understand the fragment → edit the earlier query's tree."""

from answerable.language.followups.resolve import FollowUps

__all__ = ["FollowUps"]

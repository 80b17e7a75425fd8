"""Whether an answer helped."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from answerable.conversations.services.give_feedback import give_feedback
from answerable.web.api.authentication import identity

__all__ = ["router"]

router = Router(tags=["feedback"])


class FeedbackIn(Schema):
    request_id: UUID
    rating: Literal["up", "down"]
    comment: str = Field(default="", max_length=2_000)


@router.post("/feedback", response=FeedbackIn)
def feedback(request: HttpRequest, body: FeedbackIn) -> dict[str, Any]:
    """On a request of one's own; said again, the last word counts."""
    given = give_feedback(body.request_id, identity(request).user, body.rating, body.comment)
    return {"request_id": given.request_id, "rating": given.rating, "comment": given.comment}

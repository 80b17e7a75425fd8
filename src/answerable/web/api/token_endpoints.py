"""API tokens: each person's own."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from answerable.kernel.errors import NotFound
from answerable.kernel.messages import msg
from answerable.projects import api_tokens
from answerable.projects.api_tokens import issue_token
from answerable.projects.models import ApiToken, Role
from answerable.web.api.authentication import identity, require

__all__ = ["router"]

router = Router(tags=["tokens"], auth=require(Role.ANALYST))


class TokenIn(Schema):
    name: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f]*$")]
    days: Annotated[int, Field(ge=1, le=365)] = 90


class TokenOut(Schema):
    id: UUID
    name: str
    prefix: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class NewToken(TokenOut):
    token: str
    """Shown this once."""


@router.get("/tokens", response=list[TokenOut])
def list_tokens(request: HttpRequest) -> list[ApiToken]:
    who = identity(request)
    return list(ApiToken.objects.filter(user=who.user, project=who.project))


@router.post("/tokens", response={201: NewToken})
def make_token(request: HttpRequest, body: TokenIn) -> Status[Any]:
    """The secret is in this response and nowhere else."""
    token, secret = issue_token(identity(request), body.name, body.days)
    return Status(201, NewToken(token=secret, **TokenOut.from_orm(token).dict()))


@router.delete("/tokens/{token_id}", response={204: None})
def revoke_token(request: HttpRequest, token_id: UUID) -> Status[Any]:
    if not api_tokens.revoke_token(identity(request), token_id):
        raise NotFound(msg("web.no_such_token"), hint=msg("web.list_tokens"))
    return Status(204, None)

"""A person with a project, a session and a question, made anew for whoever asks."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User

from answerable.agent.question import Question
from answerable.conversations.models import GeneratedQuery, QueryRequest, Session
from answerable.conversations.services.manage_sessions import open_session
from answerable.conversations.services.open_requests import begin_request
from answerable.projects.membership import set_role
from answerable.projects.models import Project, Role
from answerable.sql.text_hash import hash_sql

__all__ = ["person", "query", "request", "session"]


def person() -> User:
    return User.objects.create(username=secrets.token_hex(8))


def session(user: User | None = None) -> Session:
    """Of a member of the default project."""
    project, _ = Project.objects.get_or_create(slug="default", defaults={"name": "Default"})
    who = user or person()
    set_role(who, project, Role.VIEWER)
    return open_session(who, project, ())


def request(of: Session | None = None, question: str = "how many orders are there?") -> QueryRequest:
    return begin_request(of or session(), Question(question))


def query(of: QueryRequest | None = None, sql: str = "SELECT count(*) FROM orders") -> GeneratedQuery:
    return GeneratedQuery.objects.create(
        request=of or request(),
        sql_query=sql,
        sql_hash=hash_sql(sql),
        explanation="Counts the rows of orders.",
        generation_attempt=1,
        model_used="embedded",
    )

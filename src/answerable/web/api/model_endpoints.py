"""The project's language model: chosen, tried, fetched and counted by its admins. Keys go in and never come out."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, cast

from django.http import HttpRequest
from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field, model_validator

from answerable.projects.membership import Identity
from answerable.projects.model_choice import own_choice, own_engine, set_choice
from answerable.projects.model_state import ModelState, model_state, model_usage, pull, try_model_in_use
from answerable.projects.models import Role
from answerable.projects.provider_keys import forget_key, store_key
from answerable.providers import TokenUsage
from answerable.providers.files.background_pull import FileState
from answerable.providers.model_overview import ProviderState
from answerable.providers.model_spec import PROVIDERS
from answerable.providers.narrowed_settings import LIMITS
from answerable.providers.spend.price_table import listed_prices
from answerable.web.api.authentication import identity, require
from answerable.web.request_language import request_language

__all__ = ["router"]

router = Router(tags=["models"], auth=require(Role.ADMIN))

Line = Annotated[str, Field(max_length=500, pattern=r"^[^\x00-\x1f]*$")]
Sees = Literal["auto", "schema", "values", "rows"]


class Usage(Schema):
    calls: int
    prompt_tokens: int
    reply_tokens: int
    seconds: float
    cost: float
    """US dollars by the price table."""


class Choice(Schema):
    """What a project may say; null: the server's setting holds. Limits only go down."""

    model_config = ConfigDict(extra="forbid")

    engine: Line | None = None
    """PROVIDER:MODEL, or `embedded`."""
    fallback: Line | None = None
    """Tried in turn after it, separated by commas; `embedded` for none."""
    base_url: Line | None = None
    """Of `openai-compatible` models."""
    sees: Sees | None = None
    blind: bool | None = None
    question_calls: int | None = Field(None, ge=1)
    question_tokens: int | None = Field(None, ge=1)
    question_seconds: float | None = Field(None, gt=0)
    question_cost: float | None = Field(None, gt=0)
    day_calls: int | None = Field(None, ge=1)
    day_tokens: int | None = Field(None, ge=1)
    day_cost: float | None = Field(None, gt=0)


class ChoiceIn(Choice):
    @model_validator(mode="after")
    def says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("nothing is chosen; to go back to the server's settings, DELETE")
        return self


class ProviderOut(Schema):
    name: str
    title: str
    is_installed: bool
    install: str
    has_key: bool
    """Or needs none."""
    has_stored_key: bool
    address: str
    usual_model: str
    models: list[str]
    """Those with a list price."""


class FileOut(Schema):
    name: str
    bytes: int
    bytes_here: int
    is_here: bool
    is_pulling: bool
    memory_gb: float
    licence: str
    problem: str
    """Why the last pull ended, with what to do."""


class ModelsOut(Schema):
    engine: str
    """In use."""
    server_engine: str
    own: Choice
    held: Choice
    """All of it as it holds."""
    server: Choice
    today: Usage
    providers: list[ProviderOut]
    files: list[FileOut]


class KeyIn(Schema):
    key: str = Field(min_length=1, max_length=1_000)


class PullIn(Schema):
    name: Line


class TrialOut(Schema):
    model: str
    reply: str
    usage: Usage


class DayOut(Usage):
    day: str
    model: str


class UsageOut(Schema):
    days: list[DayOut]
    total: Usage


class DaysWanted(Schema):
    days: int = Field(30, ge=1, le=366)


@router.get("/models", response=ModelsOut)
def read_models(request: HttpRequest) -> ModelsOut:
    """What is in use, what may be chosen, and which model files are here."""
    return _shown(identity(request))


@router.put("/models", response=ModelsOut)
def put_models(request: HttpRequest, body: ChoiceIn) -> ModelsOut:
    """Holds from the next question of the project on, in place of the server's settings; the change is recorded.
    Another `base_url` forgets the key that was stored for the one before."""
    who = identity(request)
    given = body.dict(exclude_none=True)
    set_choice(who.project, str(given.pop("engine", "")), given, by=who.user.get_username())
    return _shown(who)


@router.delete("/models", response=ModelsOut)
def remove_models(request: HttpRequest) -> ModelsOut:
    """The server's settings hold again. Stored keys stay, but that of an address of the project's own."""
    who = identity(request)
    set_choice(who.project, "", {}, by=who.user.get_username())
    return _shown(who)


@router.put("/models/keys/{provider}", response={204: None})
def put_key(request: HttpRequest, provider: str, body: KeyIn) -> Status[Any]:
    """Stored encrypted with the workspace's key; no answer of this API ever holds it. A variable of the server goes
    first."""
    who = identity(request)
    store_key(who.project, provider, body.key, by=who.user.get_username())
    return Status(204, None)


@router.delete("/models/keys/{provider}", response={204: None})
def remove_key(request: HttpRequest, provider: str) -> Status[Any]:
    who = identity(request)
    forget_key(who.project, provider, by=who.user.get_username())
    return Status(204, None)


@router.post("/models/test", response=TrialOut)
def test_model(request: HttpRequest) -> TrialOut:
    """One short call to the model in use: its reply, and what that took."""
    reply = try_model_in_use(identity(request).project)
    return TrialOut(model=reply.model, reply=reply.text.strip()[:200], usage=_usage(reply.usage))


@router.post("/models/pull", response={202: list[FileOut]})
def pull_file(request: HttpRequest, body: PullIn) -> Status[Any]:
    """Begin to fetch a model's file, or go on where it stopped; GET /api/models says how far it is."""
    who = identity(request)
    pull(who.project, body.name, by=who.user.get_username())
    return Status(202, [_file(one) for one in model_state(who.project).files])


@router.get("/models/usage", response=UsageOut)
def read_usage(request: HttpRequest, wanted: Query[DaysWanted]) -> UsageOut:
    """What the project's models took, by day (UTC) and model, the latest first."""
    rows = model_usage(identity(request).project, wanted.days)
    days = [DayOut(day=row.day, model=row.model, **_usage(row.usage).dict()) for row in rows]
    return UsageOut(days=days, total=_usage(sum((row.usage for row in rows), TokenUsage())))


def _shown(who: Identity) -> ModelsOut:
    state = model_state(who.project)
    own = Choice(engine=own_engine(who.project) or None, **own_choice(who.project))
    return ModelsOut(
        engine=state.overview.engine,
        server_engine=state.server_engine,
        own=own,
        held=_settings(state, held=True),
        server=_settings(state, held=False),
        today=_usage(state.overview.today),
        providers=[_provider(one) for one in state.overview.providers],
        files=[_file(one) for one in state.files],
    )


def _settings(state: ModelState, *, held: bool) -> Choice:
    found = state.held if held else state.base
    limits = {name: getattr(found, name) for name in LIMITS}
    return Choice(
        engine=state.overview.engine if held else state.server_engine,
        fallback=found.fallback,
        base_url=found.endpoint("openai-compatible").base_url,
        sees=cast("Sees", found.sees),
        blind=found.blind,
        **limits,
    )


def _usage(usage: TokenUsage) -> Usage:
    return Usage(
        calls=usage.calls,
        prompt_tokens=usage.prompt_tokens,
        reply_tokens=usage.reply_tokens,
        seconds=round(usage.seconds, 3),
        cost=round(usage.cost, 6),
    )


def _provider(state: ProviderState) -> ProviderOut:
    facts = PROVIDERS[state.name]
    listed = [name.partition(":")[2] for name in listed_prices() if name.startswith(f"{state.name}:")]
    return ProviderOut(
        name=state.name,
        title=facts.title,
        is_installed=state.is_installed,
        install=f"pip install 'answerable[{facts.extra}]'",
        has_key=state.has_key,
        has_stored_key=state.has_stored_key,
        address=state.address,
        usual_model=facts.usual_model,
        models=listed,
    )


def _file(state: FileState) -> FileOut:
    return FileOut(
        name=state.name,
        bytes=state.entry.size,
        bytes_here=state.bytes_here,
        is_here=bool(state.path),
        is_pulling=state.is_pulling,
        memory_gb=state.entry.memory_gb,
        licence=state.entry.licence,
        problem=state.problem.line(request_language()) if state.problem else "",
    )

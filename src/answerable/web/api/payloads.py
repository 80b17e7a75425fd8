"""What a source holds, as its policy lets it be read; and questions that work on it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema

from answerable.agent.inspect_source import first_questions, readable_schema
from answerable.kernel import schema as held
from answerable.projects.membership import Identity
from answerable.projects.models import Role
from answerable.projects.project_sources import member_context, source_of, sources_of
from answerable.web.api.authentication import identity, require
from answerable.words.languages import Language, chosen_language

__all__ = ["router"]

router = Router(tags=["schema"])


class ForeignKeyInfo(Schema):
    referenced_table: str
    referenced_column: str


class SchemaColumnInfo(Schema):
    name: str
    data_type: str
    is_nullable: bool
    description: str | None = None
    default_value: str | None = None
    is_primary_key: bool = False
    foreign_key_reference: ForeignKeyInfo | None = None


class TableInfo(Schema):
    name: str
    description: str | None = None
    columns: list[SchemaColumnInfo]
    estimated_row_count: int = 0


class DatabaseSchema(Schema):
    version: str
    last_updated_at: datetime
    tables: list[TableInfo]


class Refresh(Schema):
    source_id: UUID


class Suggestions(Schema):
    suggestions: list[str]


@router.get("/schema", response=DatabaseSchema)
def read_schema(request: HttpRequest, source_id: UUID | None = None) -> DatabaseSchema:
    """Of one source; of the project's first when none is named. Read again after an hour."""
    return _schema(identity(request), source_id)


@router.post("/schema/refresh", response=DatabaseSchema, auth=require(Role.CURATOR))
def refresh_schema(request: HttpRequest, body: Refresh) -> DatabaseSchema:
    """Read from the source now, whatever is kept."""
    return _schema(identity(request), body.source_id, refresh=True)


@router.get("/suggestions", response=Suggestions)
def suggestions(request: HttpRequest, source_id: UUID | None = None, lang: Language | None = None) -> Suggestions:
    """Up to three questions about the data that are certain to be understood."""
    who = identity(request)
    with member_context(who, sources_of(who.project, [source_id] if source_id else ())) as run_context:
        language = lang or chosen_language(run_context.settings.language)
        return Suggestions(suggestions=list(first_questions(run_context, language)))


def _schema(who: Identity, source_id: UUID | None, *, refresh: bool = False) -> DatabaseSchema:
    source = source_of(who.project, source_id) if source_id else sources_of(who.project)[0]
    with member_context(who, [source]) as run_context:
        return _shown(readable_schema(run_context.sources[0], run_context, refresh=refresh))


def _shown(schema: held.DatabaseSchema) -> DatabaseSchema:
    return DatabaseSchema(
        version=schema.fingerprint, last_updated_at=schema.read_at, tables=[_table(table) for table in schema.tables]
    )


def _table(table: held.Table) -> TableInfo:
    return TableInfo(
        name=table.qualified,
        description=table.comment,
        columns=[_column(table, column) for column in table.columns],
        estimated_row_count=table.row_estimate or 0,
    )


def _column(table: held.Table, column: held.Column) -> SchemaColumnInfo:
    return SchemaColumnInfo(
        name=column.name,
        data_type=column.data_type,
        is_nullable=column.nullable,
        description=column.comment,
        default_value=column.default,
        is_primary_key=column.name in table.primary_key,
        foreign_key_reference=_reference(table, column),
    )


def _reference(table: held.Table, column: held.Column) -> ForeignKeyInfo | None:
    for key in table.foreign_keys:
        for name, referenced in zip(key.columns, key.ref_columns, strict=False):
            if name == column.name:
                return ForeignKeyInfo(referenced_table=key.ref_table, referenced_column=referenced)
    return None

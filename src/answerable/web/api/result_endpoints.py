"""Results, read again: by page, or whole as a file."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from ninja import Query, Router, Schema
from pydantic import Field

from answerable.conversations.services.downloads import as_file
from answerable.conversations.services.export_name import export_name
from answerable.conversations.services.store_result import MOST_PAGE_ROWS, PAGE_ROWS, own_result, page, table_of
from answerable.projects.models import Role
from answerable.web.api.authentication import identity, require
from answerable.web.api.event_json import ColumnInfo, reply

__all__ = ["router"]

router = Router(tags=["results"])


class ResultPage(Schema):
    result_id: UUID
    columns: list[ColumnInfo]
    rows: list[dict[str, Any]]
    page: int
    page_size: int
    pages: int
    total_row_count: int | None
    """Null where `is_truncated`."""
    returned_row_count: int
    is_truncated: bool


class PageWanted(Schema):
    page: int = Field(1, ge=1, le=10_000)
    page_size: int = Field(PAGE_ROWS, ge=1, le=MOST_PAGE_ROWS)
    sort: str = ""
    descending: bool = False


class FileKind(Schema):
    format: Literal["csv", "parquet", "xlsx"] = "csv"


@router.get("/results/{uuid:result_id}", response=ResultPage)
def read_page(request: HttpRequest, result_id: UUID, which: Query[PageWanted]) -> HttpResponse:
    """One page of a result of one's own, in the order it came or by a column."""
    result = own_result(result_id, identity(request).user)
    found = page(result, which.page, which.page_size, which.sort, which.descending)
    return reply(
        {
            "result_id": result.pk,
            "columns": result.columns,
            "rows": found.rows,
            "page": found.number,
            "page_size": found.size,
            "pages": found.count,
            "total_row_count": result.total_row_count,
            "returned_row_count": result.returned_row_count,
            "is_truncated": result.is_truncated,
        }
    )


@router.get("/results/{uuid:result_id}/download", auth=require(Role.ANALYST))
def download(request: HttpRequest, result_id: UUID, kind: Query[FileKind]) -> HttpResponse:
    """All its rows as a file."""
    result = own_result(result_id, identity(request).user)
    data, media_type = as_file(table_of(result), kind.format)
    named = {"Content-Disposition": content_disposition_header(True, export_name(result, kind.format))}
    return HttpResponse(data, content_type=media_type, headers={name: held or "" for name, held in named.items()})

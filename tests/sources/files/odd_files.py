"""Files that are not what their names say, and files that hold more than anybody should load."""

from __future__ import annotations

import gzip
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import duckdb
import openpyxl

__all__ = ["KINDS", "PNG", "wide_table", "write_bomb", "write_kind"]

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
CSV = "town,size\nUlm,1\nBern,2\n"
JSON = '[{"town": "Ulm", "size": 1}, {"town": "Bern", "size": 2}]'
KINDS = ("csv", "json", "sqlite", "duckdb", "parquet", "xlsx", "zip", "gzip", "png")


def write_kind(kind: str, path: Path) -> Path:
    """Two towns with their sizes in the given form, whatever the path's ending."""
    if kind in ("csv", "json"):
        path.write_text(CSV if kind == "csv" else JSON)
    elif kind == "sqlite":
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE towns (town, size)")
            connection.execute("INSERT INTO towns VALUES ('Ulm', 1), ('Bern', 2)")
    elif kind in ("duckdb", "parquet"):
        _by_duckdb(kind, path)
    elif kind == "xlsx":
        _workbook(path)
    elif kind == "zip":
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("towns.csv", CSV)
    else:
        path.write_bytes(gzip.compress(CSV.encode()) if kind == "gzip" else PNG)
    return path


def wide_table(columns: int) -> str:
    return ",".join(f"c{number}" for number in range(columns)) + "\n" + ",".join("1" * columns) + "\n"


def write_bomb(path: Path, megabytes: int) -> Path:
    """A workbook of some kilobytes whose one sheet unpacks to so much."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
        with packed.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(megabytes):
                sheet.write(b" " * (1 << 20))
    return path


def _by_duckdb(kind: str, path: Path) -> None:
    towns = "SELECT * FROM (VALUES ('Ulm', 1), ('Bern', 2)) AS t(town, size)"
    if kind == "parquet":
        with duckdb.connect() as connection:
            connection.execute(f"COPY ({towns}) TO '{path}' (FORMAT parquet)")
        return
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE towns AS {towns}")


def _workbook(path: Path) -> None:
    made = openpyxl.Workbook()
    for row in (("town", "size"), ("Ulm", 1), ("Bern", 2)):
        made.worksheets[0].append(row)
    with path.open("wb") as file:
        made.save(file)

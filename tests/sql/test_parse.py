"""One parse cache: trees are shared to read and copied to edit."""

from __future__ import annotations

import pytest
from sqlglot import exp
from sqlglot.errors import ParseError

from answerable.sql.parse import parse_sql, parse_statements, parse_to_edit, remember_tree
from answerable.sql.text_hash import hash_sql


def test_a_text_is_parsed_once_in_a_dialect() -> None:
    assert parse_sql("SELECT a FROM t", "duckdb") is parse_sql("SELECT a FROM t", "duckdb")
    assert parse_sql("SELECT a FROM t", "duckdb") is not parse_sql("SELECT a FROM t", "sqlite")


def test_editing_leaves_the_shared_tree_alone() -> None:
    tree = parse_to_edit("SELECT a FROM t", "sqlite")
    assert isinstance(tree, exp.Select)
    tree.select("b", copy=False)
    assert tree.sql() == "SELECT a, b FROM t"
    assert parse_sql("SELECT a FROM t", "sqlite").sql() == "SELECT a FROM t"


def test_statements_are_counted_without_empty_ones() -> None:
    assert len(parse_statements("SELECT 1;; SELECT 2;", "sqlite")) == 2


def test_nothing_to_parse_is_an_error() -> None:
    with pytest.raises(ParseError):
        parse_sql("  -- nothing", "sqlite")


def test_a_tree_that_somebody_has_is_not_parsed_again() -> None:
    tree = parse_to_edit("SELECT 1 AS known", "postgres")
    remember_tree("SELECT  1 AS known", "postgres", tree)
    assert parse_sql("SELECT  1 AS known", "postgres") is tree


def test_the_hash_is_of_the_exact_text() -> None:
    assert hash_sql("SELECT 1") != hash_sql("SELECT  1")
    assert len(hash_sql("SELECT '\ud800'")) == 64

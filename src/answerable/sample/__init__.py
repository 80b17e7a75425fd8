"""The sample shop: a realistic data set of our own making, the same on every machine.

Customers, products, orders with their lines and returns, visits and plans of a made-up shop from 2022-01-01 to
2026-10-31, with the quirks real data has: prices in cents, soft deletes, epoch milliseconds, a month loaded twice,
and NULLs that each mean something else. It is made from a seed when first used, in about a second.
"""

from answerable.sample.export import ensure, write_csv, write_parquet, write_sqlite
from answerable.sample.layout import LAYOUT, ddl
from answerable.sample.load import insert_into
from answerable.sample.shop import tables

__all__ = ["LAYOUT", "ddl", "ensure", "insert_into", "tables", "write_csv", "write_parquet", "write_sqlite"]

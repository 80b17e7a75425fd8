"""A model's SQL put right on its syntax tree, by the schema and the semantic model alone.

What is consistent is left as it is, letter for letter. Every change is a message, told to the asker as an assumption.
"""

from answerable.hybrid.fixer.draft_query import DraftQuery
from answerable.hybrid.fixer.fix_sql import FixedSql, fix_sql
from answerable.hybrid.fixer.fixing_source import FixingSource
from answerable.hybrid.fixer.read_reply import statement_in

__all__ = ["DraftQuery", "FixedSql", "FixingSource", "fix_sql", "statement_in"]

"""All rules, in the order they are applied. A new rule is a new file and a line here."""

from __future__ import annotations

from answerable.guard.rules.aggregate_only_columns import AggregateOnlyColumns
from answerable.guard.rules.allowed_columns import AllowedColumns
from answerable.guard.rules.allowed_functions import Functions
from answerable.guard.rules.allowed_tables import AllowedTables
from answerable.guard.rules.base import GuardRule, TextRule, TreeRule
from answerable.guard.rules.cartesian import Cartesian
from answerable.guard.rules.characters import Characters
from answerable.guard.rules.comments import Comments
from answerable.guard.rules.failing_conditions import FailingConditions
from answerable.guard.rules.fan_out import FanOut
from answerable.guard.rules.index_hints import IndexHints
from answerable.guard.rules.into import Into
from answerable.guard.rules.known_columns import Columns
from answerable.guard.rules.known_tables import Tables
from answerable.guard.rules.known_types import Types
from answerable.guard.rules.lookalike_names import LookalikeNames
from answerable.guard.rules.masked_columns import MaskedColumns
from answerable.guard.rules.nodes import Nodes
from answerable.guard.rules.one_statement import OneStatement
from answerable.guard.rules.query_only import QueryOnly
from answerable.guard.rules.recursion import Recursion
from answerable.guard.rules.required_filters import RequiredFilters
from answerable.guard.rules.restricted_views import RestrictedViews
from answerable.guard.rules.row_explosion import RowExplosion
from answerable.guard.rules.row_locks import Locking
from answerable.guard.rules.size import Size
from answerable.guard.rules.system_catalogs import Catalogs
from answerable.guard.rules.table_functions import TableFunctions
from answerable.guard.rules.type_clash import TypeClash
from answerable.guard.rules.unclear_names import UnclearNames
from answerable.guard.rules.unknown_value import UnknownValue
from answerable.guard.rules.unsorted_rows import UnsortedRows
from answerable.guard.rules.variables import Variables
from answerable.guard.rules.write_statements import Writing

__all__ = ["RULES", "TEXT_RULES", "TREE_RULES", "GuardRule", "TextRule", "TreeRule"]

TEXT_RULES: tuple[TextRule, ...] = (Size(), Characters(), Comments(), OneStatement(), QueryOnly())
"""Applied before parsing, in this order; the first that finds something ends the check."""

TREE_RULES: tuple[TreeRule, ...] = (
    Writing(),
    Locking(),
    Into(),
    Nodes(),
    UnclearNames(),
    Types(),
    Functions(),
    TableFunctions(),
    Variables(),
    Catalogs(),
    LookalikeNames(),
    Tables(),
    AllowedTables(),
    Columns(),
    AllowedColumns(),
    RestrictedViews(),
    MaskedColumns(),
    AggregateOnlyColumns(),
    IndexHints(),
    UnsortedRows(),
    FailingConditions(),
    Cartesian(),
    Recursion(),
    RowExplosion(),
    RequiredFilters(),
    TypeClash(),
    UnknownValue(),
    FanOut(),
)
"""Applied layer by layer; a layer is looked at only when the one before found no error."""

RULES: tuple[GuardRule, ...] = (*TEXT_RULES, *TREE_RULES)

"""Queries that count what a statement leaves out of a figure over an aggregate-only column.

A figure over everybody and one over everybody except one tell the one's own. Within a statement the guard sees both;
across statements nobody does. So a condition leaves out no value, or at least as many as the smallest group has, and a
query that the guard writes counts them before the statement runs.
"""

from __future__ import annotations

from answerable.guard.policy.controls.subtraction import Subtraction, subtraction_of

__all__ = ["Subtraction", "subtraction_of"]

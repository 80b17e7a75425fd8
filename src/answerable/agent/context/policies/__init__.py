"""A policy held against the sources it is in force for."""

from __future__ import annotations

from answerable.agent.context.policies.unmatched_names import OtherSchemas, demand_matched_names

__all__ = ["OtherSchemas", "demand_matched_names"]

"""What the organisation knows, heeded: verified queries, metrics, names, rules and learnings beside the schema.

fitting (SQL of somebody's own, checked against the schema) → enriching, glossing (the schema and its words) → verified
→ metrics → the other translators → correcting → telling (what was applied, and what to know of it).
"""

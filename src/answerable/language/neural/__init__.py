"""The trained part of the embedded engine: a small network reads question and schema and writes a form of the query."""
